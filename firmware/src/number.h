/* The pad's number, which outlasts a power cut. */
#ifndef NUMBER_H
#define NUMBER_H

#include <stdbool.h>
#include <stdint.h>

enum { MOST_NUMBER = 99 };

/* 0 when it was never set, or when the power failed while it was written. */
uint8_t number_read(void);
/* False when the memory does not keep it. */
bool number_write(uint8_t number);

#endif
