#include "mfrc522.h"

#include "crc.h"
#include "hal.h"

/* Registers, as the datasheet numbers them. */
enum {
    COMMAND = 0x01,
    COM_IRQ = 0x04,
    DIV_IRQ = 0x05,
    ERROR = 0x06,
    FIFO_DATA = 0x09,
    FIFO_LEVEL = 0x0A,
    CONTROL = 0x0C,
    BIT_FRAMING = 0x0D,
    COLL = 0x0E,
    MODE = 0x11,
    TX_CONTROL = 0x14,
    TX_ASK = 0x15,
    CRC_RESULT_HIGH = 0x21,
    CRC_RESULT_LOW = 0x22,
    T_MODE = 0x2A,
    T_PRESCALER = 0x2B,
    T_RELOAD_HIGH = 0x2C,
    T_RELOAD_LOW = 0x2D,
    AUTO_TEST = 0x36,
    VERSION = 0x37,
};

enum { IDLE = 0x00, MEM = 0x01, CALC_CRC = 0x03, TRANSCEIVE = 0x0C, SOFT_RESET = 0x0F };

enum {
    POWER_DOWN = 0x10,  /* COMMAND: asleep, or not yet awake */
    FLUSH = 0x80,       /* FIFO_LEVEL */
    START_SEND = 0x80,  /* BIT_FRAMING */
    RX_LAST_BITS = 0x07 /* CONTROL */
};

/* Bits of COM_IRQ and DIV_IRQ. Writing ones to either register clears these bits. */
enum { TIMER_IRQ = 0x01, ERR_IRQ = 0x02, IDLE_IRQ = 0x10, RX_IRQ = 0x20, CRC_IRQ = 0x04, ALL_IRQS = 0x7F };

enum { PROTOCOL_ERR = 0x01, PARITY_ERR = 0x02, COLL_ERR = 0x08, BUFFER_OVERFLOW = 0x10, TEMPERATURE_ERR = 0x40 };
enum { COLL_POS_NOT_VALID = 0x20, COLL_POS = 0x1F };

enum { FIELD = 0x03, TX_CONTROL_OFF = 0x80, TX_CONTROL_ON = TX_CONTROL_OFF | FIELD };

/* The chip's timer starts when a frame has been sent and stops when the answer begins. A tag answers after about 90 us;
 * HLTA counts as obeyed after 1 ms of silence. 13.56 MHz / (2 * 169 + 1) is 40 kHz, 40 ticks are 1 ms. */
enum { TIMER_AUTO = 0x80, TIMER_PRESCALER = 169, TIMER_TICKS = 40 };

/* How long to wait for the chip itself, in ms. The longest frame and its answer take less than 2 ms with the timer. */
enum { FRAME_MS = 4, AWAKE_MS = 10, TEST_MS = 30 };

enum { SELF_TEST_SIZE = 64 };

/* What the self-test of NXP's chips leaves in the FIFO, from the datasheet's section on the self-test. */
static const FLASH uint8_t self_test_91[SELF_TEST_SIZE] = {
    0x00, 0xC6, 0x37, 0xD5, 0x32, 0xB7, 0x57, 0x5C, 0xC2, 0xD8, 0x7C, 0x4D, 0xD9, 0x70, 0xC7, 0x73,
    0x10, 0xE6, 0xD2, 0xAA, 0x5E, 0xA1, 0x3E, 0x5A, 0x14, 0xAF, 0x30, 0x61, 0xC9, 0x70, 0xDB, 0x2E,
    0x64, 0x22, 0x72, 0xB5, 0xBD, 0x65, 0xF4, 0xEC, 0x22, 0xBC, 0xD3, 0x72, 0x35, 0xCD, 0xAA, 0x41,
    0x1F, 0xA7, 0xF3, 0x53, 0x14, 0xDE, 0x7E, 0x02, 0xD9, 0x0F, 0xB5, 0x5E, 0x25, 0x1D, 0x29, 0x79,
};
static const FLASH uint8_t self_test_92[SELF_TEST_SIZE] = {
    0x00, 0xEB, 0x66, 0xBA, 0x57, 0xBF, 0x23, 0x95, 0xD0, 0xE3, 0x0D, 0x3D, 0x27, 0x89, 0x5C, 0xDE,
    0x9D, 0x3B, 0xA7, 0x00, 0x21, 0x5B, 0x89, 0x82, 0x51, 0x3A, 0xEB, 0x02, 0x0C, 0xA5, 0x00, 0x49,
    0x7C, 0x84, 0x4D, 0xB3, 0xCC, 0xD2, 0x1B, 0x81, 0x5D, 0x48, 0x76, 0xD5, 0x71, 0x61, 0x21, 0xA9,
    0x86, 0x96, 0x83, 0x38, 0xCF, 0x9D, 0x5B, 0x6D, 0xDC, 0x15, 0xBA, 0x3E, 0x7D, 0x95, 0x3B, 0x2F,
};

