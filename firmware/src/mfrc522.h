/* The MFRC522 reader chip, as far as the pad needs it. */
#ifndef MFRC522_H
#define MFRC522_H

#include <stdbool.h>
#include <stdint.h>

enum { MOST_FRAME = 9 }; /* SELECT: two bytes, five of the UID, two of the CRC */

/* What is sent to the tags; afterwards, what they answered. */
struct frame {
    uint8_t bytes[MOST_FRAME];
    uint8_t size;
    uint8_t last_bits; /* how many bits of the last byte are sent; 0 means all eight */
    uint8_t align;     /* the position in the first byte at which the answer's first bit is stored */
    uint8_t collision; /* after COLLIDED: which bit of the answer; 1 is the lowest of its first byte, aligned or not */
};

enum answer {
    ANSWERED,
    SILENT,   /* no tag said anything in time */
    BROKEN,   /* the answer broke off, or is not a whole number of bytes */
    GARBLED,  /* the answer's parity is wrong */
    COLLIDED, /* several tags answered differently at once */
    HUNG,     /* the chip itself does not work */
};

enum test { TEST_PASS, TEST_CLONE, TEST_FAIL };

/* Waits until the chip is awake after a reset, checks that it really was reset, and sets it up. Returns the chip's
 * version, or 0 if it does not answer as it should. */
uint8_t mfrc522_set_up(uint8_t reader);
/* Makes the chip reset itself; call mfrc522_set_up afterwards. */
void mfrc522_soft_reset(uint8_t reader);
/* Whether the chip still has this version and its settings. A chip that lost its power for a moment has lost them. */
bool mfrc522_right(uint8_t reader, uint8_t version);
/* Turns the field on or off. Returns false if the chip did not do it. */
bool mfrc522_field(uint8_t reader, bool on);
enum answer mfrc522_transceive(uint8_t reader, struct frame *frame);
/* Runs the chip's own test, and leaves the chip as after a reset. */
enum test mfrc522_test(uint8_t reader);

#endif
