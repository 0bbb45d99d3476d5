/* UIDs of tags, and short sorted lists of them. */
#ifndef UID_H
#define UID_H

#include <stdbool.h>
#include <stdint.h>

enum { MOST_TAGS = 5, MOST_UID = 10 };

struct uid {
    uint8_t size; /* 4, 7 or 10 */
    uint8_t bytes[MOST_UID];
};

struct uid_list {
    uint8_t count;
    struct uid uids[MOST_TAGS];
};

/* Negative, 0 or positive, in the order of the hex digits that are written on the line. */
int8_t uid_compare(const struct uid *one, const struct uid *other);
bool uid_list_has(const struct uid_list *list, const struct uid *uid);
/* Inserts a new UID in its place. Returns false if the list is full. */
bool uid_list_add(struct uid_list *list, const struct uid *uid);

#endif
