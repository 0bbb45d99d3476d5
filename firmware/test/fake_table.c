#include "fake_table.h"

#include <stdio.h>
#include <string.h>

#include "../src/crc.h"
#include "../src/pad.h"
#include "check.h"
#include "fake_tags.h"

enum { COMMAND = 0x01, COM_IRQ = 0x04, DIV_IRQ = 0x05, ERROR = 0x06, FIFO_DATA = 0x09, FIFO_LEVEL = 0x0A };
enum { BIT_FRAMING = 0x0D, COLL = 0x0E, TX_CONTROL = 0x14, CRC_HIGH = 0x21, CRC_LOW = 0x22, VERSION = 0x37 };
enum { AUTO_TEST = 0x36, T_RELOAD_LOW = 0x2D };
enum { FIELD_US = 4500, BIT_US = 9, ANSWER_US = 90 };

struct fake_reader fake_readers[READERS] = {
    {.version = 0x92}, {.version = 0x92},
#if READERS == 4
    {.version = 0x92}, {.version = 0x92},
#endif
};
uint8_t fake_eeprom[32] = {[0 ... 31] = 0xFF};
bool fake_eeprom_broken, fake_lamps[READERS], fake_fast = true, fake_two_fields;
uint8_t fake_cause = CAUSE_POWER, fake_overruns, fake_framing_errors;
unsigned fake_frames;
uint64_t fake_us;

static struct chip {
    uint8_t registers[64];
    uint8_t fifo[64], fifo_size;
    uint8_t irqs, irqs_soon;
    uint64_t soon, field_since;
    bool held;
    int8_t address; /* the register that this exchange is about; -1 before it is known */
    bool reading;
} chips[READERS];

static uint8_t selected = READERS;

/* The result of the self-test of a chip with version 92, from its datasheet. */
static const uint8_t self_test[64] = {
    0x00, 0xEB, 0x66, 0xBA, 0x57, 0xBF, 0x23, 0x95, 0xD0, 0xE3, 0x0D, 0x3D, 0x27, 0x89, 0x5C, 0xDE,
    0x9D, 0x3B, 0xA7, 0x00, 0x21, 0x5B, 0x89, 0x82, 0x51, 0x3A, 0xEB, 0x02, 0x0C, 0xA5, 0x00, 0x49,
    0x7C, 0x84, 0x4D, 0xB3, 0xCC, 0xD2, 0x1B, 0x81, 0x5D, 0x48, 0x76, 0xD5, 0x71, 0x61, 0x21, 0xA9,
    0x86, 0x96, 0x83, 0x38, 0xCF, 0x9D, 0x5B, 0x6D, 0xDC, 0x15, 0xBA, 0x3E, 0x7D, 0x95, 0x3B, 0x2F,
};

static struct {
    const uint8_t *in;
    unsigned in_size;
    char out[1 << 16];
    unsigned out_size;
} line;

/* ---- the reader chip */

/* All tags answer at once. The first bit in which they differ is the collision; only zeros follow it. */
static void mix(struct bits *all, const struct bits *one, uint8_t *collision)
{
    if (all->count == 0)
        *all = *one;
    for (uint8_t i = 0; i < one->count && i < all->count; i++)
        if (all->bit[i] != one->bit[i] && (*collision == 0 || i < *collision))
            *collision = (uint8_t)(i + 1);
    for (uint8_t i = *collision ? (uint8_t)(*collision - 1) : all->count; i < all->count; i++)
        all->bit[i] = 0;
}

static void spoil(struct fake_reader *reader, struct chip *chip, struct bits *answer)
{
    if (answer->count > 16 && reader->mute_answers > 0) {
        reader->mute_answers--;
        answer->count = 0;
    } else if (answer->count > 16 && reader->spoilt_checks > 0) {
        reader->spoilt_checks--;
        answer->bit[answer->count - 1] ^= 1;
    } else if (answer->count == 24 && reader->spoilt_saks > 0) {
        reader->spoilt_saks--;
        answer->bit[2] ^= 1; /* the SAK now says the opposite about whether the UID continues */
    } else if (answer->count > 16 && reader->parity_errors > 0) {
        reader->parity_errors--;
        chip->registers[ERROR] |= 0x02;
    }
}

static void receive(struct chip *chip, const struct bits *answer, uint8_t collision)
{
    uint8_t align = chip->registers[BIT_FRAMING] >> 4 & 7;
    struct bits aligned = {.count = align};
    memcpy(aligned.bit + align, answer->bit, answer->count);
    aligned.count = (uint8_t)(align + answer->count);
    chip->fifo_size = 0;
    for (uint8_t i = 0; i * 8 < aligned.count; i++)
        chip->fifo[chip->fifo_size++] = byte_at(&aligned, i);
    chip->registers[COLL] = 0x20;
    if (collision) {
        chip->registers[ERROR] |= 0x08;
        chip->registers[COLL] = (uint8_t)((collision + align) & 0x1F);
    }
    chip->irqs_soon = 0x20;
    chip->soon = fake_us + ANSWER_US + (uint64_t)BIT_US * answer->count;
}

