#include "reader.h"

#include "anticollision.h"

enum {
    QUIET_MS = 5,  /* a tag must be in the field for this long before it listens */
    DARK_MS = 5,   /* and without a field for this long before it is certain to start afresh */
    LOOK_MS = 65,  /* after this no further tag is tried: the host waits 100 ms, and a reset may still be needed */
    MOST_TRIES = 3 /* tries in a row that read no new tag */
};

struct reader readers[READERS];

void count_up(uint16_t *counter, uint8_t by)
{
    *counter = *counter > UINT16_MAX - by ? UINT16_MAX : (uint16_t)(*counter + by);
}

/* Sets a reader up after a reset. One that does not answer is held in reset, which makes sure that its field is off. */
static bool settle(uint8_t number)
{
    struct reader *reader = &readers[number];
    reader->chip = mfrc522_set_up(number);
    reader->up = reader->chip != 0;
    reader->answered |= reader->up;
    reader->dark = hal_ms();
    if (!reader->up)
        hal_hold_in_reset(number, true);
    return reader->up;
}

void readers_start(void)
{
    for (uint8_t number = 0; number < READERS; number++) {
        hal_hold_in_reset(number, false);
        settle(number);
    }
}

bool reader_soft_reset(uint8_t number)
{
    count_up(&readers[number].tally.softs, 1);
    mfrc522_soft_reset(number);
    return settle(number);
}

bool reader_hard_reset(uint8_t number)
{
    count_up(&readers[number].tally.hards, 1);
    hal_hold_in_reset(number, true);
    hal_wait_ms(1);
    hal_hold_in_reset(number, false);
    return settle(number);
}

enum test reader_test(uint8_t number)
{
    if (!readers[number].up && !reader_hard_reset(number))
        return TEST_FAIL;
    enum test verdict = mfrc522_test(number);
    return settle(number) ? verdict : TEST_FAIL;
}

static void count_trouble(struct tally *tally, enum search found)
{
    if (found == TAG_LOST)
        count_up(&tally->timeouts, 1);
    if (found == TAG_GARBLED)
        count_up(&tally->crcs, 1);
}

/* Reads one tag after the other, with the field on, until no tag answers. */
static enum look list_tags(uint8_t number, struct uid_list *seen)
{
    struct tally *tally = &readers[number].tally;
    uint32_t since = hal_ms();
    uint8_t tries = 0;
    while (tries < MOST_TRIES && hal_ms() - since < LOOK_MS) {
        struct uid uid;
        uint8_t collisions = 0;
        enum search found = find_tag(number, tries > 0, &uid, &collisions);
        count_up(&tally->collisions, collisions);
        count_trouble(tally, found);
        if (found == TAG_HUNG)
            return LOOK_FAIL;
        if (found == TAG_NONE && tries == 0)
            return LOOK_OK;
        tries++; /* also for a tag that was read before and did not stay quiet */
        if (found == TAG_READ && !uid_list_has(seen, &uid)) {
            if (!uid_list_add(seen, &uid))
                return LOOK_MORE;
            tries = 0;
        }
    }
    return LOOK_PART;
}

static enum look look(uint8_t number, struct uid_list *seen)
{
    struct reader *reader = &readers[number];
    if (!reader->up && !reader_hard_reset(number))
        return LOOK_FAIL;
    while (hal_ms() - reader->dark <= DARK_MS) /* not <: the first of these ms may be nearly over */
        ;
    enum look result = LOOK_FAIL;
    if (mfrc522_right(number, reader->chip) && mfrc522_field(number, true)) {
        hal_wait_ms(QUIET_MS);
        result = list_tags(number, seen);
    }
    bool dark = mfrc522_field(number, false);
    reader->dark = hal_ms();
    /* A reader that broke down during the look may have seemed to be empty. */
    if (!dark || !mfrc522_right(number, reader->chip))
        result = LOOK_FAIL;
    if (result == LOOK_FAIL && !reader_soft_reset(number))
        reader_hard_reset(number);
    return result;
}

void reader_look(uint8_t number)
{
    struct reader *reader = &readers[number];
    struct uid_list seen = {0};
    reader->last = look(number, &seen);
    reader->count++;
    count_up(&reader->tally.looks, 1);
    if (reader->last == LOOK_FAIL)
        count_up(&reader->tally.fails, 1);
    else
        reader->tags = seen;
}
