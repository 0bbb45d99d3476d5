#include "mfrc522_inside.h"

#include <string.h>

/* After the reset line rises, the crystal starts, and then the chip counts 1024 of its clocks. How long the crystal
 * takes is a guess at what modules need; it keeps running during a soft reset. */
#define CRYSTAL_STARTS MILLISECONDS(2)
#define CLOCKS_COUNTED MICROSECONDS(38)
#define CRC_OF_A_BYTE MICROSECONDS(1)
#define SELF_TEST_TAKES MILLISECONDS(5)

/* -- small parts -------------------------------------------------------------------------------------------------- */

uint8_t command(const struct mfrc522 *chip)
{
    return chip->reg[COMMAND] & 0x0F;
}

static void set_field(struct mfrc522 *chip, bool on, moment now)
{
    if (on == chip->field)
        return;
    chip->field = on;
    chip->air->fields += on ? 1 : -1u;
    if (on && chip->air->fields > 1)
        violation(now, "reader %u switched its field on while another one's is on", chip->number);
    tags_field(&chip->tags, on, now);
}

void alert(struct mfrc522 *chip)
{
    if (chip->in_fifo <= chip->reg[WATER_LEVEL])
        chip->reg[COM_IRQ] |= LO_ALERT_IRQ;
    if (FIFO_SIZE - chip->in_fifo <= chip->reg[WATER_LEVEL])
        chip->reg[COM_IRQ] |= HI_ALERT_IRQ;
}

void fail(struct mfrc522 *chip, uint8_t error)
{
    chip->reg[ERROR_REG] |= error;
    chip->reg[COM_IRQ] |= ERR_IRQ;
}

void push(struct mfrc522 *chip, uint8_t byte)
{
    if (chip->in_fifo == FIFO_SIZE)
        fail(chip, BUFFER_OVFL);
    else
        chip->fifo[chip->in_fifo++] = byte;
    alert(chip);
}

static uint8_t pop(struct mfrc522 *chip, moment now)
{
    if (!chip->in_fifo) {
        violation(now, "reader %u: the FIFO is read and holds nothing", chip->number);
        return 0;
    }
    uint8_t byte = chip->fifo[0];
    memmove(chip->fifo, chip->fifo + 1, --chip->in_fifo);
    alert(chip);
    return byte;
}

static void forget_what_is_due(struct mfrc522 *chip)
{
    for (int event = SENT; event < EVENTS; event++)
        if (event != TIMED_OUT)
            chip->due[event] = NEVER;
}

void go_idle(struct mfrc522 *chip)
{
    chip->reg[COMMAND] = (chip->reg[COMMAND] & 0xF0) | CMD_IDLE;
    chip->reg[COM_IRQ] |= IDLE_IRQ;
}

static void reset(struct mfrc522 *chip, moment ready, moment now)
{
    for (int i = 0; i < 64; i++)
        chip->reg[i] = REGISTERS[i].reset;
    chip->reg[VERSION] = chip->version;
    chip->in_fifo = 0;
    chip->crc = 0xFFFF;
    for (int event = 0; event < EVENTS; event++)
        chip->due[event] = NEVER;
    chip->due[STARTED] = ready;
    set_field(chip, false, now);
}

/* -- commands ---------------------------------------------------------------------------------------------------------- */

static void move_memory(struct mfrc522 *chip, moment now)
{
    if (!chip->in_fifo)
        for (int i = 0; i < MEMORY_SIZE; i++)
            push(chip, chip->memory[i]);
    else if (chip->in_fifo < MEMORY_SIZE)
        violation(now, "reader %u: Mem with %u bytes in the FIFO, it takes 25", chip->number, chip->in_fifo);
    else
        for (int i = 0; i < MEMORY_SIZE; i++)
            chip->memory[i] = pop(chip, now);
    go_idle(chip);
}

