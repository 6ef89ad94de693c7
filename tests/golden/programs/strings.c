/* String literals: concatenated, wide, encoded, escaped, indexed, in all sorts of prefixes; character constants. */
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <uchar.h>
#include <wchar.h>

#define PREFIX "pre" "fix"
static const char text[] = PREFIX "\x41" "B\101\0hidden" "\"quoted\" /* no comment */ // nor this";
static const wchar_t wide[] = L"wide " L"\u00e9\x263a";
static const char16_t u16[] = u"sixteen \U0001F600";
static const char32_t u32[] = U"thirty-two \U0001F600";
static const char *utf8 = u8"h\u00e9llo";

static size_t count (const char *s, char c) { size_t n = 0; while (*s) n += *s++ == c; return n; }
static int digit (int i) { return "0123456789abcdef"[i & 15]; }
static wchar_t upper (wchar_t c) { return c >= L'a' && c <= L'z' ? c - L'a' + L'A' : c; }

int main (void)
{
  const char *p = "one;" "{two}" "\\" ";";
  wchar_t w[8] = L"abc";
  for (size_t i = 0; w[i]; i++) w[i] = upper (w[i]);
  printf ("%zu %s %zu %zu %zu %zu\n", sizeof text, text, wcslen (wide), sizeof u16, sizeof u32, strlen (utf8));
  printf ("%zu %zu %c%c %d %d %d\n", count (p, ';'), count ("a;b;c" + 1, ';'), digit (11), digit (3), 'ab' == 'a' * 256 + 'b', '\'' + '"', "abc"[1] - *"a");
  printf ("%ls %d %s\n", w, w[1] == L'B', &"tail of this"[8]);
  return (int)sizeof "" - 1;
}
