/* In C a use stands after a declaration.
 *
 *     static int g (void); int f (void) { return g (); } static int g (void) { return 1; }
 * ->  static int g (void) { return 1; } int f (void) { return g (); }     the prototype needs the function to move
 *
 * Names that are known in their file alone: static functions and variables, typedefs.  Others may be declared in
 * headers, which are not read.  A use that comes, or what takes the declaration away that it had, needs the first
 * declaration before it that comes. */
#include "delta/rules/rules-internal.h"

#include <string.h>

/* The declarations of a name in a file: pieces, by their numbers in order. */
typedef struct {
  AfRuleLists lists;   /* [0]: of guint */
  gboolean is_changed; /* not all of them stay where they are */
} Declared;

typedef struct {
  AfDelta *delta;
  const AfDeltaFile *file;
  GHashTable *declared; /* name -> Declared */
} Order;

static const AfPiece *piece_at (const AfDeltaFile *file, guint number)
{
  return &g_array_index (file->pieces, AfPiece, number);
}

static gboolean is_in_new (const AfPiece *piece)
{
  return !piece->gone && !piece->leaves;
}

static gboolean is_in_old (const AfPiece *piece)
{
  return !piece->come && !piece->arrives;
}

/* Its declaration begins with `static` or `typedef`, in whatever version has it. */
static gboolean is_private (const AfDeltaFile *file, guint number)
{
  const AfPiece *name = piece_at (file, number), *first = name;
  while (number > 0 && piece_at (file, number - 1)->item == name->item
         && piece_at (file, number - 1)->arrives == name->arrives
         && piece_at (file, number - 1)->leaves == name->leaves)
    first = piece_at (file, --number);
  gboolean same = first->come == name->come && first->gone == name->gone;
  return same
         && ((first->length == 6 && memcmp (first->text, "static", 6) == 0)
             || (first->length == 7 && memcmp (first->text, "typedef", 7) == 0));
}

static void find_declared (Order *order)
{
  for (guint i = 0; i < order->file->pieces->len; i++) {
    const AfPiece *piece = piece_at (order->file, i);
    if (piece->role != AF_NAME_DEFINED || !is_private (order->file, i))
      continue;
    g_autofree char *name = g_strndup (piece->text, piece->length);
    Declared *declared = af_rules_noted (order->declared, name, sizeof *declared);
    g_array_append_val (declared->lists.of[0], i);
    declared->is_changed |= !is_in_old (piece) || !is_in_new (piece);
  }
}

/* @number is not made without what brings the declaration. */
static void need_brought (Order *order, guint number, const AfPiece *declaration)
{
  af_delta_need (order->delta, number, declaration->come);
  af_delta_need (order->delta, number, declaration->arrives);
}

/* What takes the declaration away needs @number. */
static void need_to_take (Order *order, const AfPiece *declaration, guint number)
{
  af_delta_need (order->delta, declaration->gone, number);
  af_delta_need (order->delta, declaration->leaves, number);
}

/* A use in what moves, that comes or goes, too: neither version has it at this place. */
static void need_between (Order *order, const AfPiece *use, const AfPiece *had, const AfPiece *has)
{
  guint shows = use->come ? use->come : use->arrives, hides = use->come ? use->leaves : use->gone;
  if (has)
    need_brought (order, shows, has);
  else if (had)
    need_to_take (order, had, hides);
  else
    af_delta_need (order->delta, shows, hides);
}

static void need_order (Order *order, guint at, const Declared *declared)
{
  const AfPiece *use = piece_at (order->file, at), *had = NULL, *has = NULL;
  const GArray *numbers = declared->lists.of[0];
  for (guint i = 0; i < numbers->len && g_array_index (numbers, guint, i) < at; i++) {
    const AfPiece *declaration = piece_at (order->file, g_array_index (numbers, guint, i));
    if (is_in_old (declaration) && is_in_new (declaration))
      return;
    had = !had && is_in_old (declaration) ? declaration : had;
    has = !has && is_in_new (declaration) ? declaration : has;
  }
  if (had && has) {
    need_brought (order, had->gone, has);
    need_brought (order, had->leaves, has);
  } else if (!is_in_old (use) && !is_in_new (use))
    need_between (order, use, had, has);
  else if (has && is_in_new (use))
    need_brought (order, use->come ? use->come : use->arrives, has);
  else if (had && is_in_old (use))
    need_to_take (order, had, use->gone ? use->gone : use->leaves);
}

/* In functions that stay as they are, which were not read as trees, names have no role. */
static gboolean may_use (const AfDeltaFile *file, guint number)
{
  const AfPiece *piece = piece_at (file, number), *before = number > 0 ? piece_at (file, number - 1) : NULL;
  gboolean is_member = before && before->length > 0 && (before->text[0] == '.' || memcmp (before->text, "->", 2) == 0);
  return piece->role == AF_NAME_USE
         || (piece->role == AF_NAME_NONE && !is_member && piece->length > 0
             && (g_ascii_isalpha (piece->text[0]) || piece->text[0] == '_'));
}

static void couple_uses (Order *order, GHashTable *entities)
{
  for (guint i = 0; i < order->file->pieces->len; i++) {
    if (!may_use (order->file, i))
      continue;
    const AfPiece *piece = piece_at (order->file, i);
    g_autofree char *name = g_strndup (piece->text, piece->length);
    const Declared *declared = g_hash_table_lookup (order->declared, name);
    if (!declared || (!declared->is_changed && is_in_old (piece) && is_in_new (piece)))
      continue;
    g_autofree char *local = g_strdup_printf ("%u:%s", piece->item, name);
    if (!g_hash_table_contains (entities, local))
      need_order (order, i, declared);
  }
}

void af_rules_order (AfDelta *delta, GHashTable *entities)
{
  for (guint f = 0; f < delta->files->len; f++) {
    g_autoptr (GHashTable) declared = af_rules_table_new ();
    Order order = { delta, delta->files->pdata[f], declared };
    if (!order.file->is_c)
      continue;
    find_declared (&order);
    if (g_hash_table_size (declared) > 0)
      couple_uses (&order, entities);
  }
}
