/* What the pad says to the host, on the fake table. */
#include <stdio.h>
#include <string.h>

#include "../src/crc.h"
#include "../src/number.h"
#include "../src/pad.h"
#include "../src/reader.h"
#include "check.h"
#include "fake_table.h"

static const char damaged[] = "?00 HI 1*0000\n";
static const char said_damaged[] = "!-- ERR CRC*F84A\n";

static const char *talk(const char *text)
{
    return fake_talk(text, (unsigned)strlen(text));
}

static void lists_are_told_by_their_changes(void)
{
    pad_start();
    fake_put(3, "04A1B2C3D4E5F7");
    fake_put(3, "04A1B2C3D4E5F6");
    CHECK_TEXT(fake_ask("00 SCAN 3"), "SEEN 3 01 OK +04A1B2C3D4E5F6 +04A1B2C3D4E5F7");
    CHECK_TEXT(fake_ask("01 SCAN 3"), "SEEN 3 02 OK");
    fake_clear(3);
    fake_put(3, "04A1B2C3D4E5F7");
    fake_put(3, "DEADBEEF");
    CHECK_TEXT(fake_ask("02 SCAN 3"), "SEEN 3 03 OK -04A1B2C3D4E5F6 +DEADBEEF");
    CHECK_TEXT(fake_ask("03 LAST 3"), "FULL 3 03 OK 04A1B2C3D4E5F7 DEADBEEF");
}

static void too_many_changes_are_a_whole_list(void)
{
    pad_start();
    for (unsigned round = 0; round < 2; round++) {
        fake_clear(0);
        for (unsigned i = 0; i < MOST_TAGS; i++) {
            char uid[15];
            sprintf(uid, "04A1B2C3D4E5%02X", i + 16 * round);
            fake_put(0, uid);
        }
        char request[] = "00 SCAN 0";
        request[1] = (char)('0' + round);
        CHECK_TEXT(fake_ask(request),
                   round == 0 ? "SEEN 0 01 OK +04A1B2C3D4E500 +04A1B2C3D4E501 +04A1B2C3D4E502 +04A1B2C3D4E503 "
                                "+04A1B2C3D4E504"
                              : "FULL 0 02 OK 04A1B2C3D4E510 04A1B2C3D4E511 04A1B2C3D4E512 04A1B2C3D4E513 "
                                "04A1B2C3D4E514");
    }
}

static void counts_and_counters_end_as_agreed(void)
{
    pad_start();
    readers[0].count = 255;
    readers[0].tally.looks = UINT16_MAX;
    readers[0].tally.collisions = UINT16_MAX - 1;
    fake_put(0, "04A1B2C3");
    fake_put(0, "04A1B2C4");
    fake_put(0, "04A1B2C5");
    CHECK(strncmp(fake_ask("00 SCAN 0"), "SEEN 0 00 OK ", 13) == 0);
    CHECK_TEXT(fake_ask("01 HEALTH 0"), "READER 0 OK 92 65535 0 0 0 65535 0 0");
    pad_health.good = UINT16_MAX;
    pad_health.overruns = UINT16_MAX - 3;
    fake_overruns = 200;
    CHECK_TEXT(fake_ask("02 HEALTH"), "PAD 0 65535 0 0 65535");
}

static void health_counts_the_line(void)
{
    pad_start();
    talk(damaged);
    talk("?00 HI 1 and so on, far beyond what a request may have*0000\n");
    talk("\n\n\n");
    fake_overruns = 3;
    CHECK_TEXT(fake_ask("00 HEALTH"), "PAD 0 1 1 1 3");
    for (unsigned i = 0; i < 20; i++) {
        hal_wait_ms(250);
        talk("");
    }
    CHECK_TEXT(fake_ask("01 HEALTH"), "PAD 5 2 1 1 3");
}

static void the_same_line_again_is_carried_out_once(void)
{
    pad_start();
    fake_put(0, "04A1B2C3");
    CHECK_TEXT(fake_ask("07 SCAN 0"), "SEEN 0 01 OK +04A1B2C3");
    fake_clear(0);
    CHECK_TEXT(fake_ask("07 SCAN 0"), "SEEN 0 01 OK +04A1B2C3");
    talk(damaged);
    CHECK_TEXT(fake_ask("07 SCAN 0"), "SEEN 0 01 OK +04A1B2C3");
    CHECK_TEXT(fake_ask("07 SCAN 1"), "SEEN 1 01 OK"); /* the same number, but a different line */
    CHECK_TEXT(fake_ask("08 SCAN 0"), "SEEN 0 02 OK -04A1B2C3");
    CHECK_TEXT(fake_ask("08 QQ"), "ERR WORD");
    CHECK_TEXT(fake_ask("08 QQ"), "ERR WORD");
    CHECK_TEXT(fake_ask("09 HI 1"), "HELLO 1 1.0.0 0 92,92,92,92 P");
    fake_cause = 0;
    CHECK_TEXT(fake_ask("09 HI 1"), "HELLO 1 1.0.0 0 92,92,92,92 -");
}

