#include "rig.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_WORDS 5

/* A command line; word 0 is the command itself. */
struct said {
    char *word[MOST_WORDS];
    unsigned count;
    struct mfrc522 *chip; /* the reader that the command names, if it names one */
};

static void answer(const char *format, ...) __attribute__((format(printf, 1, 2)));
static void answer(const char *format, ...)
{
    va_list rest;
    va_start(rest, format);
    vprintf(format, rest);
    va_end(rest);
    putchar('\n');
    fflush(stdout);
}

static void ok(void)
{
    answer("ok");
}

/* -- words ------------------------------------------------------------------------------------------------------------- */

static bool number(const char *word, unsigned long most, unsigned long *value)
{
    char *end;
    *value = strtoul(word, &end, 10);
    return isdigit((unsigned char)*word) && !*end && *value <= most;
}

/* Converts hex digits to bytes. Returns 0 if they are no hex digits, or too many. */
static unsigned hex(const char *word, uint8_t *bytes, unsigned most)
{
    unsigned count = 0;
    for (; word[0] && word[1]; word += 2) {
        unsigned byte;
        if (count == most || !isxdigit((unsigned char)word[0]) || !isxdigit((unsigned char)word[1]))
            return 0;
        sscanf(word, "%2x", &byte);
        bytes[count++] = (uint8_t)byte;
    }
    return *word ? 0 : count;
}

/* -- tags ---------------------------------------------------------------------------------------------------------------- */

static void put_or_take(struct said *said, bool put)
{
    uint8_t uid[10];
    unsigned size = hex(said->word[2], uid, sizeof uid);
    struct tags *tags = &said->chip->tags;
    if (!size)
        answer("error a UID is 8, 14 or 20 hex digits");
    else if (!(put ? tags_put : tags_take)(tags, uid, size))
        answer(put ? "error no such tag can be, it lies there already, or there is no room" : "error it is not there");
    else
        ok();
}

static void do_put(struct rig *rig, struct said *said)
{
    (void)rig;
    put_or_take(said, true);
}

static void do_take(struct rig *rig, struct said *said)
{
    (void)rig;
    put_or_take(said, false);
}

static void do_clear(struct rig *rig, struct said *said)
{
    (void)rig;
    said->chip->tags.count = 0;
    ok();
}

static void do_miss(struct rig *rig, struct said *said)
{
    (void)rig;
    unsigned long per_mille, seed;
    if (!number(said->word[2], 1000, &per_mille) || !number(said->word[3], UINT32_MAX, &seed)) {
        answer("error say: miss READER PER-MILLE SEED");
        return;
    }
    said->chip->tags.faults.miss = (unsigned)per_mille;
    said->chip->tags.faults.seed = (uint32_t)seed;
    ok();
}

static void do_spoil(struct rig *rig, struct said *said)
{
    (void)rig;
    struct faults *faults = &said->chip->tags.faults;
    const struct {
        const char *name;
        unsigned *times;
    } kinds[] = {{"crc", &faults->wrong_crc}, {"bcc", &faults->wrong_bcc}, {"parity", &faults->wrong_parity},
                 {"cut", &faults->cut},       {"deaf", &faults->deaf}};
    unsigned long times = 1;
    if (said->count > 3 && !number(said->word[3], 1000000, &times)) {
        answer("error how many times is a number");
        return;
    }
    for (unsigned i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(said->word[2], kinds[i].name) == 0) {
            *kinds[i].times = (unsigned)times;
            ok();
            return;
        }
    answer("error what can be spoilt: crc bcc parity cut deaf");
}

/* -- readers ---------------------------------------------------------------------------------------------------------------- */

static void do_chip(struct rig *rig, struct said *said)
{
    (void)rig;
    uint8_t version;
    if (hex(said->word[2], &version, 1) != 1) {
        answer("error a version is two hex digits");
        return;
    }
    said->chip->version = version;
    said->chip->reg[0x37] = version;
    ok();
}

static void do_kill(struct rig *rig, struct said *said)
{
    said->chip->silence = 0x00;
    if (said->count > 2 && hex(said->word[2], &said->chip->silence, 1) != 1) {
        answer("error what is left on the line is two hex digits");
        return;
    }
    mfrc522_set_health(said->chip, DEAD, board_now(&rig->board));
    ok();
}

