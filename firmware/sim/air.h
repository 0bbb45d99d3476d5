/* What passes between a reader and its tags through the air, at 106 kbit/s: frames, answers, and how long they take. */
#ifndef AIR_H
#define AIR_H

#include <stdbool.h>
#include <stdint.h>

typedef uint64_t moment; /* nanoseconds since the rig began */

#define NEVER UINT64_MAX
#define MICROSECONDS(n) ((moment)(n) * 1000u)
#define MILLISECONDS(n) ((moment)(n) * 1000000u)
/* Everything in ISO 14443 is counted in periods of the carrier, 13.56 MHz. */
#define CARRIERS(n) ((moment)(n) * 1000000u / 13560u)
#define BITS(n) CARRIERS((moment)(n) * 128u)

/* ISO 14443-3: from the end of the reader's frame to the start of the answer; it depends on the frame's last bit. */
#define DELAY_AFTER_0 CARRIERS(1172)
#define DELAY_AFTER_1 CARRIERS(1236)

/* What a reader sends: whole bytes, and some bits of a last one. */
struct frame {
    uint8_t bytes[66]; /* a full FIFO and the CRC that the chip may add */
    unsigned bits;
    bool garbled; /* sent in a way that no tag understands: wrong speed, no field, no parity */
};

/* What the tags answer, bit by bit with parity. If some send a 0 and some a 1 at the same time, that is a collision. */
#define SAID_0 1u
#define SAID_1 2u
#define COLLISION (SAID_0 | SAID_1)

struct answer {
    uint8_t said[64];
    unsigned bits; /* 0: no tag answered */
};

/* CRC_A as ISO 14443-3 has it; the low byte goes first. */
uint16_t crc_a(const uint8_t *bytes, unsigned count);

/* Reports something that must not happen, even if a kinder emulator would forgive it. The program that links the
 * models defines what to do with it. */
void violation(moment at, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
