/* Objects that count who uses them. */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <autofix/contract.h>

typedef struct Text {
  unsigned users;
  size_t length;
  char *bytes;
} Text;

typedef struct Holder {
  Text *text;
  unsigned changes;
} Holder;

static Text *text_make (const char *s)
{
  Text *t = malloc (sizeof *t);
  if (!t)
    return NULL;
  t->users = 1;
  t->length = strlen (s);
  if (!(t->bytes = malloc (t->length + 1))) {
    free (t);
    return NULL;
  }
  memcpy (t->bytes, s, t->length + 1);
  return t;
}

static Text *text_use (Text *t)
{
  t->users++;
  return t;
}

static void text_drop (Text *t)
{
  if (t && --t->users == 0) {
    free (t->bytes);
    free (t);
  }
}

Holder *holder_new (const char *s)
{
  REQUIRE (s != NULL);
  Holder *h = calloc (1, sizeof *h);
  if (h && !(h->text = text_make (s))) {
    free (h);
    return NULL;
  }
  return h;
}

Holder *holder_copy (const Holder *h)
{
  REQUIRE (h != NULL);
  Holder *copy = malloc (sizeof *copy);
  if (copy)
    *copy = (Holder){ text_use (h->text), 0 };
  return copy;
}

void holder_free (Holder *h)
{
  if (h == NULL)
    return;
  text_drop (h->text);
  free (h);
}

bool holder_is_shared (const Holder *h)
{
  REQUIRE (h != NULL);
  return h->text->users > 1;
}

bool holder_set (Holder *h, const char *s)
{
  REQUIRE (h != NULL && s != NULL);
  Text *t = text_make (s);
  if (!t)
    return false;
  text_drop (h->text);
  h->text = t;
  h->changes++;
  return true;
}

void holder_assign (Holder *h, const Holder *other)
{
  REQUIRE (h != NULL && other != NULL);
  Text *t = text_use (other->text);
  text_drop (h->text);
  h->text = t;
}

bool holder_put (Holder *h, size_t at, char c)
{
  REQUIRE (h != NULL && at < h->text->length && c != '\0');
  if (holder_is_shared (h) && !holder_set (h, h->text->bytes))
    return false;
  h->text->bytes[at] = c;
  return true;
}

size_t holder_length (const Holder *h)
{
  REQUIRE (h != NULL);
  return h->text->length;
}
