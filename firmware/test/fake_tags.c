#include "fake_tags.h"

#include <string.h>

#include "../src/crc.h"

void add_bits(struct bits *bits, uint8_t value, uint8_t from, uint8_t to)
{
    for (uint8_t i = from; i < to; i++)
        bits->bit[bits->count++] = value >> i & 1;
}

uint8_t byte_at(const struct bits *bits, uint8_t place)
{
    uint8_t value = 0;
    for (uint8_t i = 0; i < 8 && place * 8 + i < bits->count; i++)
        value |= (uint8_t)(bits->bit[place * 8 + i] << i);
    return value;
}

static bool crc_is_right(const struct bits *bits, uint8_t size)
{
    uint8_t bytes[16];
    for (uint8_t i = 0; i < size + 2; i++)
        bytes[i] = byte_at(bits, i);
    uint16_t crc = crc_a(bytes, size);
    return bits->count == (size + 2) * 8 && bytes[size] == (crc & 0xFF) && bytes[size + 1] == crc >> 8;
}

static uint8_t levels(const struct fake_tag *tag)
{
    return tag->size == 4 ? 1 : tag->size == 7 ? 2 : 3;
}

static void level_bytes(const struct fake_tag *tag, uint8_t *bytes)
{
    bool goes_on = tag->level + 1 < levels(tag);
    bytes[0] = goes_on ? 0x88 : tag->uid[3 * tag->level];
    for (uint8_t i = 1; i < 4; i++)
        bytes[i] = tag->uid[3 * tag->level + i - goes_on];
    bytes[4] = bytes[0] ^ bytes[1] ^ bytes[2] ^ bytes[3];
}

static void answer_select(struct fake_tag *tag, struct bits *answer)
{
    bool goes_on = tag->level + 1 < levels(tag);
    uint8_t sak = goes_on ? 0x04 : 0x00;
    uint16_t crc = crc_a(&sak, 1);
    add_bits(answer, sak, 0, 8);
    add_bits(answer, (uint8_t)crc, 0, 8);
    add_bits(answer, (uint8_t)(crc >> 8), 0, 8);
    if (goes_on)
        tag->level++;
    else
        tag->state = TAG_ACTIVE;
}

/* Answers a frame in the state READY if it is for this tag. Returns whether it was. */
static bool anticollision(struct fake_tag *tag, const struct bits *asked, struct bits *answer)
{
    static const uint8_t codes[] = {0x93, 0x95, 0x97};
    uint8_t bytes[5], nvb = byte_at(asked, 1);
    struct bits own = {0};
    level_bytes(tag, bytes);
    for (uint8_t i = 0; i < 5; i++)
        add_bits(&own, bytes[i], 0, 8);
    if (asked->count < 16 || byte_at(asked, 0) != codes[tag->level])
        return false;
    uint8_t known = (uint8_t)((nvb >> 4) * 8 + (nvb & 7) - 16);
    if (known > 40 || asked->count < 16 + known || memcmp(asked->bit + 16, own.bit, known) != 0)
        return false;
    if (known == 40) {
        if (!crc_is_right(asked, 7))
            return false;
        answer_select(tag, answer);
        return true;
    }
    if (asked->count != 16 + known)
        return false;
    for (uint8_t i = known; i < 40; i++)
        answer->bit[answer->count++] = own.bit[i];
    return true;
}

void hear(struct fake_tag *tag, bool deaf_to_halt, const struct bits *asked, struct bits *answer)
{
    if (asked->count == 7 && byte_at(asked, 0) == 0x26) {
        if (tag->state == TAG_IDLE) {
            tag->state = TAG_READY;
            tag->level = 0;
            add_bits(answer, tag->size == 4 ? 0x04 : 0x44, 0, 8);
            add_bits(answer, 0, 0, 8);
        } else if (tag->state != TAG_HALT) {
            tag->state = TAG_IDLE;
        }
    } else if (tag->state == TAG_READY) {
        if (!anticollision(tag, asked, answer))
            tag->state = TAG_IDLE;
    } else if (tag->state == TAG_ACTIVE) {
        bool halt = byte_at(asked, 0) == 0x50 && byte_at(asked, 1) == 0 && crc_is_right(asked, 2);
        tag->state = halt && !deaf_to_halt ? TAG_HALT : TAG_IDLE;
    }
}
