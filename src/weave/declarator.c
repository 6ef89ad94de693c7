/* The user's declaration of a routine, under other names.
 *
 * In:  the text between a definition's first specifier and its body.
 * Out: the same on one line without comments, for prototypes and wrappers:
 *
 *          static inline int
 *          f (T *p,  // the object                  static int f__afx (T *p, int i)
 *             int i)
 *
 * Copying the text keeps types, attributes and odd declarators (a result that is a pointer to an array, say) as they
 * are.  The head of a definition in the style of 1978, f (p, i) T *p; { ... }, heads another definition, but declares
 * nothing; one with #if in it is left alone. */
#include <string.h>

#include "weave/weave-internal.h"

static gboolean is_word (char c)
{
  return g_ascii_isalnum (c) || c == '_';
}

/* Without comments, on one line. */
static char *plain_text (const AfSource *source, guint start, guint end)
{
  GString *out = g_string_new (NULL);
  const char *text = source->text;

  for (guint at = start; at < end;) {
    if (strncmp (text + at, "/*", 2) == 0) {
      const char *close = strstr (text + at + 2, "*/");
      at = close ? (guint)(close - text) + 2 : end;
      if (out->len > 0 && out->str[out->len - 1] != ' ')
        g_string_append_c (out, ' ');
    } else if (strncmp (text + at, "//", 2) == 0)
      at += (guint)strcspn (text + at, "\n");
    else if (text[at] == '\\' && (text[at + 1] == '\n' || text[at + 1] == '\r'))
      at += 2;
    else if (text[at] == '"') {
      guint close = at + 1;
      while (close < end && text[close] != '"')
        close += text[close] == '\\' ? 2 : 1;
      g_string_append_len (out, text + at, MIN (close + 1, end) - at);
      at = close + 1;
    } else {
      if (!g_ascii_isspace (text[at]))
        g_string_append_c (out, text[at]);
      else if (out->len > 0 && out->str[out->len - 1] != ' ')
        g_string_append_c (out, ' ');
      at++;
    }
  }
  return g_string_free (out, FALSE);
}

/* Without the words that a second declaration must not or need not have. */
static char *drop_words (const char *text)
{
  static const char *const dropped[] = { "inline", "__inline", "__inline__", "extern" };
  GString *out = g_string_new (NULL);

  while (*text) {
    gsize length = 0;
    gboolean drop = FALSE;
    while (is_word (text[length]))
      length++;
    for (guint i = 0; i < G_N_ELEMENTS (dropped); i++)
      drop |= length == strlen (dropped[i]) && strncmp (text, dropped[i], length) == 0;
    length = MAX (length, 1);
    if (!drop)
      g_string_append_len (out, text, (gssize)length);
    text += length;
  }
  return g_string_free (out, FALSE);
}

/* After the parentheses that begin at @text. */
static const char *behind_parentheses (const char *text)
{
  int depth = 0;

  for (; *text; text++) {
    depth += *text == '(' ? 1 : *text == ')' ? -1 : 0;
    if (depth == 0 && *text == ')')
      return text + 1;
  }
  return text;
}

/* Without the attributes that only one function of the pair may have: linkage, and what calls it unasked. */
static char *drop_attributes (const char *text)
{
  static const char *const alone[] = { "weak", "alias", "constructor", "destructor", "ifunc", "visibility" };
  GString *out = g_string_new (NULL);

  while (*text) {
    const char *attribute = strstr (text, "__attribute"), *end;
    gboolean drop = FALSE;
    if (!attribute || !strchr (attribute, '(')) {
      g_string_append (out, text);
      break;
    }
    end = behind_parentheses (strchr (attribute, '('));
    g_string_append_len (out, text, attribute - text);
    g_autofree char *words = g_strndup (attribute, (gsize)(end - attribute));
    for (guint i = 0; i < G_N_ELEMENTS (alone); i++)
      drop |= strstr (words, alone[i]) != NULL;
    g_string_append (out, drop ? "" : words);
    text = end;
  }
  return g_string_free (out, FALSE);
}

