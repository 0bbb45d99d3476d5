/* The host's serial port: a pseudo terminal, which a driver opens as it would open the port of a real pad. */
#ifndef PORT_H
#define PORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct port {
    int master; /* -1: unplugged */
    char path[64];
    const char *link; /* a stable name for it; NULL: none */
    bool open;        /* by somebody */
    unsigned long said; /* bytes that went out to its user, since the start */
};

bool port_plug(struct port *port);
void port_unplug(struct port *port);
/* Looks whether somebody holds the port open; true when somebody has just opened it. */
bool port_opened(struct port *port);
/* The speed that its user has set. */
unsigned port_speed(const struct port *port);
/* What its user has written; at most so much. */
size_t port_read(struct port *port, uint8_t *bytes, size_t most);
/* What nobody reads is lost, as on a real line. */
void port_write(struct port *port, uint8_t byte);

#endif
