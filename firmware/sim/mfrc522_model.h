/* One MFRC522 as seen through its pins: SPI, chip select and reset line on one side, the air on the other.
 *
 * It has no clock of its own. Whoever asks it anything says what time it is, and it first lives through what was due
 * until then: so an answer is there neither too early nor too late. */
#ifndef MFRC522_MODEL_H
#define MFRC522_MODEL_H

#include "tag_model.h"

#define FIFO_SIZE 64
#define MEMORY_SIZE 25

enum health {
    WELL,
    DEAD,      /* says nothing: no power, or a broken wire */
    HUNG_SOFT, /* frozen until a soft or a hard reset */
    HUNG_HARD, /* frozen until a hard reset */
};

/* What may be due, in the order in which it happens when it is due at the same time. */
enum event { STARTED, SENT, HEARD, RECEIVED, TIMED_OUT, CALCULATED, TESTED, EVENTS };

/* What all readers of a pad share. */
struct pad_air {
    unsigned fields;      /* that are on: never more than one */
    bool collpos_in_frame; /* CollPos counts from the first bit that came, not from the byte that RxAlign completes */
};

struct mfrc522 {
    unsigned number; /* of the reader on its pad */
    uint8_t version;
    struct pad_air *air;
    struct tags tags;

    enum health health;
    unsigned hangs_in;     /* so many bytes on SPI, and then it hangs; 0: it does not */
    enum health hangs_how; /* WELL: it does not hang, but its power fails for a moment */
    uint8_t silence;       /* what a dead one leaves on MISO */
    bool sick;             /* fails its self-test */

    uint8_t reg[64];
    uint8_t fifo[FIFO_SIZE];
    unsigned in_fifo;
    uint8_t memory[MEMORY_SIZE];
    uint16_t crc;
    bool held_in_reset;
    bool field;
    bool blinked; /* the field went with the power, and nobody can know it yet */
    moment due[EVENTS];
    struct frame frame;
    moment began; /* sending the frame */
    struct answer answer;
    moment timer_began;

    bool selected;
    unsigned bytes; /* since it was selected */
    uint8_t address;
};

void mfrc522_power_on(struct mfrc522 *chip, moment now);
void mfrc522_select(struct mfrc522 *chip, bool selected, moment now);
/* The reset line NRSTPD: low holds the chip down. */
void mfrc522_reset_line(struct mfrc522 *chip, bool high, moment now);
/* What is on MISO while a byte is shifted, and the byte that came on MOSI, when it is complete. */
uint8_t mfrc522_miso(struct mfrc522 *chip, moment now);
void mfrc522_mosi(struct mfrc522 *chip, uint8_t byte, moment now);

void mfrc522_set_health(struct mfrc522 *chip, enum health health, moment now);
/* Live through everything that was due until now. */
void mfrc522_advance(struct mfrc522 *chip, moment now);

#endif
