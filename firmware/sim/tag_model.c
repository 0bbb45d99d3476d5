#include "tag_model.h"

#include <string.h>

#define REQA 0x26
#define WUPA 0x52
#define HLTA 0x50
#define CASCADE_TAG 0x88
#define ATQA_BITS 18 /* with parity */
#define SAK_MORE 0x04 /* the UID continues at the next level */

/* A tag needs time to wake up. The standard allows 5 ms; ours are awake after 4, and the rig reports hasty readers. */
#define WAKES_AFTER MILLISECONDS(4)
#define QUIET_FIELD MILLISECONDS(5)
/* How long a tag's capacitor lasts without a field. A guess, in favour of the firmware. */
#define OUTLASTS MICROSECONDS(100)
#define BETWEEN_REQUESTS CARRIERS(7000)

uint16_t crc_a(const uint8_t *bytes, unsigned count)
{
    uint16_t crc = 0x6363;
    for (unsigned i = 0; i < count; i++) {
        crc ^= bytes[i];
        for (int bit = 0; bit < 8; bit++)
            crc = crc & 1 ? (uint16_t)(crc >> 1 ^ 0x8408) : crc >> 1;
    }
    return crc;
}

/* -- laying down and taking away --------------------------------------------------------------------------------- */

static struct tag *find(struct tags *tags, const uint8_t *uid, unsigned size)
{
    for (unsigned i = 0; i < tags->count; i++)
        if (tags->tag[i].size == size && memcmp(tags->tag[i].uid, uid, size) == 0)
            return &tags->tag[i];
    return NULL;
}

bool tags_put(struct tags *tags, const uint8_t *uid, unsigned size)
{
    if (size != 4 && size != 7 && size != 10)
        return false;
    /* The standard forbids UIDs that could be taken for a cascade tag. */
    if (uid[0] == CASCADE_TAG || (size > 4 && uid[3] == CASCADE_TAG))
        return false;
    if (tags->count == MOST_TAGS || find(tags, uid, size))
        return false;
    struct tag *tag = &tags->tag[tags->count++];
    memset(tag, 0, sizeof *tag);
    memcpy(tag->uid, uid, size);
    tag->size = size;
    tag->state = UNPOWERED; /* even if the field is on already: the tag is too late for this look */
    return true;
}

bool tags_take(struct tags *tags, const uint8_t *uid, unsigned size)
{
    struct tag *tag = find(tags, uid, size);
    if (!tag)
        return false;
    struct tag *end = tags->tag + --tags->count;
    memmove(tag, tag + 1, (size_t)(end - tag) * sizeof *tag);
    return true;
}

/* -- the field ----------------------------------------------------------------------------------------------------- */

static bool misses(struct faults *faults)
{
    if (!faults->miss)
        return false;
    faults->seed = faults->seed * 1664525u + 1013904223u;
    return (faults->seed >> 8) % 1000 < faults->miss;
}

void tags_field(struct tags *tags, bool on, moment now)
{
    if (on == tags->field)
        return;
    tags->field = on;
    if (!on) {
        tags->field_lost = now;
        return;
    }
    tags->field_since = now;
    tags->last_request = 0;
    tags->quiet_until = 0;
    bool outlasted = tags->field_lost && now - tags->field_lost < OUTLASTS;
    for (unsigned i = 0; i < tags->count && !outlasted; i++) {
        struct tag *tag = &tags->tag[i];
        tag->missed = misses(&tags->faults);
        tag->state = IDLE;
        tag->star = false;
        tag->level = 0;
    }
}

/* -- one tag and one frame ------------------------------------------------------------------------------------------ */

struct reply {
    uint8_t bytes[5];
    unsigned first; /* the first bit that is sent; the reader knows those before it */
    unsigned bits;  /* the number of all bits, including those before the first; 0: no answer */
};

static unsigned levels(const struct tag *tag)
{
    return (tag->size - 1) / 3; /* 4, 7, 10 bytes: 1, 2, 3 */
}

