#define _GNU_SOURCE
#include "rig.h"

#include <fcntl.h>
#include <getopt.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define PATIENCE_MS 2000 /* how long to wait for bytes that a host says it has written */
#define MOST_BEHIND_MS 50 /* if a busy machine falls further behind than this, the pad's clock may run slow */

static struct rig rig;

void violation(moment at, const char *format, ...)
{
    if (rig.violation_count < MOST_VIOLATIONS) {
        char *words = rig.violations[rig.violation_count];
        int used = snprintf(words, sizeof rig.violations[0], "%.3f ms: ", (double)at / 1e6);
        va_list rest;
        va_start(rest, format);
        vsnprintf(words + used, sizeof rig.violations[0] - (size_t)used, format, rest);
        va_end(rest);
    }
    rig.violation_count++;
}

/* -- the port --------------------------------------------------------------------------------------------------------- */

static void to_the_port(void *owner, uint8_t byte)
{
    port_write(&((struct rig *)owner)->port, byte);
}

static unsigned fetch(struct rig *self)
{
    uint8_t bytes[4096];
    unsigned room = HOST_QUEUE - self->board.uart.queue_count;
    size_t count = port_read(&self->port, bytes, room < sizeof bytes ? room : sizeof bytes);
    self->board.uart.host_speed = self->fixed_speed ? self->fixed_speed : port_speed(&self->port);
    for (size_t i = 0; i < count; i++)
        uart_say(&self->board.uart, bytes[i]);
    return (unsigned)count;
}

static void look_at_port(struct rig *self)
{
    if (port_opened(&self->port) && self->reset_on_open)
        board_reset(&self->board, BUTTON); /* opening the port pulls the reset line of a Nano */
    fetch(self);
}

bool rig_hear(struct rig *self, unsigned bytes)
{
    port_opened(&self->port);
    unsigned heard = fetch(self);
    while (heard < bytes) {
        struct pollfd port = {.fd = self->port.master, .events = POLLIN};
        if (poll(&port, 1, PATIENCE_MS) != 1 || !(port.revents & POLLIN))
            return false;
        heard += fetch(self);
    }
    return true;
}

/* -- time ---------------------------------------------------------------------------------------------------------------- */

bool rig_run(struct rig *self, avr_cycle_count_t cycles, bool until_line)
{
    avr_cycle_count_t end = self->board.avr->cycle + cycles;
    avr_cycle_count_t slice = self->board.avr->frequency / 10000;
    unsigned lines = self->board.uart.lines;
    while (self->board.avr->cycle < end) {
        avr_cycle_count_t next = self->board.avr->cycle + slice;
        look_at_port(self);
        if (!board_run_until(&self->board, next < end ? next : end))
            return false;
        if (until_line && self->board.uart.lines != lines)
            break;
    }
    board_keep(&self->board);
    return true;
}

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* How many cycles are due by the machine's clock. */
static avr_cycle_count_t due(struct rig *self)
{
    static double began;
    static avr_cycle_count_t done;
    double frequency = self->board.avr->frequency;
    if (!began)
        began = seconds();
    double behind = seconds() - began - (double)done / frequency;
    if (behind > MOST_BEHIND_MS / 1e3) {
        began += behind - MOST_BEHIND_MS / 1e3;
        behind = MOST_BEHIND_MS / 1e3;
    }
    avr_cycle_count_t cycles = behind > 0 ? (avr_cycle_count_t)(behind * frequency) : 0;
    done += cycles;
    return cycles;
}

/* -- control ---------------------------------------------------------------------------------------------------------------- */

/* Reads what has come on standard input. When that ends, the rig ends, so that no rig is left running. */
static void listen_to_control(struct rig *self)
{
    static char line[256];
    static size_t used;
    char bytes[1024];
    ssize_t count = read(STDIN_FILENO, bytes, sizeof bytes);
    if (count == 0)
        self->over = true;
    for (ssize_t i = 0; i < count; i++) {
        if (bytes[i] != '\n') {
            if (used < sizeof line - 1)
                line[used++] = bytes[i];
            continue;
        }
        line[used] = '\0';
        used = 0;
        control(self, line);
    }
}

static void wait_a_little(struct rig *self)
{
    struct pollfd both[] = {
        {.fd = STDIN_FILENO, .events = POLLIN},
        {.fd = self->port.open && self->pace == REAL_TIME ? self->port.master : -1, .events = POLLIN},
    };
    poll(both, 2, self->pace == REAL_TIME ? 1 : self->pace == FAST ? 0 : -1);
    if (both[0].revents)
        listen_to_control(self);
}

static bool live(struct rig *self)
{
    while (!self->over) {
        wait_a_little(self);
        if (self->port.master < 0 || self->pace == STEPPED)
            continue; /* without a cable there is no power, and a stepped rig only runs when it is told to */
        avr_cycle_count_t cycles = self->pace == FAST ? self->board.avr->frequency / 1000 : due(self);
        if (!rig_run(self, cycles, false))
            return false;
    }
    return true;
}

/* -- beginning ---------------------------------------------------------------------------------------------------------------- */

static void usage(void)
{
    fputs("rig [--mhz 16|8] [--readers N] [--fast|--stepped] [--eeprom FILE] [--link NAME] [--reset-on-open] HEX\n"
          "A pad in simavr, with emulated readers and tags; see README.md beside its source.\n",
          stderr);
    exit(2);
}

int main(int argc, char **argv)
{
    static const struct option OPTIONS[] = {
        {"mhz", required_argument, NULL, 'm'},  {"readers", required_argument, NULL, 'r'},
        {"fast", no_argument, NULL, 'f'},       {"stepped", no_argument, NULL, 's'},
        {"eeprom", required_argument, NULL, 'e'}, {"link", required_argument, NULL, 'l'},
        {"reset-on-open", no_argument, NULL, 'o'}, {0},
    };
    unsigned mhz = 16, readers = MOST_READERS;
    const char *eeprom = NULL;
    for (int option; (option = getopt_long(argc, argv, "", OPTIONS, NULL)) != -1;) {
        switch (option) {
        case 'm': mhz = (unsigned)atoi(optarg); break;
        case 'r': readers = (unsigned)atoi(optarg); break;
        case 'f': rig.pace = FAST; break;
        case 's': rig.pace = STEPPED; break;
        case 'e': eeprom = optarg; break;
        case 'l': rig.port.link = optarg; break;
        case 'o': rig.reset_on_open = true; break;
        default: usage();
        }
    }
    if (optind + 1 != argc || (mhz != 8 && mhz != 16) || readers < 1 || readers > MOST_READERS)
        usage();
    if (!board_start(&rig.board, argv[optind], mhz * 1000000, readers, eeprom)) {
        fprintf(stderr, "rig: cannot read %s: build it with make -C firmware\n", argv[optind]);
        return 1;
    }
    rig.board.uart.to_the_host = to_the_port;
    rig.board.uart.owner = &rig;
    if (!port_plug(&rig.port)) {
        fputs("rig: no pseudo terminal to be had, or the link cannot be made\n", stderr);
        return 1;
    }
    printf("ready %s\n", rig.port.path);
    fflush(stdout);
    bool well = live(&rig);
    board_keep(&rig.board);
    port_unplug(&rig.port);
    if (!well)
        fputs("rig: the firmware has crashed\n", stderr);
    return well ? 0 : 1;
}
