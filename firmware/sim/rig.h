/* The rig: an emulated board on a port, controlled from outside. */
#ifndef RIG_H
#define RIG_H

#include "board.h"
#include "port.h"

#define MOST_VIOLATIONS 32

enum pace { REAL_TIME, FAST, STEPPED };

struct rig {
    struct board board;
    struct port port;
    enum pace pace;
    unsigned fixed_speed; /* the host's speed; 0: the one that its terminal is set to */
    bool reset_on_open;
    bool over;

    char violations[MOST_VIOLATIONS][160]; /* the first ones in words */
    unsigned violation_count;
};

/* Carries out one line of the control protocol, and answers with one line. */
void control(struct rig *rig, char *line);
/* Runs so many cycles, and passes bytes to and from the port. If a line is wanted, stops when the pad has ended one. */
bool rig_run(struct rig *rig, avr_cycle_count_t cycles, bool until_line);
/* Waits until so many bytes have come from the port. Returns false if they do not come. */
bool rig_hear(struct rig *rig, unsigned bytes);

#endif
