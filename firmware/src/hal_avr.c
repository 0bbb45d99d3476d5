/* The board: an ATmega328P, at 5 V and 16 MHz (Nano) or at 3.3 V and 8 MHz (Pro Mini). */
#include <avr/eeprom.h>
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/wdt.h>
#include <util/atomic.h>
#include <util/delay.h>

#include "hal.h"

#if F_CPU != 16000000UL && F_CPU != 8000000UL
#error "Line speed and SPI speed are worked out for 16 and 8 MHz."
#endif

/* With 16 samples a bit 250000 baud is exact at both clocks, and the receiver tolerates more than with the 8 of U2X. */
enum { UBRR_FAST = F_CPU / 16 / 250000 - 1, UBRR_SLOW = F_CPU / 16 / 38400 - 1 };

enum { TICK = F_CPU / 64 / 1000 - 1 }; /* timer 0 at a 64th of the clock: 1 ms */

/* Room for the longest request and part of the next. A power of two. */
enum { RING_SIZE = 64 };

/* Hardware that is not ready after this many polls is broken. We go on all the same: the watchdog and the checks
 * higher up notice it. */
enum { SPI_LOOKS = 255, LINE_LOOKS = 20000 };
enum { EEPROM_MS = 10 };

struct pin {
    volatile uint8_t *port;
    uint8_t mask;
};

static const struct pin selects[] = {{&PORTB, 1 << PB2}, {&PORTB, 1 << PB1}, {&PORTB, 1 << PB0}, {&PORTD, 1 << PD7}};
enum { SELECTS_B = 1 << PB2 | 1 << PB1 | 1 << PB0, SELECTS_D = 1 << PD7 };
enum { SPI_OUT = 1 << PB3 | 1 << PB5 };
enum { FIRST_RESET = PD3, RESETS = 1 << PD3 | 1 << PD4 | 1 << PD5 | 1 << PD6 };
enum { FIRST_LAMP = PC0, LAMPS = 1 << PC0 | 1 << PC1 | 1 << PC2 | 1 << PC3 };

static uint8_t cause;

static volatile uint32_t now;

static volatile uint8_t ring[RING_SIZE];
static volatile uint8_t ring_in, ring_out;
static volatile uint8_t framing_errors, overruns;

ISR(TIMER0_COMPA_vect)
{
    now++;
}

static void count(volatile uint8_t *counter)
{
    if (*counter < UINT8_MAX)
        (*counter)++;
}

ISR(USART_RX_vect)
{
    uint8_t status = UCSR0A; /* must be read before the byte */
    uint8_t byte = UDR0;
    uint8_t next = (ring_in + 1) % RING_SIZE;
    if (status & 1 << DOR0)
        count(&overruns);
    if (status & 1 << FE0) {
        count(&framing_errors);
        byte = 0; /* no line may contain a 0, so this one counts as damaged */
    }
    if (next == ring_out) {
        count(&overruns);
        return;
    }
    ring[ring_in] = byte;
    ring_in = next;
}

static void start_pins(void)
{
    PORTB = SELECTS_B;
    DDRB = SELECTS_B | SPI_OUT; /* PB2 must be an output, or SPI could cease to be the master */
    PORTD = SELECTS_D;          /* the reset lines are low */
    DDRD = SELECTS_D | RESETS;
    PORTC = 0;
    DDRC = LAMPS;
}

static void start_spi(void)
{
    /* 4 MHz at both clocks, mode 0, highest bit first. */
    SPCR = 1 << SPE | 1 << MSTR;
#if F_CPU == 8000000UL
    SPSR = 1 << SPI2X;
#endif
}

static void start_line(void)
{
    UBRR0 = UBRR_FAST;
    UCSR0C = 1 << UCSZ01 | 1 << UCSZ00; /* 8 data bits, no parity, 1 stop bit */
    UCSR0B = 1 << RXEN0 | 1 << TXEN0 | 1 << RXCIE0;
}

