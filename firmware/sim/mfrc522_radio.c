#include "mfrc522_inside.h"

#include <string.h>

/* -- the timer ------------------------------------------------------------------------------------------------------ */

static unsigned reload(const struct mfrc522 *chip)
{
    return chip->reg[T_RELOAD_H] * 256u + chip->reg[T_RELOAD_L];
}

/* How many carrier periods one step of the timer takes. */
static unsigned step(const struct mfrc522 *chip)
{
    unsigned prescaler = (chip->reg[T_MODE] & 0x0F) * 256u + chip->reg[T_PRESCALER];
    return 2 * prescaler + (chip->reg[DEMOD] & T_PRESCAL_EVEN ? 2 : 1);
}

void start_timer(struct mfrc522 *chip, moment now)
{
    chip->timer_began = now;
    chip->due[TIMED_OUT] = now + CARRIERS((moment)step(chip) * (reload(chip) + 1));
}

unsigned timer_value(const struct mfrc522 *chip, moment now)
{
    if (chip->due[TIMED_OUT] == NEVER)
        return 0;
    return reload(chip) - (unsigned)((now - chip->timer_began) / CARRIERS(step(chip)));
}

/* -- sending and receiving ------------------------------------------------------------------------------------------- */

static bool understandable(const struct mfrc522 *chip)
{
    return !(chip->reg[TX_MODE] & (SPEED | FRAMING)) && chip->reg[TX_ASK] & FORCE_100_ASK &&
           !(chip->reg[MF_RX] & PARITY_DISABLE) && (chip->reg[TX_CONTROL] & TX1_TX2) == TX1_TX2;
}

static void append_crc(struct frame *frame)
{
    uint16_t crc = crc_a(frame->bytes, frame->bits / 8);
    frame->bytes[frame->bits / 8] = crc & 0xFF;
    frame->bytes[frame->bits / 8 + 1] = crc >> 8;
    frame->bits += 16;
}

/* Start bit, a parity bit after each whole byte, and the pause that ends the frame. A short frame has no parity. */
static unsigned bit_times(const struct frame *frame)
{
    return 1 + frame->bits + frame->bits / 8 + 1;
}

void start_sending(struct mfrc522 *chip, moment now)
{
    struct frame *frame = &chip->frame;
    unsigned last = chip->reg[BIT_FRAMING] & TX_LAST_BITS;
    if (!chip->in_fifo) {
        violation(now, "reader %u: sending is started with nothing in the FIFO", chip->number);
        return;
    }
    memcpy(frame->bytes, chip->fifo, chip->in_fifo);
    frame->bits = chip->in_fifo * 8 - (last ? 8 - last : 0);
    chip->in_fifo = 0;
    alert(chip);
    if (chip->reg[TX_MODE] & CRC_EN && !last)
        append_crc(frame);
    frame->garbled = !understandable(chip);
    if (!chip->field && !chip->blinked)
        violation(now, "reader %u speaks with its field off", chip->number);
    chip->began = now;
    chip->due[SENT] = now + BITS(bit_times(frame));
}

static unsigned last_bit_sent(const struct frame *frame)
{
    unsigned last = frame->bits - 1;
    return frame->bytes[last / 8] >> last % 8 & 1;
}

void on_sent(struct mfrc522 *chip, moment now)
{
    chip->reg[COM_IRQ] |= TX_IRQ;
    if (chip->reg[T_MODE] & T_AUTO)
        start_timer(chip, now);
    tags_hear(&chip->tags, &chip->frame, chip->began, now, &chip->answer);
    if (command(chip) == CMD_TRANSMIT) {
        go_idle(chip);
        return;
    }
    /* Where two fields overlap, no tag understands anything. */
    if (!chip->answer.bits || chip->air->fields != 1 || chip->reg[COMMAND] & RCV_OFF)
        return;
    moment begins = now + (last_bit_sent(&chip->frame) ? DELAY_AFTER_1 : DELAY_AFTER_0);
    moment listens = now + BITS(chip->reg[RX_SEL] & 0x3F);
    if (begins < listens || chip->reg[RX_SEL] >> 6 != 2 || chip->reg[RX_MODE] & (SPEED | FRAMING))
        return;
    chip->due[HEARD] = begins + BITS(5);
    chip->due[RECEIVED] = begins + BITS(chip->answer.bits + 2);
}

static void note_collision(struct mfrc522 *chip, unsigned received, unsigned align)
{
    unsigned at = received + 1 + (chip->air->collpos_in_frame ? 0 : align);
    if (chip->reg[ERROR_REG] & COLL_ERR)
        return; /* the register keeps the first one */
    fail(chip, COLL_ERR);
    chip->reg[COLL] &= VALUES_AFTER_COLL;
    chip->reg[COLL] |= at <= 32 ? at & 0x1F : COLL_POS_NOT_VALID;
}

/* Turns the bits of an answer into bytes: RxAlign says where the first bit goes, and each whole byte is followed by a
 * parity bit. Parity is not checked for a byte that began before the answer, nor for anything after a collision. */
static void unpack(struct mfrc522 *chip)
{
    unsigned align = chip->reg[BIT_FRAMING] >> 4 & 7;
    unsigned place = align;
    unsigned received = 0;
    uint8_t byte = 0;
    bool first = true;
    for (unsigned i = 0; i < chip->answer.bits; i++) {
        uint8_t said = chip->answer.said[i];
        bool collided = chip->reg[ERROR_REG] & COLL_ERR;
        if (place == 8) { /* this is the parity bit */
            bool right = (said == SAID_1) != __builtin_parity(byte);
            if (!right && !collided && !(first && align))
                fail(chip, PARITY_ERR);
            push(chip, byte);
            first = false;
            byte = 0;
            place = 0;
            continue;
        }
        if (said == COLLISION)
            note_collision(chip, received, align);
        collided = chip->reg[ERROR_REG] & COLL_ERR;
        if (said & SAID_1 && !(collided && !(chip->reg[COLL] & VALUES_AFTER_COLL)))
            byte |= (uint8_t)(1 << place);
        place++;
        received++;
    }
    if (place) /* the answer broke off in a byte, or without the last parity bit */
        push(chip, byte);
    chip->reg[CONTROL] = (chip->reg[CONTROL] & ~RX_LAST_BITS) | (place & 7);
}

static void check_crc(struct mfrc522 *chip)
{
    bool right = false;
    if (chip->in_fifo >= 2 && !(chip->reg[CONTROL] & RX_LAST_BITS)) {
        chip->in_fifo -= 2;
        uint16_t crc = crc_a(chip->fifo, chip->in_fifo);
        right = chip->fifo[chip->in_fifo] == (crc & 0xFF) && chip->fifo[chip->in_fifo + 1] == crc >> 8;
    }
    if (!right)
        fail(chip, CRC_ERR);
}

void on_received(struct mfrc522 *chip)
{
    chip->reg[ERROR_REG] &= ~(COLL_ERR | CRC_ERR | PARITY_ERR | PROTOCOL_ERR);
    chip->reg[COLL] = (chip->reg[COLL] & VALUES_AFTER_COLL) | COLL_POS_NOT_VALID;
    unpack(chip);
    if (chip->reg[RX_MODE] & CRC_EN)
        check_crc(chip);
    chip->reg[COM_IRQ] |= RX_IRQ;
}
