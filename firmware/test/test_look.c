/* Anticollision, looks, and readers that fail, on the fake table. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../src/pad.h"
#include "../src/reader.h"
#include "check.h"
#include "fake_table.h"

static void nothing_there(void)
{
    pad_start();
    for (uint8_t reader = 0; reader < READERS; reader++)
        reader_look(reader);
    CHECK(readers[0].last == LOOK_OK && readers[0].tags.count == 0 && readers[0].count == 1);
    CHECK(fake_frames == READERS); /* one REQA each */
    CHECK(!fake_two_fields);
}

static void each_length_of_uid(void)
{
    pad_start();
    fake_put(0, "DEADBEEF");
    fake_put(1, "04A1B2C3D4E5F6");
    fake_put(2, "0411223344556677889A");
    CHECK_TEXT(fake_ask("00 SCAN 0"), "SEEN 0 01 OK +DEADBEEF");
    CHECK_TEXT(fake_ask("01 SCAN 1"), "SEEN 1 01 OK +04A1B2C3D4E5F6");
    CHECK_TEXT(fake_ask("02 SCAN 2"), "SEEN 2 01 OK +0411223344556677889A");
    CHECK_TEXT(fake_ask("03 SCAN 2"), "SEEN 2 02 OK"); /* it was halted, but the next look finds it again */
    CHECK_TEXT(fake_ask("04 HEALTH 2"), "READER 2 OK 92 2 0 0 0 0 0 0");
    CHECK(!fake_two_fields);
}

static int by_digits(const void *one, const void *other)
{
    return strcmp(one, other);
}

/* Tags that share the beginning of their UIDs, so that they collide in early, late and last bits. */
static void draw_uids(char uids[][21], uint8_t count)
{
    static const uint8_t sizes[] = {4, 7, 7, 7, 10};
    uint8_t shared[10], size = sizes[rand() % 5], same_bits = (uint8_t)(rand() % (size * 8));
    for (uint8_t i = 0; i < 10; i++)
        shared[i] = (uint8_t)rand();
    for (uint8_t tag = 0; tag < count; tag++) {
        bool mixed = rand() % 4 == 0;
        uint8_t own = mixed ? sizes[rand() % 5] : size;
        for (uint8_t i = 0; i < own; i++) {
            uint8_t mask = (uint8_t)(i < same_bits / 8 ? 0 : i > same_bits / 8 ? 0xFF : 0xFF << same_bits % 8);
            uint8_t byte = mixed ? (uint8_t)rand() : (uint8_t)((shared[i] & ~mask) | (rand() & mask));
            if (i == 0 && byte == 0x88)
                byte = 0x04;
            sprintf(uids[tag] + 2 * i, "%02X", byte);
        }
        for (uint8_t before = 0; before < tag; before++)
            if (strcmp(uids[before], uids[tag]) == 0)
                tag--, before = tag;
    }
    qsort(uids, count, 21, by_digits);
}

static void any_tags_are_all_read(void)
{
    pad_start();
    for (unsigned seed = 0; seed < 3000; seed++) {
        srand(seed);
        char uids[MOST_TAGS][21] = {{0}}, expected[200], request[16];
        uint8_t count = (uint8_t)(rand() % (MOST_TAGS + 1)), reader = (uint8_t)(rand() % READERS);
        draw_uids(uids, count);
        fake_clear(reader);
        for (uint8_t i = count; i-- > 0;)
            fake_put(reader, uids[i]);
        sprintf(request, "%02X SCAN %u", seed % 256, reader);
        fake_ask(request);
        sprintf(request, "%02X LAST %u", seed % 256, reader);
        int size = sprintf(expected, "FULL %u %02X OK", reader, readers[reader].count);
        for (uint8_t i = 0; i < count; i++)
            size += sprintf(expected + size, " %s", uids[i]);
        CHECK_TEXT(fake_ask(request), expected);
    }
    CHECK(!fake_two_fields);
    CHECK(readers[0].tally.collisions > 100 && readers[0].tally.crcs == 0 && readers[0].tally.timeouts == 0);
}

static void more_than_five(void)
{
    pad_start();
    for (unsigned i = 0; i < 14; i++) {
        char uid[15];
        sprintf(uid, "04A1B2C3D4E5%02X", 37 * i % 256);
        fake_put(0, uid);
    }
    CHECK(strncmp(fake_ask("00 SCAN 0"), "SEEN 0 01 MORE +", 16) == 0);
    CHECK(readers[0].tags.count == MOST_TAGS);
}

