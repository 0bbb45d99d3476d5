/* Tags as ISO 14443-3 has them, for the fake table. */
#ifndef FAKE_TAGS_H
#define FAKE_TAGS_H

#include <stdbool.h>
#include <stdint.h>

struct fake_tag {
    uint8_t uid[10];
    uint8_t size;
    uint8_t level; /* the cascade level */
    enum { TAG_IDLE, TAG_READY, TAG_ACTIVE, TAG_HALT } state;
};

/* What is in the air; each bit is a byte of 0 or 1. */
struct bits {
    uint8_t bit[128];
    uint8_t count;
};

/* The bits of a value from `from` up to, but not including, `to`. */
void add_bits(struct bits *bits, uint8_t value, uint8_t from, uint8_t to);
uint8_t byte_at(const struct bits *bits, uint8_t place);
/* Gives a frame to a tag, which may answer. */
void hear(struct fake_tag *tag, bool deaf_to_halt, const struct bits *asked, struct bits *answer);

#endif
