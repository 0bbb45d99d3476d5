#include "pad.h"

#include <string.h>

#include "hal.h"
#include "line.h"
#include "reader.h"
#include "requests.h"

/* After this many framing errors and damaged lines without a good line in between, the other speed is tried. */
enum { MOST_TROUBLE = 8 };

struct pad_health pad_health;

static enum lamp lamps[READERS];
static uint32_t second_began;

static struct line_reader line;
static uint8_t trouble;
static bool fast = true;

/* The last reply, with the number and check sum of its request: a host that lost the reply sends the request again. */
static struct line_writer reply;
static char replied_seq[3];
static uint16_t replied_crc;

static void send(const struct line_writer *whole)
{
    for (uint8_t i = 0; i < whole->size; i++)
        hal_send((uint8_t)whole->bytes[i]);
}

static void say_error(const char *what)
{
    struct line_writer error;
    line_begin(&error, "--", "ERR");
    line_text(&error, what);
    line_end(&error);
    send(&error);
}

static void answer(const struct request *request)
{
    bool again = strcmp(request->seq, replied_seq) == 0 && request->crc == replied_crc;
    if (!again || strcmp(request->word, "HI") == 0) {
        strcpy(replied_seq, request->seq);
        replied_crc = request->crc;
        carry_out(request, &reply);
        line_end(&reply);
    }
    send(&reply);
}

static void count_trouble(uint8_t much)
{
    trouble = (uint8_t)(trouble + (much < MOST_TROUBLE ? much : MOST_TROUBLE));
    if (trouble < MOST_TROUBLE)
        return;
    trouble = 0;
    fast = !fast;
    hal_set_speed(fast);
    memset(&line, 0, sizeof line);
}

static void take(uint8_t byte)
{
    struct request request;
    switch (line_take(&line, byte, &request)) {
    case LINE_UNFINISHED:
    case LINE_NOTHING:
        break;
    case LINE_GOOD:
        count_up(&pad_health.good, 1);
        trouble = 0;
        answer(&request);
        break;
    case LINE_DAMAGED:
        count_up(&pad_health.damaged, 1);
        say_error("CRC");
        count_trouble(1);
        break;
    case LINE_LONG:
        count_up(&pad_health.too_long, 1);
        say_error("LONG");
        count_trouble(1);
        break;
    }
}

void pad_set_lamp(uint8_t reader, enum lamp lamp)
{
    lamps[reader] = lamp;
}

static void keep_time(void)
{
    uint32_t now = hal_ms();
    if (now - second_began >= 1000) {
        second_began += 1000;
        count_up(&pad_health.seconds, 1);
    }
    bool blink = now & BLINK_MS;
    for (uint8_t reader = 0; reader < READERS; reader++)
        hal_lamp(reader, lamps[reader] == LAMP_ON || (lamps[reader] == LAMP_BLINKING && blink));
}

void pad_start(void)
{
    struct line_writer boot;
    readers_start();
    say_hello(&boot, "--", "BOOT");
    line_end(&boot);
    send(&boot);
}

void pad_turn(void)
{
    hal_watchdog();
    keep_time();
    count_up(&pad_health.overruns, hal_overruns());
    uint8_t framing_errors = hal_framing_errors();
    if (framing_errors)
        count_trouble(framing_errors);
    uint8_t byte;
    if (hal_receive(&byte))
        take(byte);
}
