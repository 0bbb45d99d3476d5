/* A board, its readers and the tags on them, for tests of the portable firmware on any machine. Anticollision and the
 * registers that the firmware uses are exact to the bit; nothing else is there. The strict model is in firmware/sim. */
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
    FAULT_VERY_DEAF,  /* the same until a hard reset */
    FAULT_NO_RECEIVER /* frames never end */
};

struct fake_reader {
    enum fault fault;
    uint8_t version;
    struct fake_tag tags[FAKE_TAGS];
    uint8_t tag_count;
    /* How many of the next answers of tags are spoilt, and how. */
    uint8_t spoilt_checks, spoilt_saks, mute_answers, parity_errors;
    bool deaf_to_halt;
    uint8_t frames_to_death; /* after so many frames it loses all its settings; 0: never */
};

extern struct fake_reader fake_readers[READERS];
extern uint8_t fake_eeprom[32];
extern bool fake_eeprom_broken;
extern uint8_t fake_cause;
extern bool fake_lamps[READERS];
extern bool fake_fast;
extern uint8_t fake_overruns, fake_framing_errors;
/* Whether more than one field was ever on at once. */
extern bool fake_two_fields;
/* How many frames have been sent to tags so far. */
extern unsigned fake_frames;
/* Microseconds since the start. Time passes only while the pad works or waits. */
extern uint64_t fake_us;

/* Puts a tag with these hex digits on a reader. */
void fake_put(uint8_t reader, const char *uid);
/* Takes all tags off a reader. */
void fake_clear(uint8_t reader);

/* Starts the pad and returns what it said. */
const char *fake_start(void);
/* Sends bytes to the pad, and returns what the pad said meanwhile; the text is valid until the next call. */
const char *fake_talk(const char *bytes, unsigned size);
/* Sends a request such as "07 SCAN 0", adding mark, check sum and LF. Checks the same parts of the reply and its
 * number, and returns it without them; "" if there is no reply. */
const char *fake_ask(const char *request);

#endif
