#define _GNU_SOURCE
#include "port.h"

#include <asm/ioctls.h>
#include <asm/termbits.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

/* No echo and no translation from the start: the pad must not hear itself before a driver has set up the line. */
static void make_raw(int terminal)
{
    struct termios2 settings;
    ioctl(terminal, TCGETS2, &settings);
    settings.c_iflag = settings.c_oflag = settings.c_lflag = 0;
    settings.c_cflag = (settings.c_cflag & CBAUD) | CS8 | CREAD | CLOCAL;
    ioctl(terminal, TCSETS2, &settings);
}

bool port_plug(struct port *port)
{
    port->open = false;
    port->master = posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
    if (port->master < 0 || grantpt(port->master) || unlockpt(port->master) ||
        ptsname_r(port->master, port->path, sizeof port->path))
        return false;
    make_raw(port->master);
    int once = open(port->path, O_RDWR | O_NOCTTY); /* after this, the terminal can tell whether somebody has it open */
    if (once < 0)
        return false;
    close(once);
    if (!port->link)
        return true;
    unlink(port->link);
    return symlink(port->path, port->link) == 0;
}

void port_unplug(struct port *port)
{
    if (port->master < 0)
        return;
    close(port->master);
    port->master = -1;
    port->open = false;
    if (port->link)
        unlink(port->link);
}

bool port_opened(struct port *port)
{
    if (port->master < 0)
        return false;
    struct pollfd poll_it = {.fd = port->master, .events = 0};
    poll(&poll_it, 1, 0);
    bool was = port->open;
    port->open = !(poll_it.revents & POLLHUP);
    return port->open && !was;
}

unsigned port_speed(const struct port *port)
{
    struct termios2 settings;
    return port->master >= 0 && ioctl(port->master, TCGETS2, &settings) == 0 ? settings.c_ospeed : 0;
}

size_t port_read(struct port *port, uint8_t *bytes, size_t most)
{
    if (port->master < 0)
        return 0;
    ssize_t count = read(port->master, bytes, most);
    return count > 0 ? (size_t)count : 0;
}

void port_write(struct port *port, uint8_t byte)
{
    if (port->master >= 0 && port->open && write(port->master, &byte, 1) == 1)
        port->said++; /* otherwise the buffer is full because nobody reads it */
}
