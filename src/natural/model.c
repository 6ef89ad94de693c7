/* The model: weights of features by name, and files of them.
 *
 * A file is C and text at once, so that the one that ships (weights.def) is what `autofix learn --model` wrote:
 *
 *     AF_NATURAL (1, "5 projects, 300 fixes")
 *     AF_WEIGHT (-0.412, "size come 9") */
#include "natural/natural-internal.h"

#include <stdlib.h>
#include <string.h>

#include "util/error.h"
#include "util/files/replace.h"

struct AfNatural {
  GHashTable *weights; /* id -> double, owned */
  GHashTable *places;  /* ids of features of the place alone */
  GPtrArray *names;    /* of char *, owned: for saving */
};

static const struct {
  double weight;
  const char *name;
} shipped[] = {
#define AF_NATURAL(version, about)
#define AF_WEIGHT(weight, name) { weight, name },
#include "natural/weights.def"
#undef AF_NATURAL
#undef AF_WEIGHT
};

#define AF_NATURAL(version, about) G_STATIC_ASSERT (version == AF_NATURAL_VERSION);
#define AF_WEIGHT(weight, name)
#include "natural/weights.def"
#undef AF_NATURAL
#undef AF_WEIGHT

AfNatural *af_natural_new_empty (void)
{
  AfNatural *model = g_new0 (AfNatural, 1);
  model->weights = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  model->places = g_hash_table_new (NULL, NULL);
  model->names = g_ptr_array_new_with_free_func (g_free);
  return model;
}

AfNatural *af_natural_new (void)
{
  AfNatural *model = af_natural_new_empty ();
  for (guint i = 0; i < G_N_ELEMENTS (shipped); i++)
    af_natural_set (model, shipped[i].name, shipped[i].weight);
  return model;
}

void af_natural_free (AfNatural *model)
{
  if (!model)
    return;
  g_hash_table_unref (model->weights);
  g_hash_table_unref (model->places);
  g_ptr_array_unref (model->names);
  g_free (model);
}

void af_natural_set (AfNatural *model, const char *name, double weight)
{
  gpointer id = GUINT_TO_POINTER (af_natural_id (name));
  if (!g_hash_table_contains (model->weights, id))
    g_ptr_array_add (model->names, g_strdup (name));
  double *value = g_new (double, 1);
  *value = weight;
  g_hash_table_insert (model->weights, id, value);
  if (g_str_has_prefix (name, "at "))
    g_hash_table_add (model->places, id);
}

guint af_natural_size (const AfNatural *model)
{
  return model->names->len;
}

/* --- files --- */

static gboolean fail (const char *path, guint line, const char *problem, GError **error)
{
  af_error_at (error, AF_ERROR_IO, path, line, 0, "autofix learn --model writes such files", "%s", problem);
  return FALSE;
}

/* The text between the quotes after @number; null when it has another form.  Changes @line. */
static char *name_in (char *line, double *number)
{
  char *end = NULL;
  *number = g_ascii_strtod (line, &end);
  gsize length = strlen (line);
  if (end == line || !g_str_has_prefix (end, ", \"") || length < 3 || !g_str_has_suffix (line, "\")"))
    return NULL;
  char *name = end + 3;
  line[length - 2] = '\0';
  return name < line + length - 2 && !strchr (name, '"') ? name : NULL;
}

static gboolean read_line (AfNatural *model, char *line, gboolean *headed, const char *path, guint number,
                           GError **error)
{
  double value = 0;
  if (g_str_has_prefix (line, "AF_NATURAL (") && !*headed) {
    char *about = name_in (line + strlen ("AF_NATURAL ("), &value);
    if (about && value != AF_NATURAL_VERSION) {
      af_error_at (error, AF_ERROR_IO, path, number, 0,
                   "make it anew from the histories, or use the autofix that wrote it",
                   "a model of version %g, and this autofix reads %d", value, AF_NATURAL_VERSION);
      return FALSE;
    }
    *headed = about != NULL;
    return about || fail (path, number, "no model of changes", error);
  }
  if (!*headed)
    return fail (path, number, "no model of changes", error);
  if (!*line)
    return TRUE;
  char *name = g_str_has_prefix (line, "AF_WEIGHT (") ? name_in (line + strlen ("AF_WEIGHT ("), &value) : NULL;
  if (!name || !(value > -1000 && value < 1000))
    return fail (path, number, "no weight of a model of changes", error);
  af_natural_set (model, name, value);
  return TRUE;
}

