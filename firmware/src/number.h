/* The pad's number, which survives a power cut. */
#ifndef NUMBER_H
#define NUMBER_H

#include <stdbool.h>
#include <stdint.h>

enum { MOST_NUMBER = 99 };

/* Returns 0 if the number was never set, or if the power failed while it was written. */
uint8_t number_read(void);
/* Returns false if the memory did not keep the number. */
bool number_write(uint8_t number);

#endif