static void two_tags_of_one_uid_are_one(void)
{
    pad_start();
    fake_put(0, "04A1B2C3D4E5F6");
    fake_put(0, "04A1B2C3D4E5F6");
    CHECK_TEXT(fake_ask("00 SCAN 0"), "SEEN 0 01 OK +04A1B2C3D4E5F6");
}

static void trouble_is_tried_again_twice(void)
{
    pad_start();
    fake_put(0, "04A1B2C3D4E5F6");
    fake_readers[0].spoilt_checks = 2;
    CHECK_TEXT(fake_ask("00 SCAN 0"), "SEEN 0 01 OK +04A1B2C3D4E5F6");
    CHECK_TEXT(fake_ask("01 HEALTH 0"), "READER 0 OK 92 1 0 0 2 0 0 0");
    fake_readers[0].mute_answers = 2;
    CHECK_TEXT(fake_ask("02 SCAN 0"), "SEEN 0 02 OK");
    CHECK_TEXT(fake_ask("03 HEALTH 0"), "READER 0 OK 92 2 0 2 2 0 0 0");
    fake_readers[0].parity_errors = 2;
    CHECK_TEXT(fake_ask("04 SCAN 0"), "SEEN 0 03 OK");
    CHECK_TEXT(fake_ask("05 HEALTH 0"), "READER 0 OK 92 3 0 2 4 0 0 0");
    fake_readers[0].spoilt_saks = 2;
    CHECK_TEXT(fake_ask("06 SCAN 0"), "SEEN 0 04 OK");
    CHECK_TEXT(fake_ask("07 HEALTH 0"), "READER 0 OK 92 4 0 2 6 0 0 0");
}

static void trouble_that_stays_is_told(void)
{
    pad_start();
    fake_put(0, "04A1B2C3D4E5F6");
    fake_put(0, "04A1B2C3D4E5F7");
    fake_ask("00 SCAN 0");
    fake_readers[0].spoilt_checks = 200;
    CHECK_TEXT(fake_ask("01 SCAN 0"), "SEEN 0 02 PART -04A1B2C3D4E5F6 -04A1B2C3D4E5F7");
    fake_readers[0].spoilt_checks = 0;
    fake_readers[0].deaf_to_halt = true; /* the two may hide each other or not: either way the reply must be true */
    fake_ask("02 SCAN 0");
    CHECK(readers[0].last == LOOK_OK || readers[0].last == LOOK_PART);
    fake_readers[0].deaf_to_halt = false;
    CHECK_TEXT(fake_ask("03 LAST 1"), "FULL 1 00 OK");
    fake_ask("04 SCAN 0");
    CHECK_TEXT(fake_ask("05 LAST 0"), "FULL 0 04 OK 04A1B2C3D4E5F6 04A1B2C3D4E5F7");
}

static void a_missing_reader_is_no_reader(void)
{
    fake_readers[1].fault = FAULT_ABSENT;
    pad_start();
    CHECK_TEXT(fake_ask("00 HEALTH 1"), "READER 1 NONE -- 0 0 0 0 0 0 0");
    CHECK_TEXT(fake_ask("01 SCAN 1"), "SEEN 1 01 FAIL");
    CHECK_TEXT(fake_ask("02 HEALTH 1"), "READER 1 NONE -- 1 1 0 0 0 0 1");
    CHECK_TEXT(fake_ask("03 RESET 1 H"), "ERR DEAD 1");
    CHECK_TEXT(fake_ask("04 RESET 1 S"), "ERR DEAD 1");
    CHECK_TEXT(fake_ask("05 TEST 1"), "TESTED 1 FAIL");
    CHECK_TEXT(fake_ask("06 SCAN 0"), "SEEN 0 01 OK");
    fake_readers[1].fault = FAULT_NONE; /* somebody plugs it in */
    fake_put(1, "04A1B2C3D4E5F6");
    CHECK_TEXT(fake_ask("07 SCAN 1"), "SEEN 1 02 OK +04A1B2C3D4E5F6");
    CHECK_TEXT(fake_ask("08 HI 1"), "HELLO 1 1.0.0 0 92,92,92,92 P");
}

