/* The requests of the host, as PROTOCOL.md lists them. */
#ifndef REQUESTS_H
#define REQUESTS_H

#include "line.h"

/* Does what the request says, and writes the reply except for its end. */
void carry_out(const struct request *request, struct line_writer *reply);
/* Writes HELLO, or BOOT, which has the same fields. */
void say_hello(struct line_writer *line, const char *seq, const char *word);

#endif
