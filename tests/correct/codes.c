/* Bytes as text, and back. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <autofix/contract.h>

static int hex_digit (char c)
{
  return c >= '0' && c <= '9'   ? c - '0'
         : c >= 'a' && c <= 'f' ? c - 'a' + 10
         : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                : -1;
}

char *hex_encode (const unsigned char *data, size_t n)
{
  REQUIRE (READABLE (data, n));
  char *text = malloc (2 * n + 1);
  if (!text)
    return NULL;
  for (size_t i = 0; i < n; i++)
    sprintf (text + 2 * i, "%02x", data[i]);
  text[2 * n] = '\0';
  return text;
}

bool hex_decode (const char *text, unsigned char *out, size_t n)
{
  REQUIRE (text != NULL && WRITABLE (out, n));
  if (strlen (text) != 2 * n)
    return false;
  for (size_t i = 0; i < n; i++) {
    int high = hex_digit (text[2 * i]), low = hex_digit (text[2 * i + 1]);
    if (high < 0 || low < 0)
      return false;
    out[i] = (unsigned char)(high << 4 | low);
  }
  return true;
}

char *base64_encode (const unsigned char *data, size_t n)
{
  REQUIRE (READABLE (data, n));
  static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  char *text = malloc ((n + 2) / 3 * 4 + 1), *p = text;
  if (!text)
    return NULL;
  for (size_t i = 0; i < n; i += 3) {
    uint32_t word = (uint32_t)data[i] << 16;
    if (i + 1 < n)
      word |= (uint32_t)data[i + 1] << 8;
    if (i + 2 < n)
      word |= data[i + 2];
    *p++ = letters[word >> 18];
    *p++ = letters[word >> 12 & 63];
    *p++ = i + 1 < n ? letters[word >> 6 & 63] : '=';
    *p++ = i + 2 < n ? letters[word & 63] : '=';
  }
  *p = '\0';
  return text;
}

size_t utf8_length (const char *s)
{
  REQUIRE (s != NULL);
  size_t n = 0;
  for (; *s; s++)
    n += (*s & 0xc0) != 0x80;
  return n;
}

int utf8_put (uint32_t c, char *out)
{
  REQUIRE (c <= 0x10ffff && WRITABLE (out, 4));
  ENSURE (1 <= RESULT && RESULT <= 4);
  if (c < 0x80) {
    out[0] = (char)c;
    return 1;
  }
  if (c < 0x800) {
    out[0] = (char)(0xc0 | c >> 6);
    out[1] = (char)(0x80 | (c & 0x3f));
    return 2;
  }
  if (c < 0x10000) {
    out[0] = (char)(0xe0 | c >> 12);
    out[1] = (char)(0x80 | (c >> 6 & 0x3f));
    out[2] = (char)(0x80 | (c & 0x3f));
    return 3;
  }
  out[0] = (char)(0xf0 | c >> 18);
  for (int i = 1; i < 4; i++)
    out[i] = (char)(0x80 | (c >> (18 - 6 * i) & 0x3f));
  return 4;
}

size_t varint_put (uint64_t x, unsigned char *out)
{
  REQUIRE (WRITABLE (out, 10));
  ENSURE (1 <= RESULT && RESULT <= 10);
  size_t n = 0;
  while (x >= 0x80) {
    out[n++] = (unsigned char)(x | 0x80);
    x >>= 7;
  }
  out[n++] = (unsigned char)x;
  return n;
}

size_t varint_get (const unsigned char *data, size_t n, uint64_t *x)
{
  REQUIRE (READABLE (data, n) && x != NULL);
  uint64_t value = 0;
  for (size_t i = 0; i < n && i < 10; i++) {
    value |= (uint64_t)(data[i] & 0x7f) << (7 * i);
    if (!(data[i] & 0x80)) {
      *x = value;
      return i + 1;
    }
  }
  return 0;
}

uint32_t crc32_of (const void *data, size_t n)
{
  REQUIRE (READABLE ((const char *)data, n));
  uint32_t crc = ~0u;
  for (const unsigned char *p = data, *end = p + n; p != end; p++) {
    crc ^= *p;
    for (int k = 0; k < 8; k++)
      crc = crc & 1 ? crc >> 1 ^ 0xedb88320u : crc >> 1;
  }
  return ~crc;
}

char *run_lengths (const char *s)
{
  REQUIRE (s != NULL && strlen (s) < 10000);
  char *out = malloc (2 * strlen (s) + 1), *p = out;
  if (out == NULL)
    return NULL;
  while (*s) {
    char c = *s;
    int n = 0;
    while (*s == c && n < 9) {
      s++;
      n++;
    }
    *p++ = (char)('0' + n);
    *p++ = c;
  }
  *p = '\0';
  return out;
}