/* After a restart by the watchdog it keeps running, with a period of only 16 ms, until its cause is cleared. */
static void start_watchdog(void)
{
    cause = MCUSR;
    MCUSR = 0;
    wdt_enable(WDTO_2S);
}

void hal_start(void)
{
    start_watchdog();
    start_pins();
    start_spi();
    start_line();
    TCCR0A = 1 << WGM01;
    TCCR0B = 1 << CS01 | 1 << CS00;
    OCR0A = TICK;
    TIMSK0 = 1 << OCIE0A;
    sei();
}

uint8_t hal_reset_cause(void)
{
    uint8_t told = 0;
    if (cause & 1 << PORF)
        told |= CAUSE_POWER;
    if (cause & 1 << BORF)
        told |= CAUSE_BROWNOUT;
    if (cause & 1 << EXTRF)
        told |= CAUSE_EXTERNAL;
    if (cause & 1 << WDRF)
        told |= CAUSE_WATCHDOG;
    return told;
}

void hal_watchdog(void)
{
    wdt_reset();
}

uint32_t hal_ms(void)
{
    uint32_t ms;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) ms = now;
    return ms;
}

void hal_wait_ms(uint8_t ms)
{
    while (ms--)
        _delay_ms(1);
}

void hal_select(uint8_t reader)
{
    *selects[reader].port &= (uint8_t)~selects[reader].mask;
}

void hal_deselect(uint8_t reader)
{
    *selects[reader].port |= selects[reader].mask;
}

uint8_t hal_spi_exchange(uint8_t out)
{
    SPDR = out;
    for (uint8_t looks = SPI_LOOKS; looks > 0 && !(SPSR & 1 << SPIF); looks--)
        ;
    return SPDR;
}

void hal_hold_in_reset(uint8_t reader, bool hold)
{
    uint8_t mask = (uint8_t)(1 << (FIRST_RESET + reader));
    if (hold)
        PORTD &= (uint8_t)~mask;
    else
        PORTD |= mask;
}

void hal_lamp(uint8_t reader, bool on)
{
    uint8_t mask = (uint8_t)(1 << (FIRST_LAMP + reader));
    if (on)
        PORTC |= mask;
    else
        PORTC &= (uint8_t)~mask;
}

bool hal_receive(uint8_t *byte)
{
    if (ring_out == ring_in)
        return false;
    *byte = ring[ring_out];
    ring_out = (ring_out + 1) % RING_SIZE;
    return true;
}

void hal_send(uint8_t byte)
{
    for (uint16_t looks = LINE_LOOKS; looks > 0 && !(UCSR0A & 1 << UDRE0); looks--)
        ;
    UCSR0A = 1 << TXC0; /* lets hal_set_speed see when all is sent; the speed bit U2X0 stays 0 */
    UDR0 = byte;
}

static uint8_t fetch(volatile uint8_t *counter)
{
    uint8_t value;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE)
    {
        value = *counter;
        *counter = 0;
    }
    return value;
}

uint8_t hal_framing_errors(void)
{
    return fetch(&framing_errors);
}

uint8_t hal_overruns(void)
{
    return fetch(&overruns);
}

void hal_set_speed(bool fast)
{
    for (uint16_t looks = LINE_LOOKS; looks > 0 && !(UCSR0A & 1 << TXC0); looks--)
        ;
    UBRR0 = fast ? UBRR_FAST : UBRR_SLOW;
    ring_out = ring_in;
    fetch(&framing_errors);
}

static void await_eeprom(void)
{
    uint32_t since = hal_ms();
    while (!eeprom_is_ready() && hal_ms() - since <= EEPROM_MS)
        ;
}

uint8_t hal_eeprom_read(uint8_t at)
{
    await_eeprom();
    return eeprom_read_byte((const uint8_t *)(uintptr_t)at);
}

void hal_eeprom_write(uint8_t at, uint8_t value)
{
    await_eeprom();
    eeprom_write_byte((uint8_t *)(uintptr_t)at, value);
    await_eeprom();
}