static uint8_t read(uint8_t reader, uint8_t reg)
{
    hal_select(reader);
    hal_spi_exchange((uint8_t)(0x80 | reg << 1));
    uint8_t value = hal_spi_exchange(0);
    hal_deselect(reader);
    return value;
}

static void write(uint8_t reader, uint8_t reg, uint8_t value)
{
    hal_select(reader);
    hal_spi_exchange((uint8_t)(reg << 1));
    hal_spi_exchange(value);
    hal_deselect(reader);
}

static bool patient(uint32_t since, uint8_t ms)
{
    return hal_ms() - since <= ms;
}

void mfrc522_soft_reset(uint8_t reader)
{
    write(reader, COMMAND, SOFT_RESET);
}

/* Waits until the chip is awake, and returns its version; 0 if there is no chip. An empty bus reads as 00 or FF. */
static uint8_t wake(uint8_t reader)
{
    uint32_t since = hal_ms();
    do {
        uint8_t version = read(reader, VERSION);
        if (version != 0x00 && version != 0xFF && !(read(reader, COMMAND) & POWER_DOWN))
            return version;
    } while (patient(since, AWAKE_MS));
    return 0;
}

uint8_t mfrc522_set_up(uint8_t reader)
{
    uint8_t version = wake(reader);
    if (version == 0 || read(reader, T_MODE) != 0) /* the old settings are still there, so the chip was not reset */
        return 0;
    write(reader, COMMAND, IDLE);
    write(reader, T_MODE, TIMER_AUTO);
    write(reader, T_PRESCALER, TIMER_PRESCALER);
    write(reader, T_RELOAD_HIGH, 0);
    write(reader, T_RELOAD_LOW, TIMER_TICKS);
    write(reader, TX_ASK, 0x40); /* 100 % modulation, as ISO 14443 A demands */
    write(reader, MODE, 0x3D);   /* send only while the field is on; the CRC coprocessor starts at 6363h */
    write(reader, COLL, 0);      /* bits after a collision read as 0 */
    return mfrc522_right(reader, version) ? version : 0;
}

bool mfrc522_right(uint8_t reader, uint8_t version)
{
    return read(reader, VERSION) == version && read(reader, T_MODE) == TIMER_AUTO &&
           read(reader, T_RELOAD_LOW) == TIMER_TICKS && read(reader, TX_ASK) == 0x40;
}

bool mfrc522_field(uint8_t reader, bool on)
{
    uint8_t value = on ? TX_CONTROL_ON : TX_CONTROL_OFF;
    write(reader, COMMAND, IDLE);
    write(reader, TX_CONTROL, value);
    return read(reader, TX_CONTROL) == value;
}

static void fill_fifo(uint8_t reader, const uint8_t *bytes, uint8_t size)
{
    write(reader, FIFO_LEVEL, FLUSH);
    hal_select(reader);
    hal_spi_exchange(FIFO_DATA << 1);
    while (size--)
        hal_spi_exchange(*bytes++);
    hal_deselect(reader);
}

/* Each byte that is sent names the register that the next received byte comes from. */
static void empty_fifo(uint8_t reader, uint8_t *bytes, uint8_t size)
{
    hal_select(reader);
    hal_spi_exchange(0x80 | FIFO_DATA << 1);
    for (; size > 1; size--)
        *bytes++ = hal_spi_exchange(0x80 | FIFO_DATA << 1);
    *bytes = hal_spi_exchange(0);
    hal_deselect(reader);
}

