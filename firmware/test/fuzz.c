/* Sends the pad hostile lines: good ones with something wrong, noise, floods and endless lines, on a table where
 * readers fail and tags come and go. With each line the pad must come to an end, must not touch memory that is not its
 * own (the sanitizers check that), and must say nothing but whole lines of at most 160 bytes with the right check sum.
 * At the end it must still say HELLO. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../src/crc.h"
#include "../src/line.h"
#include "../src/pad.h"
#include "check.h"
#include "fake_table.h"

static uint64_t state;
static unsigned wrong, looks;

/* xorshift, so that every machine sends the same lines. */
static unsigned draw(unsigned below)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (unsigned)(state >> 33) % below;
}

void check_that(bool right, const char *file, int line, const char *what)
{
    if (!right && ++wrong < 20)
        fprintf(stderr, "%s:%d: not so: %s\n", file, line, what);
}

void check_text(const char *text, const char *expected, const char *file, int line)
{
    check_that(strcmp(text, expected) == 0, file, line, text);
}

static unsigned good(char *bytes)
{
    static const char *const sense[] = {"HI 1",   "HI 2",       "LAST %u", "HEALTH",    "HEALTH %u", "LED %u 2",
                                        "NUM 1%u", "RESET %u S", "SCAN %u", "TEST %u 1", "QQ %u",     "RESET %u H"};
    unsigned choice = draw(12);
    int size = sprintf(bytes, "?%02X ", draw(256));
    size += sprintf(bytes + size, sense[choice], draw(5));
    size += sprintf(bytes + size, "*%04X\n", crc_line(bytes, (uint8_t)size));
    return (unsigned)size;
}

static unsigned mutated(char *bytes)
{
    unsigned size = good(bytes);
    for (unsigned times = 1 + draw(3); times > 0 && size > 1; times--) {
        unsigned place = draw(size), rest = size - place;
        switch (draw(4)) {
        case 0:
            bytes[place] ^= (char)(1 << draw(8));
            break;
        case 1:
            memmove(bytes + place, bytes + place + 1, rest - 1);
            size--;
            break;
        case 2:
            memmove(bytes + place + 1, bytes + place, rest);
            bytes[place] = (char)draw(256);
            size++;
            break;
        default:
            size = place + 1;
        }
    }
    return size;
}

/* A line that makes no sense, with the right check sum. */
static unsigned summed_nonsense(char *bytes)
{
    static const char alphabet[] = "?!0123456789ABCDEFHISCANLEDTNUMR  *-x\0\x80\r";
    unsigned size = (unsigned)sprintf(bytes, "?%02X ", draw(256));
    for (unsigned left = draw(40); left > 0; left--)
        bytes[size++] = alphabet[draw(sizeof alphabet)];
    return size + (unsigned)sprintf(bytes + size, "*%04X\n", crc_line(bytes, (uint8_t)size));
}

static unsigned noise(char *bytes)
{
    unsigned size = draw(64), flood = draw(500) == 0 ? 4000 : 0;
    for (unsigned i = 0; i < size + flood; i++)
        bytes[i] = (char)draw(256);
    bytes[size + flood] = '\n';
    return size + flood + (draw(4) > 0);
}

static void disturb_the_table(void)
{
    struct fake_reader *reader = &fake_readers[draw(READERS)];
    reader->fault = draw(4) ? FAULT_NONE : (enum fault)draw(FAULT_NO_RECEIVER + 1);
    reader->spoilt_checks = (uint8_t)draw(4);
    reader->mute_answers = (uint8_t)draw(4);
    reader->tag_count = (uint8_t)draw(8);
    for (unsigned i = 0; i < reader->tag_count; i++) {
        reader->tags[i].size = (uint8_t)(4 + 3 * draw(3));
        for (unsigned byte = 0; byte < 10; byte++)
            reader->tags[i].uid[byte] = (uint8_t)draw(draw(2) ? 256 : 2); /* even 88h where it is not allowed */
    }
}

static void check_replies(const char *said)
{
    looks += strstr(said, " SEEN ") != NULL;
    while (*said) {
        const char *end = strchr(said, '\n');
        size_t size = end ? (size_t)(end - said) + 1 : 0;
        char sum[8];
        if (size < 11 || size > MOST_REPLY || said[0] != '!') {
            check_that(false, __FILE__, __LINE__, said);
            return;
        }
        snprintf(sum, sizeof sum, "*%04X\n", crc_line(said, (uint8_t)(size - 6)));
        check_that(memcmp(said + size - 6, sum, 6) == 0, __FILE__, __LINE__, said);
        said += size;
    }
}

int main(int count, char **words)
{
    static unsigned (*const kinds[])(char *) = {good, mutated, mutated, summed_nonsense, noise};
    static char bytes[8192];
    unsigned lines = count > 1 ? (unsigned)atoi(words[1]) : 1000000;
    unsigned seed = count > 2 ? (unsigned)atoi(words[2]) : 1;
    clock_t since = clock();
    state = 0x9E3779B97F4A7C15u ^ seed;
    pad_start();
    for (unsigned line = 0; line < lines; line++) {
        if (draw(50) == 0)
            disturb_the_table();
        unsigned size = kinds[draw(5)](bytes);
        fake_framing_errors = draw(50) == 0;
        check_replies(fake_talk(bytes, size));
    }
    fake_talk("\n", 1);
    CHECK(strncmp(fake_ask("00 HI 1"), "HELLO 1 1.0.0 ", 14) == 0);
    CHECK(!fake_two_fields);
    printf("%u hostile lines with %u looks among them, seed %u: %u wrong, %.1f s\n", lines, looks, seed, wrong,
           (double)(clock() - since) / CLOCKS_PER_SEC);
    return wrong > 0;
}
