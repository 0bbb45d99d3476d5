/* What the parts of the reader's model share. */
#ifndef MFRC522_INSIDE_H
#define MFRC522_INSIDE_H

#include "mfrc522_model.h"
#include "mfrc522_registers.h"

/* What a register contains after a reset, and which of its bits can be written. */
struct register_facts {
    uint8_t reset, writable;
};
extern const struct register_facts REGISTERS[64];
extern const uint8_t TEST_RESULT_1[FIFO_SIZE], TEST_RESULT_2[FIFO_SIZE];

/* mfrc522_model.c */
uint8_t command(const struct mfrc522 *chip);
void push(struct mfrc522 *chip, uint8_t byte);
void alert(struct mfrc522 *chip);
void fail(struct mfrc522 *chip, uint8_t error);
void go_idle(struct mfrc522 *chip);

/* mfrc522_radio.c */
void start_timer(struct mfrc522 *chip, moment now);
unsigned timer_value(const struct mfrc522 *chip, moment now);
void start_sending(struct mfrc522 *chip, moment now);
void on_sent(struct mfrc522 *chip, moment now);
void on_received(struct mfrc522 *chip);

#endif
