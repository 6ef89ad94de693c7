/* Words in a tree of letters. */
#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <autofix/contract.h>

typedef struct Trie {
  struct Trie *next[26];
  unsigned words;
} Trie;

Trie *trie_new (void)
{
  return calloc (1, sizeof (Trie));
}

void trie_free (Trie *t)
{
  if (t == NULL)
    return;
  for (size_t i = 0; i < 26; i++)
    trie_free (t->next[i]);
  free (t);
}

static bool is_word (const char *s)
{
  for (; *s; s++)
    if (!islower ((unsigned char)*s))
      return false;
  return true;
}

bool trie_add (Trie *t, const char *word)
{
  REQUIRE (t != NULL && word != NULL);
  if (!is_word (word))
    return false;
  for (; *word; word++) {
    Trie **next = &t->next[*word - 'a'];
    if (!*next && !(*next = trie_new ()))
      return false;
    t = *next;
  }
  t->words++;
  return true;
}

unsigned trie_count (const Trie *t, const char *word)
{
  REQUIRE (t != NULL && word != NULL);
  for (; t && *word; word++)
    t = islower ((unsigned char)*word) ? t->next[*word - 'a'] : NULL;
  return t ? t->words : 0;
}

size_t trie_longest_prefix (const Trie *t, const char *s)
{
  REQUIRE (t != NULL && s != NULL);
  size_t best = 0;
  for (size_t i = 0; t != NULL; t = t->next[s[i++] - 'a']) {
    if (t->words)
      best = i;
    if (!islower ((unsigned char)s[i]))
      break;
  }
  return best;
}

unsigned trie_size (const Trie *t)
{
  if (!t)
    return 0;
  unsigned n = t->words;
  for (const Trie *const *next = (const Trie *const *)t->next, *const *end = next + 26; next < end; next++)
    n += trie_size (*next);
  return n;
}

int trie_height (const Trie *t)
{
  int height = -1;
  for (int i = 0; t && i < 26; i++) {
    int below = trie_height (t->next[i]);
    if (below > height)
      height = below;
  }
  return t ? height + 1 : -1;
}
