/* The pad as a board: an ATmega328P that runs the real HEX, its pins, and up to four readers on its SPI. */
#ifndef BOARD_H
#define BOARD_H

#include "mfrc522_model.h"
#include "uart_model.h"

#define MOST_READERS 4
#define EEPROM_SIZE 1024

struct board {
    avr_t *avr;
    struct uart uart;
    unsigned readers;
    struct mfrc522 chip[MOST_READERS];
    struct pad_air air;

    bool chip_select[MOST_READERS]; /* low: selected */
    bool lamp[MOST_READERS];
    unsigned lamp_changes[MOST_READERS];

    bool shifting; /* a byte is under way on SPI */
    uint8_t miso, mosi;
    bool flag_was_read; /* SPSR with SPIF was read: the next access to SPDR clears it */

    uint8_t causes; /* MCUSR, which only power clears */
    bool was_reset;
    unsigned watchdogs; /* how often the watchdog restarted the controller */
    uint8_t kept[EEPROM_SIZE];
    const char *eeprom_path; /* NULL: the contents are lost at the end */
};

enum { POWER_ON = 0x01, BUTTON = 0x02, BROWN_OUT = 0x04, WATCHDOG = 0x08 }; /* as in MCUSR */

/* Returns false, with a message, if the HEX cannot be read. */
bool board_start(struct board *board, const char *hex, unsigned frequency, unsigned readers, const char *eeprom_path);
moment board_now(const struct board *board);
/* Runs the firmware until that cycle. Returns false if it crashed. */
bool board_run_until(struct board *board, avr_cycle_count_t cycle);
void board_reset(struct board *board, uint8_t cause);
/* Makes the program hang: it spins with interrupts off. */
void board_freeze(struct board *board);
/* Writes the EEPROM to its file if it has changed. */
void board_keep(struct board *board);

#endif
