/* Constant tables, static state, rules by number. */
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include <autofix/contract.h>

enum color { RED, GREEN, BLUE, COLORS };

static const char *const color_names[COLORS] = { [RED] = "red", [GREEN] = "green", [BLUE] = "blue" };

const char *color_name (enum color c)
{
  REQUIRE ((int)c >= 0 && c < COLORS);
  return color_names[c];
}

int color_named (const char *name)
{
  REQUIRE (name != NULL);
  for (int c = RED; c < COLORS; c++)
    if (strcmp (color_names[c], name) == 0)
      return c;
  return -1;
}

unsigned roman (const char *s)
{
  REQUIRE (s != NULL && strlen (s) < 1000);
  static const unsigned short values[128] = {
    ['I'] = 1, ['V'] = 5, ['X'] = 10, ['L'] = 50, ['C'] = 100, ['D'] = 500, ['M'] = 1000
  };
  unsigned sum = 0;
  for (; *s; s++) {
    unsigned here = (unsigned char)s[0] < 128 ? values[(unsigned char)s[0]] : 0;
    unsigned next = (unsigned char)s[1] < 128 ? values[(unsigned char)s[1]] : 0;
    sum = here < next ? sum - here : sum + here;
  }
  return sum;
}

bool is_vowel (char c)
{
  return c != '\0' && strchr ("aeiouAEIOU", c) != NULL;
}

static unsigned counter;

unsigned next_number (void)
{
  return ++counter;
}

unsigned random_of (unsigned *state)
{
  REQUIRE (state != NULL);
  *state = *state * 1103515245u + 12345u;
  return *state / 65536 % 32768;
}

unsigned cached_square (unsigned n)
{
  static unsigned last, square;
  static bool is_set;
  if (!is_set || last != n) {
    last = n;
    square = n * n;
    is_set = true;
  }
  return square;
}

const unsigned char *bit_counts (void)
{
  static unsigned char counts[256];
  if (counts[1] == 0)
    for (int i = 1; i < 256; i++)
      counts[i] = (unsigned char)(counts[i / 2] + (i & 1));
  return counts;
}

unsigned letters_of (const char *s, unsigned counts[26])
{
  REQUIRE (s != NULL && WRITABLE (counts, 26));
  unsigned n = 0;
  memset (counts, 0, 26 * sizeof counts[0]);
  while (*s) {
    unsigned letter = (unsigned char)*s++ - (unsigned)'a';
    if (letter < 26) {
      counts[letter]++;
      n++;
    }
  }
  return n;
}

int price (int kind, int amount)
{
  REQUIRE (0 <= amount && amount < 10000);
  switch (kind) {
  case 0:
    return 0;
  case 1:
  case 2:
    return amount * 10;
  case 3 ... 9:
    return amount * (10 - kind);
  default:
    return -1;
  }
}