/* After a comment at the beginning. */
static char *after_comment (char *text, guint *line)
{
  char *end = g_str_has_prefix (text, "/*") ? strstr (text, "*/\n") : NULL;
  if (!end)
    return text;
  for (char *at = text; at < end + 3; at++)
    *line += *at == '\n';
  return end + 3;
}

AfNatural *af_natural_load (const char *path, GError **error)
{
  g_autofree char *text = NULL;
  g_autoptr (GError) inner = NULL;
  g_autoptr (AfNatural) model = af_natural_new_empty ();
  guint first = 1;
  gboolean headed = FALSE;
  if (!g_file_get_contents (path, &text, NULL, &inner)) {
    af_error_at (error, AF_ERROR_IO, NULL, 0, 0, NULL, "model of changes: %s", inner->message);
    return NULL;
  }
  char *start = after_comment (text, &first);
  g_auto (GStrv) lines = g_strsplit (start, "\n", -1);
  for (guint i = 0; lines[i]; i++)
    if (!read_line (model, lines[i], &headed, path, first + i, error))
      return NULL;
  if (!headed && !fail (path, first, "no model of changes", error))
    return NULL;
  return g_steal_pointer (&model);
}

static int by_name (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *)a, *(const char *const *)b);
}

gboolean af_natural_save (const AfNatural *model, const char *about, const char *path, GError **error)
{
  g_autoptr (GString) out = g_string_new (NULL);
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  g_autoptr (GError) inner = NULL;
  g_string_append_printf (
    out,
    "/* What autofix learn --model found people's changes to be like (README.md): weights of features.\n"
    " * AF_WEIGHT (weight, feature), one row each. */\n"
    "AF_NATURAL (%d, \"%s\")\n",
    AF_NATURAL_VERSION, about);
  for (guint i = 0; i < model->names->len; i++)
    g_ptr_array_add (names, model->names->pdata[i]);
  g_ptr_array_sort (names, by_name);
  for (guint i = 0; i < names->len; i++) {
    char number[G_ASCII_DTOSTR_BUF_SIZE];
    const double *weight = g_hash_table_lookup (model->weights, GUINT_TO_POINTER (af_natural_id (names->pdata[i])));
    g_string_append_printf (out, "AF_WEIGHT (%s, \"%s\")\n", g_ascii_formatd (number, sizeof number, "%.3f", *weight),
                            (const char *)names->pdata[i]);
  }
  if (af_write_wanted (path, out->str, &inner))
    return TRUE;
  af_error_at (error, AF_ERROR_IO, NULL, 0, 0, NULL, "model of changes: %s", inner->message);
  return FALSE;
}

/* --- scores --- */

AfNaturalScore af_natural_score (const AfNatural *model, const AfSurroundings *surroundings, const char *after)
{
  AfNaturalScore score = { 0, 0 };
  g_autoptr (GArray) places = af_natural_places (surroundings, after, NULL);
  for (guint i = 0; places && i < places->len; i++) {
    const GArray *features = g_array_index (places, AfNaturalPlace, i).features;
    for (guint k = 0; k < features->len; k++) {
      const AfNaturalFeature *feature = &g_array_index (features, AfNaturalFeature, k);
      gpointer id = GUINT_TO_POINTER (feature->id);
      const double *weight = g_hash_table_lookup (model->weights, id);
      if (weight)
        *(g_hash_table_contains (model->places, id) ? &score.place : &score.edit) += *weight * feature->value;
    }
  }
  return score;
}