static void reset_chip(uint8_t number)
{
    struct chip *chip = &chips[number];
    bool held = chip->held;
    memset(chip, 0, sizeof *chip);
    chip->held = held;
    chip->registers[COMMAND] = 0x20;
    chip->registers[TX_CONTROL] = 0x80;
}

static void transceive(uint8_t number)
{
    struct chip *chip = &chips[number];
    struct fake_reader *reader = &fake_readers[number];
    struct bits asked = {0}, answer = {0};
    uint8_t last = chip->registers[BIT_FRAMING] & 7, collision = 0;
    for (uint8_t i = 0; i < chip->fifo_size && i < 12; i++)
        add_bits(&asked, chip->fifo[i], 0, i + 1 == chip->fifo_size && last ? last : 8);
    fake_frames++;
    fake_us += (uint64_t)BIT_US * asked.count;
    chip->registers[ERROR] = 0;
    bool heard = (chip->registers[TX_CONTROL] & 3) == 3 && fake_us - chip->field_since >= FIELD_US;
    for (uint8_t i = 0; i < reader->tag_count && heard; i++) {
        struct bits one = {0};
        hear(&reader->tags[i], reader->deaf_to_halt, &asked, &one);
        if (one.count)
            mix(&answer, &one, &collision);
    }
    spoil(reader, chip, &answer);
    if (answer.count) {
        receive(chip, &answer, collision);
    } else {
        chip->irqs_soon = 0x01;
        chip->soon = fake_us + 25ull * chip->registers[T_RELOAD_LOW];
    }
    if (reader->frames_to_death > 0 && --reader->frames_to_death == 0) {
        reset_chip(number);
        chip->irqs = 0x01;
    }
}

static void command(uint8_t number, uint8_t value)
{
    struct chip *chip = &chips[number];
    if ((value & 0x0F) == 0x0F) {
        reset_chip(number);
        if (fake_readers[number].fault == FAULT_DEAF)
            fake_readers[number].fault = FAULT_NONE;
    } else if ((value & 0x0F) == 0x03 && chip->registers[AUTO_TEST] == 0x09) {
        memcpy(chip->fifo, self_test, chip->fifo_size = sizeof self_test);
    } else if ((value & 0x0F) == 0x03) {
        uint16_t crc = crc_a(chip->fifo, chip->fifo_size);
        chip->registers[CRC_LOW] = (uint8_t)crc;
        chip->registers[CRC_HIGH] = (uint8_t)(crc >> 8);
        chip->registers[DIV_IRQ] = 0x04;
        chip->fifo_size = 0;
    } else if ((value & 0x0F) == 0x01) {
        chip->fifo_size = 0;
    }
}

static void field_changed(uint8_t number)
{
    uint8_t on = 0;
    chips[number].field_since = fake_us;
    for (uint8_t i = 0; i < fake_readers[number].tag_count; i++)
        fake_readers[number].tags[i].state = TAG_IDLE;
    for (uint8_t i = 0; i < READERS; i++)
        on = (uint8_t)(on + ((chips[i].registers[TX_CONTROL] & 3) != 0));
    fake_two_fields |= on > 1;
}

static void write_register(uint8_t number, uint8_t at, uint8_t value)
{
    struct chip *chip = &chips[number];
    enum fault fault = fake_readers[number].fault;
    bool soft_reset = at == COMMAND && (value & 0x0F) == 0x0F;
    if (fault == FAULT_ABSENT || fault == FAULT_VERY_DEAF || (fault == FAULT_DEAF && !soft_reset))
        return;
    if (at == FIFO_DATA) {
        if (chip->fifo_size < sizeof chip->fifo)
            chip->fifo[chip->fifo_size++] = value;
    } else if (at == FIFO_LEVEL && value & 0x80) {
        chip->fifo_size = 0;
    } else if (at == COM_IRQ) {
        chip->irqs = chip->irqs_soon = 0;
    } else if (at == DIV_IRQ) {
        chip->registers[DIV_IRQ] = 0;
    } else {
        bool field = at == TX_CONTROL && (chip->registers[at] ^ value) & 3;
        chip->registers[at] = value;
        if (at == COMMAND)
            command(number, value);
        if (field)
            field_changed(number);
        if (at == BIT_FRAMING && value & 0x80 && chip->registers[COMMAND] == 0x0C && fault != FAULT_NO_RECEIVER)
            transceive(number);
    }
}