static void start_crc(struct mfrc522 *chip, moment now)
{
    static const uint16_t PRESETS[] = {0x0000, 0x6363, 0xA671, 0xFFFF};
    if ((chip->reg[AUTO_TEST] & 0x0F) == SELF_TEST) {
        chip->due[TESTED] = now + SELF_TEST_TAKES;
        return;
    }
    chip->crc = PRESETS[chip->reg[MODE] & 3];
    chip->reg[STATUS1] &= ~CRC_READY;
    chip->due[CALCULATED] = now + CRC_OF_A_BYTE * (chip->in_fifo + 1);
}

static uint8_t mirrored(uint8_t byte)
{
    uint8_t other = 0;
    for (int bit = 0; bit < 8; bit++)
        other |= (byte >> bit & 1) << (7 - bit);
    return other;
}

/* The coprocessor takes what is in the FIFO, and all that comes later, until another command stops it. */
static void on_calculated(struct mfrc522 *chip, moment now)
{
    bool msb_first = chip->reg[MODE] & 0x80;
    while (chip->in_fifo) {
        uint8_t byte = pop(chip, now);
        chip->crc ^= msb_first ? mirrored(byte) : byte;
        for (int bit = 0; bit < 8; bit++)
            chip->crc = chip->crc & 1 ? (uint16_t)(chip->crc >> 1 ^ 0x8408) : chip->crc >> 1;
    }
    chip->reg[CRC_RESULT_L] = msb_first ? mirrored(chip->crc >> 8) : chip->crc & 0xFF;
    chip->reg[CRC_RESULT_H] = msb_first ? mirrored(chip->crc & 0xFF) : chip->crc >> 8;
    chip->reg[STATUS1] |= CRC_READY;
    chip->reg[DIV_IRQ] |= CRC_IRQ;
}

static void on_tested(struct mfrc522 *chip)
{
    const uint8_t *known = chip->version == 0x91 ? TEST_RESULT_1 : chip->version == 0x92 ? TEST_RESULT_2 : NULL;
    uint8_t spoilt = chip->sick ? 0x01 : 0x00;
    for (int i = 0; i < MEMORY_SIZE; i++)
        spoilt |= chip->memory[i]; /* the result is only defined if the buffer was all zeros */
    for (unsigned i = 0; i < FIFO_SIZE; i++)
        chip->fifo[i] = (known ? known[i] : (uint8_t)(i * 37 + chip->version * (i > 0))) ^ (i ? spoilt : 0);
    chip->in_fifo = FIFO_SIZE;
    chip->reg[DIV_IRQ] |= CRC_IRQ;
    alert(chip);
}

static void start_command(struct mfrc522 *chip, uint8_t value, moment now)
{
    uint8_t wanted = value & 0x0F;
    if (wanted == CMD_NO_CHANGE) {
        chip->reg[COMMAND] = (value & 0x30) | command(chip);
        return;
    }
    chip->reg[COMMAND] = value & 0x3F;
    forget_what_is_due(chip);
    if (wanted == CMD_SOFT_RESET) {
        reset(chip, now + CLOCKS_COUNTED, now);
        return;
    }
    if (value & POWER_DOWN) {
        violation(now, "reader %u is sent to sleep, which this model does not know", chip->number);
        return;
    }
    if (wanted != CMD_IDLE)
        chip->reg[ERROR_REG] = 0;
    switch (wanted) {
    case CMD_IDLE:
        break;
    case CMD_MEM:
        move_memory(chip, now);
        break;
    case CMD_CALC_CRC:
        start_crc(chip, now);
        break;
    case CMD_TRANSMIT:
        start_sending(chip, now);
        break;
    case CMD_TRANSCEIVE: /* waits for StartSend */
        if (chip->reg[BIT_FRAMING] & START_SEND)
            start_sending(chip, now);
        break;
    default:
        violation(now, "reader %u: command %Xh, which this model does not know", chip->number, wanted);
        go_idle(chip);
    }
}

/* -- registers -------------------------------------------------------------------------------------------------------- */

static uint8_t status1(const struct mfrc522 *chip)
{
    uint8_t status = chip->reg[STATUS1] & CRC_READY;
    if (!chip->crc)
        status |= CRC_OK;
    if (chip->due[TIMED_OUT] != NEVER)
        status |= T_RUNNING;
    if (FIFO_SIZE - chip->in_fifo <= chip->reg[WATER_LEVEL])
        status |= HI_ALERT;
    if (chip->in_fifo <= chip->reg[WATER_LEVEL])
        status |= LO_ALERT;
    return status;
}

