/* What the host may ask for, as PROTOCOL.md lists it. */
#ifndef REQUESTS_H
#define REQUESTS_H

#include "line.h"

/* Does what the request says and writes the reply, all but its end. */
void carry_out(const struct request *request, struct line_writer *reply);
/* HELLO, and BOOT, which says the same. */
void say_hello(struct line_writer *line, const char *seq, const char *word);

#endif
