/* Text without the heap, the hash that names faults, and files.
 *
 * In:  pieces.   Out: a string in a buffer of fixed size, cut where that ends; SHA-1 of bytes (FIPS 180-4); files and
 * folders as the recorder wants them.
 *
 * Fit for signal handlers: nothing but memory of the caller is touched. */
#include "afrt-text.h"
#include "afrt-kernel.h"

#include <stdint.h>
#include <string.h>

struct afrt_text afrt_text_in (char *start, size_t capacity)
{
  start[0] = '\0';
  return (struct afrt_text){ start, 0, capacity };
}

void afrt_put_n (struct afrt_text *text, const char *bytes, size_t n)
{
  if (n > text->capacity - text->length - 1)
    n = text->capacity - text->length - 1;
  memcpy (text->start + text->length, bytes, n);
  text->length += n;
  text->start[text->length] = '\0';
}

void afrt_put (struct afrt_text *text, const char *string)
{
  afrt_put_n (text, string, strlen (string));
}

void afrt_put_number (struct afrt_text *text, long long value)
{
  char digits[24];
  unsigned n = sizeof digits;
  unsigned long long rest = value < 0 ? 0ull - (unsigned long long)value : (unsigned long long)value;
  do
    digits[--n] = (char)('0' + rest % 10);
  while ((rest /= 10) != 0);
  if (value < 0)
    digits[--n] = '-';
  afrt_put_n (text, digits + n, sizeof digits - n);
}

/* As a shell reads it back. */
void afrt_put_word (struct afrt_text *text, const char *word)
{
  static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_./=:,+-@%";
  if (*word && word[strspn (word, plain)] == '\0') {
    afrt_put (text, word);
    return;
  }
  afrt_put (text, "'");
  for (; *word; word++)
    if (*word == '\'')
      afrt_put (text, "'\\''");
    else
      afrt_put_n (text, *word == '\n' ? " " : word, 1);
  afrt_put (text, "'");
}

/* --- SHA-1 --- */

static uint32_t rotated (uint32_t word, unsigned bits)
{
  return word << bits | word >> (32 - bits);
}

static void digest_block (uint32_t state[5], const unsigned char block[64])
{
  uint32_t words[80], a = state[0], b = state[1], c = state[2], d = state[3], e = state[4];
  for (unsigned i = 0; i < 16; i++)
    words[i] = (uint32_t)block[4 * i] << 24 | (uint32_t)block[4 * i + 1] << 16 | (uint32_t)block[4 * i + 2] << 8
               | block[4 * i + 3];
  for (unsigned i = 16; i < 80; i++)
    words[i] = rotated (words[i - 3] ^ words[i - 8] ^ words[i - 14] ^ words[i - 16], 1);
  for (unsigned i = 0; i < 80; i++) {
    uint32_t mixed = i < 20 ? (b & c) | (~b & d) : i >= 40 && i < 60 ? (b & c) | (b & d) | (c & d) : b ^ c ^ d;
    static const uint32_t constants[] = { 0x5a827999, 0x6ed9eba1, 0x8f1bbcdc, 0xca62c1d6 };
    uint32_t next = rotated (a, 5) + mixed + e + constants[i / 20] + words[i];
    e = d;
    d = c;
    c = rotated (b, 30);
    b = a;
    a = next;
  }
  state[0] += a;
  state[1] += b;
  state[2] += c;
  state[3] += d;
  state[4] += e;
}

void afrt_text_hash (const char *bytes, size_t n, unsigned char hash[20])
{
  uint32_t state[5] = { 0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0 };
  unsigned char last[128] = { 0 };
  size_t done = n / 64 * 64, rest = n - done, padded = rest < 56 ? 64 : 128;
  for (size_t at = 0; at < done; at += 64)
    digest_block (state, (const unsigned char *)bytes + at);
  memcpy (last, bytes + done, rest);
  last[rest] = 0x80;
  for (unsigned i = 0; i < 8; i++)
    last[padded - 1 - i] = (unsigned char)((uint64_t)n * 8 >> (8 * i));
  for (size_t at = 0; at < padded; at += 64)
    digest_block (state, last + at);
  for (unsigned i = 0; i < 20; i++)
    hash[i] = (unsigned char)(state[i / 4] >> (24 - 8 * (i % 4)));
}

int afrt_file_holds (const char *path, const char *bytes, size_t n, int at_end)
{
  char part[256];
  size_t done = 0;
  int file = afrt_kernel_open (path, O_RDONLY);
  if (file < 0)
    return 0;
  if (at_end && afrt_kernel_seek (file, -(long)n, SEEK_END) < 0) {
    afrt_kernel_close (file);
    return 0;
  }
  while (done < n) {
    ssize_t read_now = afrt_kernel_read (file, part, n - done < sizeof part ? n - done : sizeof part);
    if (read_now <= 0 || memcmp (part, bytes + done, (size_t)read_now) != 0)
      break;
    done += (size_t)read_now;
  }
  afrt_kernel_close (file);
  return done == n;
}

void afrt_file_folders (char *path)
{
  for (char *at = path + 1; *at; at++)
    if (*at == '/') {
      *at = '\0';
      AFRT_KERNEL (SYS_mkdirat, AT_FDCWD, AFRT_KERNEL_POINTER (path), 0777);
      *at = '/';
    }
}

int afrt_file_reserve (int file, long size)
{
  static const char zeros[4096];
  long result = AFRT_KERNEL (SYS_fallocate, file, 0, 0, size);
  if (result != -EOPNOTSUPP && result != -ENOSYS)
    return result == 0;
  for (long at = afrt_kernel_seek (file, 0, SEEK_END); at < size; at += result) {
    size_t n = size - at < (long)sizeof zeros ? (size_t)(size - at) : sizeof zeros;
    result = at < 0 ? at : afrt_kernel_write (file, zeros, n);
    if (result <= 0)
      return 0;
  }
  return 1;
}
