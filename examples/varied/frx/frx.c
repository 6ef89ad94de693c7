#include "frx.h"

#define BIT(n)          ((uint16_t)(1u << (n)))
#define SET(f, bits)    ((f)->flags = (uint8_t)((f)->flags | (bits)))
#define NEXT(i)         ((uint8_t)(((i) + 1u) & (FRX_SLOTS - 1u)))
#define AT(f, k)        (((f)->out + (k)) & (FRX_SLOTS - 1u))
#define SPECIAL(b)      ((b) == FRX_SOF || (b) == FRX_ESC)
#define LINE_MAX        (1u + 2u * (3u + FRX_MAX_DATA))
#define NO_ROOM         0xFFu

void frx_init(frx *f)
{
    REQUIRE(f != 0);
    ENSURE(frx_pending(f) == 0 && frx_errors(f) == 0);

    f->state = FRX_IDLE;
    f->rx.head = 0;
    f->rx.len = 0;
    f->got = 0;
    f->crc = 0;
    f->quiet = 0;
    f->accept = 0xFFFFu;
    f->esc = 0;
    f->tx_seq = 0;
    f->flags = 0;
    f->errors = 0;
    f->in = 0;
    f->out = 0;
    f->used = 0;
}

bool frx_ok(const frx *f)
{
    if (f->used > FRX_SLOTS || f->out >= FRX_SLOTS || f->in != AT(f, f->used))
        return false;
    if ((f->flags & ~FRX_F_ALL) != 0u)
        return false;
    for (uint8_t i = 0; i < f->used; i++)
        if (f->slot[AT(f, i)].len > FRX_MAX_DATA)
            return false;
    switch (f->state) {
    case FRX_IDLE:
        return true;
    case FRX_WANT_HEAD:
    case FRX_WANT_LEN:
        return f->got == 0;
    case FRX_WANT_DATA:
        return f->rx.len <= FRX_MAX_DATA && f->got < f->rx.len;
    case FRX_WANT_CRC:
        return f->rx.len <= FRX_MAX_DATA && f->got == f->rx.len;
    }
    return false;
}

uint8_t frx_pending(const frx *f)
{
    REQUIRE(f != 0);
    return f->used;
}

uint8_t frx_errors(const frx *f)
{
    REQUIRE(f != 0);
    return f->errors;
}

bool frx_wants(const frx *f, uint8_t type)
{
    REQUIRE(f != 0 && type <= 0x0Fu);
    return (f->accept & BIT(type)) != 0u;
}

uint8_t frx_crc8(uint8_t crc, uint8_t byte)
{
    crc ^= byte;
    for (uint8_t i = 0; i < 8u; i++)
        crc = (uint8_t)((crc << 1) ^ ((crc & 0x80u) ? 0x07u : 0u));
    return crc;
}

void frx_select(frx *f, uint8_t type, bool on)
{
    REQUIRE(f != 0 && type <= 0x0Fu);
    ENSURE(frx_wants(f, type) == on);

    if (on)
        f->accept |= BIT(type);
    else
        f->accept &= (uint16_t)~BIT(type);
}

/* Gives up the frame that is being received. */
static void fail(frx *f, uint8_t why)
{
    SET(f, why);
    if (f->errors < 0xFFu)
        f->errors++;
    f->state = FRX_IDLE;
}

/* The frame in rx is complete and right. */
static bool store(frx *f)
{
    f->state = FRX_IDLE;
    if (!frx_wants(f, FRX_TYPE(f->rx.head)))
        return false;
    if (f->used == FRX_SLOTS) {
        fail(f, FRX_F_FULL);
        return false;
    }
    f->slot[f->in] = f->rx;
    f->in = NEXT(f->in);
    f->used++;
    return true;
}

bool frx_byte(frx *f, uint8_t byte)
{
    REQUIRE(f != 0);
    ENSURE(frx_pending(f) == OLD(frx_pending(f)) + (RESULT ? 1 : 0));
    ENSURE(IMPLIES(byte == FRX_SOF, f->state == FRX_WANT_HEAD));
    ENSURE(frx_errors(f) >= OLD(frx_errors(f)));

    if (byte == FRX_SOF) {
        if (f->state != FRX_IDLE)
            fail(f, FRX_F_CUT);
        f->state = FRX_WANT_HEAD;
        f->got = 0;
        f->crc = 0;
        f->esc = 0;
        f->quiet = 0;
        return false;
    }
    if (f->state == FRX_IDLE)
        return false;
    f->quiet = 0;
    if (byte == FRX_ESC) {
        f->esc = 1;
        return false;
    }
    if (f->esc) {
        byte ^= FRX_XOR;
        f->esc = 0;
    }

    switch (f->state) {
    case FRX_WANT_HEAD:
        f->rx.head = byte;
        f->state = FRX_WANT_LEN;
        break;
    case FRX_WANT_LEN:
        if (byte > FRX_MAX_DATA) {
            fail(f, FRX_F_LEN);
            return false;
        }
        f->rx.len = byte;
        f->state = byte > 0u ? FRX_WANT_DATA : FRX_WANT_CRC;
        break;
    case FRX_WANT_DATA:
        f->rx.data[f->got++] = byte;
        if (f->got == f->rx.len)
            f->state = FRX_WANT_CRC;
        break;
    case FRX_WANT_CRC:
        if (byte == f->crc)
            return store(f);
        fail(f, FRX_F_CRC);
        return false;
    case FRX_IDLE:
        break;
    }
    f->crc = frx_crc8(f->crc, byte);
    return false;
}

