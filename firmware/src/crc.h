/* The two check sums: one for the line to the host, one for the air to the tags. */
#ifndef CRC_H
#define CRC_H

#include <stdint.h>

/* CRC-16/CCITT-FALSE, as PROTOCOL.md has it. */
uint16_t crc_line(const char *bytes, uint8_t size);
/* CRC_A of ISO 14443-3; its low byte goes first. */
uint16_t crc_a(const uint8_t *bytes, uint8_t size);

#endif
