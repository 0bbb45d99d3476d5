#include "requests.h"

#include "hal.h"
#include "number.h"
#include "pad.h"
#include "reader.h"

enum { NOT_A_NUMBER = UINT16_MAX };

static const char digits[] = "0123456789ABCDEF";

/* Reads a decimal field. Any number above 999 is read as 999, which no request accepts. */
static uint16_t decimal(const char *text)
{
    uint16_t value = 0;
    if (text[0] == '0' && text[1])
        return NOT_A_NUMBER;
    for (; *text; text++) {
        if (*text < '0' || *text > '9')
            return NOT_A_NUMBER;
        value = (uint16_t)(value * 10 + (*text - '0'));
        if (value > 999)
            value = 999;
    }
    return value;
}

static void refuse(struct line_writer *reply, const char *seq, const char *why)
{
    line_begin(reply, seq, "ERR");
    line_text(reply, why);
}

static void done(struct line_writer *reply, const char *seq)
{
    line_begin(reply, seq, "DONE");
}

static void add_chips(struct line_writer *line)
{
    char chips[3 * READERS];
    for (uint8_t number = 0; number < READERS; number++) {
        const struct reader *reader = &readers[number];
        char *chip = chips + 3 * number;
        chip[0] = reader->up ? digits[reader->chip >> 4] : '-';
        chip[1] = reader->up ? digits[reader->chip & 15] : '-';
        chip[2] = ',';
    }
    chips[sizeof chips - 1] = 0;
    line_text(line, chips);
}

static void add_cause(struct line_writer *line)
{
    static const char letters[] = "PBEW"; /* bit 0 first */
    uint8_t cause = hal_reset_cause();
    char text[sizeof letters] = "-";
    for (uint8_t bit = 0, size = 0; letters[bit]; bit++)
        if (cause >> bit & 1)
            text[size++] = letters[bit];
    line_text(line, text);
}

void say_hello(struct line_writer *line, const char *seq, const char *word)
{
    line_begin(line, seq, word);
    line_number(line, PROTOCOL_VERSION);
    line_text(line, FIRMWARE_VERSION);
    line_number(line, number_read());
    add_chips(line);
    add_cause(line);
}

static void hi(const struct request *request, struct line_writer *reply)
{
    uint16_t version = decimal(request->fields[0]);
    if (version == NOT_A_NUMBER) {
        refuse(reply, request->seq, "FIELDS");
    } else if (version != PROTOCOL_VERSION) {
        refuse(reply, request->seq, "VERSION");
        line_number(reply, PROTOCOL_VERSION);
    } else {
        say_hello(reply, request->seq, "HELLO");
    }
}

/* The reader that the first field names. It was checked before that there is such a reader. */
static uint8_t reader_of(const struct request *request)
{
    return (uint8_t)(request->fields[0][0] - '0');
}

static void begin_look(struct line_writer *reply, const char *seq, const char *word, uint8_t number)
{
    static const char states[][5] = {"OK", "MORE", "PART", "FAIL"};
    line_begin(reply, seq, word);
    line_number(reply, number);
    line_hex(reply, readers[number].count);
    line_text(reply, states[readers[number].last]);
}

static void add_missing(struct line_writer *reply, char sign, const struct uid_list *from, const struct uid_list *in)
{
    for (uint8_t i = 0; i < from->count; i++)
        if (!uid_list_has(in, &from->uids[i]))
            line_uid(reply, sign, &from->uids[i]);
}

static void last(const struct request *request, struct line_writer *reply)
{
    uint8_t number = reader_of(request);
    const struct uid_list *tags = &readers[number].tags;
    begin_look(reply, request->seq, "FULL", number);
    for (uint8_t i = 0; i < tags->count; i++)
        line_uid(reply, 0, &tags->uids[i]);
}

static void scan(const struct request *request, struct line_writer *reply)
{
    uint8_t number = reader_of(request);
    const struct uid_list *tags = &readers[number].tags;
    struct uid_list before = *tags;
    reader_look(number);
    begin_look(reply, request->seq, "SEEN", number);
    add_missing(reply, '-', &before, tags);
    add_missing(reply, '+', tags, &before);
    if (reply->full)
        last(request, reply);
}

