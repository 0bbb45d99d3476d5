/* A board, its readers and the tags on them, for tests of the portable firmware on any machine. It is bit for bit about
 * anticollision and the registers that the firmware uses, and knows no others; the strict model is firmware/sim. */
#ifndef FAKE_TABLE_H
#define FAKE_TABLE_H

#include <stdbool.h>
#include <stdint.h>

#include "../src/hal.h"
#include "fake_tags.h"

enum { FAKE_TAGS = 16 };

enum fault {
    FAULT_NONE,
    FAULT_ABSENT,     /* the bus reads FF */
    FAULT_DEAF,       /* registers keep their values until a soft reset */
    FAULT_VERY_DEAF,  /* until a hard reset */
    FAULT_NO_RECEIVER /* frames never end */
};

struct fake_reader {
    enum fault fault;
    uint8_t version;
    struct fake_tag tags[FAKE_TAGS];
    uint8_t tag_count;
    /* The next answers of tags that are spoilt, and how. */
    uint8_t spoilt_checks, spoilt_saks, mute_answers, parity_errors;
    bool deaf_to_halt;
    uint8_t frames_to_death; /* after so many frames it forgets all that was set up; 0 is never */
};

extern struct fake_reader fake_readers[READERS];
extern uint8_t fake_eeprom[32];
extern bool fake_eeprom_broken;
extern uint8_t fake_cause;
extern bool fake_lamps[READERS];
extern bool fake_fast;
extern uint8_t fake_overruns, fake_framing_errors;
/* More than one field was on at once, ever. */
extern bool fake_two_fields;
/* Frames that were sent to tags so far. */
extern unsigned fake_frames;
/* Since the start; time passes only as the pad works or waits. */
extern uint64_t fake_us;

/* Puts a tag with these hex digits on a reader. */
void fake_put(uint8_t reader, const char *uid);
/* Takes all tags off it. */
void fake_clear(uint8_t reader);

/* Starts the pad and returns what it said. */
const char *fake_start(void);
/* Gives bytes to the line of the pad, and returns what the pad said meanwhile; valid until the next call. */
const char *fake_talk(const char *bytes, unsigned size);
/* The same with a request; mark, sum and LF are added: "07 SCAN 0". The reply comes without mark, number, sum and LF,
 * each of which it checks; "" when there is none. */
const char *fake_ask(const char *request);

#endif