static void do_hang(struct rig *rig, struct said *said)
{
    (void)rig;
    static const struct {
        const char *name;
        enum health how;
    } KINDS[] = {{"soft", HUNG_SOFT}, {"hard", HUNG_HARD}, {"blink", WELL}};
    unsigned long after = 1;
    for (unsigned i = 0; i < 3; i++)
        if (strcmp(said->word[2], KINDS[i].name) == 0 &&
            (said->count < 4 || (number(said->word[3], 1000000, &after) && after))) {
            said->chip->hangs_in = (unsigned)after;
            said->chip->hangs_how = KINDS[i].how;
            ok();
            return;
        }
    answer("error say: hang READER soft|hard|blink [BYTES], with the byte on SPI at which it happens");
}

static void do_revive(struct rig *rig, struct said *said)
{
    mfrc522_set_health(said->chip, WELL, board_now(&rig->board));
    said->chip->sick = false;
    ok();
}

static void do_sick(struct rig *rig, struct said *said)
{
    (void)rig;
    said->chip->sick = true;
    ok();
}

static void do_collpos(struct rig *rig, struct said *said)
{
    rig->board.air.collpos_in_frame = strcmp(said->word[1], "frame") == 0;
    ok();
}

/* -- the pad ------------------------------------------------------------------------------------------------------------------ */

static void do_reset(struct rig *rig, struct said *said)
{
    const struct {
        const char *name;
        uint8_t cause;
    } kinds[] = {{"power", POWER_ON}, {"button", BUTTON}, {"brown-out", BROWN_OUT}};
    for (unsigned i = 0; i < 3; i++)
        if (strcmp(said->word[1], kinds[i].name) == 0) {
            board_reset(&rig->board, kinds[i].cause);
            ok();
            return;
        }
    answer("error a reset is by power, button or brown-out");
}

static void do_freeze(struct rig *rig, struct said *said)
{
    (void)said;
    board_freeze(&rig->board);
    ok();
}

static void do_unplug(struct rig *rig, struct said *said)
{
    (void)said;
    board_keep(&rig->board);
    port_unplug(&rig->port);
    ok();
}

static void do_plug(struct rig *rig, struct said *said)
{
    (void)said;
    if (rig->port.master < 0 && !port_plug(&rig->port)) {
        answer("error no pseudo terminal to be had");
        return;
    }
    rig->board.uart.queue_count = 0;
    board_reset(&rig->board, POWER_ON);
    answer("ok %s", rig->port.path);
}

static void do_host_speed(struct rig *rig, struct said *said)
{
    unsigned long speed;
    if (!number(said->word[1], 10000000, &speed)) {
        answer("error a speed is a number; 0 is the terminal's own");
        return;
    }
    rig->fixed_speed = (unsigned)speed;
    ok();
}

/* -- time ---------------------------------------------------------------------------------------------------------------------- */

static avr_cycle_count_t cycles(const struct rig *rig, unsigned long milliseconds)
{
    return (avr_cycle_count_t)milliseconds * (rig->board.avr->frequency / 1000);
}

static void do_run(struct rig *rig, struct said *said)
{
    unsigned long milliseconds;
    if (rig->pace != STEPPED || !number(said->word[1], 3600000, &milliseconds))
        answer("error run MS is for a rig that was started with --stepped");
    else if (!rig_run(rig, cycles(rig, milliseconds), false))
        answer("error the firmware has crashed");
    else
        ok();
}

/* Answers with the microseconds until the pad began to answer, or -1 if it did not. */
static void do_ask(struct rig *rig, struct said *said)
{
    unsigned long bytes, milliseconds;
    if (rig->pace != STEPPED || !number(said->word[1], HOST_QUEUE, &bytes) ||
        !number(said->word[2], 3600000, &milliseconds)) {
        answer("error ask BYTES MS is for a rig that was started with --stepped");
        return;
    }
    if (!rig_hear(rig, (unsigned)bytes)) {
        answer("error so many bytes have not come from the port");
        return;
    }
    struct uart *uart = &rig->board.uart;
    uart->pad_began = 0;
    if (!rig_run(rig, cycles(rig, milliseconds), true))
        answer("error the firmware has crashed");
    else if (!uart->pad_began)
        answer("ok -1");
    else
        answer("ok %lld", ((long long)uart->pad_began - (long long)uart->host_ended) * 1000 /
                              (long long)(rig->board.avr->frequency / 1000));
}

/* -- telling -------------------------------------------------------------------------------------------------------------------- */

static void tell_tags(const struct tags *tags)
{
    printf("\"tags\": {");
    for (unsigned i = 0; i < tags->count; i++) {
        printf("%s\"", i ? ", " : "");
        for (unsigned j = 0; j < tags->tag[i].size; j++)
            printf("%02X", tags->tag[i].uid[j]);
        printf("\": \"%s\"", tags->field ? tag_state_name(&tags->tag[i]) : "UNPOWERED");
    }
    printf("}");
}

