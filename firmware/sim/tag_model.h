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
    unsigned level; /* the cascade level, 0 to 2 */
    bool missed;    /* lies badly, and gets no power in this look */
};

/* How answers are spoilt. Each number says how many more times. */
struct faults {
    unsigned wrong_crc;    /* of the next SAK, with good parity */
    unsigned wrong_bcc;    /* of the next UID, with good parity */
    unsigned wrong_parity; /* of the next answer of any kind */
    unsigned cut;          /* the next answer breaks off in the middle */
    unsigned deaf;         /* the reader does not hear the next UID or SAK at all */
    unsigned miss;         /* in how many of 1000 looks a tag is missed */
    uint32_t seed;
};

struct tags {
    struct tag tag[MOST_TAGS];
    unsigned count;
    struct faults faults;
    bool field;
    moment field_since;
    moment field_lost;
    moment quiet_until; /* no frame may come earlier than this after an answer */
    moment last_request;
    unsigned collisions; /* how many answers had one */
};

/* Returns false if this is no valid UID, the tag lies here already, or there is no room. */
bool tags_put(struct tags *tags, const uint8_t *uid, unsigned size);
bool tags_take(struct tags *tags, const uint8_t *uid, unsigned size);
void tags_field(struct tags *tags, bool on, moment now);
/* Gives the tags a frame whose first bit was sent at `began` and whose last one at `now`. Sets their joint answer. */
void tags_hear(struct tags *tags, const struct frame *frame, moment began, moment now, struct answer *answer);
const char *tag_state_name(const struct tag *tag);

#endif