static void send(uint8_t reader, const struct frame *frame)
{
    write(reader, COMMAND, IDLE);
    write(reader, COM_IRQ, ALL_IRQS);
    fill_fifo(reader, frame->bytes, frame->size);
    uint8_t framing = (uint8_t)(frame->align << 4 | frame->last_bits);
    write(reader, BIT_FRAMING, framing);
    write(reader, COMMAND, TRANSCEIVE);
    write(reader, BIT_FRAMING, START_SEND | framing);
}

static enum answer await_end(uint8_t reader)
{
    uint32_t since = hal_ms();
    uint8_t irqs;
    do {
        irqs = read(reader, COM_IRQ);
        if (irqs & (RX_IRQ | IDLE_IRQ))
            return ANSWERED;
        if (irqs & TIMER_IRQ)
            return SILENT;
    } while (patient(since, FRAME_MS));
    return irqs & ERR_IRQ ? BROKEN : HUNG;
}

static enum answer fetch(uint8_t reader, struct frame *frame)
{
    uint8_t errors = read(reader, ERROR);
    uint8_t size = read(reader, FIFO_LEVEL);
    if (size == 0 || size > MOST_FRAME || errors & (BUFFER_OVERFLOW | TEMPERATURE_ERR))
        return BROKEN;
    empty_fifo(reader, frame->bytes, size);
    frame->size = size;
    if (errors & COLL_ERR) { /* comes first, as the noise after a collision causes other errors too */
        uint8_t place = read(reader, COLL);
        frame->collision = place & COLL_POS ? place & COLL_POS : 32;
        return place & COLL_POS_NOT_VALID ? BROKEN : COLLIDED;
    }
    if (errors & PARITY_ERR)
        return GARBLED;
    /* Chips may differ in how they count the last bits of an aligned answer; there the check byte finds errors. */
    bool ragged = frame->align == 0 && read(reader, CONTROL) & RX_LAST_BITS;
    return ragged || errors & PROTOCOL_ERR ? BROKEN : ANSWERED;
}

enum answer mfrc522_transceive(uint8_t reader, struct frame *frame)
{
    send(reader, frame);
    enum answer answer = await_end(reader);
    return answer == ANSWERED ? fetch(reader, frame) : answer;
}

static bool self_test_matches(uint8_t reader, const FLASH uint8_t *expected)
{
    static const uint8_t zeros[25];
    fill_fifo(reader, zeros, sizeof zeros);
    write(reader, COMMAND, MEM);
    write(reader, AUTO_TEST, 0x09);
    fill_fifo(reader, zeros, 1);
    write(reader, COMMAND, CALC_CRC);
    uint32_t since = hal_ms();
    while (read(reader, FIFO_LEVEL) != SELF_TEST_SIZE)
        if (!patient(since, TEST_MS))
            return false;
    write(reader, COMMAND, IDLE);
    bool same = true;
    for (uint8_t i = 0; i < SELF_TEST_SIZE; i++)
        same &= read(reader, FIFO_DATA) == expected[i];
    return same;
}

/* The self-test of a clone may give any result, so we only check that its FIFO and its CRC unit work. */
static bool crc_unit_works(uint8_t reader)
{
    static const uint8_t sample[] = {0x26, 0x93, 0x70, 0x00, 0xFF};
    write(reader, MODE, 0x3D);
    write(reader, DIV_IRQ, ALL_IRQS);
    fill_fifo(reader, sample, sizeof sample);
    write(reader, COMMAND, CALC_CRC);
    uint32_t since = hal_ms();
    while (!(read(reader, DIV_IRQ) & CRC_IRQ))
        if (!patient(since, FRAME_MS))
            return false;
    write(reader, COMMAND, IDLE);
    uint16_t crc = crc_a(sample, sizeof sample);
    return read(reader, CRC_RESULT_LOW) == (crc & 0xFF) && read(reader, CRC_RESULT_HIGH) == crc >> 8;
}

enum test mfrc522_test(uint8_t reader)
{
    mfrc522_soft_reset(reader);
    uint8_t version = wake(reader);
    enum test verdict = TEST_FAIL;
    if (version == 0x91)
        verdict = self_test_matches(reader, self_test_91) ? TEST_PASS : TEST_FAIL;
    else if (version == 0x92)
        verdict = self_test_matches(reader, self_test_92) ? TEST_PASS : TEST_FAIL;
    else if (version != 0)
        verdict = crc_unit_works(reader) ? TEST_CLONE : TEST_FAIL;
    mfrc522_soft_reset(reader);
    return verdict;
}
