#include "board.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <simavr/avr_eeprom.h>
#include <simavr/avr_watchdog.h>
#include <simavr/sim_hex.h>

/* ATmega328P, addresses in data space */
enum { PINB = 0x23, PORTB = 0x25, PINC = 0x26, PORTC = 0x28, PIND = 0x29, PORTD = 0x2B };
enum { SPCR = 0x4C, SPSR, SPDR, MCUSR = 0x54 };
enum { SPIE = 0x80, SPE = 0x40, DORD = 0x20, MSTR = 0x10, MODE_BITS = 0x0C, DIVIDER = 0x03 }; /* SPCR */
enum { SPIF = 0x80, WCOL = 0x40, SPI2X = 0x01 };                                             /* SPSR */
enum { VECTOR_SPI = 17 };

/* The pins and their signals, as in the wiring table in hardware/. */
struct pin {
    unsigned port; /* address of PINx; DDRx and PORTx follow */
    unsigned bit;
};
static const struct pin CHIP_SELECT[MOST_READERS] = {{PINB, 2}, {PINB, 1}, {PINB, 0}, {PIND, 7}};
static const struct pin RESET_LINE[MOST_READERS] = {{PIND, 3}, {PIND, 4}, {PIND, 5}, {PIND, 6}};
static const struct pin LAMP[MOST_READERS] = {{PINC, 0}, {PINC, 1}, {PINC, 2}, {PINC, 3}};
static const struct pin SS = {PINB, 2}, MOSI = {PINB, 3}, SCK = {PINB, 5};

moment board_now(const struct board *board)
{
    /* exact for 8 and 16 MHz: 125 ns and 62.5 ns */
    return board->avr->cycle * 2000u / (board->avr->frequency / 500000u);
}

/* -- pins -------------------------------------------------------------------------------------------------------------- */

static bool is_output(const struct board *board, struct pin pin)
{
    return board->avr->data[pin.port + 1] >> pin.bit & 1;
}

/* Modules pull their lines up, so a pin that the controller does not drive is high. A lamp on such a pin stays dark. */
static bool level(const struct board *board, struct pin pin)
{
    return !is_output(board, pin) || board->avr->data[pin.port + 2] >> pin.bit & 1;
}

static void look_at_pins(struct board *board)
{
    moment now = board_now(board);
    for (unsigned i = 0; i < board->readers; i++) {
        mfrc522_reset_line(&board->chip[i], level(board, RESET_LINE[i]), now);
        bool high = level(board, CHIP_SELECT[i]);
        if (high != board->chip_select[i]) {
            board->chip_select[i] = high;
            if (board->shifting)
                violation(now, "chip select %u changes in the middle of a byte", i);
            mfrc522_select(&board->chip[i], !high, now);
        }
        bool lit = is_output(board, LAMP[i]) && level(board, LAMP[i]);
        board->lamp_changes[i] += lit != board->lamp[i];
        board->lamp[i] = lit;
    }
}

static avr_io_write_t simavr_writes[0x100];

static void write_port(avr_t *avr, avr_io_addr_t address, uint8_t value, void *param)
{
    struct board *board = avr->custom.data;
    simavr_writes[address](avr, address, value, param);
    look_at_pins(board);
}

/* simavr handles the port as usual; we look at the result afterwards. */
static void watch_ports(struct board *board)
{
    static const unsigned PORTS[] = {PINB, PINC, PIND};
    for (int i = 0; i < 3; i++)
        for (unsigned address = PORTS[i]; address < PORTS[i] + 3; address++) {
            simavr_writes[address] = board->avr->io[AVR_DATA_TO_IO(address)].w.c;
            board->avr->io[AVR_DATA_TO_IO(address)].w.c = write_port;
        }
}

/* -- SPI --------------------------------------------------------------------------------------------------------------------
 * In simavr's own SPI every byte takes 100 us, whatever the clock is set to. Here it takes as long as the registers
 * say. */

static struct mfrc522 *selected_chip(struct board *board)
{
    struct mfrc522 *found = NULL;
    for (unsigned i = 0; i < board->readers; i++) {
        if (board->chip_select[i])
            continue;
        if (found)
            violation(board_now(board), "readers %u and %u are selected at once", found->number, i);
        found = &board->chip[i];
    }
    return found;
}

static unsigned cycles_of_a_byte(const struct board *board)
{
    static const unsigned DIVIDERS[] = {4, 16, 64, 128};
    unsigned divider = DIVIDERS[board->avr->data[SPCR] & DIVIDER];
    return 8 * (board->avr->data[SPSR] & SPI2X ? divider / 2 : divider);
}

