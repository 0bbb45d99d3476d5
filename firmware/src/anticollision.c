#include "anticollision.h"

#include <string.h>

#include "crc.h"
#include "mfrc522.h"

enum { REQA = 0x26, REQA_BITS = 7, HLTA = 0x50 };
enum { CASCADE_TAG = 0x88, LEVEL_BITS = 32, LEVEL_SIZE = 5, LEVELS = 3 };
enum { SAK_SIZE = 3, SAK_UID_GOES_ON = 0x04 };
enum { NVB_ALL = 0x70 };

/* Every resolved collision silences at least one tag, so more collisions than this can only be noise. */
enum { MOST_COLLISIONS = 12 };

static const uint8_t select_code[LEVELS] = {0x93, 0x95, 0x97};

static void append_crc(struct frame *frame)
{
    uint16_t crc = crc_a(frame->bytes, frame->size);
    frame->bytes[frame->size++] = (uint8_t)crc;
    frame->bytes[frame->size++] = (uint8_t)(crc >> 8);
}

static enum search trouble(enum answer answer)
{
    if (answer == HUNG)
        return TAG_HUNG;
    return answer == SILENT || answer == BROKEN ? TAG_LOST : TAG_GARBLED;
}

/* Sends REQA. Any answer means that a tag is there, even a collision of several. */
static enum answer call(uint8_t reader)
{
    struct frame frame = {.bytes = {REQA}, .size = 1, .last_bits = REQA_BITS};
    return mfrc522_transceive(reader, &frame);
}

static void quiet(uint8_t reader, enum search *result)
{
    struct frame frame = {.bytes = {HLTA, 0}, .size = 2};
    append_crc(&frame);
    if (mfrc522_transceive(reader, &frame) == HUNG) /* a tag that obeys HLTA stays silent */
        *result = TAG_HUNG;
}

/* Puts an answer behind the `known` bits of the level. Its first byte may also hold bits that are known already. */
static void merge(uint8_t *level, uint8_t known, const struct frame *answer)
{
    uint8_t place = known / 8;
    uint8_t kept = (uint8_t)((1 << known % 8) - 1);
    level[place] = (uint8_t)((level[place] & kept) | (answer->bytes[0] & ~kept));
    for (uint8_t i = 1; i < answer->size && place + i < LEVEL_SIZE; i++)
        level[place + i] = answer->bytes[i];
}

/* Asks all tags whose UID begins with the `known` bits for the rest of their UID. */
static enum answer ask_rest(uint8_t reader, uint8_t code, const uint8_t *level, uint8_t known, struct frame *frame)
{
    uint8_t bytes = known / 8, bits = known % 8;
    memset(frame, 0, sizeof *frame);
    frame->bytes[0] = code;
    frame->bytes[1] = (uint8_t)((2 + bytes) << 4 | bits);
    frame->size = (uint8_t)(2 + bytes + (bits > 0));
    memcpy(frame->bytes + 2, level, frame->size - 2);
    frame->last_bits = frame->align = bits;
    return mfrc522_transceive(reader, frame);
}

/* Reads one level of a UID: four bytes and the check byte. Where the tags differ in a bit, those with a 1 go on and
 * the others fall silent, until one tag is left. */
static enum search resolve(uint8_t reader, uint8_t code, uint8_t *level, uint8_t *collisions)
{
    uint8_t known = 0;
    for (uint8_t left = MOST_COLLISIONS; left > 0; left--) {
        struct frame frame;
        enum answer answer = ask_rest(reader, code, level, known, &frame);
        if (answer != ANSWERED && answer != COLLIDED)
            return trouble(answer);
        merge(level, known, &frame);
        uint8_t whole = known / 8;
        if (answer == ANSWERED) {
            if (frame.size != LEVEL_SIZE - whole)
                return TAG_LOST;
            return (level[0] ^ level[1] ^ level[2] ^ level[3]) == level[4] ? TAG_READ : TAG_GARBLED;
        }
        uint8_t place = (uint8_t)(whole * 8 + frame.collision);
        if (place <= known || place > LEVEL_BITS)
            return TAG_GARBLED;
        level[(place - 1) / 8] |= (uint8_t)(1 << (place - 1) % 8);
        known = place;
        (*collisions)++;
    }
    return TAG_GARBLED;
}

static enum search select_level(uint8_t reader, uint8_t code, const uint8_t *level, uint8_t *sak)
{
    struct frame frame = {.bytes = {code, NVB_ALL}, .size = 2 + LEVEL_SIZE};
    memcpy(frame.bytes + 2, level, LEVEL_SIZE);
    append_crc(&frame);
    enum answer answer = mfrc522_transceive(reader, &frame);
    if (answer != ANSWERED)
        return trouble(answer);
    if (frame.size != SAK_SIZE)
        return TAG_LOST;
    uint16_t crc = crc_a(frame.bytes, 1);
    if (frame.bytes[1] != (crc & 0xFF) || frame.bytes[2] != crc >> 8)
        return TAG_GARBLED;
    *sak = frame.bytes[0];
    return TAG_READ;
}

/* Reads one level after the other, until the tag says that its UID is complete. */
static enum search select_tag(uint8_t reader, struct uid *uid, uint8_t *collisions)
{
    uid->size = 0;
    for (uint8_t depth = 0; depth < LEVELS; depth++) {
        uint8_t level[LEVEL_SIZE] = {0};
        uint8_t sak = 0;
        enum search result = resolve(reader, select_code[depth], level, collisions);
        if (result == TAG_READ)
            result = select_level(reader, select_code[depth], level, &sak);
        if (result != TAG_READ)
            return result;
        bool goes_on = sak & SAK_UID_GOES_ON;
        if (goes_on && level[0] != CASCADE_TAG)
            return TAG_GARBLED;
        memcpy(uid->bytes + uid->size, goes_on ? level + 1 : level, goes_on ? 3 : 4);
        uid->size = (uint8_t)(uid->size + (goes_on ? 3 : 4));
        if (!goes_on)
            return TAG_READ;
    }
    return TAG_GARBLED; /* there is no fourth level */
}

enum search find_tag(uint8_t reader, bool again, struct uid *uid, uint8_t *collisions)
{
    enum answer answer = call(reader);
    if (answer == SILENT && again) /* the first REQA only takes a tag back to IDLE or HALT */
        answer = call(reader);
    if (answer == SILENT)
        return TAG_NONE;
    if (answer == HUNG)
        return TAG_HUNG;
    enum search result = select_tag(reader, uid, collisions);
    if (result == TAG_READ)
        quiet(reader, &result);
    return result;
}