/* Without the attribute symver: a version is of one function.  It may be a macro's, V ("parse@LIB_1.0"). */
static char *drop_versions (const char *text)
{
  GString *out = g_string_new (NULL);

  while (*text) {
    gsize word = 0;
    while (is_word (text[word]))
      word++;
    gsize gap = strspn (text + word, " \t\n");
    const char *end = text + MAX (word, 1);
    if (word > 0 && text[word + gap] == '(') {
      end = behind_parentheses (text + word + gap);
      g_autofree char *call = g_strndup (text, (gsize)(end - text));
      const char *quoted = strchr (call, '"');
      if (quoted && strchr (quoted, '@')) {
        text = end;
        continue;
      }
    }
    g_string_append_len (out, text, end - text);
    text = end;
  }
  return g_string_free (out, FALSE);
}

/* What comes after a name, as in f (p, i) T *p; { ... }: declarations of parameters end it. */
static gboolean is_old_style (const char *after)
{
  return *after && after[strlen (after) - 1] == ';';
}

/* Of the same, `(n)) (int) int n;`, what declares the function without its parameters: `()) (int)`. */
static char *without_parameters (const char *after)
{
  const char *open = after + strcspn (after, "("), *close = behind_parentheses (open), *end = close;

  while (*end && strchr (" )([]", *end))
    end = *end == '(' ? behind_parentheses (end) : *end == '[' ? end + strcspn (end, "]") : end + 1;
  return g_strdup_printf ("%.*s()%.*s", (int)(open - after), after, (int)(end - close), close);
}

/* The head of a definition, or what declares it; null if the text does not allow it. */
static char *declare (const AfWeaver *weaver, const AfRoutine *routine, const char *suffix, gboolean make_static,
                      gboolean is_head)
{
  g_autofree char *before = plain_text (weaver->source, routine->definition.start, routine->name_range.start);
  g_autofree char *after = plain_text (weaver->source, routine->name_range.end, routine->body.start);
  g_autofree char *words = drop_words (before);
  g_autofree char *unversioned = drop_versions (words);
  g_autofree char *specifiers = *suffix ? drop_attributes (unversioned) : g_strdup (words);
  /* `#define API extern` stays, and takes no other storage class */
  gboolean is_bound = routine->is_static || (routine->is_extern && !af_text_has_word (before, "extern"));

  g_strstrip (after);
  if (strchr (before, '#') || strchr (after, '#') || (strchr (after, ';') && !is_old_style (after)))
    return NULL;
  g_autofree char *tail = is_head || !is_old_style (after) ? g_strdup (after) : without_parameters (after);
  g_strchug (specifiers);
  return g_strconcat (make_static && !is_bound ? "static " : "", specifiers, routine->name, suffix, tail, NULL);
}

char *af_declarator (const AfWeaver *weaver, const AfRoutine *routine, const char *suffix, gboolean make_static)
{
  return declare (weaver, routine, suffix, make_static, TRUE);
}

char *af_prototype (const AfWeaver *weaver, const AfRoutine *routine, const char *suffix, gboolean make_static)
{
  g_autofree char *head = declare (weaver, routine, suffix, make_static, TRUE);
  g_autofree char *declaration = declare (weaver, routine, suffix, make_static, FALSE);

  /* the one that is there may have a char or a float among its parameters, beside which none without them can stand */
  if (*suffix == '\0' && is_old_style (head))
    return g_strdup ("");
  return g_strconcat (declaration, "; ", NULL);
}

char *af_argument_list (const AfRoutine *routine)
{
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < routine->n_params; i++) {
    const AfVariable *param = g_ptr_array_index (routine->variables, i);
    g_string_append_printf (out, "%s%s", i ? ", " : "", param->name);
  }
  return g_string_free (out, FALSE);
}

gboolean af_is_woven (const AfWeaver *weaver, const AfRoutine *routine)
{
  g_autofree char *declarator = NULL;

  if (routine->definition.file != weaver->file || af_range_is_none (routine->body)
      || af_range_is_none (routine->name_range) || af_weave_left_has (weaver->plan->left, "routine", routine->id))
    return FALSE;
  /* Contracts need setjmp, which a function that must be inlined cannot have. */
  if (routine->is_always_inline && af_has_contracts (weaver, routine))
    return FALSE;
  if (routine->skipped || routine->is_variadic || g_str_equal (routine->name, "main"))
    return FALSE;
  for (guint i = 0; i < routine->n_params; i++) {
    const AfVariable *param = g_ptr_array_index (routine->variables, i);
    if (!param->name || !*param->name)
      return FALSE;
  }
  declarator = af_declarator (weaver, routine, "", FALSE);
  return declarator != NULL;
}
