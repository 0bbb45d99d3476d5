/* Tags lying on one reader: ISO 14443-3 type A up to the HALT state, and nothing that the standard does not allow. */
#ifndef TAG_MODEL_H
#define TAG_MODEL_H

#include "air.h"

#define MOST_TAGS 16

enum tag_state { UNPOWERED, IDLE, READY, ACTIVE, HALT };

struct tag {
    uint8_t uid[10];
    unsigned size; /* 4, 7 or 10 bytes */
    enum tag_state state;
    bool star;      /* READY* and ACTIVE*: it was halted before, and falls back to HALT */
    unsigned level; /* of the cascade: 0 to 2 */
    bool missed;    /* lies badly, and is not powered in this look */
};

/* How answers are spoilt, each as many times as the number says. */
struct faults {
    unsigned wrong_crc;    /* of the next SAK, with good parity */
    unsigned wrong_bcc;    /* of the next UID, with good parity */
    unsigned wrong_parity; /* of whatever comes next */
    unsigned cut;          /* what comes next breaks off in the middle */
    unsigned deaf;         /* a UID or a SAK is not heard by the reader at all */
    unsigned miss;         /* of 1000 looks at a tag, how many it misses */
    uint32_t seed;
};

struct tags {
    struct tag tag[MOST_TAGS];
    unsigned count;
    struct faults faults;
    bool field;
    moment field_since;
    moment field_lost;
    moment quiet_until; /* no frame may come so soon after an answer */
    moment last_request;
    unsigned collisions; /* answers that had one */
};

/* False when the UID cannot be one, lies here already, or there is no room. */
bool tags_put(struct tags *tags, const uint8_t *uid, unsigned size);
bool tags_take(struct tags *tags, const uint8_t *uid, unsigned size);
void tags_field(struct tags *tags, bool on, moment now);
/* A frame whose first bit was sent at `began` and whose last one at `now`; what all tags together say to it. */
void tags_hear(struct tags *tags, const struct frame *frame, moment began, moment now, struct answer *answer);
const char *tag_state_name(const struct tag *tag);

#endif
