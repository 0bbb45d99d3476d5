/* The host's serial port: a pseudo terminal, which a driver opens like the port of a real pad. */
#ifndef PORT_H
#define PORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct port {
    int master; /* -1: unplugged */
    char path[64];
    const char *link; /* a stable name for it; NULL: none */
    bool open;        /* whether somebody has it open */
    unsigned long said; /* bytes that were sent to its user since the start */
};

bool port_plug(struct port *port);
void port_unplug(struct port *port);
/* Checks whether somebody has the port open. Returns true if somebody has just opened it. */
bool port_opened(struct port *port);
/* The speed that its user has set. */
unsigned port_speed(const struct port *port);
/* Reads what the user has written, at most so many bytes. */
size_t port_read(struct port *port, uint8_t *bytes, size_t most);
/* Writes to the user. What nobody reads is lost, as on a real line. */
void port_write(struct port *port, uint8_t byte);

#endif