static void check_bus(struct board *board)
{
    moment now = board_now(board);
    if (board->avr->data[SPCR] & (DORD | MODE_BITS))
        violation(now, "SPI is not set to mode 0 with the high bit first");
    if (!is_output(board, SS) || !is_output(board, MOSI) || !is_output(board, SCK))
        violation(now, "SPI: SS, MOSI and SCK must be outputs of a master");
    for (unsigned i = 0; i < board->readers; i++)
        if (!is_output(board, CHIP_SELECT[i]))
            violation(now, "chip select %u is not driven while SPI works", i);
}

static avr_cycle_count_t byte_is_through(avr_t *avr, avr_cycle_count_t when, void *param)
{
    (void)when;
    struct board *board = param;
    struct mfrc522 *chip = selected_chip(board);
    board->shifting = false;
    if (chip)
        mfrc522_mosi(chip, board->mosi, board_now(board));
    avr->data[SPDR] = board->miso;
    avr->data[SPSR] |= SPIF;
    board->flag_was_read = false;
    if (avr->data[SPCR] & SPIE)
        for (unsigned i = 0; i < avr->interrupts.vector_count; i++)
            if (avr->interrupts.vector[i]->vector == VECTOR_SPI)
                avr_raise_interrupt(avr, avr->interrupts.vector[i]);
    return 0;
}

static void touch_data(struct board *board)
{
    if (board->flag_was_read)
        board->avr->data[SPSR] &= ~(SPIF | WCOL);
    board->flag_was_read = false;
}

static void write_spdr(avr_t *avr, avr_io_addr_t address, uint8_t value, void *param)
{
    (void)address;
    struct board *board = param;
    touch_data(board);
    if ((avr->data[SPCR] & (SPE | MSTR)) != (SPE | MSTR))
        return;
    if (board->shifting) {
        avr->data[SPSR] |= WCOL;
        violation(board_now(board), "SPI: a byte is written while another one is under way");
        return;
    }
    check_bus(board);
    struct mfrc522 *chip = selected_chip(board);
    board->shifting = true;
    board->mosi = value;
    board->miso = chip ? mfrc522_miso(chip, board_now(board)) : 0x00;
    avr_cycle_timer_register(avr, cycles_of_a_byte(board), byte_is_through, board);
}

static uint8_t read_spdr(avr_t *avr, avr_io_addr_t address, void *param)
{
    touch_data(param);
    return avr->data[address];
}

static uint8_t read_spsr(avr_t *avr, avr_io_addr_t address, void *param)
{
    struct board *board = param;
    board->flag_was_read = avr->data[address] & SPIF;
    return avr->data[address];
}

static void write_spsr(avr_t *avr, avr_io_addr_t address, uint8_t value, void *param)
{
    (void)param;
    avr->data[address] = (avr->data[address] & ~SPI2X) | (value & SPI2X);
}

static void hook(struct board *board, unsigned address, avr_io_read_t read, avr_io_write_t write)
{
    board->avr->io[AVR_DATA_TO_IO(address)].r.c = read;
    board->avr->io[AVR_DATA_TO_IO(address)].r.param = board;
    board->avr->io[AVR_DATA_TO_IO(address)].w.c = write;
    board->avr->io[AVR_DATA_TO_IO(address)].w.param = board;
}

/* -- resets ---------------------------------------------------------------------------------------------------------------- */

static void write_mcusr(avr_t *avr, avr_io_addr_t address, uint8_t value, void *param)
{
    struct board *board = param;
    board->causes &= value; /* the program can only clear these flags */
    avr->data[address] = board->causes;
}

/* simavr calls this in the middle of a reset; we do the rest when the reset is over. */
static void on_reset(avr_io_t *io)
{
    struct board *board = io->avr->custom.data;
    board->was_reset = true;
}

/* On the real chip the watchdog keeps running after it caused a reset, with its shortest period. */
static void leave_watchdog_on(struct board *board)
{
    enum { WDTCSR = 0x60, WDCE = 0x10, WDE = 0x08 };
    avr_t *avr = board->avr;
    avr_io_write_t write = avr->io[AVR_DATA_TO_IO(WDTCSR)].w.c;
    write(avr, WDTCSR, WDCE | WDE, avr->io[AVR_DATA_TO_IO(WDTCSR)].w.param);
    write(avr, WDTCSR, WDE, avr->io[AVR_DATA_TO_IO(WDTCSR)].w.param);
}

static void finish_reset(struct board *board)
{
    board->was_reset = false;
    board->shifting = board->flag_was_read = false;
    if (board->avr->data[MCUSR] & WATCHDOG) {
        board->causes |= WATCHDOG;
        board->watchdogs++;
        leave_watchdog_on(board);
    }
    board->avr->data[MCUSR] = board->causes;
    uart_reset(&board->uart);
    look_at_pins(board);
}

static void forget_ram(struct board *board)
{
    uint32_t chance = 1;
    for (unsigned i = 0x100; i <= board->avr->ramend; i++) {
        chance = chance * 1664525u + 1013904223u;
        board->avr->data[i] = (uint8_t)(chance >> 24);
    }
}

