#ifndef FRX_H
#define FRX_H

#include <stdbool.h>
#include <stdint.h>

#include <autofix/contract.h>

/*
 * Frame receiver.  On the line:
 *
 *   SOF  head  len  data[len]  crc
 *
 * head: sequence number in the high nibble, type in the low one. crc: CRC-8 (polynomial 0x07, from 0)
 * of head, len and data. Behind SOF each byte that is SOF or ESC is sent as ESC, byte ^ 0x20.
 */
#define FRX_SOF         0x7Eu
#define FRX_ESC         0x7Du
#define FRX_XOR         0x20u

#define FRX_MAX_DATA    12u
#define FRX_SLOTS       4u              /* a power of two */
#define FRX_TIMEOUT     1000u           /* ms between two bytes of a frame */

#define FRX_HEAD(seq, type)     ((uint8_t)(((seq) << 4) | ((type) & 0x0Fu)))
#define FRX_SEQ(head)           ((uint8_t)((head) >> 4))
#define FRX_TYPE(head)          ((uint8_t)((head) & 0x0Fu))

/* Sticky conditions. */
#define FRX_F_CRC       0x01u           /* wrong checksum */
#define FRX_F_LEN       0x02u           /* more data announced than fits */
#define FRX_F_FULL      0x04u           /* no slot for a frame */
#define FRX_F_TIME      0x08u           /* the rest of a frame did not come */
#define FRX_F_CUT       0x10u           /* SOF within a frame */
#define FRX_F_ALL       0x1Fu

typedef enum { FRX_IDLE, FRX_WANT_HEAD, FRX_WANT_LEN, FRX_WANT_DATA, FRX_WANT_CRC } frx_state;

typedef struct {
    uint8_t head;
    uint8_t len;
    uint8_t data[FRX_MAX_DATA];
} frx_frame;

typedef struct {
    frx_state state;
    frx_frame rx;               /* being received */
    uint8_t   got;              /* bytes of rx.data */
    uint8_t   crc;
    uint16_t  quiet;            /* ms since the last byte, while in a frame */
    uint16_t  accept;           /* bit n: type n is wanted */
    uint8_t   esc    : 1;       /* the last byte was ESC */
    uint8_t   tx_seq : 4;
    uint8_t   flags;
    uint8_t   errors;           /* stays at 255 */
    uint8_t   in, out, used;    /* ring of received frames */
    frx_frame slot[FRX_SLOTS];
} frx;

void frx_init(frx *f);
INVARIANT bool frx_ok(const frx *f);

QUERY uint8_t frx_pending(const frx *f);
QUERY uint8_t frx_errors(const frx *f);
QUERY bool frx_wants(const frx *f, uint8_t type);
QUERY uint8_t frx_crc8(uint8_t crc, uint8_t byte);

/* Which types are stored; others are received and dropped without an error. At first all. */
void frx_select(frx *f, uint8_t type, bool on);
/* A byte from the line; true if it completes a frame that is stored. */
bool frx_byte(frx *f, uint8_t byte);
/* Time passes. After FRX_TIMEOUT ms without a byte the frame is given up. */
void frx_tick(frx *f, uint16_t ms);
/* The oldest frame; false if there is none. */
bool frx_take(frx *f, frx_frame *to);
/* Drops the stored frames of a type; returns how many. */
uint8_t frx_discard(frx *f, uint8_t type);
/* Clears these conditions; returns which of them were set. */
uint8_t frx_clear(frx *f, uint8_t mask);

/* The bytes for the line; returns how many, 0 if there is not enough room. */
uint8_t frx_encode(uint8_t head, const uint8_t *data, uint8_t len, uint8_t *to, uint8_t room);
/* Self-test: receives a frame of its own, with the next sequence number; true if it was stored. */
bool frx_loopback(frx *f, uint8_t type, const uint8_t *data, uint8_t len);

#endif
