/* What tags call themselves, and short sorted lists of that. */
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

/* Below, at or above 0, by the digits as they are written on the line. */
int8_t uid_compare(const struct uid *one, const struct uid *other);
bool uid_list_has(const struct uid_list *list, const struct uid *uid);
/* Puts a new one in its place; false when the list is full. */
bool uid_list_add(struct uid_list *list, const struct uid *uid);

#endif