static void a_reader_that_dies_keeps_its_list(void)
{
    pad_start();
    fake_put(0, "04A1B2C3D4E5F6");
    fake_ask("00 SCAN 0");
    fake_readers[0].fault = FAULT_ABSENT;
    CHECK_TEXT(fake_ask("01 SCAN 0"), "SEEN 0 02 FAIL");
    CHECK_TEXT(fake_ask("02 LAST 0"), "FULL 0 02 FAIL 04A1B2C3D4E5F6");
    CHECK_TEXT(fake_ask("03 HEALTH 0"), "READER 0 HUNG -- 2 1 0 0 0 1 1");
    fake_readers[0].fault = FAULT_NONE;
    CHECK_TEXT(fake_ask("04 SCAN 0"), "SEEN 0 03 OK");
    CHECK_TEXT(fake_ask("05 HEALTH 0"), "READER 0 OK 92 3 1 0 0 0 1 2");
}

static void hung_readers_come_back(void)
{
    pad_start();
    for (uint8_t reader = 0; reader < 3; reader++)
        fake_put(reader, "04A1B2C3D4E5F6");
    fake_readers[0].fault = FAULT_DEAF;
    fake_readers[1].fault = FAULT_VERY_DEAF;
    fake_readers[2].fault = FAULT_NO_RECEIVER;
    CHECK_TEXT(fake_ask("00 SCAN 0"), "SEEN 0 01 FAIL");
    CHECK_TEXT(fake_ask("01 SCAN 1"), "SEEN 1 01 FAIL");
    CHECK_TEXT(fake_ask("02 SCAN 2"), "SEEN 2 01 FAIL");
    fake_readers[2].fault = FAULT_NONE;
    CHECK_TEXT(fake_ask("03 HEALTH 0"), "READER 0 HUNG 92 1 1 0 0 0 1 0");
    CHECK_TEXT(fake_ask("04 HEALTH 1"), "READER 1 HUNG 92 1 1 0 0 0 1 1");
    CHECK_TEXT(fake_ask("05 HEALTH 2"), "READER 2 HUNG 92 1 1 0 0 0 1 0");
    CHECK_TEXT(fake_ask("06 SCAN 0"), "SEEN 0 02 OK +04A1B2C3D4E5F6");
    CHECK_TEXT(fake_ask("07 SCAN 1"), "SEEN 1 02 OK +04A1B2C3D4E5F6");
    CHECK_TEXT(fake_ask("08 SCAN 2"), "SEEN 2 02 OK +04A1B2C3D4E5F6");
    CHECK(!fake_two_fields);
}

/* The reader's power fails for a moment, so that it seems to be empty. */
static void a_reader_that_forgets_in_a_look_is_not_empty(void)
{
    pad_start();
    fake_put(0, "04A1B2C3D4E5F6");
    fake_readers[0].frames_to_death = 1;
    CHECK_TEXT(fake_ask("00 SCAN 0"), "SEEN 0 01 FAIL");
    CHECK_TEXT(fake_ask("01 SCAN 0"), "SEEN 0 02 OK +04A1B2C3D4E5F6");
    CHECK_TEXT(fake_ask("02 HEALTH 0"), "READER 0 OK 92 2 1 0 0 0 1 0");
}

/* A dead reader, and the worst that tags can do, must be dealt with before the host stops waiting. */
static void looks_end_in_time(void)
{
    pad_start();
    for (uint8_t fault = FAULT_NONE; fault <= FAULT_NO_RECEIVER; fault++) {
        for (unsigned troubles = 0; troubles < 60; troubles++) {
            fake_clear(0);
            for (unsigned i = 0; i < 10; i++) {
                char uid[21];
                sprintf(uid, "04A1B2C3D4E5F6A7B8%02X", 255 >> i);
                fake_put(0, uid);
            }
            fake_readers[0].mute_answers = (uint8_t)troubles;
            fake_readers[0].fault = (enum fault)fault;
            uint64_t since = fake_us;
            reader_look(0);
            CHECK(fake_us - since < 95000);
        }
    }
}

void test_look(void)
{
    TEST(nothing_there);
    TEST(each_length_of_uid);
    TEST(any_tags_are_all_read);
    TEST(more_than_five);
    TEST(two_tags_of_one_uid_are_one);
    TEST(trouble_is_tried_again_twice);
    TEST(trouble_that_stays_is_told);
    TEST(a_missing_reader_is_no_reader);
    TEST(a_reader_that_dies_keeps_its_list);
    TEST(hung_readers_come_back);
    TEST(a_reader_that_forgets_in_a_look_is_not_empty);
    TEST(looks_end_in_time);
}