/* The four bytes of the UID that a tag sends at its level, and their check byte. */
static void part_of_uid(const struct tag *tag, uint8_t part[5])
{
    const uint8_t *rest = tag->uid + 3 * tag->level;
    if (tag->level + 1 < levels(tag)) {
        part[0] = CASCADE_TAG;
        memcpy(part + 1, rest, 3);
    } else {
        memcpy(part, rest, 4);
    }
    part[4] = part[0] ^ part[1] ^ part[2] ^ part[3];
}

static void fall_back(struct tag *tag)
{
    tag->state = tag->star ? HALT : IDLE;
    tag->level = 0;
}

static void wake(struct tag *tag, struct reply *reply)
{
    tag->star = tag->state == HALT;
    tag->state = READY;
    tag->level = 0;
    reply->bytes[0] = (uint8_t)(0x04 | (levels(tag) - 1) << 6);
    reply->bits = 16;
}

static bool crc_is_right(const struct frame *frame)
{
    unsigned count = frame->bits / 8;
    uint16_t crc = crc_a(frame->bytes, count - 2);
    return frame->bytes[count - 2] == (crc & 0xFF) && frame->bytes[count - 1] == crc >> 8;
}

static bool same_bits(const uint8_t *one, const uint8_t *other, unsigned bits)
{
    for (unsigned i = 0; i < bits; i++)
        if ((one[i / 8] ^ other[i / 8]) >> i % 8 & 1)
            return false;
    return true;
}

/* SELECT: the whole part of the UID at this level, its check byte, and a CRC. */
static bool is_selected(const struct tag *tag, const struct frame *frame)
{
    uint8_t part[5];
    part_of_uid(tag, part);
    return frame->bits == 9 * 8 && crc_is_right(frame) && same_bits(part, frame->bytes + 2, 40);
}

static void select(struct tag *tag, struct reply *reply)
{
    bool more = tag->level + 1 < levels(tag);
    if (more)
        tag->level++;
    else
        tag->state = ACTIVE;
    reply->bytes[0] = more ? SAK_MORE : tag->size == 4 ? 0x08 : 0x00;
    uint16_t crc = crc_a(reply->bytes, 1);
    reply->bytes[1] = crc & 0xFF;
    reply->bytes[2] = crc >> 8;
    reply->bits = 24;
}

/* READY: accepts only anticollision and SELECT for this tag at this level; everything else is an error. */
static void hear_ready(struct tag *tag, const struct frame *frame, struct reply *reply)
{
    static const uint8_t SEL[] = {0x93, 0x95, 0x97};
    uint8_t nvb = frame->bytes[1];
    unsigned said = (nvb >> 4) * 8u + (nvb & 0x0F);
    if (frame->bits < 16 || frame->bytes[0] != SEL[tag->level]) {
        fall_back(tag);
    } else if (nvb == 0x70) {
        if (is_selected(tag, frame))
            select(tag, reply);
        else
            fall_back(tag);
    } else {
        part_of_uid(tag, reply->bytes);
        bool right = (nvb & 0x0F) < 8 && said == frame->bits && said <= 16 + 32;
        if (right && same_bits(reply->bytes, frame->bytes + 2, said - 16)) {
            reply->first = said - 16;
            reply->bits = 40;
        } else {
            fall_back(tag);
        }
    }
}

static void hear_active(struct tag *tag, const struct frame *frame)
{
    static const uint8_t BYTES[] = {HLTA, 0x00};
    if (frame->bits == 32 && memcmp(frame->bytes, BYTES, 2) == 0 && crc_is_right(frame)) {
        tag->state = HALT;
        tag->star = true;
        tag->level = 0;
    } else {
        fall_back(tag); /* a reader could read the tag's memory in this state, but our pads never do */
    }
}

static void hear(struct tag *tag, const struct frame *frame, struct reply *reply)
{
    bool short_frame = frame->bits == 7 && !frame->garbled;
    switch (tag->state) {
    case UNPOWERED:
        break;
    case IDLE:
        if (short_frame && (frame->bytes[0] == REQA || frame->bytes[0] == WUPA))
            wake(tag, reply);
        break;
    case HALT:
        if (short_frame && frame->bytes[0] == WUPA)
            wake(tag, reply);
        break;
    case READY:
        if (frame->garbled)
            fall_back(tag);
        else
            hear_ready(tag, frame, reply);
        break;
    case ACTIVE:
        if (frame->garbled)
            fall_back(tag);
        else
            hear_active(tag, frame);
        break;
    }
}

