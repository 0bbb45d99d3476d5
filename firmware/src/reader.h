/* A reader of the pad: what it saw last, how well it works, and how it is reset when it hangs. */
#ifndef READER_H
#define READER_H

#include "hal.h"
#include "mfrc522.h"
#include "uid.h"

enum look { LOOK_OK, LOOK_MORE, LOOK_PART, LOOK_FAIL };

/* Counters stop at 65535. */
struct tally {
    uint16_t looks, fails, timeouts, crcs, collisions, softs, hards;
};

struct reader {
    bool up;          /* it is set up, and it answered when it was last asked */
    bool answered;    /* it has answered at least once since the restart */
    uint8_t chip;     /* its version register, while it is up */
    uint8_t count;    /* the number of its looks; after 255 comes 0 */
    enum look last;   /* how its last look ended */
    uint32_t dark;    /* the time since which its field has been off */
    struct uid_list tags;
    struct tally tally;
};

extern struct reader readers[READERS];

void count_up(uint16_t *counter, uint8_t by);

/* Wakes all readers that are there; called once, after a restart of the pad. */
void readers_start(void);
/* Looks once, and keeps the result in `tags` and `last`. */
void reader_look(uint8_t number);
/* Both reset the reader and set it up. They return false if it does not answer. */
bool reader_soft_reset(uint8_t number);
bool reader_hard_reset(uint8_t number);
enum test reader_test(uint8_t number);

#endif
