/* Tests the models alone: plays the controller by register accesses, and asks whether chip and tags are strict. */
#include "mfrc522_model.h"
#include "mfrc522_registers.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static struct pad_air air;
static struct mfrc522 chip;
static moment now;
static unsigned violations, failures;

void violation(moment at, const char *format, ...)
{
    (void)at, (void)format;
    violations++;
}

#define CHECK(what)                                                                                                    \
    do {                                                                                                               \
        if (!(what)) {                                                                                                 \
            printf("%s:%d: not so: %s\n", __FILE__, __LINE__, #what);                                                  \
            failures++;                                                                                                \
        }                                                                                                              \
    } while (0)
#define CHECK_VIOLATION(what)                                                                                          \
    do {                                                                                                               \
        unsigned before = violations;                                                                                  \
        what;                                                                                                          \
        CHECK(violations == before + 1);                                                                               \
    } while (0)

/* -- the controller ---------------------------------------------------------------------------------------------------- */

static uint8_t shift(uint8_t out)
{
    uint8_t in = mfrc522_miso(&chip, now);
    now += MICROSECONDS(2);
    mfrc522_mosi(&chip, out, now);
    return in;
}

static void put(uint8_t address, uint8_t value)
{
    mfrc522_select(&chip, true, now);
    shift((uint8_t)(address << 1));
    shift(value);
    mfrc522_select(&chip, false, now);
}

static uint8_t get(uint8_t address)
{
    mfrc522_select(&chip, true, now);
    shift((uint8_t)(0x80 | address << 1));
    uint8_t value = shift(0);
    mfrc522_select(&chip, false, now);
    return value;
}

static void begin(void)
{
    memset(&chip, 0, sizeof chip);
    memset(&air, 0, sizeof air);
    chip.air = &air;
    chip.version = 0x92;
    mfrc522_power_on(&chip, now);
    now += MILLISECONDS(5);
    put(T_MODE, T_AUTO);
    put(T_PRESCALER, 169); /* 25 us */
    put(T_RELOAD_L, 39);   /* 1 ms */
    put(TX_ASK, FORCE_100_ASK);
    put(MODE, 0x3D);
    put(COLL, 0);
}

static void field_on(void)
{
    put(TX_CONTROL, 0x83);
    now += MILLISECONDS(6);
}

static void field_off(void)
{
    put(TX_CONTROL, 0x80);
    now += MILLISECONDS(6);
}

/* Says something; the answer's bytes. The interrupts that came are left in the register. */
static unsigned exchange(const uint8_t *said, unsigned count, uint8_t framing, uint8_t *heard)
{
    now += MILLISECONDS(1); /* no need to hurry */
    put(COMMAND, CMD_IDLE);
    put(COM_IRQ, 0x7F);
    put(FIFO_LEVEL, FLUSH_BUFFER);
    for (unsigned i = 0; i < count; i++)
        put(FIFO_DATA, said[i]);
    put(BIT_FRAMING, framing);
    put(COMMAND, CMD_TRANSCEIVE);
    put(BIT_FRAMING, START_SEND | framing);
    while (!(get(COM_IRQ) & (RX_IRQ | TIMER_IRQ)))
        ;
    unsigned level = get(FIFO_LEVEL);
    for (unsigned i = 0; i < level; i++)
        heard[i] = get(FIFO_DATA);
    return level;
}

static unsigned call(uint8_t which)
{
    uint8_t heard[FIFO_SIZE];
    return exchange(&which, 1, 7, heard);
}

static unsigned with_crc(uint8_t *bytes, unsigned count)
{
    uint16_t crc = crc_a(bytes, count);
    bytes[count] = crc & 0xFF;
    bytes[count + 1] = crc >> 8;
    return count + 2;
}

/* The whole way of the one tag of 7 bytes to ACTIVE. */
static bool select_7(void)
{
    uint8_t heard[FIFO_SIZE];
    for (unsigned level = 0; level < 2; level++) {
        uint8_t said[9] = {(uint8_t)(0x93 + 2 * level), 0x20};
        if (exchange(said, 2, 0, heard) != 5)
            return false;
        said[1] = 0x70;
        memcpy(said + 2, heard, 5);
        if (exchange(said, with_crc(said, 7), 0, heard) != 3 || heard[0] != (level ? 0x00 : 0x04))
            return false;
    }
    return chip.tags.tag[0].state == ACTIVE;
}

static const uint8_t SEVEN[] = {0x04, 0xA1, 0xB2, 0xC3, 0xD4, 0xE5, 0xF6};
static const uint8_t FOUR[] = {0x01, 0x02, 0x03, 0x04};

/* -- the chip ------------------------------------------------------------------------------------------------------------- */

static void test_resets(void)
{
    begin();
    mfrc522_power_on(&chip, now);
    CHECK(get(VERSION) == 0); /* it is not awake yet */
    now += MILLISECONDS(3);
    CHECK(get(VERSION) == 0x92);
    CHECK(get(COMMAND) == 0x20 && get(COM_IRQ) == 0x14 && get(STATUS1) == 0x21 && get(MODE) == 0x3F);
    CHECK(get(TX_CONTROL) == 0x80 && get(T_MODE) == 0 && get(AUTO_TEST) == 0x40);
    put(T_RELOAD_L, 7);
    put(COMMAND, CMD_SOFT_RESET);
    CHECK(get(COMMAND) & POWER_DOWN);
    now += MILLISECONDS(1);
    CHECK(get(COMMAND) == 0x20 && get(T_RELOAD_L) == 0);
    field_on();
    CHECK(air.fields == 1);
    mfrc522_reset_line(&chip, false, now);
    CHECK(air.fields == 0 && get(VERSION) == 0);
    mfrc522_reset_line(&chip, true, now);
    now += MILLISECONDS(3);
    CHECK(get(VERSION) == 0x92);
}

static void test_bus(void)
{
    begin();
    CHECK_VIOLATION({
        mfrc522_select(&chip, true, now);
        shift(VERSION << 1 | 0x81);
        shift(0);
        mfrc522_select(&chip, false, now);
    });
    CHECK_VIOLATION({
        mfrc522_select(&chip, true, now);
        shift(0x80 | VERSION << 1);
        mfrc522_select(&chip, false, now);
    });
    CHECK_VIOLATION(put(VERSION, 1));
    CHECK_VIOLATION(put(0x1A, 1));
    CHECK_VIOLATION(put(COMMAND, 0x5));
    CHECK_VIOLATION(get(FIFO_DATA));
    CHECK(get(COM_IRQ) & IDLE_IRQ);
    put(COM_IRQ, IDLE_IRQ);
    CHECK(!(get(COM_IRQ) & IDLE_IRQ));
    put(COM_IRQ, SET1 | IDLE_IRQ);
    CHECK(get(COM_IRQ) & IDLE_IRQ);
    for (int i = 0; i < 64; i++)
        put(FIFO_DATA, (uint8_t)i);
    CHECK(get(FIFO_LEVEL) == 64 && !(get(ERROR_REG) & BUFFER_OVFL) && get(STATUS1) & HI_ALERT);
    put(FIFO_DATA, 0);
    CHECK(get(ERROR_REG) & BUFFER_OVFL);
    CHECK(get(FIFO_DATA) == 0 && get(FIFO_DATA) == 1 && get(FIFO_LEVEL) == 62);
    put(FIFO_LEVEL, FLUSH_BUFFER);
    CHECK(get(FIFO_LEVEL) == 0 && !(get(ERROR_REG) & BUFFER_OVFL));
}

static void test_crc(void)
{
    static const struct {
        uint8_t mode;
        uint16_t crc; /* of "123456789" */
    } KNOWN[] = {{0x3C, 0x2189}, {0x3D, 0xBF05}, {0x3F, 0x6F91}};
    begin();
    for (int i = 0; i < 3; i++) {
        put(MODE, KNOWN[i].mode);
        put(FIFO_LEVEL, FLUSH_BUFFER);
        put(DIV_IRQ, CRC_IRQ);
        for (const char *byte = "123456789"; *byte; byte++)
            put(FIFO_DATA, (uint8_t)*byte);
        put(COMMAND, CMD_CALC_CRC);
        CHECK(!(get(DIV_IRQ) & CRC_IRQ));
        now += MICROSECONDS(50);
        CHECK(get(DIV_IRQ) & CRC_IRQ);
        put(COMMAND, CMD_IDLE);
        CHECK(get(CRC_RESULT_H) * 256 + get(CRC_RESULT_L) == KNOWN[i].crc);
    }
}

static void test_timer(void)
{
    begin();
    put(COM_IRQ, 0x7F);
    put(CONTROL, T_START_NOW);
    now += MICROSECONDS(950);
    CHECK(!(get(COM_IRQ) & TIMER_IRQ) && get(STATUS1) & T_RUNNING && get(T_COUNTER_L) <= 3);
    now += MICROSECONDS(60);
    CHECK(get(COM_IRQ) & TIMER_IRQ && !(get(STATUS1) & T_RUNNING));
}

static void test_self_test(void)
{
    begin();
    for (int spoilt = 0; spoilt < 2; spoilt++) {
        put(COMMAND, CMD_SOFT_RESET);
        now += MILLISECONDS(1);
        for (int i = 0; i < 25; i++)
            put(FIFO_DATA, spoilt && i == 9);
        put(COMMAND, CMD_MEM);
        put(AUTO_TEST, 0x49);
        put(FIFO_DATA, 0);
        put(COMMAND, CMD_CALC_CRC);
        CHECK(get(FIFO_LEVEL) < 64);
        now += MILLISECONDS(10);
        CHECK(get(FIFO_LEVEL) == 64);
        put(COMMAND, CMD_IDLE);
        CHECK(get(FIFO_DATA) == 0x00);
        CHECK((get(FIFO_DATA) == 0xEB) == !spoilt);
    }
}

/* -- tags -------------------------------------------------------------------------------------------------------------------- */

static void test_states(void)
{
    uint8_t heard[FIFO_SIZE];
    begin();
    CHECK(tags_put(&chip.tags, SEVEN, 7) && !tags_put(&chip.tags, SEVEN, 7));
    CHECK(!tags_put(&chip.tags, (const uint8_t *)"\x88\1\2\3", 4) && !tags_put(&chip.tags, FOUR, 5));
    CHECK_VIOLATION(CHECK(call(0x26) == 0)); /* no field */
    put(TX_CONTROL, 0x83);
    now += MILLISECONDS(2);
    CHECK_VIOLATION(CHECK(call(0x26) == 0)); /* too early, and it is not awake */
    now += MILLISECONDS(3);
    CHECK(call(0x26) == 2 && get(CONTROL) % 8 == 0);
    CHECK(call(0x26) == 0); /* READY: a second REQA sends it back to IDLE, and it says nothing */
    CHECK(call(0x26) == 2);
    CHECK(select_7());
    uint8_t halt[4] = {0x50, 0x00, 0x12, 0x34};
    CHECK(exchange(halt, 4, 0, heard) == 0 && chip.tags.tag[0].state == IDLE); /* its CRC is wrong */
    CHECK(call(0x26) == 2 && select_7());
    CHECK(exchange(halt, 2, 0, heard) == 0 && chip.tags.tag[0].state == IDLE); /* and here it has none */
    CHECK(call(0x26) == 2 && select_7());
    CHECK(exchange(halt, with_crc(halt, 2), 0, heard) == 0 && chip.tags.tag[0].state == HALT);
    CHECK(call(0x26) == 0);
    CHECK(call(0x52) == 2 && strcmp(tag_state_name(&chip.tags.tag[0]), "READY*") == 0);
    CHECK(call(0x52) == 0 && chip.tags.tag[0].state == HALT);
    field_off();
    field_on();
    CHECK(call(0x26) == 2);
}

static void test_select_is_strict(void)
{
    uint8_t heard[FIFO_SIZE];
    begin();
    tags_put(&chip.tags, FOUR, 4);
    field_on();
    uint8_t right[9] = {0x93, 0x70, 1, 2, 3, 4, 1 ^ 2 ^ 3 ^ 4};
    CHECK(call(0x26) == 2);
    CHECK(exchange(right, with_crc(right, 7), 0, heard) == 3 && heard[0] == 0x08);
    CHECK(crc_a(heard, 1) == heard[1] + 256 * heard[2]);
    for (unsigned wrong = 0; wrong < 9; wrong++) {
        uint8_t said[9];
        field_off();
        field_on();
        CHECK(call(0x26) == 2);
        memcpy(said, right, 9);
        said[wrong] ^= 0x40;
        if (wrong < 7)
            with_crc(said, 7);
        CHECK(exchange(said, 9, 0, heard) == 0);
        CHECK(chip.tags.tag[0].state == IDLE);
    }
    CHECK(call(0x26) == 2);
    CHECK(exchange(right, 7, 0, heard) == 0); /* no CRC */
    CHECK(call(0x26) == 2);
    uint8_t short_of_bits[] = {0x93, 0x24, 0x01}; /* says four bits of the UID, sends five */
    CHECK(exchange(short_of_bits, 3, 5, heard) == 0);
}

static void test_collisions(void)
{
    uint8_t heard[FIFO_SIZE];
    static const uint8_t OTHER[] = {0x01, 0x12, 0x03, 0x04}; /* bit 13 of all, counted from 1 */
    begin();
    tags_put(&chip.tags, FOUR, 4);
    tags_put(&chip.tags, OTHER, 4);
    field_on();
    CHECK(call(0x26) == 2 && !(get(ERROR_REG) & COLL_ERR));
    uint8_t all[] = {0x93, 0x20};
    CHECK(exchange(all, 2, 0, heard) == 5 && get(ERROR_REG) & COLL_ERR && get(COLL) == 13);
    CHECK(heard[0] == 0x01 && heard[1] == 0x02 && heard[2] == 0 && heard[4] == 0); /* zeros after it */
    uint8_t ones[] = {0x93, 0x35, 0x01, 0x12}; /* 13 bits are known, the last of them 1 */
    CHECK(exchange(ones, 4, 5 << 4 | 5, heard) == 4 && !(get(ERROR_REG) & (COLL_ERR | PARITY_ERR)));
    CHECK((heard[0] & 0xE0) == (0x12 & 0xE0) && heard[1] == 3 && heard[2] == 4 && heard[3] == (1 ^ 0x12 ^ 3 ^ 4));
    CHECK(chip.tags.tag[0].state == IDLE && chip.tags.tag[1].state == READY);
    field_off();
    field_on();
    CHECK(call(0x26) == 2);
    CHECK(exchange(ones, 4, 5, heard) == 4 && get(ERROR_REG) & PARITY_ERR); /* without RxAlign all is shifted */
    tags_put(&chip.tags, SEVEN, 7);
    field_off();
    field_on();
    CHECK(call(0x26) == 2 && get(ERROR_REG) & COLL_ERR && get(COLL) == 7); /* single and double size UID */
}

/* An aligned answer's CollPos counts from the beginning of the byte; or, if asked for, from the first bit that came. */
static void test_collision_after_a_part(void)
{
    uint8_t heard[FIFO_SIZE];
    static const uint8_t ONE[] = {0x0F, 0x10, 0x00, 0x00}, OTHER[] = {0x0F, 0x10, 0x40, 0x00};
    for (int in_frame = 0; in_frame < 2; in_frame++) {
        begin();
        air.collpos_in_frame = in_frame;
        tags_put(&chip.tags, ONE, 4);
        tags_put(&chip.tags, OTHER, 4);
        field_on();
        CHECK(call(0x26) == 2);
        uint8_t said[] = {0x93, 0x35, 0x0F, 0x10}; /* 13 bits known, they differ in bit 23 */
        CHECK(exchange(said, 4, 5 << 4 | 5, heard) == 4 && get(ERROR_REG) & COLL_ERR);
        CHECK(get(COLL) == (in_frame ? 23 - 13 : 23 - 8));
    }
}

static void test_time(void)
{
    begin();
    tags_put(&chip.tags, FOUR, 4);
    field_on();
    put(COMMAND, CMD_IDLE);
    put(COM_IRQ, 0x7F);
    put(FIFO_DATA, 0x26);
    put(COMMAND, CMD_TRANSCEIVE);
    put(BIT_FRAMING, START_SEND | 7);
    moment said = now;
    moment sent = 0, answered = 0;
    while (!answered) {
        uint8_t irqs = get(COM_IRQ);
        if (irqs & TX_IRQ && !sent)
            sent = now - said;
        if (irqs & RX_IRQ)
            answered = now - said;
    }
    CHECK(sent > BITS(9) && sent < BITS(9) + MICROSECONDS(10));
    moment due = BITS(9) + CARRIERS(1172) + BITS(1 + 18 + 1); /* REQA ends with a 0 */
    CHECK(answered > due && answered < due + MICROSECONDS(10));
    put(COMMAND, CMD_IDLE);
    put(FIFO_LEVEL, FLUSH_BUFFER);
    put(FIFO_DATA, 0x93);
    put(FIFO_DATA, 0x20);
    put(BIT_FRAMING, 0);
    put(COMMAND, CMD_TRANSCEIVE);
    CHECK_VIOLATION({
        put(BIT_FRAMING, START_SEND); /* sooner than the tag can listen again */
        now += MILLISECONDS(1);
        get(COM_IRQ);
    });
}

static void test_fields(void)
{
    uint8_t heard[FIFO_SIZE];
    uint8_t reqa = 0x26;
    begin();
    tags_put(&chip.tags, FOUR, 4);
    air.fields = 1; /* another reader's */
    CHECK_VIOLATION(put(TX_CONTROL, 0x83));
    now += MILLISECONDS(6);
    CHECK(exchange(&reqa, 1, 7, heard) == 0);
    put(TX_CONTROL, 0x80);
    air.fields = 0;
    put(TX_ASK, 0); /* modulation too weak for a tag of this kind */
    field_on();
    CHECK(exchange(&reqa, 1, 7, heard) == 0);
}

int main(void)
{
    test_resets();
    test_bus();
    test_crc();
    test_timer();
    test_self_test();
    test_states();
    test_select_is_strict();
    test_collisions();
    test_collision_after_a_part();
    test_time();
    test_fields();
    printf(failures ? "%u checks failed\n" : "the models are as strict as they should be\n", failures);
    return failures > 0;
}
