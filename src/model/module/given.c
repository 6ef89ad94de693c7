/* Reads what values the user gives.
 *
 * In:  `date_new.month=1..12*8, 0, 13`.   Out: whom it is for, and its items with their weights. */
#include "model/given.h"

#include <errno.h>
#include <math.h>
#include <string.h>

#include "util/error.h"

static void item_clear (gpointer data)
{
  AfGivenItem *item = data;
  g_clear_pointer (&item->text, g_free);
}

static const char *skip_blanks (const char *at)
{
  while (g_ascii_isspace (*at))
    at++;
  return at;
}

/* The length of a name of C at @at; 0: there is none. */
static gsize name_length (const char *at)
{
  gsize n = 0;
  if (!g_ascii_isalpha (at[0]) && at[0] != '_')
    return 0;
  while (g_ascii_isalnum (at[n]) || at[n] == '_')
    n++;
  return n;
}

/* --- items --- */

/* `"..."`; where it ends, or null. */
static const char *read_text (const char *at, AfGivenItem *item)
{
  g_autoptr (GString) text = g_string_new (NULL);
  for (at++; *at && *at != '"'; at++) {
    if (*at == '\\' && (at[1] == '\\' || at[1] == '"'))
      at++;
    g_string_append_c (text, *at);
  }
  if (*at != '"')
    return NULL;
  item->kind = AF_GIVEN_TEXT;
  item->text = g_strdup (text->str);
  return at + 1;
}

/* A number at @at, whole or not; where it ends, or null.  The first dot of `1..2` is none of it. */
static const char *read_number (const char *at, gboolean *is_whole, gint64 *whole, double *real)
{
  char *end = NULL, *real_end = NULL;
  if (at[0] == '\'' && at[1] && at[1] != '\\' && at[2] == '\'') {
    *whole = (guchar)at[1];
    *real = (double)*whole;
    *is_whole = TRUE;
    return at + 3;
  }
  errno = 0;
  *whole = g_ascii_strtoll (at, &end, 0);
  *real = (double)*whole;
  *is_whole = end != at && errno == 0 && *end != 'e' && *end != 'E' && (*end != '.' || end[1] == '.');
  if (*is_whole)
    return end;
  *real = g_ascii_strtod (at, &real_end);
  if (real_end == at || !isfinite (*real) || !(g_ascii_isdigit (at[0]) || strchr ("+-.", at[0])))
    return NULL;
  return real_end;
}

static const char *read_range (const char *at, AfGivenItem *item)
{
  gboolean is_whole, is_high_whole;
  at = read_number (at, &is_whole, &item->first, &item->low);
  if (!at)
    return NULL;
  item->last = item->first;
  item->high = item->low;
  if (at[0] == '.' && at[1] == '.') {
    at = read_number (at + 2, &is_high_whole, &item->last, &item->high);
    is_whole = is_whole && is_high_whole;
  }
  item->kind = is_whole ? AF_GIVEN_WHOLE : AF_GIVEN_REAL;
  return at && (is_whole ? item->first <= item->last : item->low <= item->high) ? at : NULL;
}

/* One item; where it ends, or null. */
static const char *read_item (const char *at, AfGivenItem *item)
{
  gsize length = name_length (at);
  if (*at == '"') {
    at = read_text (at, item);
  } else if (length > 0) {
    item->kind = AF_GIVEN_NAME;
    item->text = g_strndup (at, length);
    at += length;
  } else {
    at = read_range (at, item);
  }
  item->weight = 1;
  if (!at || *(at = skip_blanks (at)) != '*')
    return at;
  char *end = NULL;
  at = skip_blanks (at + 1);
  guint64 weight = g_ascii_isdigit (*at) ? g_ascii_strtoull (at, &end, 10) : 0;
  item->weight = (guint)MIN (weight, AF_GIVEN_MOST_WEIGHT);
  return weight > 0 && weight <= AF_GIVEN_MOST_WEIGHT ? skip_blanks (end) : NULL;
}

/* --- all of it --- */

