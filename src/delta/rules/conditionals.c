/* Conditionals of the preprocessor.
 *
 *     #if A        #if B
 *     f ();   ->   f ();      both have the #endif: what makes one of the other is one
 *     #endif       #endif
 *
 * The parts of one conditional come and go together; where a part stays and is one of another conditional in the other
 * version, so do those of both.  What comes inside of a conditional that comes needs it, and a conditional that goes
 * needs what comes to its end with it: outside, it would be compiled where nobody meant it to be (`extern "C" {`). */
#include "delta/rules/rules-internal.h"

#include <string.h>

typedef struct {
  guint same;         /* index of another that goes and comes with it, or its own */
  guint opens;        /* operation that brings or takes away its #if; 0: it stays */
  gboolean is_shared; /* with a conditional of the other version */
  GArray *operations; /* of guint: of all its parts */
} Conditional;

typedef struct {
  AfDelta *delta;
  const AfDeltaFile *file;
  GArray *all;     /* of Conditional */
  GArray *open[2]; /* of guint: indices of those that are open, of the old and of the new version */
} Conditionals;

static void conditional_clear (gpointer data)
{
  g_array_unref (((Conditional *)data)->operations);
}

static gboolean begins (const AfPiece *piece, const char *word)
{
  const char *at = piece->text + 1, *end = piece->text + piece->length;
  while (at < end && (*at == ' ' || *at == '\t'))
    at++;
  return (gsize)(end - at) >= strlen (word) && memcmp (at, word, strlen (word)) == 0;
}

static gboolean is_in (const AfPiece *piece, gboolean of_new)
{
  return of_new ? !piece->gone && !piece->leaves : !piece->come && !piece->arrives;
}

static Conditional *conditional_at (const Conditionals *c, guint index)
{
  return &g_array_index (c->all, Conditional, index);
}

/* The innermost that is open; null: none. */
static Conditional *innermost (const Conditionals *c, gboolean of_new)
{
  const GArray *open = c->open[of_new];
  return open->len > 0 ? conditional_at (c, g_array_index (open, guint, open->len - 1)) : NULL;
}

/* The next #if of a version; @known: it was read before, and is number *n. */
static void open_one (Conditionals *c, const AfPiece *piece, gboolean of_new, gboolean known, guint *n)
{
  if (!known) {
    Conditional conditional = { c->all->len, of_new ? piece->come : piece->gone, FALSE,
                                g_array_new (FALSE, FALSE, sizeof (guint)) };
    g_array_append_val (c->all, conditional);
  }
  g_array_append_val (c->open[of_new], *n);
  ++*n;
}

/* A part that is in both versions. */
static void share (Conditionals *c)
{
  Conditional *before = innermost (c, FALSE), *after = innermost (c, TRUE);
  if (!before || !after)
    return;
  before->is_shared = after->is_shared = TRUE;
  guint from = after->same, to = before->same;
  for (guint i = 0; i < c->all->len; i++)
    if (conditional_at (c, i)->same == from)
      conditional_at (c, i)->same = to;
}

static void couple_inside (const Conditionals *c, const AfPiece *piece)
{
  const Conditional *before = innermost (c, FALSE), *after = innermost (c, TRUE);
  gboolean comes = after && !after->is_shared && after->opens, goes = before && !before->is_shared && before->opens;
  if (comes && piece->come && is_in (piece, TRUE))
    af_delta_need (c->delta, piece->come, after->opens);
  if (goes && !comes && piece->gone && is_in (piece, FALSE))
    af_delta_need (c->delta, before->opens, piece->gone);
}

/* All pieces in order: first the conditionals are noted, then (@known) what is inside of them is coupled. */
static void walk (Conditionals *c, gboolean known)
{
  guint n = 0;
  for (guint i = 0; i < c->file->pieces->len; i++) {
    const AfPiece *piece = &g_array_index (c->file->pieces, AfPiece, i);
    gboolean is_directive = piece->role == AF_NAME_DIRECTIVE, opens = is_directive && begins (piece, "if"),
             ends = is_directive && begins (piece, "endif"),
             is_part = opens || ends || (is_directive && begins (piece, "el"));
    if (known && !ends)
      couple_inside (c, piece);
    for (guint of_new = 0; of_new < 2 && is_part; of_new++) {
      if (!is_in (piece, of_new))
        continue;
      if (opens)
        open_one (c, piece, of_new, known, &n);
      if (!known && innermost (c, of_new))
        af_rules_add (innermost (c, of_new)->operations, of_new ? piece->come : piece->gone);
    }
    if (is_part && !known && is_in (piece, FALSE) && is_in (piece, TRUE))
      share (c);
    for (guint of_new = 0; of_new < 2 && ends; of_new++)
      if (is_in (piece, of_new) && c->open[of_new]->len > 0)
        g_array_set_size (c->open[of_new], c->open[of_new]->len - 1);
  }
  g_array_set_size (c->open[0], 0);
  g_array_set_size (c->open[1], 0);
}

/* What belongs to one, and to those that go and come with it, is one. */
static void couple_parts (const Conditionals *c)
{
  for (guint i = 0; i < c->all->len; i++) {
    g_autoptr (GArray) together = g_array_new (FALSE, FALSE, sizeof (guint));
    for (guint k = i; k < c->all->len && conditional_at (c, i)->same == i; k++) {
      const Conditional *other = conditional_at (c, k);
      if (other->same == i)
        g_array_append_vals (together, other->operations->data, other->operations->len);
    }
    af_rules_together (c->delta, together);
  }
}

void af_rules_conditionals (AfDelta *delta)
{
  for (guint f = 0; f < delta->files->len; f++) {
    const AfDeltaFile *file = delta->files->pdata[f];
    g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (Conditional)),
                       before = g_array_new (FALSE, FALSE, sizeof (guint)),
                       after = g_array_new (FALSE, FALSE, sizeof (guint));
    Conditionals c = { delta, file, all, { before, after } };
    g_array_set_clear_func (all, conditional_clear);
    walk (&c, FALSE);
    couple_parts (&c);
    walk (&c, TRUE);
  }
}
