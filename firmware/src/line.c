#include "line.h"

#include <string.h>

#include "crc.h"

enum { SEQ_AT = 1, WORD_AT = 4, TAIL_SIZE = 5 }; /* the tail is the star and the check sum */

static const char digits[] = "0123456789ABCDEF";

/* The value of a hex digit. Small letters are no digits here. */
static int8_t hex_value(char digit)
{
    if (digit >= '0' && digit <= '9')
        return (int8_t)(digit - '0');
    if (digit >= 'A' && digit <= 'F')
        return (int8_t)(digit - 'A' + 10);
    return -1;
}

static bool crc_right(const char *tail, uint16_t crc)
{
    uint16_t told = 0;
    if (tail[0] != '*')
        return false;
    for (uint8_t i = 1; i < TAIL_SIZE; i++) {
        int8_t value = hex_value(tail[i]);
        if (value < 0)
            return false;
        told = (uint16_t)(told << 4 | value);
    }
    return told == crc;
}

static bool is_word(const char *word)
{
    uint8_t size = 0;
    for (; word[size]; size++)
        if (word[size] < 'A' || word[size] > 'Z')
            return false;
    return size >= 2 && size <= 8;
}

/* Splits the text at its blanks into the word and its fields. */
static bool split(char *text, char *end, struct request *request)
{
    request->word = text;
    request->field_count = 0;
    bool after_blank = true;
    for (; text < end; text++) {
        bool blank = *text == ' ';
        if (*text < ' ' || *text > '~' || *text == '*' || (blank && after_blank))
            return false;
        after_blank = blank;
        if (!blank)
            continue;
        if (request->field_count == MOST_FIELDS)
            return false;
        *text = 0;
        request->fields[request->field_count++] = text + 1;
    }
    *end = 0;
    return !after_blank;
}

/* Reads a whole line, without its LF. */
static bool parse(char *bytes, uint8_t size, struct request *request)
{
    if (size < WORD_AT + TAIL_SIZE || bytes[0] != '?' || bytes[WORD_AT - 1] != ' ')
        return false;
    char *tail = bytes + size - TAIL_SIZE;
    request->crc = crc_line(bytes, (uint8_t)(tail - bytes));
    if (!crc_right(tail, request->crc))
        return false;
    if (hex_value(bytes[SEQ_AT]) < 0 || hex_value(bytes[SEQ_AT + 1]) < 0)
        return false;
    memcpy(request->seq, bytes + SEQ_AT, 2);
    request->seq[2] = 0;
    return split(bytes + WORD_AT, tail, request) && is_word(request->word);
}

enum verdict line_take(struct line_reader *reader, uint8_t byte, struct request *request)
{
    if (byte != '\n') {
        if (reader->size < MOST_REQUEST - 1)
            reader->bytes[reader->size++] = (char)byte;
        else
            reader->too_long = true;
        return LINE_UNFINISHED;
    }
    uint8_t size = reader->size;
    bool too_long = reader->too_long;
    reader->size = 0;
    reader->too_long = false;
    if (too_long)
        return LINE_LONG;
    if (size == 0)
        return LINE_NOTHING;
    return parse(reader->bytes, size, request) ? LINE_GOOD : LINE_DAMAGED;
}

/* Always leaves room for the check sum and LF. */
static void put(struct line_writer *line, char byte)
{
    if (line->size < MOST_REPLY - TAIL_SIZE - 1)
        line->bytes[line->size++] = byte;
    else
        line->full = true;
}

static void put_text(struct line_writer *line, const char *text)
{
    while (*text)
        put(line, *text++);
}

static void put_hex(struct line_writer *line, uint8_t byte)
{
    put(line, digits[byte >> 4]);
    put(line, digits[byte & 15]);
}

static void begin_field(struct line_writer *line)
{
    if (line->field_count == MOST_FIELDS)
        line->full = true;
    line->field_count++;
    put(line, ' ');
}

void line_begin(struct line_writer *line, const char *seq, const char *word)
{
    line->size = 0;
    line->field_count = 0;
    line->full = false;
    put(line, '!');
    put_text(line, seq);
    put(line, ' ');
    put_text(line, word);
}

void line_text(struct line_writer *line, const char *text)
{
    begin_field(line);
    put_text(line, text);
}

void line_number(struct line_writer *line, uint16_t number)
{
    char text[6] = {0};
    uint8_t place = sizeof text - 1;
    do
        text[--place] = digits[number % 10];
    while ((number /= 10) > 0);
    line_text(line, text + place);
}

void line_hex(struct line_writer *line, uint8_t byte)
{
    begin_field(line);
    put_hex(line, byte);
}

void line_uid(struct line_writer *line, char sign, const struct uid *uid)
{
    begin_field(line);
    if (sign)
        put(line, sign);
    for (uint8_t i = 0; i < uid->size; i++)
        put_hex(line, uid->bytes[i]);
}

void line_end(struct line_writer *line)
{
    uint16_t crc = crc_line(line->bytes, line->size);
    char *tail = line->bytes + line->size;
    *tail++ = '*';
    for (int8_t shift = 12; shift >= 0; shift -= 4)
        *tail++ = digits[crc >> shift & 15];
    *tail = '\n';
    line->size = (uint8_t)(line->size + TAIL_SIZE + 1);
}
