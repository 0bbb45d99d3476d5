/* ISO 14443-3: selects one tag out of several and reads its UID. */
#ifndef ANTICOLLISION_H
#define ANTICOLLISION_H

#include "uid.h"

enum search {
    TAG_READ,
    TAG_NONE,    /* no tag answers */
    TAG_LOST,    /* a tag answered, and then fell silent or broke off */
    TAG_GARBLED, /* a check sum or check byte is wrong, or the answers make no sense */
    TAG_HUNG,    /* the reader itself does not work */
};

/* Reads one tag that has not been read since the field went on, and halts it. Set `again` after an attempt that
 * failed: it may have left a tag in the middle of the anticollision, and such a tag answers only the second REQA.
 * Adds the number of collisions that were resolved to `collisions`. */
enum search find_tag(uint8_t reader, bool again, struct uid *uid, uint8_t *collisions);

#endif
