/* The lines in ../corpus, with which the host is tested too. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../src/line.h"
#include "../src/pad.h"
#include "check.h"
#include "fake_table.h"

#ifndef CORPUS
#define CORPUS "corpus"
#endif

static struct {
    char verdict[128], bytes[8192], note[256];
    unsigned size;
    const char *file;
    unsigned number;
} row;

/* Replaces \n and \xNN by the bytes that they stand for. */
static unsigned unescape(const char *text, char *bytes)
{
    unsigned size = 0;
    for (; *text; text++) {
        unsigned value = (unsigned char)*text;
        if (*text == '\\' && text[1] == 'n') {
            value = '\n';
            text++;
        } else if (*text == '\\' && sscanf(text, "\\x%2x", &value) == 1) {
            text += 3;
        }
        bytes[size++] = (char)value;
    }
    return size;
}

static void for_each_row(const char *path, void (*function)(void))
{
    static char text[32768];
    FILE *file = fopen(path, "r");
    CHECK(file != NULL);
    row.file = path;
    for (row.number = 1; file && fgets(text, sizeof text, file); row.number++) {
        char *tab = strchr(text, '\t'), *second = tab ? strchr(tab + 1, '\t') : NULL;
        if (text[0] == '#' || !second)
            continue;
        *tab = *second = 0;
        snprintf(row.verdict, sizeof row.verdict, "%s", text);
        snprintf(row.note, sizeof row.note, "%s:%u %.*s", path, row.number, (int)strcspn(second + 1, "\n"), second + 1);
        row.size = unescape(tab + 1, row.bytes);
        row.bytes[row.size] = 0;
        run_test(row.note, function);
    }
    if (file)
        fclose(file);
}

/* Returns the first mark in the row; 0 if there is none. */
static char first_mark(void)
{
    for (unsigned i = 0; i < row.size; i++)
        if (row.bytes[i] == '?' || row.bytes[i] == '!')
            return row.bytes[i];
    return 0;
}

/* Lines for the host may be longer than the pad accepts; to the pad they are just no requests. */
static void a_line(void)
{
    static const char *const verdicts[] = {"nothing", "nothing", "good", "damaged", "long"};
    struct line_reader reader = {0};
    struct request request;
    enum verdict verdict = LINE_NOTHING;
    for (unsigned i = 0; i < row.size; i++) {
        enum verdict now = line_take(&reader, (uint8_t)row.bytes[i], &request);
        if (now != LINE_UNFINISHED)
            verdict = now;
    }
    if (first_mark() == '?')
        CHECK_TEXT(verdicts[verdict], row.verdict);
    else
        CHECK(verdict != LINE_GOOD);
}

static void a_request(void)
{
    char expected[256];
    pad_start();
    const char *reply = fake_talk(row.bytes, row.size);
    if (strcmp(row.verdict, "nothing") == 0) {
        CHECK_TEXT(reply, "");
        return;
    }
    bool unasked = strcmp(row.verdict, "ERR CRC") == 0 || strcmp(row.verdict, "ERR LONG") == 0;
    const char *seq = unasked ? "--" : strchr(row.bytes, '?') + 1;
    int size = snprintf(expected, sizeof expected, "!%.2s %s*", seq, row.verdict);
    CHECK(strncmp(reply, expected, (size_t)size) == 0 && strlen(reply) == (size_t)size + 5);
}

void test_corpus(void)
{
    for_each_row(CORPUS "/lines.tsv", a_line);
    for_each_row(CORPUS "/requests.tsv", a_request);
}