void frx_tick(frx *f, uint16_t ms)
{
    REQUIRE(f != 0);
    ENSURE(IMPLIES(ms >= FRX_TIMEOUT, f->state == FRX_IDLE));
    ENSURE(f->state == FRX_IDLE || f->state == OLD(f->state));
    uint32_t quiet;

    if (f->state == FRX_IDLE)
        return;
    quiet = (uint32_t)f->quiet + ms;
    if (quiet >= FRX_TIMEOUT)
        fail(f, FRX_F_TIME);
    else
        f->quiet = (uint16_t)quiet;
}

bool frx_take(frx *f, frx_frame *to)
{
    REQUIRE(f != 0 && to != 0);
    ENSURE(RESULT == (OLD(frx_pending(f)) > 0));
    ENSURE(IMPLIES(RESULT, to->len <= FRX_MAX_DATA));

    if (f->used == 0u)
        return false;
    *to = f->slot[f->out];
    f->out = NEXT(f->out);
    f->used--;
    return true;
}

uint8_t frx_discard(frx *f, uint8_t type)
{
    REQUIRE(f != 0 && type <= 0x0Fu);
    ENSURE(frx_pending(f) == OLD(frx_pending(f)) - RESULT);
    ENSURE(FORALL(i, 0, f->used, FRX_TYPE(f->slot[AT(f, i)].head) != type));
    uint8_t n = f->used;
    uint8_t kept = 0;

    for (uint8_t i = 0; i < n; i++) {
        if (FRX_TYPE(f->slot[AT(f, i)].head) == type)
            continue;
        f->slot[AT(f, kept)] = f->slot[AT(f, i)];
        kept++;
    }
    f->used = kept;
    f->in = (uint8_t)AT(f, kept);
    return (uint8_t)(n - kept);
}

uint8_t frx_clear(frx *f, uint8_t mask)
{
    REQUIRE(f != 0);
    ENSURE((f->flags & mask) == 0);
    ENSURE(RESULT == (OLD(f->flags) & mask));
    uint8_t was = f->flags;

    f->flags &= (uint8_t)~mask;
    return was & mask;
}

/* Writes a byte as it goes over the line; returns the next position, NO_ROOM if there is none. */
static uint8_t stuff(uint8_t *to, uint8_t at, uint8_t room, uint8_t byte)
{
    if (at == NO_ROOM)
        return NO_ROOM;
    if (SPECIAL(byte)) {
        if (room - at < 2)
            return NO_ROOM;
        to[at++] = FRX_ESC;
        to[at++] = byte ^ FRX_XOR;
    } else {
        if (room - at < 1)
            return NO_ROOM;
        to[at++] = byte;
    }
    return at;
}

uint8_t frx_encode(uint8_t head, const uint8_t *data, uint8_t len, uint8_t *to, uint8_t room)
{
    REQUIRE(len <= FRX_MAX_DATA && READABLE(data, len));
    REQUIRE(WRITABLE(to, room));
    ENSURE(RESULT <= room);
    ENSURE(RESULT == 0 || (RESULT >= 4 + len && to[0] == FRX_SOF));
    ENSURE(IMPLIES(room >= LINE_MAX, RESULT > 0));
    uint8_t at = 0, crc = 0;

    if (room == 0u)
        return 0;
    to[at++] = FRX_SOF;
    at = stuff(to, at, room, head);
    crc = frx_crc8(crc, head);
    at = stuff(to, at, room, len);
    crc = frx_crc8(crc, len);
    for (uint8_t i = 0; i < len; i++) {
        at = stuff(to, at, room, data[i]);
        crc = frx_crc8(crc, data[i]);
    }
    at = stuff(to, at, room, crc);
    return at == NO_ROOM ? 0u : at;
}

bool frx_loopback(frx *f, uint8_t type, const uint8_t *data, uint8_t len)
{
    REQUIRE(f != 0 && type <= 0x0Fu);
    REQUIRE(len <= FRX_MAX_DATA && READABLE(data, len));
    ENSURE(RESULT == (OLD(frx_wants(f, type)) && OLD(frx_pending(f)) < FRX_SLOTS));
    ENSURE(f->state == FRX_IDLE);
    uint8_t line[LINE_MAX];
    uint8_t n = frx_encode(FRX_HEAD(f->tx_seq, type), data, len, line, sizeof line);
    bool stored = false;

    f->tx_seq++;
    for (uint8_t i = 0; i < n; i++)
        stored = frx_byte(f, line[i]);
    return stored;
}