static void tell_pad(const struct request *request, struct line_writer *reply)
{
    line_begin(reply, request->seq, "PAD");
    line_number(reply, pad_health.seconds);
    line_number(reply, pad_health.good);
    line_number(reply, pad_health.damaged);
    line_number(reply, pad_health.too_long);
    line_number(reply, pad_health.overruns);
}

static const char *state_of(const struct reader *reader)
{
    if (!reader->answered)
        return "NONE";
    return reader->up && reader->last != LOOK_FAIL ? "OK" : "HUNG";
}

static void tell_reader(const struct request *request, struct line_writer *reply)
{
    uint8_t number = reader_of(request);
    const struct reader *reader = &readers[number];
    const struct tally *tally = &reader->tally;
    line_begin(reply, request->seq, "READER");
    line_number(reply, number);
    line_text(reply, state_of(reader));
    if (reader->up)
        line_hex(reply, reader->chip);
    else
        line_text(reply, "--");
    line_number(reply, tally->looks);
    line_number(reply, tally->fails);
    line_number(reply, tally->timeouts);
    line_number(reply, tally->crcs);
    line_number(reply, tally->collisions);
    line_number(reply, tally->softs);
    line_number(reply, tally->hards);
}

static void health(const struct request *request, struct line_writer *reply)
{
    if (request->field_count == 0)
        tell_pad(request, reply);
    else
        tell_reader(request, reply);
}

static void led(const struct request *request, struct line_writer *reply)
{
    uint16_t lamp = decimal(request->fields[1]);
    if (lamp > LAMP_BLINKING) {
        refuse(reply, request->seq, "FIELDS");
        return;
    }
    pad_set_lamp(reader_of(request), (enum lamp)lamp);
    done(reply, request->seq);
}

static void num(const struct request *request, struct line_writer *reply)
{
    uint16_t number = decimal(request->fields[0]);
    if (number < 1 || number > MOST_NUMBER)
        refuse(reply, request->seq, "FIELDS");
    else if (!number_write((uint8_t)number))
        refuse(reply, request->seq, "EEPROM");
    else
        done(reply, request->seq);
}

static void test(const struct request *request, struct line_writer *reply)
{
    static const char verdicts[][6] = {"PASS", "CLONE", "FAIL"};
    uint8_t number = reader_of(request);
    enum test verdict = reader_test(number);
    line_begin(reply, request->seq, "TESTED");
    line_number(reply, number);
    line_text(reply, verdicts[verdict]);
}

static void reset(const struct request *request, struct line_writer *reply)
{
    uint8_t number = reader_of(request);
    const char *how = request->fields[1];
    if ((how[0] != 'S' && how[0] != 'H') || how[1]) {
        refuse(reply, request->seq, "FIELDS");
        return;
    }
    if (how[0] == 'S' ? reader_soft_reset(number) : reader_hard_reset(number)) {
        done(reply, request->seq);
        return;
    }
    refuse(reply, request->seq, "DEAD");
    line_number(reply, number);
}

struct kind {
    char word[7];
    uint8_t least, most; /* fields */
    bool names_reader;   /* the first field, if there is one, is a reader */
    void (*carry_out)(const struct request *request, struct line_writer *reply);
};

static const FLASH struct kind kinds[] = {
    {"HI", 1, 1, false, hi},         {"SCAN", 1, 1, true, scan}, {"LAST", 1, 1, true, last},
    {"HEALTH", 0, 1, true, health},  {"LED", 2, 2, true, led},   {"NUM", 1, 1, false, num},
    {"TEST", 1, 1, true, test},      {"RESET", 2, 2, true, reset},
};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

static bool is_word(const FLASH char *kind, const char *word)
{
    for (; *kind; kind++, word++)
        if (*kind != *word)
            return false;
    return !*word;
}

void carry_out(const struct request *request, struct line_writer *reply)
{
    const FLASH struct kind *kind = kinds;
    while (kind < kinds + KINDS && !is_word(kind->word, request->word))
        kind++;
    if (kind == kinds + KINDS) {
        refuse(reply, request->seq, "WORD");
        return;
    }
    const char *reader = kind->names_reader && request->field_count > 0 ? request->fields[0] : "0";
    if (request->field_count < kind->least || request->field_count > kind->most || decimal(reader) > 3)
        refuse(reply, request->seq, "FIELDS");
    else if (decimal(reader) >= READERS)
        refuse(reply, request->seq, "READER");
    else
        kind->carry_out(request, reply);
}
