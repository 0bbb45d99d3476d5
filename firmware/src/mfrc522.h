/* The MFRC522 reader chip, as far as the pad needs it. */
#ifndef MFRC522_H
#define MFRC522_H

#include <stdbool.h>
#include <stdint.h>

enum { MOST_FRAME = 9 }; /* SELECT: two bytes, five of the UID, two of the CRC */

/* What goes to the tags, and then what came back. */
struct frame {
    uint8_t bytes[MOST_FRAME];
    uint8_t size;
    uint8_t last_bits; /* how many bits of the last byte are sent; 0 is all eight */
    uint8_t align;     /* the bit of the first byte where the answer's first bit is put */
    uint8_t collision; /* after COLLIDED: which bit of the answer; 1 is the lowest of its first byte, aligned or not */
};

enum answer {
    ANSWERED,
    SILENT,   /* no tag said anything in time */
    BROKEN,   /* the answer broke off, or is no whole number of bytes */
    GARBLED,  /* its parity is wrong */
    COLLIDED, /* tags said different things at once */
    HUNG,     /* the chip itself does not do its work */
};

enum test { TEST_PASS, TEST_CLONE, TEST_FAIL };

/* Waits until the chip is awake after a reset, checks that it was one, and sets it up. Returns its version, 0 when it
 * does not answer as it should. */
uint8_t mfrc522_set_up(uint8_t reader);
/* Asks it to reset itself; mfrc522_set_up is to follow. */
void mfrc522_soft_reset(uint8_t reader);
/* Whether the version and what was set up are still there. A chip that lost its power for a moment forgets. */
bool mfrc522_right(uint8_t reader, uint8_t version);
/* Field on or off; false when the chip did not take it. */
bool mfrc522_field(uint8_t reader, bool on);
enum answer mfrc522_transceive(uint8_t reader, struct frame *frame);
/* The chip's own test. It leaves the chip as after a reset. */
enum test mfrc522_test(uint8_t reader);

#endif
