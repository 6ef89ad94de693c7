#include "frx.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned long long state;
static int rnd(int n) { state ^= state << 13; state ^= state >> 7; state ^= state << 17; return (int)((state >> 20) % (unsigned)n); }
static void same(const char *w, long long a, long long b) { if (a != b) { fprintf(stderr, "%s: %lld, should be %lld\n", w, a, b); exit(1); } }

/* The model keeps the unstuffed bytes behind the last SOF and looks at all of them each time. */
static struct { unsigned char b[64]; int n, open, esc, quiet, accept, seq, flags, errors; frx_frame q[4]; int used; } m;

static int crc(const unsigned char *p, int n)
{
  int r = 0;
  while (n-- > 0)
    for (int bit = 7, b = *p++; bit >= 0; bit--) {
      int top = (r >> 7 ^ b >> bit) & 1;
      r = (r << 1 & 0xff) ^ (top ? 7 : 0);
    }
  return r;
}
static void bad(int why) { m.flags |= why; if (m.errors < 255) m.errors++; m.open = 0; }
static int byte(int b)
{
  if (b == 0x7e) { if (m.open) bad(16); m.open = 1; m.n = m.esc = m.quiet = 0; return 0; }
  if (!m.open) return 0;
  m.quiet = 0;
  if (b == 0x7d) { m.esc = 1; return 0; }
  m.b[m.n++] = m.esc ? b ^ 0x20 : b;
  m.esc = 0;
  if (m.n == 2 && m.b[1] > 12) { bad(2); return 0; }
  if (m.n < 2 || m.n < m.b[1] + 3) return 0;
  m.open = 0;
  if (m.b[m.n - 1] != crc(m.b, m.n - 1)) { bad(1); return 0; }
  if (!(m.accept >> (m.b[0] & 15) & 1)) return 0;
  if (m.used == 4) { bad(4); return 0; }
  frx_frame *q = &m.q[m.used++];
  q->head = m.b[0];
  q->len = m.b[1];
  memcpy(q->data, m.b + 2, q->len);
  return 1;
}
static int encode(int head, const unsigned char *d, int len, unsigned char *to)
{
  unsigned char raw[20];
  int n = 0;
  raw[0] = head, raw[1] = len;
  memcpy(raw + 2, d, len);
  raw[len + 2] = crc(raw, len + 2);
  to[n++] = 0x7e;
  for (int i = 0; i < len + 3; i++)
    if (raw[i] == 0x7e || raw[i] == 0x7d) { to[n++] = 0x7d; to[n++] = raw[i] ^ 0x20; }
    else to[n++] = raw[i];
  return n;
}
static int any(void) { int k = rnd(6); return k == 0 ? 0x7e : k == 1 ? 0x7d : k == 2 ? rnd(14) : rnd(256); }
static int data(unsigned char *d)
{
  int n = rnd(4) == 0 ? 0 : rnd(5) == 0 ? 12 : rnd(13);
  for (int i = 0; i < n; i++) d[i] = any();
  return n;
}
int main(int argc, char **argv)
{
  state = 0x9e3779b97f4a7c15u ^ (argc > 1 ? strtoull(argv[1], NULL, 10) : 1) * 2654435761u;
  for (int round = 0; round < 400; round++) {
    frx f;
    memset(&f, rnd(256), sizeof f);
    frx_init(&f);
    memset(&m, 0, sizeof m);
    m.accept = 0xffff;
    for (int step = rnd(10) ? rnd(200) : 1500; step >= 0; step--) {
      unsigned char d[12], line[64], want[64];
      int n, k, i, left;
      switch (rnd(12)) {
      case 0: case 1:
        k = any();
        same("byte", frx_byte(&f, k), byte(k));
        break;
      case 2: case 3: case 4:
        n = data(d);
        n = encode(any(), d, n, line);
        if (rnd(5) == 0) line[rnd(n)] ^= 1 << rnd(8);
        if (rnd(6) == 0) n = rnd(n);
        for (i = 0; i < n; i++) {
          if (rnd(40) == 0) { k = rnd(400); frx_tick(&f, k); if (m.open) { m.quiet += k; if (m.quiet >= 1000) bad(8); } }
          same("received", frx_byte(&f, line[i]), byte(line[i]));
        }
        break;
      case 5:
        k = rnd(3) ? rnd(600) : rnd(2) ? 65535 - rnd(900) : 999 + rnd(2);
        if (rnd(2)) { frx_tick(&f, 5); if (m.open && (m.quiet += 5) >= 1000) bad(8); }
        frx_tick(&f, k);
        if (m.open && (m.quiet += k) >= 1000) bad(8);
        break;
      case 6: case 7: {
        frx_frame t;
        k = frx_take(&f, &t);
        same("take", k, m.used > 0);
        if (!k) break;
        same("head", t.head, m.q[0].head);
        same("len", t.len, m.q[0].len);
        same("data", memcmp(t.data, m.q[0].data, t.len), 0);
        memmove(m.q, m.q + 1, --m.used * sizeof *m.q);
        break;
      }
      case 8:
        k = m.used && rnd(3) ? m.q[rnd(m.used)].head & 15 : rnd(16);
        for (i = left = 0; i < m.used; i++)
          if ((m.q[i].head & 15) != k) m.q[left++] = m.q[i];
        same("discard", frx_discard(&f, k), m.used - left);
        m.used = left;
        break;
      case 9:
        k = rnd(3) ? 1 << rnd(8) : rnd(256);
        same("clear", frx_clear(&f, k), m.flags & k);
        m.flags &= ~k;
        k = rnd(16);
        i = rnd(4) > 0;
        frx_select(&f, k, i);
        m.accept = (m.accept & ~(1 << k)) | i << k;
        break;
      case 10: {
        n = data(d);
        int head = any(), len = encode(head, d, n, want), room = rnd(3) ? len + rnd(3) - 1 : rnd(3) ? rnd(len) : 255;
        unsigned char *to = malloc(room ? room : 1);
        k = frx_encode(head, d, n, to, room);
        same("encode", k, room < len ? 0 : len);
        if (k) same("encoded", memcmp(to, want, len), 0);
        free(to);
        break;
      }
      default:
        n = data(d);
        k = rnd(16);
        i = encode(m.seq << 4 | k, d, n, line);
        m.seq = (m.seq + 1) & 15;
        for (left = 0; i > 0; i--, left++) want[0] = byte(line[left]);
        same("loopback", frx_loopback(&f, k, d, n), want[0]);
      }
      same("ok", frx_ok(&f), 1);
      same("pending", frx_pending(&f), m.used);
      same("errors", frx_errors(&f), m.errors);
      same("flags", f.flags, m.flags);
      k = rnd(16);
      same("wants", frx_wants(&f, k), m.accept >> k & 1);
      n = rnd(256), k = rnd(256);
      unsigned char one = n ^ k;
      same("crc8", frx_crc8(n, k), crc(&one, 1));
    }
  }
  return 0;
}
