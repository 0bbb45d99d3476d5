#include <string.h>

#include "../src/crc.h"
#include "../src/line.h"
#include "check.h"

static enum verdict take_all(struct line_reader *reader, const char *text, struct request *request)
{
    enum verdict verdict = LINE_UNFINISHED;
    for (; *text; text++)
        verdict = line_take(reader, (uint8_t)*text, request);
    return verdict;
}

static const char *written(struct line_writer *line)
{
    line_end(line);
    static char text[MOST_REPLY + 1];
    memcpy(text, line->bytes, line->size);
    text[line->size] = 0;
    return text;
}

static void check_sums_are_the_standards(void)
{
    static const uint8_t select[] = {0x93, 0x70, 0x88, 0x04, 0xA1, 0xB2, 0x9F};
    CHECK(crc_line("123456789", 9) == 0x29B1);
    CHECK(crc_line("", 0) == 0xFFFF);
    char longest[MOST_REPLY - 6] = "!00 FULL "; /* a line of the corpus */
    memset(longest + 9, 'x', sizeof longest - 9);
    CHECK(crc_line(longest, sizeof longest) == 0xE489);
    CHECK(crc_a((const uint8_t[]){0x00, 0x00}, 2) == 0x1EA0); /* both examples of ISO 14443-3, annex B */
    CHECK(crc_a((const uint8_t[]){0x12, 0x34}, 2) == 0xCF26);
    CHECK(crc_a((const uint8_t[]){0x50, 0x00}, 2) == 0xCD57);
    CHECK(crc_a(select, 0) == 0x6363);
}

static void a_good_line_comes_apart(void)
{
    struct line_reader reader = {0};
    struct request request;
    CHECK(take_all(&reader, "?2C RESET 0 H*4665\n", &request) == LINE_GOOD);
    CHECK_TEXT(request.seq, "2C");
    CHECK_TEXT(request.word, "RESET");
    CHECK(request.field_count == 2 && request.crc == 0x4665);
    CHECK_TEXT(request.fields[0], "0");
    CHECK_TEXT(request.fields[1], "H");
    CHECK(take_all(&reader, "?7B HEALTH*6604\n", &request) == LINE_GOOD);
    CHECK(request.field_count == 0);
}

static void each_line_is_judged_alone(void)
{
    struct line_reader reader = {0};
    struct request request;
    CHECK(take_all(&reader, "?2C RESET 0 H*4666\n", &request) == LINE_DAMAGED);
    CHECK(take_all(&reader, "\n", &request) == LINE_NOTHING);
    for (unsigned i = 0; i < 100000; i++)
        CHECK(line_take(&reader, 'x', &request) == LINE_UNFINISHED);
    CHECK(take_all(&reader, "\n", &request) == LINE_LONG);
    CHECK(take_all(&reader, "?2C RESET 0 H*4665\n", &request) == LINE_GOOD);
}

static void numbers_have_no_leading_zeros(void)
{
    struct line_writer line;
    line_begin(&line, "02", "PAD");
    line_number(&line, 0);
    line_number(&line, 10);
    line_number(&line, 65535);
    line_hex(&line, 0x0A);
    line_text(&line, "OK");
    line_uid(&line, '-', &(struct uid){4, {0xDE, 0xAD, 0xBE, 0xEF}});
    line_uid(&line, 0, &(struct uid){4, {0x01, 0x02, 0x03, 0x04}});
    CHECK(!line.full && line.field_count == 7);
    CHECK(strncmp(written(&line), "!02 PAD 0 10 65535 0A OK -DEADBEEF 01020304*", 44) == 0);
}

static void a_full_line_says_so_and_stays_whole(void)
{
    struct line_writer line;
    line_begin(&line, "02", "FULL");
    for (unsigned i = 0; i < MOST_FIELDS; i++)
        line_text(&line, "x");
    CHECK(!line.full);
    line_text(&line, "x");
    CHECK(line.full);
    line_begin(&line, "02", "FULL");
    line_text(&line, "x");
    while (!line.full) {
        line_text(&line, "0123456789ABCDEF");
        line.field_count = 0;
    }
    CHECK(strlen(written(&line)) == MOST_REPLY);
}

static void uids_stand_as_their_digits_do(void)
{
    struct uid_list list = {0};
    const struct uid short_one = {4, {0x04, 0xA1, 0xB2, 0xC3}};
    const struct uid long_one = {7, {0x04, 0xA1, 0xB2, 0xC3, 0x00, 0x00, 0x00}};
    const struct uid low = {10, {0x03, 0xFF}};
    CHECK(uid_list_add(&list, &long_one));
    CHECK(uid_list_add(&list, &short_one));
    CHECK(uid_list_add(&list, &low));
    CHECK(uid_compare(&list.uids[0], &low) == 0);
    CHECK(uid_compare(&list.uids[1], &short_one) == 0);
    CHECK(uid_list_has(&list, &long_one) && !uid_list_has(&list, &(struct uid){4, {0x04, 0xA1, 0xB2, 0xC4}}));
    CHECK(uid_list_add(&list, &(struct uid){4, {9}}) && uid_list_add(&list, &(struct uid){4, {8}}));
    CHECK(!uid_list_add(&list, &(struct uid){4, {7}}) && list.count == MOST_TAGS);
}

void test_line(void)
{
    TEST(check_sums_are_the_standards);
    TEST(a_good_line_comes_apart);
    TEST(each_line_is_judged_alone);
    TEST(numbers_have_no_leading_zeros);
    TEST(a_full_line_says_so_and_stays_whole);
    TEST(uids_stand_as_their_digits_do);
}
