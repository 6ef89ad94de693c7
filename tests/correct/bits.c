/* Bits and bytes. */
#include <limits.h>
#include <stddef.h>
#include <stdint.h>

#include <autofix/contract.h>

unsigned count_bits (uint32_t x)
{
  unsigned n = 0;
  for (; x; x &= x - 1)
    n++;
  return n;
}

uint32_t next_power (uint32_t x)
{
  REQUIRE (x <= 0x80000000u);
  if (x == 0)
    return 1;
  x--;
  x |= x >> 1;
  x |= x >> 2;
  x |= x >> 4;
  x |= x >> 8;
  x |= x >> 16;
  return x + 1;
}

uint32_t rotate_left (uint32_t x, unsigned n)
{
  n %= 32;
  return n == 0 ? x : x << n | x >> (32 - n);
}

uint32_t swap_bytes (uint32_t x)
{
  return (x & 0xff) << 24 | (x & 0xff00) << 8 | (x >> 8 & 0xff00) | x >> 24;
}

int get_bit (const uint64_t *map, int at)
{
  REQUIRE (0 <= at && at < 256 && READABLE (map, 4));
  return (int)(map[at / 64] >> (at % 64) & 1);
}

void set_bit (unsigned char *map, size_t n, size_t at, int value)
{
  REQUIRE (WRITABLE (map, n) && at < n * 8);
  unsigned char mask = (unsigned char)(1u << (at % 8));
  if (value)
    map[at / 8] |= mask;
  else
    map[at / 8] &= (unsigned char)~mask;
}

int log2_of (unsigned long x)
{
  REQUIRE (x != 0);
  int n = -1;
  while (x) {
    x >>= 1;
    n++;
  }
  return n;
}

uint16_t read_be16 (const unsigned char *p)
{
  REQUIRE (READABLE (p, 2));
  return (uint16_t)(p[0] << 8 | p[1]);
}

void write_le32 (unsigned char *p, uint32_t x)
{
  REQUIRE (WRITABLE (p, 4));
  for (int i = 0; i < 4; i++, x >>= 8)
    p[i] = x & 0xff;
}

int sign_extend (unsigned x, unsigned bits)
{
  REQUIRE (bits > 0 && bits < 32 && x < 1u << bits);
  unsigned sign = 1u << (bits - 1);
  return (int)(x ^ sign) - (int)sign;
}

int is_whole_mask (unsigned flags, unsigned mask)
{
  return (flags & mask) == mask;
}

uint32_t reverse_bits (uint32_t x)
{
  uint32_t y = 0;
  for (int i = 0; i < 32; i++) {
    y = y << 1 | (x & 1);
    x >>= 1;
  }
  return y;
}