static void tell_reader(struct board *board, unsigned i)
{
    static const char *const HEALTH[] = {"well", "dead", "hung until a soft reset", "hung until a hard reset"};
    struct mfrc522 *chip = &board->chip[i];
    mfrc522_advance(chip, board_now(board));
    printf("%s{\"health\": \"%s\", \"chip\": \"%02X\", \"field\": %s, \"lamp\": %s, \"lamp_changes\": %u, "
           "\"collisions\": %u, ",
           i ? ", " : "", HEALTH[chip->health], chip->version, chip->field ? "true" : "false",
           board->lamp[i] ? "true" : "false", board->lamp_changes[i], chip->tags.collisions);
    tell_tags(&chip->tags);
    printf("}");
}

static void do_state(struct rig *rig, struct said *said)
{
    (void)said;
    struct board *board = &rig->board;
    printf("ok {\"ms\": %.3f, \"said\": %lu, \"watchdogs\": %u, \"overruns\": %u, \"framing_errors\": %u, \"violations\": %u, "
           "\"readers\": [",
           (double)board_now(board) / 1e6, rig->port.said, board->watchdogs, board->uart.overruns, board->uart.broken_bytes,
           rig->violation_count);
    for (unsigned i = 0; i < board->readers; i++)
        tell_reader(board, i);
    answer("]}");
}

static void do_violations(struct rig *rig, struct said *said)
{
    (void)said;
    printf("ok [");
    for (unsigned i = 0; i < rig->violation_count && i < MOST_VIOLATIONS; i++)
        printf("%s\"%s\"", i ? ", " : "", rig->violations[i]); /* our own messages: they contain nothing to escape */
    answer("]");
}

static void do_quit(struct rig *rig, struct said *said)
{
    (void)said;
    rig->over = true;
    ok();
}

/* -- which ------------------------------------------------------------------------------------------------------------------------ */

static const struct {
    const char *name;
    unsigned least, most; /* how many words may follow it */
    bool names_reader;
    void (*carry_out)(struct rig *rig, struct said *said);
} COMMANDS[] = {
    {"put", 2, 2, true, do_put},          {"take", 2, 2, true, do_take},
    {"clear", 1, 1, true, do_clear},      {"miss", 3, 3, true, do_miss},
    {"spoil", 2, 3, true, do_spoil},      {"chip", 2, 2, true, do_chip},
    {"kill", 1, 2, true, do_kill},        {"hang", 2, 3, true, do_hang},
    {"revive", 1, 1, true, do_revive},    {"sick", 1, 1, true, do_sick},
    {"collpos", 1, 1, false, do_collpos}, {"reset", 1, 1, false, do_reset},
    {"freeze", 0, 0, false, do_freeze},   {"unplug", 0, 0, false, do_unplug},
    {"plug", 0, 0, false, do_plug},       {"host-speed", 1, 1, false, do_host_speed},
    {"run", 1, 1, false, do_run},         {"ask", 2, 2, false, do_ask},
    {"state", 0, 0, false, do_state},     {"violations", 0, 0, false, do_violations},
    {"quit", 0, 0, false, do_quit},
};

static bool find_reader(struct rig *rig, struct said *said)
{
    unsigned long reader;
    if (!number(said->word[1], rig->board.readers - 1, &reader)) {
        answer("error a reader is 0 to %u", rig->board.readers - 1);
        return false;
    }
    said->chip = &rig->board.chip[reader];
    return true;
}

void control(struct rig *rig, char *line)
{
    struct said said = {0};
    char *rest = NULL;
    for (char *word = strtok_r(line, " \r\n", &rest); word && said.count < MOST_WORDS;
         word = strtok_r(NULL, " \r\n", &rest))
        said.word[said.count++] = word;
    if (!said.count)
        return;
    for (unsigned i = 0; i < sizeof COMMANDS / sizeof *COMMANDS; i++) {
        if (strcmp(said.word[0], COMMANDS[i].name) != 0)
            continue;
        if (said.count - 1 < COMMANDS[i].least || said.count - 1 > COMMANDS[i].most)
            answer("error %s takes %u to %u words", said.word[0], COMMANDS[i].least, COMMANDS[i].most);
        else if (!COMMANDS[i].names_reader || find_reader(rig, &said))
            COMMANDS[i].carry_out(rig, &said);
        return;
    }
    answer("error nobody knows %.20s", said.word[0]);
}
