/* What is written against bytes put together here, and read back. */
#include "wire.h"

#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct { uint8_t b[400]; size_t n, cap; bool full; } Model;
static uint64_t state;
static long ops;
static int rnd(int n)
{
    state ^= state << 13; state ^= state >> 7; state ^= state << 17;
    return (int)((state >> 20) % (uint64_t)n);
}
static void same(const char *what, long got, long want)
{
    if (got != want) { fprintf(stderr, "operation %ld: %s is %ld, should be %ld\n", ops, what, got, want); exit(1); }
}
static bool put(Model *m, uint8_t b)
{
    if (m->full || m->n == m->cap) { m->full = true; return false; }
    m->b[m->n++] = b;
    return true;
}
static uint32_t number(void)
{
    int bits = rnd(33);
    uint32_t v = ((uint32_t)rnd(1 << 30) << 2) ^ (uint32_t)rnd(1 << 30);
    return bits == 0 ? (uint32_t)rnd(3) : rnd(3) == 0 ? (uint32_t)(1ull << bits) - 1 + (uint32_t)rnd(2) : v >> (32 - bits);
}
static bool varint(Model *m, uint32_t v)
{
    bool ok = true;
    while (v > 127) { ok = put(m, (uint8_t)(v % 128 + 128)); v /= 128; }
    return put(m, (uint8_t)v) && ok;
}
static size_t text(char *t) { size_t n = (size_t)rnd(rnd(5) == 0 ? 150 : 12); for (size_t i = 0; i < n; i++) t[i] = (char)(1 + rnd(255)); t[n] = 0; return n; }
static bool read_varint(const uint8_t *b, size_t n, size_t *pos, bool *bad, uint32_t *v)
{
    uint64_t x = 0;
    *v = 0;
    for (int i = 0; i < 5; i++) {
        if (*bad || *pos >= n) { *bad = true; return false; }
        uint8_t c = b[(*pos)++];
        x |= (uint64_t)(c & 127) << (7 * i);
        if (i == 4 && c > 15) { *bad = true; return false; }
        if (c < 128) { *v = (uint32_t)x; return true; }
    }
    *bad = true;
    return false;
}
static void reading(const uint8_t *b, size_t n)
{
    struct wire_reader r; size_t pos = 0; bool bad = false; uint32_t v;
    memset(&r, 0x55, sizeof r);
    wire_reader_init(&r, b, n);
    for (int k = rnd(20); k >= 0; k--) {
        char t[200]; size_t room;
        ops++;
        switch (rnd(5)) {
        case 0: {
            bool there = !bad && pos < n;
            same("byte", wire_get_byte(&r), there ? b[pos] : 0);
            if (there) pos++; else bad = true;
            break; }
        case 1: read_varint(b, n, &pos, &bad, &v); same("varint", wire_get_varint(&r), v); break;
        case 2: { read_varint(b, n, &pos, &bad, &v); long long s = v % 2 ? -(long long)(v / 2) - 1 : v / 2; same("signed", wire_get_signed(&r), (long)s); break; }
        case 3: {
            room = 1 + (size_t)rnd(rnd(2) ? 4 : 160);
            memset(t, '#', sizeof t);
            bool ok = read_varint(b, n, &pos, &bad, &v) && v <= n - pos;
            if (!ok) bad = true;
            same("text", (long)wire_get_text(&r, t, room), ok ? v : 0);
            size_t c = ok ? (v < room ? v : room - 1) : 0;
            same("bytes of text", memcmp(t, b + pos, c), 0); same("end of text", t[c], 0); same("behind text", t[room], '#');
            if (ok) pos += v;
            break; }
        default: { size_t s = rnd(9) ? (size_t)rnd(6) : SIZE_MAX, d = bad ? 0 : s < n - pos ? s : n - pos; same("skip", (long)wire_skip(&r, s), (long)d); pos += d; }
        }
        same("ok", wire_reader_ok(&r), 1); same("bad", r.bad, bad); same("avail", (long)wire_avail(&r), bad ? 0 : (long)(n - pos));
        if (!bad) same("pos", (long)r.pos, (long)pos);
    }
}
static void hex(void)
{
    uint8_t b[40], back[40]; char h[90]; size_t n = (size_t)rnd(20), room = rnd(3) ? n : (size_t)rnd(25);
    for (size_t i = 0; i < n; i++) b[i] = (uint8_t)rnd(256);
    memset(h, '#', sizeof h); wire_hex_encode(b, n, h);
    same("hex length", (long)strlen(h), (long)(2 * n));
    for (size_t i = 0; i < n; i++) { char two[3]; snprintf(two, 3, "%02x", b[i]); same("hex", memcmp(two, h + 2 * i, 2), 0); }
    unsigned sum = 0;
    for (size_t i = 0; i < n; i++) sum += b[i];
    same("checksum", wire_checksum(b, n), sum % 251);
    for (char *p = h; *p; p++) if (rnd(3) == 0 && *p >= 'a') *p = (char)(*p - 32);
    bool odd = rnd(4) == 0, wrong = n > 0 && rnd(4) == 0;
    if (odd) { h[2 * n] = '0'; h[2 * n + 1] = 0; }
    if (wrong) h[rnd((int)(2 * n))] = "g/:@G`\x80 "[rnd(8)];
    memset(back, 0x33, sizeof back);
    int got = wire_hex_decode(h, back, room);
    same("decoded", got, odd || wrong || n > room ? -1 : (long)n);
    if (got >= 0) same("decoded bytes", memcmp(b, back, n), 0);
    same("behind", back[room], 0x33);
}
int main(int argc, char **argv)
{
    state = 0x9e3779b97f4a7c15u ^ (argc > 1 ? strtoull(argv[1], NULL, 10) : 1) * 2654435761u;
    for (int round = 0; round < 4000; round++) {
        struct wire_writer w; uint8_t buf[401]; Model m; char t[200];
        memset(&m, 0, sizeof m); memset(&w, 0x55, sizeof w); memset(buf, '#', sizeof buf);
        m.cap = (size_t)rnd(rnd(2) ? 12 : 400);
        wire_writer_init(&w, m.cap == 0 && rnd(2) ? NULL : buf, m.cap);
        for (int k = rnd(20); k >= 0; k--) {
            uint32_t v = number(); size_t n; Model o = m; bool ok = true;
            ops++;
            same("varint size", (long)wire_varint_size(v), v < 128 ? 1 : v < 16384 ? 2 : v < 2097152 ? 3 : v < 268435456 ? 4 : 5);
            switch (rnd(6)) {
            case 0: same("put byte", wire_put_byte(&w, (uint8_t)v), put(&m, (uint8_t)v)); break;
            case 1: same("put varint", wire_put_varint(&w, v), varint(&m, v)); break;
            case 2: { int32_t s = (int32_t)v; long long z = s < 0 ? -2LL * s - 1 : 2LL * s; same("put signed", wire_put_signed(&w, s), varint(&m, (uint32_t)z)); break; }
            case 3: n = text(t);
                if (m.full || n > m.cap - m.n) { m.full = true; ok = false; } else for (size_t i = 0; i < n; i++) put(&m, (uint8_t)t[i]);
                same("put bytes", wire_put_bytes(&w, n || rnd(2) ? (uint8_t *)t : NULL, n), ok); break;
            case 4: n = text(t);
                ok = varint(&m, (uint32_t)n);
                if (ok && n > m.cap - m.n) { m.full = true; ok = false; }
                for (size_t i = 0; ok && i < n; i++) put(&m, (uint8_t)t[i]);
                if (!ok) m.n = o.n;
                same("put text", wire_put_text(&w, t), ok); break;
            default: if (m.n < 2) break;
                n = (size_t)rnd((int)m.n - 1);
                wire_patch_u16(&w, n, (uint16_t)v); m.b[n] = (uint8_t)v; m.b[n + 1] = (uint8_t)(v >> 8); break;
            }
            same("ok", wire_writer_ok(&w), 1); same("len", (long)w.len, (long)m.n); same("full", w.full, m.full);
            same("left", (long)wire_left(&w), m.full ? 0 : (long)(m.cap - m.n)); same("bytes", m.n ? memcmp(buf, m.b, m.n) : 0, 0); same("behind", buf[m.cap], '#');
        }
        reading(m.b, m.n);
        uint8_t junk[30]; size_t n = (size_t)rnd(30);
        for (size_t i = 0; i < n; i++) junk[i] = (uint8_t)(rnd(2) ? 128 + rnd(128) : rnd(128) < 60 ? rnd(16) : rnd(128));
        reading(junk, n);
        hex();
    }
    return 0;
}
