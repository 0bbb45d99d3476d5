/* ISO 14443-3: how one tag of several is made to tell its UID. */
#ifndef ANTICOLLISION_H
#define ANTICOLLISION_H

#include "uid.h"

enum search {
    TAG_READ,
    TAG_NONE,    /* nobody answers */
    TAG_LOST,    /* somebody answered, and then fell silent or broke off */
    TAG_GARBLED, /* a check sum or check byte is wrong, or the answers make no sense */
    TAG_HUNG,    /* the reader itself does not work */
};

/* Reads one tag that has not been read since the field went on, and quiets it. `again` after an attempt that failed:
 * tags may have been left half way, and these need two calls. Adds the collisions it resolved to `collisions`. */
enum search find_tag(uint8_t reader, bool again, struct uid *uid, uint8_t *collisions);

#endif