/* -- all of them ----------------------------------------------------------------------------------------------------- */

static void spoil_bytes(struct faults *faults, struct reply *reply)
{
    if (reply->bits == 24 && faults->wrong_crc) {
        faults->wrong_crc--;
        reply->bytes[2] ^= 0x10;
    }
    if (reply->bits == 40 && faults->wrong_bcc) {
        faults->wrong_bcc--;
        reply->bytes[4] ^= 0x10;
    }
}

/* Adds one tag's reply to what is in the air. Each byte has odd parity, even one that is sent in part. */
static void say(const struct reply *reply, struct answer *answer)
{
    unsigned at = 0;
    for (unsigned i = reply->first; i < reply->bits; i++) {
        uint8_t byte = reply->bytes[i / 8];
        answer->said[at++] |= byte >> i % 8 & 1 ? SAID_1 : SAID_0;
        if (i % 8 == 7)
            answer->said[at++] |= __builtin_parity(byte) ? SAID_0 : SAID_1;
    }
    if (at > answer->bits)
        answer->bits = at;
}

static void spoil_answer(struct faults *faults, struct answer *answer)
{
    if (!answer->bits)
        return;
    if (faults->deaf && answer->bits > ATQA_BITS) {
        faults->deaf--;
        answer->bits = 0;
    } else if (faults->cut) {
        faults->cut--;
        answer->bits /= 2;
    } else if (faults->wrong_parity) {
        faults->wrong_parity--;
        answer->said[answer->bits - 1] ^= COLLISION; /* turns a 0 into a 1, and a 1 into a 0 */
    }
}

static void watch_the_clock(struct tags *tags, const struct frame *frame, moment began)
{
    if (began - tags->field_since < QUIET_FIELD)
        violation(began, "a frame %u us after the field came on: tags are due 5 ms of quiet",
                  (unsigned)((began - tags->field_since) / 1000));
    if (began < tags->quiet_until)
        violation(began, "a frame sooner after the tags' answer than they can hear one");
    if (frame->bits != 7)
        return;
    if (tags->last_request && began - tags->last_request < BETWEEN_REQUESTS)
        violation(began, "REQA %u us after REQA: 516 us are the least",
                  (unsigned)((began - tags->last_request) / 1000));
    tags->last_request = began;
}

void tags_hear(struct tags *tags, const struct frame *frame, moment began, moment now, struct answer *answer)
{
    memset(answer, 0, sizeof *answer);
    if (!tags->field)
        return;
    watch_the_clock(tags, frame, began);
    if (began - tags->field_since < WAKES_AFTER || began < tags->quiet_until)
        return;
    for (unsigned i = 0; i < tags->count; i++) {
        struct reply reply = {0};
        if (tags->tag[i].missed)
            continue;
        hear(&tags->tag[i], frame, &reply);
        spoil_bytes(&tags->faults, &reply);
        say(&reply, answer);
    }
    for (unsigned i = 0; i < answer->bits; i++)
        if (answer->said[i] == COLLISION) {
            tags->collisions++;
            break;
        }
    spoil_answer(&tags->faults, answer);
    if (answer->bits) /* the start bit, the bits themselves, and the pause that ends the frame */
        tags->quiet_until = now + DELAY_AFTER_0 + BITS(answer->bits + 2) + DELAY_AFTER_0;
}

const char *tag_state_name(const struct tag *tag)
{
    static const char *const NAMES[] = {"UNPOWERED", "IDLE", "READY", "ACTIVE", "HALT"};
    if (tag->star && tag->state == READY)
        return "READY*";
    if (tag->star && tag->state == ACTIVE)
        return "ACTIVE*";
    return tag->missed ? "MISSED" : NAMES[tag->state];
}
