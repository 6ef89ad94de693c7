/* Several versions in one build: bodies of functions that differ stand beside each other, and the mark of the process
 * (suite/process/launch.h) says at run time which of them is done.
 *
 *     int f (int a) { return a; }           int f (int a) { if (part is 1) { return a; }
 *     int f (int a) { return a + 1; }                       else if (part is 2) { return a + 1; } else abort (); }
 *
 * That is what statements and expressions are as components that can be switched.  What lies outside of functions, or
 * in one with jumps to labels, which would meet, has to be the same in all of them. */
#include "culprit/culprit-internal.h"

#include <string.h>

#include "edits/tokens.h"

/* A text with its functions. */
typedef struct {
  AfTokens *tokens;
  GArray *functions; /* of AfOutline */
} Parsed;

static void parsed_free (gpointer data)
{
  Parsed *parsed = data;
  af_tokens_free (parsed->tokens);
  g_array_unref (parsed->functions);
  g_free (parsed);
}

static gboolean is_source (const AfDelta *delta, guint file)
{
  const AfDeltaFile *known = delta->files->pdata[file];
  return !known->is_mode && g_str_has_suffix (known->path, ".c");
}

static Parsed *parse (GBytes *text)
{
  gsize length = 0;
  const char *data = g_bytes_get_data (text, &length);
  Parsed *parsed = g_new0 (Parsed, 1);
  parsed->tokens = af_tokens_read (data ? data : "", length);
  parsed->functions = af_tokens_functions (parsed->tokens);
  return parsed;
}

/* Bytes [start, end) of the body of function @number, with its braces. */
static void body_of (const Parsed *parsed, guint number, guint *start, guint *end)
{
  const AfOutline *outline = &g_array_index (parsed->functions, AfOutline, number);
  *start = af_token_at (parsed->tokens, outline->body)->start;
  *end = af_token_at (parsed->tokens, outline->end - 1)->end;
}

static gboolean may_switch (const Parsed *parsed, guint number)
{
  const AfOutline *outline = &g_array_index (parsed->functions, AfOutline, number);
  for (guint i = outline->body; i < outline->end; i++)
    if (af_token_is (parsed->tokens, i, "goto"))
      return FALSE;
  return TRUE;
}

/* --- which may stand in one --- */

static void add_outside (GChecksum *sum, GBytes *text)
{
  Parsed *parsed = parse (text);
  guint at = 0;
  for (guint i = 0; i < parsed->functions->len; i++) {
    guint start, end;
    body_of (parsed, i, &start, &end);
    if (start < at || !may_switch (parsed, i))
      continue;
    g_checksum_update (sum, (const guchar *)parsed->tokens->text + at, (gssize)(start - at));
    g_checksum_update (sum, (const guchar *)"{", 1);
    at = end;
  }
  g_checksum_update (sum, (const guchar *)parsed->tokens->text + at, (gssize)(parsed->tokens->length - at));
  parsed_free (parsed);
}

char *af_switched_key (const AfDelta *delta, const GPtrArray *texts)
{
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);
  for (guint f = 0; f < texts->len; f++) {
    GBytes *text = texts->pdata[f];
    g_checksum_update (sum, (const guchar *)(text ? "\1" : "\2"), 1);
    if (text && is_source (delta, f))
      add_outside (sum, text);
    else if (text && g_bytes_get_size (text) > 0)
      g_checksum_update (sum, g_bytes_get_data (text, NULL), (gssize)g_bytes_get_size (text));
  }
  return g_strdup (g_checksum_get_string (sum));
}

/* --- all in one --- */

static void free_string (gpointer string)
{
  g_string_free (string, TRUE);
}

/* The different bodies of one function, with the numbers of the versions that have each. */
static void add_bodies (GString *out, const GPtrArray *all, guint number)
{
  g_autoptr (GHashTable) conditions = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, free_string);
  g_autoptr (GPtrArray) order = g_ptr_array_new ();
  for (guint v = 0; v < all->len; v++) {
    const Parsed *parsed = all->pdata[v];
    guint start, end;
    body_of (parsed, number, &start, &end);
    g_autofree char *body = g_strndup (parsed->tokens->text + start, end - start);
    GString *condition = g_hash_table_lookup (conditions, body);
    if (!condition) {
      char *key = g_steal_pointer (&body);
      condition = g_string_new (NULL);
      g_hash_table_insert (conditions, key, condition);
      g_ptr_array_add (order, key);
    }
    g_string_append_printf (condition, "%saf_part_ == %u", condition->len ? " || " : "", v + 1);
  }
  if (order->len == 1) {
    g_string_append (out, order->pdata[0]);
    return;
  }
  /* a name of its own: what the file declares of the same function may be something else */
  g_string_append_printf (out,
                          "{ extern int af_limit_ (int, void *) __asm__ (\"getrlimit\");"
                          " static unsigned long af_part_;"
                          " if (!af_part_) { unsigned long af_limits_[2] = { 0, 0 }; af_limit_ (%d, af_limits_);"
                          " af_part_ = af_limits_[0] - %uul; } ",
                          AF_MARK_LIMIT, AF_MARK_BASE);
  for (guint i = 0; i < order->len; i++)
    g_string_append_printf (out, "if (%s) %s else ",
                            ((GString *)g_hash_table_lookup (conditions, order->pdata[i]))->str,
                            (const char *)order->pdata[i]);
  g_string_append (out, "__builtin_abort (); }");
}

static GBytes *merge (const GPtrArray *all)
{
  const Parsed *first = all->pdata[0];
  GString *out = g_string_new (NULL);
  guint at = 0;
  for (guint i = 0; i < first->functions->len; i++) {
    guint start, end;
    body_of (first, i, &start, &end);
    if (start < at || !may_switch (first, i))
      continue;
    g_string_append_len (out, first->tokens->text + at, (gssize)(start - at));
    add_bodies (out, all, i);
    at = end;
  }
  g_string_append_len (out, first->tokens->text + at, (gssize)(first->tokens->length - at));
  return g_string_free_to_bytes (out);
}

GPtrArray *af_switched_texts (const AfDelta *delta, const GPtrArray *versions)
{
  GPtrArray *merged = g_ptr_array_new ();
  const GPtrArray *first = versions->pdata[0];
  for (guint f = 0; f < first->len; f++) {
    gboolean same = TRUE;
    g_autoptr (GPtrArray) all = g_ptr_array_new_with_free_func (parsed_free);
    for (guint v = 1; v < versions->len && first->pdata[f]; v++)
      same = same && g_bytes_equal (first->pdata[f], ((const GPtrArray *)versions->pdata[v])->pdata[f]);
    for (guint v = 0; v < versions->len && !same && is_source (delta, f); v++)
      g_ptr_array_add (all, parse (((const GPtrArray *)versions->pdata[v])->pdata[f]));
    g_ptr_array_add (merged, all->len > 0 ? merge (all) : first->pdata[f] ? g_bytes_ref (first->pdata[f]) : NULL);
  }
  return merged;
}
