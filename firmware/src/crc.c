#include "crc.h"

uint16_t crc_line(const char *bytes, uint8_t size)
{
    uint16_t crc = 0xFFFF;
    while (size--) {
        crc ^= (uint16_t)((uint16_t)(uint8_t)*bytes++ << 8);
        for (uint8_t bit = 0; bit < 8; bit++)
            crc = (uint16_t)(crc & 0x8000 ? crc << 1 ^ 0x1021 : crc << 1);
    }
    return crc;
}

uint16_t crc_a(const uint8_t *bytes, uint8_t size)
{
    uint16_t crc = 0x6363;
    while (size--) {
        crc ^= *bytes++;
        for (uint8_t bit = 0; bit < 8; bit++)
            crc = crc & 1 ? crc >> 1 ^ 0x8408 : crc >> 1;
    }
    return crc;
}
