#include "uart_model.h"

#include <math.h>
#include <string.h>

/* ATmega328P, addresses in data space */
enum { UCSR0A = 0xC0, UCSR0B, UCSR0C, UBRR0L = 0xC4, UBRR0H, UDR0 };
enum { RXC = 0x80, TXC = 0x40, UDRE = 0x20, FE = 0x10, DOR = 0x08, U2X = 0x02 }; /* UCSR0A */
enum { RXEN = 0x10, TXEN = 0x08 };                                              /* UCSR0B */
enum { EIGHT_BITS = 0x06 };                                                     /* UCSR0C: 8N1 */
enum { VECTOR_RX = 18, VECTOR_UDRE, VECTOR_TX };

/* -- a wire --------------------------------------------------------------------------------------------------------- */

static avr_cycle_count_t sample(avr_t *avr, avr_cycle_count_t when, void *param)
{
    (void)avr, (void)when;
    struct wire *wire = param;
    if (wire->samples > 0 && wire->samples < 9)
        wire->bits |= (unsigned)wire->level << (wire->samples - 1);
    bool false_start = wire->samples == 0 && wire->level;
    if (wire->samples == 9 || false_start) {
        wire->sampling = false;
        if (!false_start)
            wire->deliver(wire, (uint8_t)wire->bits, !wire->level);
        return 0;
    }
    wire->samples++;
    return (avr_cycle_count_t)llround(wire->fell + (wire->samples + 0.5) * wire->sampled_every);
}

static void set_level(struct wire *wire, bool level, double at)
{
    bool falls = wire->level && !level;
    wire->level = level;
    if (!falls || wire->sampling)
        return;
    wire->sampled_every = wire->sample_period(wire);
    if (wire->sampled_every <= 0)
        return;
    wire->sampling = true;
    wire->fell = at;
    wire->samples = 0;
    wire->bits = 0;
    double first = at + 0.5 * wire->sampled_every - (double)wire->avr->cycle;
    avr_cycle_timer_register(wire->avr, first < 1 ? 1 : (avr_cycle_count_t)llround(first), sample, wire);
}

/* The level of the bit that begins now: 0 is the start bit, 9 the stop bit. */
static bool level_of(const struct wire *wire)
{
    if (wire->bit == 0)
        return false;
    return wire->bit > 8 || (wire->byte >> (wire->bit - 1) & 1);
}

static avr_cycle_count_t next_bit(avr_t *avr, avr_cycle_count_t when, void *param)
{
    (void)avr, (void)when;
    struct wire *wire = param;
    if (++wire->bit == 10) {
        wire->began += 10 * wire->period;
        wire->bit = 0;
        wire->sending = wire->next(wire, &wire->byte);
        if (!wire->sending)
            return 0;
        wire->period = wire->send_period(wire);
    }
    double at = wire->began + wire->bit * wire->period;
    set_level(wire, level_of(wire), at);
    return (avr_cycle_count_t)llround(at + wire->period);
}

static void start(struct wire *wire)
{
    if (wire->sending)
        return;
    wire->period = wire->send_period(wire);
    if (wire->period <= 0 || !wire->next(wire, &wire->byte))
        return;
    wire->sending = true;
    wire->bit = 0;
    wire->began = (double)wire->avr->cycle;
    set_level(wire, false, wire->began);
    avr_cycle_timer_register(wire->avr, (avr_cycle_count_t)llround(wire->period), next_bit, wire);
}

static void calm(struct wire *wire)
{
    wire->sending = wire->sampling = false;
    wire->level = true;
}

/* -- the pad's end ----------------------------------------------------------------------------------------------------- */

static double pad_period(struct wire *wire)
{
    const uint8_t *data = wire->avr->data;
    unsigned divider = (data[UBRR0H] & 0x0F) * 256u + data[UBRR0L] + 1;
    return divider * (data[UCSR0A] & U2X ? 8.0 : 16.0);
}

static double pad_samples(struct wire *wire)
{
    const uint8_t *data = wire->avr->data;
    return data[UCSR0B] & RXEN && data[UCSR0C] == EIGHT_BITS ? pad_period(wire) : 0;
}

static double pad_sends(struct wire *wire)
{
    const uint8_t *data = wire->avr->data;
    return data[UCSR0B] & TXEN && data[UCSR0C] == EIGHT_BITS ? pad_period(wire) : 0;
}

static double host_period(struct wire *wire)
{
    struct uart *uart = wire->owner;
    return uart->host_speed ? (double)wire->avr->frequency / uart->host_speed : 0;
}

static void signal(struct uart *uart, avr_int_vector_t *vector, bool flag)
{
    if (flag && avr_regbit_get(uart->avr, vector->enable))
        avr_raise_interrupt(uart->avr, vector);
    else if (vector->pending)
        avr_clear_interrupt(uart->avr, vector);
}

static void show_flags(struct uart *uart)
{
    uint8_t flags = uart->avr->data[UCSR0A] & U2X;
    if (uart->count)
        flags |= RXC | (uart->broken[0] ? FE : 0) | (uart->overrun ? DOR : 0);
    if (!uart->full)
        flags |= UDRE;
    if (uart->done)
        flags |= TXC;
    signal(uart, uart->received, uart->count);
    signal(uart, uart->empty, !uart->full);
    signal(uart, uart->sent, uart->done);
    uart->avr->data[UCSR0A] = flags;
}