/* `[OWNER.]NAME=`; what comes after it, or null. */
static const char *read_names (AfGiven *given, const char *at)
{
  gsize length = name_length (at);
  if (length > 0 && at[length] == '.') {
    given->owner = g_strndup (at, length);
    at += length + 1;
    length = name_length (at);
  }
  given->name = g_strndup (at, length);
  at = skip_blanks (at + length);
  return length > 0 && *at == '=' ? skip_blanks (at + 1) : NULL;
}

AfGiven *af_given_read (const char *text, GError **error)
{
  static const char hint[] =
    "one is ROUTINE.PARAMETER=1..12*8, 0, 13: ranges, numbers, 'c', \"texts\" or constants of an "
    "enumeration, with weights";
  g_autoptr (AfGiven) given = g_new0 (AfGiven, 1);
  given->source = g_strdup (text);
  given->items = g_array_new (FALSE, FALSE, sizeof (AfGivenItem));
  g_array_set_clear_func (given->items, item_clear);
  const char *at = read_names (given, skip_blanks (text));
  if (!at) {
    af_error_at (error, AF_ERROR_USAGE, NULL, 0, 0, hint, "'%s' does not say which parameter its values are for", text);
    return NULL;
  }
  for (gboolean goes_on = TRUE; goes_on;) {
    AfGivenItem item = { 0 };
    const char *from = at;
    at = read_item (at, &item);
    g_array_append_val (given->items, item);
    given->weights += item.weight;
    if (!at || (*at != ',' && *at) || given->weights > AF_GIVEN_MOST_WEIGHT) {
      af_error_at (error, AF_ERROR_USAGE, NULL, 0, 0, hint, "'%s' is no value with a weight in '%s'", from, text);
      return NULL;
    }
    goes_on = *at == ',';
    at = goes_on ? skip_blanks (at + 1) : at;
  }
  return g_steal_pointer (&given);
}

void af_given_free (AfGiven *given)
{
  if (!given)
    return;
  g_free (given->owner);
  g_free (given->name);
  g_free (given->source);
  g_array_unref (given->items);
  g_free (given);
}

gboolean af_given_is_for (const AfGiven *given, const char *owner, const char *name)
{
  if (g_str_has_prefix (owner, "struct "))
    owner += strlen ("struct ");
  return g_strcmp0 (given->name, name) == 0 && (!given->owner || strcmp (given->owner, owner) == 0);
}

static gboolean has_constant (const AfType *type, const char *name)
{
  for (guint i = 0; type->enumerators && i < type->enumerators->len; i++)
    if (g_strcmp0 (type->enumerators->pdata[i], name) == 0)
      return TRUE;
  return FALSE;
}

static gboolean is_within (const AfGivenItem *item, const AfType *type)
{
  return !af_type_is_integer (type) || (item->first >= af_type_min (type) && item->last <= af_type_max (type));
}

gboolean af_given_fits (const AfGiven *given, const AfType *type, gboolean text, const AfGivenItem **wrong)
{
  gboolean is_whole = af_type_is_integer (type) || type->kind == AF_TYPE_BOOL || type->kind == AF_TYPE_ENUM;
  for (guint i = 0; i < given->items->len; i++) {
    const AfGivenItem *item = &g_array_index (given->items, AfGivenItem, i);
    gboolean fits = FALSE;
    switch (item->kind) {
    case AF_GIVEN_WHOLE:
      fits = type->kind == AF_TYPE_FLOAT || (is_whole && is_within (item, type));
      break;
    case AF_GIVEN_REAL:
      fits = type->kind == AF_TYPE_FLOAT;
      break;
    case AF_GIVEN_TEXT:
      fits = text;
      break;
    case AF_GIVEN_NAME:
      fits = type->kind == AF_TYPE_ENUM && has_constant (type, item->text);
      break;
    }
    if (!fits) {
      *wrong = item;
      return FALSE;
    }
  }
  return TRUE;
}

const AfGivenItem *af_given_item (const AfGiven *given, guint at)
{
  guint i = 0;
  while (i + 1 < given->items->len && at >= g_array_index (given->items, AfGivenItem, i).weight)
    at -= g_array_index (given->items, AfGivenItem, i++).weight;
  return &g_array_index (given->items, AfGivenItem, i);
}
