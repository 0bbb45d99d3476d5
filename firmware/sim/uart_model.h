/* The serial link between host and pad, bit by bit.
 *
 * simavr's own UART passes whole bytes, at any speed. Here a byte is a start bit, eight bits and a stop bit on a wire,
 * sent at the sender's speed and sampled at the receiver's. If the two speeds differ, the result is as wrong as on a
 * real wire: other bytes, more or fewer of them, framing errors. */
#ifndef UART_MODEL_H
#define UART_MODEL_H

#include <stdbool.h>

#include <simavr/sim_avr.h>

#define HOST_QUEUE 65536

struct wire {
    avr_t *avr;
    void (*deliver)(struct wire *wire, uint8_t byte, bool framing_error);
    bool (*next)(struct wire *wire, uint8_t *byte); /* the byte that the sender sends next, if any */
    double (*send_period)(struct wire *wire);       /* how many cycles a bit takes */
    double (*sample_period)(struct wire *wire);
    void *owner;

    bool sending;
    double began, period;
    uint8_t byte;
    unsigned bit;
    bool level;

    bool sampling;
    double fell, sampled_every;
    unsigned samples;
    unsigned bits;
};

struct uart {
    avr_t *avr;
    struct wire to_pad, to_host;
    avr_int_vector_t *received, *empty, *sent;

    uint8_t waiting[3]; /* two in the buffer and one in the shift register */
    bool broken[3];     /* received with a framing error */
    unsigned count;
    bool overrun;
    uint8_t buffer;
    bool full;
    bool done; /* everything has been sent: TXC */

    uint8_t queue[HOST_QUEUE]; /* bytes of the host that are not on the wire yet */
    unsigned queue_first, queue_count;
    unsigned host_speed;
    void (*to_the_host)(void *owner, uint8_t byte);
    void *owner;

    avr_cycle_count_t host_ended; /* when the last byte to the pad was complete */
    avr_cycle_count_t pad_began;  /* when the pad began to send, after this was last set to 0 */
    unsigned lines;    /* how many LF the host received */
    unsigned overruns; /* bytes lost because the pad did not fetch them */
    unsigned broken_bytes; /* bytes that the pad received with a framing error */
};

void uart_attach(struct uart *uart, avr_t *avr);
/* Call this after the AVR was reset. Bytes that are on the wires are lost. */
void uart_reset(struct uart *uart);
/* Returns false if the queue is full. */
bool uart_say(struct uart *uart, uint8_t byte);
bool uart_busy(const struct uart *uart);

#endif
