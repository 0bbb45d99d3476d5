/* The line to the host, as PROTOCOL.md has it: requests in, replies out. */
#ifndef LINE_H
#define LINE_H

#include <stdbool.h>
#include <stdint.h>

#include "uid.h"

enum { MOST_REQUEST = 40, MOST_REPLY = 160, MOST_FIELDS = 12 };

enum verdict { LINE_UNFINISHED, LINE_NOTHING, LINE_GOOD, LINE_DAMAGED, LINE_LONG };

/* Collects a request byte by byte. */
struct line_reader {
    char bytes[MOST_REQUEST];
    uint8_t size;
    bool too_long;
};

/* A good request. It points into the bytes of the line_reader, and is valid until that takes the next byte. */
struct request {
    char seq[3];
    uint16_t crc;
    const char *word;
    const char *fields[MOST_FIELDS];
    uint8_t field_count;
};

enum verdict line_take(struct line_reader *reader, uint8_t byte, struct request *request);

struct line_writer {
    char bytes[MOST_REPLY];
    uint8_t size;
    uint8_t field_count;
    bool full; /* something did not fit */
};

void line_begin(struct line_writer *line, const char *seq, const char *word);
void line_text(struct line_writer *line, const char *text);
void line_number(struct line_writer *line, uint16_t number);
void line_hex(struct line_writer *line, uint8_t byte);
/* `sign` is '+', '-', or 0 for none. */
void line_uid(struct line_writer *line, char sign, const struct uid *uid);
void line_end(struct line_writer *line);

#endif