static uint8_t read_register(struct mfrc522 *chip, uint8_t address, moment now)
{
    switch (address) {
    case STATUS1:
        return status1(chip);
    case FIFO_DATA:
        return pop(chip, now);
    case FIFO_LEVEL:
        return (uint8_t)chip->in_fifo;
    case BIT_FRAMING:
        return chip->reg[BIT_FRAMING] & ~START_SEND;
    case T_COUNTER_H:
        return timer_value(chip, now) >> 8 & 0xFF;
    case T_COUNTER_L:
        return timer_value(chip, now) & 0xFF;
    default:
        return chip->reg[address];
    }
}

static void write_flags(uint8_t *flags, uint8_t value, uint8_t mask)
{
    if (value & SET1)
        *flags |= value & mask;
    else
        *flags &= ~(value & mask);
}

static void write_register(struct mfrc522 *chip, uint8_t address, uint8_t value, moment now)
{
    uint8_t writable = REGISTERS[address].writable;
    if (!writable) {
        violation(now, "reader %u: register %02Xh is written, and cannot be", chip->number, address);
        return;
    }
    switch (address) {
    case COMMAND:
        start_command(chip, value, now);
        return;
    case COM_IRQ:
        write_flags(&chip->reg[COM_IRQ], value, 0x7F);
        return;
    case DIV_IRQ:
        write_flags(&chip->reg[DIV_IRQ], value, 0x14);
        return;
    case FIFO_DATA:
        push(chip, value);
        if (command(chip) == CMD_CALC_CRC && chip->due[TESTED] == NEVER)
            chip->due[CALCULATED] = now + CRC_OF_A_BYTE;
        return;
    case FIFO_LEVEL:
        if (value & FLUSH_BUFFER) {
            chip->in_fifo = 0;
            chip->reg[ERROR_REG] &= ~BUFFER_OVFL;
            alert(chip);
        }
        return;
    case CONTROL:
        if (value & T_STOP_NOW)
            chip->due[TIMED_OUT] = NEVER;
        else if (value & T_START_NOW)
            start_timer(chip, now);
        return;
    default:
        chip->reg[address] = (chip->reg[address] & ~writable) | (value & writable);
    }
    if (address == BIT_FRAMING && value & START_SEND && command(chip) == CMD_TRANSCEIVE && chip->due[SENT] == NEVER) {
        chip->due[HEARD] = chip->due[RECEIVED] = NEVER;
        start_sending(chip, now);
    }
    if (address == TX_CONTROL) {
        set_field(chip, value & TX1_TX2, now);
        chip->blinked = false;
    }
}

/* -- time ---------------------------------------------------------------------------------------------------------------- */

static void happen(struct mfrc522 *chip, enum event event, moment now)
{
    chip->due[event] = NEVER;
    switch (event) {
    case STARTED:
        break; /* it listens from now on */
    case SENT:
        on_sent(chip, now);
        break;
    case HEARD: /* the fifth bit of an answer stops the timer */
        if (chip->reg[T_MODE] & T_AUTO)
            chip->due[TIMED_OUT] = NEVER;
        break;
    case RECEIVED:
        on_received(chip);
        break;
    case TIMED_OUT:
        chip->reg[COM_IRQ] |= TIMER_IRQ;
        if (chip->reg[T_MODE] & T_AUTO_RESTART)
            start_timer(chip, now);
        break;
    case CALCULATED:
        on_calculated(chip, now);
        break;
    case TESTED:
        on_tested(chip);
        break;
    case EVENTS:
        break;
    }
}

void mfrc522_advance(struct mfrc522 *chip, moment now)
{
    if (chip->health != WELL)
        return;
    for (;;) {
        enum event next = STARTED;
        for (enum event event = STARTED; event < EVENTS; event++)
            if (chip->due[event] < chip->due[next])
                next = event;
        if (chip->due[next] > now) /* NEVER is later than any now */
            return;
        happen(chip, next, chip->due[next]);
    }
}