static uint8_t read_register(uint8_t number, uint8_t at)
{
    struct chip *chip = &chips[number];
    if (fake_readers[number].fault == FAULT_ABSENT || chip->held)
        return 0xFF;
    if (chip->irqs_soon && fake_us >= chip->soon) {
        chip->irqs |= chip->irqs_soon;
        chip->irqs_soon = 0;
    }
    if (at == FIFO_DATA && chip->fifo_size) {
        uint8_t first = chip->fifo[0];
        memmove(chip->fifo, chip->fifo + 1, --chip->fifo_size);
        return first;
    }
    switch (at) {
    case VERSION:
        return fake_readers[number].version;
    case COM_IRQ:
        return chip->irqs;
    case FIFO_LEVEL:
        return chip->fifo_size;
    default:
        return chip->registers[at];
    }
}

/* ---- the board */

uint8_t hal_reset_cause(void)
{
    return fake_cause;
}

void hal_watchdog(void)
{
}

uint32_t hal_ms(void)
{
    fake_us += 2; /* so that no loop waits for ever */
    return (uint32_t)(fake_us / 1000);
}

void hal_wait_ms(uint8_t ms)
{
    fake_us += 1000ull * ms;
}

void hal_select(uint8_t reader)
{
    CHECK(selected == READERS);
    selected = reader;
    chips[reader].address = -1;
}

void hal_deselect(uint8_t reader)
{
    CHECK(selected == reader);
    selected = READERS;
}

uint8_t hal_spi_exchange(uint8_t out)
{
    struct chip *chip = &chips[selected];
    fake_us += 2;
    if (chip->address < 0) {
        chip->address = (int8_t)(out >> 1 & 0x3F);
        chip->reading = out & 0x80;
        CHECK(!(out & 1));
        return 0;
    }
    if (!chip->reading) {
        write_register(selected, (uint8_t)chip->address, out);
        return 0;
    }
    uint8_t value = read_register(selected, (uint8_t)chip->address);
    chip->address = (int8_t)(out >> 1 & 0x3F);
    return value;
}

void hal_hold_in_reset(uint8_t reader, bool hold)
{
    chips[reader].held = hold;
    if (hold && fake_readers[reader].fault != FAULT_ABSENT) {
        reset_chip(reader);
        fake_readers[reader].fault = FAULT_NONE;
    }
}

void hal_lamp(uint8_t reader, bool on)
{
    fake_lamps[reader] = on;
}

bool hal_receive(uint8_t *byte)
{
    if (line.in_size == 0)
        return false;
    *byte = *line.in++;
    line.in_size--;
    return true;
}

void hal_send(uint8_t byte)
{
    if (line.out_size < sizeof line.out - 1)
        line.out[line.out_size++] = (char)byte;
}

static uint8_t fetch(uint8_t *counter)
{
    uint8_t value = *counter;
    *counter = 0;
    return value;
}

uint8_t hal_framing_errors(void)
{
    return fetch(&fake_framing_errors);
}

uint8_t hal_overruns(void)
{
    return fetch(&fake_overruns);
}

void hal_set_speed(bool fast)
{
    fake_fast = fast;
}

uint8_t hal_eeprom_read(uint8_t at)
{
    return fake_eeprom[at];
}

void hal_eeprom_write(uint8_t at, uint8_t value)
{
    if (!fake_eeprom_broken)
        fake_eeprom[at] = value;
}

/* ---- hands and host */

void fake_put(uint8_t reader, const char *uid)
{
    struct fake_tag *tag = &fake_readers[reader].tags[fake_readers[reader].tag_count++];
    memset(tag, 0, sizeof *tag);
    for (; *uid; uid += 2)
        sscanf(uid, "%2hhx", &tag->uid[tag->size++]);
}

void fake_clear(uint8_t reader)
{
    fake_readers[reader].tag_count = 0;
}

const char *fake_start(void)
{
    line.out_size = 0;
    pad_start();
    line.out[line.out_size] = 0;
    return line.out;
}

const char *fake_talk(const char *bytes, unsigned size)
{
    line.in = (const uint8_t *)bytes;
    line.in_size = size;
    line.out_size = 0;
    do
        pad_turn();
    while (line.in_size > 0);
    line.out[line.out_size] = 0;
    return line.out;
}

const char *fake_ask(const char *request)
{
    static char told[256];
    char text[256], expected[8];
    int size = snprintf(text, sizeof text, "?%s", request);
    size += snprintf(text + size, sizeof text - (unsigned)size, "*%04X\n", crc_line(text, (uint8_t)size));
    const char *reply = fake_talk(text, (unsigned)size);
    size_t length = strlen(reply);
    if (length < 11 || length > 160)
        return "";
    snprintf(expected, sizeof expected, "*%04X\n", crc_line(reply, (uint8_t)(length - 6)));
    CHECK_TEXT(reply + length - 6, expected);
    CHECK(reply[0] == '!' && strncmp(reply + 1, request, 2) == 0 && reply[3] == ' ');
    snprintf(told, sizeof told, "%.*s", (int)(length - 10), reply + 4);
    return told;
}
