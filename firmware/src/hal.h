/* What the pad needs from a board. Everything else in this folder is portable C: for another board, write one more
 * file with these functions. */
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

/* Keeps long tables in flash; an AVR would otherwise copy them to its small RAM. */
#ifdef __AVR__
#define FLASH __flash
#else
#define FLASH
#endif

/* Why the controller started. Several causes may be set at once. */
enum { CAUSE_POWER = 1, CAUSE_BROWNOUT = 2, CAUSE_EXTERNAL = 4, CAUSE_WATCHDOG = 8 };

/* Sets up pins, clock, watchdog, and the line at the fast speed. Every reader is held in reset. */
void hal_start(void);
uint8_t hal_reset_cause(void);
/* Tells the watchdog that all is well. If this is not called for 2 s, the controller restarts. */
void hal_watchdog(void);

/* Milliseconds since the start. It wraps to 0 after 49 days; differences of unsigned times are right even then. */
uint32_t hal_ms(void);
/* Returns after at least this long. */
void hal_wait_ms(uint8_t ms);

/* The readers share one SPI bus: between select and deselect, the bytes go to this reader. */
void hal_select(uint8_t reader);
void hal_deselect(uint8_t reader);
uint8_t hal_spi_exchange(uint8_t out);
void hal_hold_in_reset(uint8_t reader, bool hold);
void hal_lamp(uint8_t reader, bool on);

/* The line to the host. Bytes that arrive are kept until they are fetched; there is room for more than one request. */
bool hal_receive(uint8_t *byte);
void hal_send(uint8_t byte);
/* Framing errors and lost bytes since the last call. */
uint8_t hal_framing_errors(void);
uint8_t hal_overruns(void);
/* Sends what is still waiting, forgets what was received, and changes the speed. */
void hal_set_speed(bool fast);

/* A few bytes that survive a power cut. */
uint8_t hal_eeprom_read(uint8_t at);
void hal_eeprom_write(uint8_t at, uint8_t value);

#endif
