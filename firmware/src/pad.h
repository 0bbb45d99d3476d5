/* The pad: receives requests from the host, answers them, and keeps the lamps blinking. */
#ifndef PAD_H
#define PAD_H

#include <stdint.h>

enum { PROTOCOL_VERSION = 1 };
#define FIRMWARE_VERSION "1.0.0"

/* A power of two, so that the blinking stays regular when the clock wraps around. */
enum { BLINK_MS = 256 };
enum lamp { LAMP_OFF, LAMP_ON, LAMP_BLINKING };

/* Since the restart. Counters stop at 65535. */
struct pad_health {
    uint16_t seconds, good, damaged, too_long, overruns;
};

extern struct pad_health pad_health;

void pad_set_lamp(uint8_t reader, enum lamp lamp);

/* Wakes the readers and says BOOT. Call hal_start first. */
void pad_start(void);
/* One turn of the main loop: takes at most one byte from the host, and does all that follows from it. */
void pad_turn(void);

#endif