static void damage_is_told_once_a_line(void)
{
    pad_start();
    CHECK_TEXT(talk(damaged), said_damaged);
    CHECK_TEXT(talk("?00 HI 1*9862\r\n"), said_damaged);
    char flood[5001];
    memset(flood, 'x', sizeof flood - 2);
    strcpy(flood + sizeof flood - 2, "\n");
    CHECK_TEXT(talk(flood), "!-- ERR LONG*BFB4\n");
    CHECK_TEXT(talk("\n"), "");
}

static void the_number_outlasts_a_restart(void)
{
    pad_start();
    CHECK_TEXT(fake_ask("00 NUM 17"), "DONE");
    CHECK_TEXT(fake_ask("01 HI 1"), "HELLO 1 1.0.0 17 92,92,92,92 P");
    fake_eeprom[17] ^= 4; /* the power fails between the two bytes */
    CHECK(number_read() == 0);
    fake_eeprom_broken = true;
    CHECK_TEXT(fake_ask("02 NUM 18"), "ERR EEPROM");
    memset(fake_eeprom, 0, sizeof fake_eeprom);
    CHECK(number_read() == 0);
    memset(fake_eeprom, 0xFF, sizeof fake_eeprom);
    CHECK(number_read() == 0);
}

static void lamps_shine_and_blink(void)
{
    pad_start();
    fake_ask("00 LED 0 1");
    fake_ask("01 LED 1 2");
    bool was_on = false, was_off = false;
    for (unsigned i = 0; i < 20; i++) {
        hal_wait_ms(50);
        talk("");
        CHECK(fake_lamps[0] && !fake_lamps[2]);
        was_on |= fake_lamps[1];
        was_off |= !fake_lamps[1];
    }
    CHECK(was_on && was_off);
    fake_ask("02 LED 0 0");
    talk("");
    CHECK(!fake_lamps[0]);
}

static void much_damage_changes_the_speed(void)
{
    pad_start();
    for (unsigned i = 0; i < 7; i++)
        talk(damaged);
    CHECK(fake_fast);
    fake_ask("00 HI 1"); /* a good line in between sets the count back to 0 */
    for (unsigned i = 0; i < 7; i++)
        talk(damaged);
    CHECK(fake_fast);
    talk("half a li");
    fake_framing_errors = 1;
    talk("");
    CHECK(!fake_fast);
    CHECK_TEXT(fake_ask("00 HI 1"), "HELLO 1 1.0.0 0 92,92,92,92 P"); /* the half line before it is dropped */
    fake_framing_errors = 255;
    talk("");
    CHECK(fake_fast);
}

static void readers_test_themselves(void)
{
    fake_readers[1].version = 0xB2;
    fake_readers[2].version = 0x91;
    fake_readers[3].fault = FAULT_ABSENT;
    pad_start();
    CHECK_TEXT(fake_ask("00 HI 1"), "HELLO 1 1.0.0 0 92,B2,91,-- P");
    CHECK_TEXT(fake_ask("01 TEST 1"), "TESTED 1 CLONE");
    CHECK_TEXT(fake_ask("02 TEST 3"), "TESTED 3 FAIL");
    CHECK_TEXT(fake_ask("03 TEST 0"), "TESTED 0 PASS");
    CHECK_TEXT(fake_ask("04 TEST 2"), "TESTED 2 FAIL"); /* the fake chip gives the bytes of a 92 */
    CHECK_TEXT(fake_ask("05 SCAN 1"), "SEEN 1 01 OK");
    CHECK_TEXT(fake_ask("06 HEALTH 1"), "READER 1 OK B2 1 0 0 0 0 0 0");
}

static void boot_comes_first(void)
{
    fake_cause = CAUSE_WATCHDOG | CAUSE_EXTERNAL;
    CHECK(strncmp(fake_start(), "!-- BOOT 1 1.0.0 0 92,92,92,92 EW*", 34) == 0);
}

void test_pad(void)
{
    TEST(lists_are_told_by_their_changes);
    TEST(too_many_changes_are_a_whole_list);
    TEST(counts_and_counters_end_as_agreed);
    TEST(health_counts_the_line);
    TEST(the_same_line_again_is_carried_out_once);
    TEST(damage_is_told_once_a_line);
    TEST(the_number_outlasts_a_restart);
    TEST(lamps_shine_and_blink);
    TEST(much_damage_changes_the_speed);
    TEST(readers_test_themselves);
    TEST(boot_comes_first);
}
