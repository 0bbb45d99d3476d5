/* One MFRC522 as seen through its pins: SPI, chip select and reset line on one side, the air on the other.
 *
 * It has no clock of its own. Every call says what time it is, and the model first does everything that was due until
 * then, so that no answer is there too early or too late. */
#ifndef MFRC522_MODEL_H
#define MFRC522_MODEL_H

#include "tag_model.h"

#define FIFO_SIZE 64
#define MEMORY_SIZE 25

enum health {
    WELL,
    DEAD,      /* does not answer: no power, or a broken wire */
    HUNG_SOFT, /* frozen until a soft or a hard reset */
    HUNG_HARD, /* frozen until a hard reset */
};

/* What may become due. Things that are due at the same time happen in this order. */
enum event { STARTED, SENT, HEARD, RECEIVED, TIMED_OUT, CALCULATED, TESTED, EVENTS };

/* What all readers of a pad share. */
struct pad_air {
    unsigned fields;      /* how many are on; must never be more than one */
    bool collpos_in_frame; /* CollPos counts from the first bit received, not from the byte that RxAlign completes */
};

struct mfrc522 {
    unsigned number; /* the number of the reader on its pad */
    uint8_t version;
    struct pad_air *air;
    struct tags tags;

    enum health health;
    unsigned hangs_in;     /* it hangs after so many more bytes on SPI; 0: never */
    enum health hangs_how; /* WELL: it does not hang, but loses its power for a moment */
    uint8_t silence;       /* what MISO reads as when the reader is dead */
    bool sick;             /* fails its self-test */

    uint8_t reg[64];
    uint8_t fifo[FIFO_SIZE];
    unsigned in_fifo;
    uint8_t memory[MEMORY_SIZE];
    uint16_t crc;
    bool held_in_reset;
    bool field;
    bool blinked; /* the field went off with the power, which the firmware cannot know yet */
    moment due[EVENTS];
    struct frame frame;
    moment began; /* when it began to send the frame */
    struct answer answer;
    moment timer_began;

    bool selected;
    unsigned bytes; /* how many, since it was selected */
    uint8_t address;
};

void mfrc522_power_on(struct mfrc522 *chip, moment now);
void mfrc522_select(struct mfrc522 *chip, bool selected, moment now);
/* The reset line NRSTPD: low holds the chip down. */
void mfrc522_reset_line(struct mfrc522 *chip, bool high, moment now);
/* The first returns what is on MISO while a byte is shifted; the second takes the complete byte from MOSI. */
uint8_t mfrc522_miso(struct mfrc522 *chip, moment now);
void mfrc522_mosi(struct mfrc522 *chip, uint8_t byte, moment now);

void mfrc522_set_health(struct mfrc522 *chip, enum health health, moment now);
/* Does everything that was due until now. */
void mfrc522_advance(struct mfrc522 *chip, moment now);

#endif