void board_reset(struct board *board, uint8_t cause)
{
    board->causes = cause == POWER_ON ? POWER_ON : board->causes | cause;
    if (cause == POWER_ON) {
        forget_ram(board);
        for (unsigned i = 0; i < board->readers; i++)
            mfrc522_power_on(&board->chip[i], board_now(board));
    }
    avr_reset(board->avr);
    finish_reset(board);
}

void board_freeze(struct board *board)
{
    uint16_t spin = 0xCFFF; /* rjmp to itself, in the last word of the flash */
    unsigned at = board->avr->flashend - 1;
    memcpy(board->avr->flash + at, &spin, 2);
    board->avr->sreg[S_I] = 0;
    board->avr->pc = at;
}

/* -- EEPROM ------------------------------------------------------------------------------------------------------------------ */

static void load_eeprom(struct board *board)
{
    memset(board->kept, 0xFF, sizeof board->kept);
    FILE *file = board->eeprom_path ? fopen(board->eeprom_path, "rb") : NULL;
    if (file) {
        if (fread(board->kept, 1, sizeof board->kept, file) != sizeof board->kept)
            fprintf(stderr, "rig: %s is shorter than an EEPROM; the rest is taken as empty\n", board->eeprom_path);
        fclose(file);
    }
    avr_eeprom_desc_t all = {.ee = board->kept, .offset = 0, .size = sizeof board->kept};
    avr_ioctl(board->avr, AVR_IOCTL_EEPROM_SET, &all);
}

void board_keep(struct board *board)
{
    avr_eeprom_desc_t all = {.ee = NULL, .offset = 0, .size = sizeof board->kept};
    if (!board->eeprom_path)
        return;
    avr_ioctl(board->avr, AVR_IOCTL_EEPROM_GET, &all); /* simavr 1.6 returns -1 although it worked */
    if (!all.ee || memcmp(all.ee, board->kept, sizeof board->kept) == 0)
        return;
    memcpy(board->kept, all.ee, sizeof board->kept);
    FILE *file = fopen(board->eeprom_path, "wb");
    if (!file || fwrite(board->kept, 1, sizeof board->kept, file) != sizeof board->kept)
        fprintf(stderr, "rig: cannot write %s\n", board->eeprom_path);
    if (file)
        fclose(file);
}

/* -- together ------------------------------------------------------------------------------------------------------------------ */

static bool load_hex(struct board *board, const char *path)
{
    ihex_chunk_p chunks = NULL;
    int count = read_ihex_chunks(path, &chunks);
    for (int i = 0; i < count; i++) {
        avr_loadcode(board->avr, chunks[i].data, chunks[i].size, chunks[i].baseaddr);
    }
    if (count > 0)
        free_ihex_chunks(chunks);
    return count > 0;
}

static void no_sleep(avr_t *avr, avr_cycle_count_t cycles)
{
    (void)avr, (void)cycles; /* the program that runs the board keeps real time */
}

static void no_log(avr_t *avr, const int severity, const char *format, va_list rest)
{
    (void)avr, (void)severity, (void)format, (void)rest;
}

bool board_start(struct board *board, const char *hex, unsigned frequency, unsigned readers, const char *eeprom_path)
{
    static avr_io_t watcher = {.kind = "rig", .reset = on_reset};
    avr_global_logger_set(no_log);
    board->avr = avr_make_mcu_by_name("atmega328p");
    avr_init(board->avr);
    board->avr->custom.data = board;
    board->avr->frequency = frequency;
    board->avr->run_cycle_limit = frequency / 1000;
    board->avr->sleep = no_sleep;
    board->avr->codeend = board->avr->flashend;
    board->readers = readers;
    board->eeprom_path = eeprom_path;
    if (!load_hex(board, hex))
        return false;
    load_eeprom(board);
    avr_register_io(board->avr, &watcher);
    watch_ports(board);
    hook(board, SPDR, read_spdr, write_spdr);
    hook(board, SPSR, read_spsr, write_spsr);
    hook(board, MCUSR, NULL, write_mcusr);
    for (unsigned i = 0; i < readers; i++) {
        board->chip[i].number = i;
        board->chip[i].version = 0x92;
        board->chip[i].air = &board->air;
        board->chip_select[i] = true;
    }
    uart_attach(&board->uart, board->avr);
    board_reset(board, POWER_ON);
    return true;
}

bool board_run_until(struct board *board, avr_cycle_count_t cycle)
{
    while (board->avr->cycle < cycle) {
        int state = avr_run(board->avr);
        if (board->was_reset)
            finish_reset(board);
        if (state == cpu_Done || state == cpu_Crashed)
            return false;
    }
    return true;
}
