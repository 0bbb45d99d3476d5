/* What the pad needs of a board. All else in this folder is plain C: another board is one more file with these
 * functions in it. */
#ifndef HAL_H
#define HAL_H

#include <stdbool.h>
#include <stdint.h>

/* How many readers the pad is built with: `make READERS=2`. */
#ifndef READERS
#define READERS 4
#endif

#if READERS < 1 || READERS > 4
#error "A pad has one to four readers."
#endif

/* Long tables stay in flash: an AVR would otherwise copy them to its small RAM. */
#ifdef __AVR__
#define FLASH __flash
#else
#define FLASH
#endif

/* Why the controller started; several may be true. */
enum { CAUSE_POWER = 1, CAUSE_BROWNOUT = 2, CAUSE_EXTERNAL = 4, CAUSE_WATCHDOG = 8 };

/* Pins, clock, line at the fast speed, watchdog. Every reader is held in its reset. */
void hal_start(void);
uint8_t hal_reset_cause(void);
/* Tells the watchdog that all is well. Without it the controller restarts after 2 s. */
void hal_watchdog(void);

/* Milliseconds since the start; begins again at 0 after 49 days, which differences do not notice. */
uint32_t hal_ms(void);
/* Returns after at least this long. */
void hal_wait_ms(uint8_t ms);

/* The readers share one SPI bus; between select and deselect the bytes are for one of them. */
void hal_select(uint8_t reader);
void hal_deselect(uint8_t reader);
uint8_t hal_spi_exchange(uint8_t out);
void hal_hold_in_reset(uint8_t reader, bool hold);
void hal_lamp(uint8_t reader, bool on);

/* The line to the host. What arrives is kept until it is fetched: at least one request and a bit. */
bool hal_receive(uint8_t *byte);
void hal_send(uint8_t byte);
/* Framing errors, and bytes lost, since this was last asked. */
uint8_t hal_framing_errors(void);
uint8_t hal_overruns(void);
/* Sends what is still to be sent, forgets what was received, and changes the speed. */
void hal_set_speed(bool fast);

/* A few bytes that outlast a power cut. */
uint8_t hal_eeprom_read(uint8_t at);
void hal_eeprom_write(uint8_t at, uint8_t value);

#endif