static void pad_receives(struct wire *wire, uint8_t byte, bool framing_error)
{
    struct uart *uart = wire->owner;
    uart->host_ended = uart->avr->cycle;
    if (uart->count == 3) {
        uart->overrun = true;
        uart->overruns++;
    } else {
        uart->waiting[uart->count] = byte;
        uart->broken[uart->count++] = framing_error;
        uart->broken_bytes += framing_error;
    }
    show_flags(uart);
}

static uint8_t read_data(avr_t *avr, avr_io_addr_t address, void *param)
{
    struct uart *uart = param;
    uint8_t byte = uart->waiting[0];
    if (uart->count) {
        memmove(uart->waiting, uart->waiting + 1, sizeof uart->waiting - 1);
        memmove(uart->broken, uart->broken + 1, sizeof uart->broken - sizeof uart->broken[0]);
        uart->count--;
        uart->overrun = false;
    }
    avr->data[address] = byte;
    show_flags(uart);
    return byte;
}

static void write_data(avr_t *avr, avr_io_addr_t address, uint8_t byte, void *param)
{
    (void)address;
    struct uart *uart = param;
    if (!(avr->data[UCSR0B] & TXEN) || uart->full)
        return;
    uart->buffer = byte;
    uart->full = true;
    uart->done = false;
    start(&uart->to_host);
    show_flags(uart);
}

static bool pad_says(struct wire *wire, uint8_t *byte)
{
    struct uart *uart = wire->owner;
    if (!uart->full) {
        uart->done = true;
        show_flags(uart);
        return false;
    }
    *byte = uart->buffer;
    uart->full = false;
    if (!uart->pad_began)
        uart->pad_began = uart->avr->cycle;
    show_flags(uart);
    return true;
}

static uint8_t read_status(avr_t *avr, avr_io_addr_t address, void *param)
{
    (void)param;
    return avr->data[address];
}

static void write_status(avr_t *avr, avr_io_addr_t address, uint8_t value, void *param)
{
    struct uart *uart = param;
    if (value & TXC)
        uart->done = false;
    avr->data[address] = (avr->data[address] & ~U2X) | (value & U2X);
    show_flags(uart);
}

static void write_control(avr_t *avr, avr_io_addr_t address, uint8_t value, void *param)
{
    struct uart *uart = param;
    avr->data[address] = value;
    if (!(value & RXEN))
        uart->count = 0;
    show_flags(uart);
}

static void write_plainly(avr_t *avr, avr_io_addr_t address, uint8_t value, void *param)
{
    (void)param;
    avr->data[address] = value;
}

/* -- the host's end ------------------------------------------------------------------------------------------------------ */

static bool host_says(struct wire *wire, uint8_t *byte)
{
    struct uart *uart = wire->owner;
    if (!uart->queue_count)
        return false;
    *byte = uart->queue[uart->queue_first];
    uart->queue_first = (uart->queue_first + 1) % HOST_QUEUE;
    uart->queue_count--;
    return true;
}

static void host_receives(struct wire *wire, uint8_t byte, bool framing_error)
{
    (void)framing_error; /* a terminal that ignores them passes the byte on */
    struct uart *uart = wire->owner;
    uart->lines += byte == '\n';
    uart->to_the_host(uart->owner, byte);
}

bool uart_say(struct uart *uart, uint8_t byte)
{
    if (uart->queue_count == HOST_QUEUE)
        return false;
    uart->queue[(uart->queue_first + uart->queue_count++) % HOST_QUEUE] = byte;
    start(&uart->to_pad);
    return true;
}

bool uart_busy(const struct uart *uart)
{
    return uart->queue_count || uart->to_pad.sending || uart->to_pad.sampling;
}

/* -- together -------------------------------------------------------------------------------------------------------------- */

static avr_int_vector_t *vector(avr_t *avr, unsigned number)
{
    for (unsigned i = 0; i < avr->interrupts.vector_count; i++)
        if (avr->interrupts.vector[i]->vector == number)
            return avr->interrupts.vector[i];
    return NULL;
}

static void hook(avr_t *avr, unsigned address, avr_io_read_t read, avr_io_write_t write, void *param)
{
    avr->io[AVR_DATA_TO_IO(address)].r.c = read;
    avr->io[AVR_DATA_TO_IO(address)].r.param = param;
    avr->io[AVR_DATA_TO_IO(address)].w.c = write;
    avr->io[AVR_DATA_TO_IO(address)].w.param = param;
}

void uart_attach(struct uart *uart, avr_t *avr)
{
    uart->avr = avr;
    uart->received = vector(avr, VECTOR_RX);
    uart->empty = vector(avr, VECTOR_UDRE);
    uart->sent = vector(avr, VECTOR_TX);
    hook(avr, UDR0, read_data, write_data, uart);
    hook(avr, UCSR0A, read_status, write_status, uart);
    hook(avr, UCSR0B, NULL, write_control, uart);
    hook(avr, UBRR0L, NULL, write_plainly, uart);
    hook(avr, UBRR0H, NULL, write_plainly, uart);
    uart->to_pad = (struct wire){.avr = avr, .owner = uart, .deliver = pad_receives, .next = host_says,
                                 .send_period = host_period, .sample_period = pad_samples};
    uart->to_host = (struct wire){.avr = avr, .owner = uart, .deliver = host_receives, .next = pad_says,
                                  .send_period = pad_sends, .sample_period = host_period};
    uart_reset(uart);
}

void uart_reset(struct uart *uart)
{
    calm(&uart->to_pad);
    calm(&uart->to_host);
    uart->count = 0;
    uart->overrun = uart->full = uart->done = false;
    uart->avr->data[UCSR0C] = EIGHT_BITS;
    show_flags(uart);
    start(&uart->to_pad);
}
