#include "uid.h"

int8_t uid_compare(const struct uid *one, const struct uid *other)
{
    for (uint8_t i = 0; i < one->size && i < other->size; i++)
        if (one->bytes[i] != other->bytes[i])
            return one->bytes[i] < other->bytes[i] ? -1 : 1;
    return (int8_t)(one->size - other->size);
}

bool uid_list_has(const struct uid_list *list, const struct uid *uid)
{
    for (uint8_t i = 0; i < list->count; i++)
        if (uid_compare(&list->uids[i], uid) == 0)
            return true;
    return false;
}

bool uid_list_add(struct uid_list *list, const struct uid *uid)
{
    if (list->count == MOST_TAGS)
        return false;
    uint8_t place = list->count++;
    for (; place > 0 && uid_compare(&list->uids[place - 1], uid) > 0; place--)
        list->uids[place] = list->uids[place - 1];
    list->uids[place] = *uid;
    return true;
}