/* -- pins ------------------------------------------------------------------------------------------------------------------ */

static bool awake(const struct mfrc522 *chip)
{
    return !chip->held_in_reset && chip->due[STARTED] == NEVER;
}

static void hang_if_due(struct mfrc522 *chip, moment now)
{
    if (!chip->hangs_in || --chip->hangs_in)
        return;
    chip->health = chip->hangs_how;
    if (chip->health == WELL) {
        reset(chip, now + CRYSTAL_STARTS, now);
        chip->blinked = true;
    }
}

void mfrc522_power_on(struct mfrc522 *chip, moment now)
{
    memset(chip->memory, 0x5A, sizeof chip->memory); /* any value will do: the contents are undefined */
    chip->held_in_reset = false;
    chip->selected = false;
    reset(chip, now + CRYSTAL_STARTS, now);
}

void mfrc522_select(struct mfrc522 *chip, bool selected, moment now)
{
    if (chip->selected && !selected && chip->bytes == 1 && awake(chip))
        violation(now, "reader %u: an address, and nothing after it", chip->number);
    chip->selected = selected;
    chip->bytes = 0;
}

void mfrc522_reset_line(struct mfrc522 *chip, bool high, moment now)
{
    if (high != chip->held_in_reset)
        return;
    mfrc522_advance(chip, now);
    chip->held_in_reset = !high;
    reset(chip, high ? now + CRYSTAL_STARTS : NEVER, now);
    if (!high && chip->health != DEAD)
        chip->health = WELL;
}

/* There is nothing to send during the first byte; during each other byte it is what the byte before asked for. */
uint8_t mfrc522_miso(struct mfrc522 *chip, moment now)
{
    mfrc522_advance(chip, now);
    if (chip->health == DEAD || chip->held_in_reset)
        return chip->silence;
    if (chip->bytes == 0 || !(chip->address & 0x80))
        return 0x00;
    uint8_t address = chip->address >> 1 & 0x3F;
    if (chip->due[STARTED] != NEVER) /* during a soft reset PowerDown reads as 1 */
        return address == COMMAND ? REGISTERS[COMMAND].reset | POWER_DOWN : 0x00;
    if (chip->health != WELL)
        return address == FIFO_LEVEL ? (uint8_t)chip->in_fifo : chip->reg[address];
    return read_register(chip, address, now);
}

static void address_byte(struct mfrc522 *chip, uint8_t byte, moment now)
{
    if (byte & 1)
        violation(now, "reader %u: address byte %02Xh, whose bit 0 must be 0", chip->number, byte);
    if (chip->bytes == 0 && !(byte & 0x7E))
        violation(now, "reader %u: address byte %02Xh names no register", chip->number, byte);
    if (chip->bytes > 0 && byte && !(byte & 0x80))
        violation(now, "reader %u: %02Xh while reading: neither an address to read nor the end", chip->number, byte);
    chip->address = byte;
}

void mfrc522_mosi(struct mfrc522 *chip, uint8_t byte, moment now)
{
    mfrc522_advance(chip, now);
    if (chip->health != DEAD)
        hang_if_due(chip, now);
    bool ready = awake(chip) && chip->health == WELL;
    if (chip->bytes == 0 || chip->address & 0x80) {
        address_byte(chip, byte, now);
    } else if (ready) {
        write_register(chip, chip->address >> 1 & 0x3F, byte, now);
    } else if (chip->health == HUNG_SOFT && chip->address == COMMAND << 1 && (byte & 0x0F) == CMD_SOFT_RESET) {
        chip->health = WELL;
        start_command(chip, byte, now);
    }
    chip->bytes++;
}

void mfrc522_set_health(struct mfrc522 *chip, enum health health, moment now)
{
    mfrc522_advance(chip, now);
    if (health == DEAD || chip->health == DEAD)
        reset(chip, now + CRYSTAL_STARTS, now); /* the power went off or came back */
    chip->health = health;
    chip->hangs_in = 0;
}
