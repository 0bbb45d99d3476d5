#include "number.h"

#include "hal.h"

/* Not in the first cells: these are the ones that a failing supply corrupts most easily. */
enum { NUMBER_AT = 16, CHECK_AT = 17, CHECK = 0xA5 };

uint8_t number_read(void)
{
    uint8_t number = hal_eeprom_read(NUMBER_AT);
    bool whole = hal_eeprom_read(CHECK_AT) == (number ^ CHECK);
    return whole && number <= MOST_NUMBER ? number : 0;
}

bool number_write(uint8_t number)
{
    hal_eeprom_write(NUMBER_AT, number);
    hal_eeprom_write(CHECK_AT, number ^ CHECK);
    return number_read() == number;
}
