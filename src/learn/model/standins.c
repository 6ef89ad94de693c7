/* What a function needs of a project's build, guessed: names that no header declares here, and switches that keep it
 * out.
 *
 * In:  the function's text and what the compiler says of it; the file around it.   Out: declarations, flags.
 *
 *     unknown type name 'GList', and the text has `GList *l`     typedef struct GList GList;
 *     unknown type name 'gboolean'; undeclared in `(name) x`     typedef int gboolean;
 *     undeclared 'autofree' in front of `char *p`                #define autofree
 *     use of undeclared identifier 'R_OK'                        enum { R_OK = 1000 };
 *     #ifdef WITH_TLS around the function                        -DWITH_TLS=1
 *
 * What a record's members are cannot be guessed: such a function stays unread. */
#include "learn/model/scene.h"

#include <string.h>

enum { FIRST_VALUE = 1000 };

static gboolean is_word (char c)
{
  return g_ascii_isalnum (c) || c == '_';
}

static const char *skip_blanks (const char *at)
{
  while (g_ascii_isspace (*at))
    at++;
  return at;
}

/* What stands behind the first @name of @text; null when there is none.  @opens: whether a parenthesis stands before.
 */
static const char *behind (const char *text, const char *name, gboolean *opens)
{
  gsize length = strlen (name);
  for (const char *at = strstr (text, name); at; at = strstr (at + 1, name))
    if ((at == text || !is_word (at[-1])) && !is_word (at[length])) {
      *opens = at > text && at[-1] == '(';
      return skip_blanks (at + length);
    }
  return NULL;
}

/* `(name) x`. */
static gboolean is_cast (const char *next, gboolean opens)
{
  const char *after = *next == ')' ? skip_blanks (next + 1) : NULL;
  return opens && after && (is_word (*after) || *after == '(');
}

/* `*name` and then what ends a declarator, `*)`: not a product. */
static gboolean is_pointed_to (const char *next)
{
  if (*next != '*')
    return FALSE;
  while (*next == '*' || g_ascii_isspace (*next))
    next++;
  if (*next == ')')
    return TRUE;
  while (is_word (*next))
    next++;
  next = skip_blanks (next);
  return *next && strchr (";,=)[", *next);
}

/* The name that @message quotes after @what; owned by the caller, null when it is another message. */
static char *quoted (const char *message, const char *what)
{
  const char *at = strstr (message, what);
  const char *start = at ? at + strlen (what) : NULL, *end = start ? strchr (start, '\'') : NULL;
  if (!end)
    return NULL;
  for (const char *c = start; c < end; c++)
    if (!is_word (*c))
      return NULL;
  return g_strndup (start, (gsize)(end - start));
}

/* Begins with a word that types are written with: `char *p`. */
static gboolean is_typed (const char *at)
{
  static const char *const words[] = { "const", "unsigned", "signed", "char",  "int",  "long",   "short", "void",
                                       "float", "double",   "struct", "union", "enum", "static", "bool",  "size_t" };
  gsize length = 0;
  while (is_word (at[length]))
    length++;
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (strlen (words[i]) == length && strncmp (words[i], at, length) == 0)
      return TRUE;
  return FALSE;
}

char *af_scene_stand_in (const char *function, const char *message, guint number)
{
  g_autofree char *type = quoted (message, "unknown type name '"),
                  *tag = quoted (message, "must use 'struct' tag to refer to type '"),
                  *name = quoted (message, "use of undeclared identifier '");
  gboolean opens = FALSE;
  const char *known = type ? type : tag ? tag : name, *next = known ? behind (function, known, &opens) : NULL;
  if (!next)
    return NULL;
  if (tag || (type && *next == '*') || is_pointed_to (next))
    return g_strdup_printf ("typedef struct %s %s;\n", known, known);
  if (!type && is_typed (next))
    return g_strdup_printf ("#define %s\n", known);
  if (type || is_cast (next, opens) || is_word (*next))
    return g_strdup_printf ("typedef int %s;\n", known);
  if (*next == '.' || *next == '(' || *next == '[' || g_str_has_prefix (next, "->"))
    return NULL;
  return g_strdup_printf ("enum { %s = %u };\n", known, FIRST_VALUE + number);
}

/* --- switches --- */

/* A flag for each name of the condition; what it asks to be absent is left as it is. */
static void add_names (const char *condition, const char *end, gboolean holds, GPtrArray *flags)
{
  gboolean is_absent = FALSE;
  for (const char *at = condition; at < end; at++) {
    const char *start = at;
    is_absent = is_absent || (*at == '!' && at[1] != '=');
    while (at < end && is_word (*at))
      at++;
    int length = (int)(at - start);
    if (length == 0 || g_ascii_isdigit (*start) || strncmp (start, "defined", 7) == 0)
      continue;
    if (!is_absent)
      g_ptr_array_add (flags,
                       holds ? g_strdup_printf ("-D%.*s=1", length, start) : g_strdup_printf ("-U%.*s", length, start));
    is_absent = FALSE;
  }
}

typedef struct {
  const char *condition, *end;
  gboolean holds; /* where the function stands */
} Switch;

static void read_line (const char *line, const char *end, GArray *open)
{
  const char *word = skip_blanks (line + 1);
  Switch *last = open->len > 0 ? &g_array_index (open, Switch, open->len - 1) : NULL;
  if (g_str_has_prefix (word, "if")) {
    gboolean is_not = g_str_has_prefix (word, "ifndef");
    while (word < end && is_word (*word))
      word++;
    const Switch one = { word, end, !is_not };
    g_array_append_val (open, one);
  } else if (g_str_has_prefix (word, "elif") && last)
    *last = (Switch){ word + strlen ("elif"), end, TRUE };
  else if (g_str_has_prefix (word, "else") && last)
    last->holds = !last->holds;
  else if (g_str_has_prefix (word, "endif") && last)
    g_array_set_size (open, open->len - 1);
}

void af_scene_add_switches (const char *text, gsize offset, GPtrArray *flags)
{
  g_autoptr (GArray) open = g_array_new (FALSE, FALSE, sizeof (Switch));
  for (const char *line = text; line && line < text + offset;) {
    const char *end = strchr (line, '\n'), *start = skip_blanks (line);
    if (!end)
      break;
    if (*start == '#')
      read_line (start, end, open);
    line = end + 1;
  }
  for (guint i = 0; i < open->len; i++) {
    const Switch *one = &g_array_index (open, Switch, i);
    add_names (one->condition, one->end, one->holds, flags);
  }
}
