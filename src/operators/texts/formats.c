/* Formats that their arguments do not fit: beyond the paper.
 *
 * In:  a text that is passed with as many further arguments as its directives take, or with one less; a call.
 * Out: the text with directives of the arguments' types, where they are of others: all of them, and each alone
 *
 *     printf ("%d of %s", n, size)     n, size of type size_t      "%zu of %zu", "%lu of %lu", "%zu of %s", ...
 *
 * Where all fit there is none.  Flags, width and precision stay.  The call with the argument that is missing, and with
 * addresses where values are passed to be read into. */
#include "operators/operators-internal.h"

#include <string.h>

/* Ways to write one directive; texts of one call. */
enum { MAX_WAYS = 2, MAX_FORMATS = 6, MAX_PASSED = 8, INT_BITS = 32 };

/* `%-5.*ld`, in the text from @start; the length `l` from @length on, then the conversion. */
typedef struct {
  guint start, length, end;
  guint n_args;      /* of them the last one is printed */
  const AfExpr *arg; /* null: `%%`, `%m` */
  gboolean differs;  /* from what the argument needs: */
  char conversion;
  const char *lengths[MAX_WAYS]; /* the second is nullable */
} Directive;

/* False where it is none of printf's. */
static gboolean read_directive (const char *text, guint at, Directive *directive)
{
  *directive = (Directive){ .start = at++, .n_args = 1 };
  for (; text[at] && strchr ("-+ #0123456789.*", text[at]); at++)
    directive->n_args += text[at] == '*';
  directive->length = at;
  while (text[at] && strchr ("hlLqjzt", text[at]))
    at++;
  if (!text[at] || !strchr ("diouxXcsfFeEgGaAp%m", text[at]))
    return FALSE;
  if (text[at] == '%' || text[at] == 'm')
    directive->n_args--;
  directive->end = at + 1;
  return TRUE;
}

static guint bits_of_length (const char *text, const Directive *d)
{
  guint n = d->end - 1 - d->length;
  return n == 0 ? INT_BITS : text[d->length] == 'h' ? INT_BITS / (2 * n) : 2 * INT_BITS;
}

static void fit_other (Directive *d, char conversion)
{
  *d = (Directive){ d->start, d->length, d->end, d->n_args, d->arg, TRUE, conversion, { "", NULL } };
}

/* A number is passed as int or wider; what is a number in `%x` and `%o` has no sign. */
static void fit_integer (const char *text, Directive *d)
{
  const AfType *type = d->arg->type;
  char conversion = text[d->end - 1];
  guint bits = bits_of_length (text, d);
  gboolean is_wide = type->bits > INT_BITS, is_signed = type->is_signed || type->bits < INT_BITS,
           is_either = type->kind == AF_TYPE_ENUM || (d->arg->kind == AF_EXPR_INT && d->arg->value >= 0),
           is_long_long = strstr (type->spelling, "long long") != NULL;
  if (conversion == 'c' && !is_wide)
    return;
  gboolean keeps = strchr ("oxX", conversion) || (strchr ("di", conversion) && (is_signed || is_either))
                   || (conversion == 'u' && (!is_signed || is_either));
  d->conversion = keeps ? conversion : is_signed ? 'd' : 'u';
  d->differs = !keeps || (is_wide ? bits <= INT_BITS : bits > INT_BITS || bits < type->bits);
  d->lengths[0] = !is_wide ? "" : is_long_long ? "ll" : is_signed ? "l" : "z";
  d->lengths[1] = !is_wide || is_long_long ? NULL : is_signed ? "z" : "l";
}

static void fit (const char *text, Directive *d)
{
  const AfType *type = d->arg->type;
  char conversion = text[d->end - 1];
  if (type->kind == AF_TYPE_INT || type->kind == AF_TYPE_BOOL || type->kind == AF_TYPE_ENUM)
    fit_integer (text, d);
  else if (type->kind == AF_TYPE_FLOAT && !strchr ("fFeEgGaA", conversion))
    fit_other (d, 'f');
  else if ((type->kind == AF_TYPE_POINTER || type->kind == AF_TYPE_ARRAY) && !strchr ("sp", conversion))
    fit_other (d, type->target && type->target->is_char ? 's' : 'p');
}

/* Array of Directive, without arguments; null where one is none of printf's. */
static GArray *read_directives (const char *text)
{
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (Directive));
  for (guint at = 0; text[at]; at++) {
    Directive d;
    if (text[at] != '%')
      continue;
    if (!read_directive (text, at, &d))
      return NULL;
    g_array_append_val (all, d);
    at = d.end - 1;
  }
  return g_steal_pointer (&all);
}

static guint count_args (const GArray *directives)
{
  guint n = 0;
  for (guint i = 0; i < directives->len; i++)
    n += g_array_index (directives, Directive, i).n_args;
  return n;
}

/* Array of Directive with their arguments; null where the text is no format of these arguments. */
static GArray *directives_of (const AfExpr *call, guint index)
{
  const char *text = call->args[index]->name;
  g_autoptr (GArray) all = read_directives (text);
  if (!all || all->len == 0 || index + 1 + count_args (all) != call->n_args)
    return NULL;
  for (guint i = 0, next = index + 1; i < all->len; i++) {
    Directive *d = &g_array_index (all, Directive, i);
    gboolean prints = text[d->end - 1] != '%' && text[d->end - 1] != 'm';
    next += d->n_args;
    d->arg = d->n_args > 0 && prints ? call->args[next - 1] : NULL;
    if (d->arg && !d->arg->type)
      return NULL;
    if (d->arg)
      fit (text, d);
  }
  return g_steal_pointer (&all);
}

/* @text with the directive of number @only as its argument needs it, or with all of them; owned by the caller; null
 * where none differs. */
static char *rewritten (const char *text, const GArray *directives, guint only, guint way)
{
  g_autoptr (GString) out = g_string_new (NULL);
  guint at = 0;
  gboolean differs = FALSE;
  for (guint i = 0; i < directives->len; i++) {
    const Directive *d = &g_array_index (directives, Directive, i);
    if (!d->differs || (only < directives->len && i != only))
      continue;
    g_string_append_len (out, text + at, d->length - at);
    g_string_append_printf (out, "%s%c", d->lengths[way] ? d->lengths[way] : d->lengths[0], d->conversion);
    at = d->end;
    differs = TRUE;
  }
  g_string_append (out, text + at);
  return differs ? g_string_free (g_steal_pointer (&out), FALSE) : NULL;
}

static void replace (AfMaker *m, const AfOccurrence *o, const char *text)
{
  g_autoptr (AfExpr) value = text ? af_expr_new (AF_EXPR_STRING, o->node->type, text, NULL, 0) : NULL;
  if (value)
    af_expr_finish (value);
  if (value)
    af_maker_replace (m, o, ROW (CHANGE_TEXT), value);
}

/* `"a" "b"`, `"%" PRIu64`: not one text. */
static gboolean is_one_text (const char *spelling)
{
  gsize length = strlen (spelling);
  if (length < 2 || spelling[0] != '"' || spelling[length - 1] != '"')
    return FALSE;
  for (gsize i = 1; i + 1 < length; i++)
    if (spelling[i] == '\\' && i + 2 < length)
      i++;
    else if (spelling[i] == '"')
      return FALSE;
  return TRUE;
}

void af_produce_fitting_formats (AfMaker *m, const AfOccurrence *o)
{
  const AfExpr *node = o->node, *call = o->parent;
  if (node->kind != AF_EXPR_STRING || !node->name || !call || call->kind != AF_EXPR_CALL || !call->name
      || strstr (call->name, "scan") || strstr (call->name, "time") || !is_one_text (node->name)
      || o->index >= call->n_args || call->args[o->index] != node)
    return;
  g_autoptr (GArray) directives = directives_of (call, o->index);
  guint limit = m->actions->len + MAX_FORMATS, n_unfit = 0;
  for (guint i = 0; directives && i < directives->len; i++)
    n_unfit += g_array_index (directives, Directive, i).differs;
  for (guint way = 0; directives && way < MAX_WAYS; way++) {
    g_autofree char *all = rewritten (node->name, directives, directives->len, way);
    replace (m, o, all);
    for (guint i = 0; n_unfit > 1 && i < directives->len && m->actions->len < limit; i++) {
      g_autofree char *one = rewritten (node->name, directives, i, way);
      replace (m, o, one);
    }
  }
}

/* --- arguments for a format --- */

/* Number of the argument that is the format of a call of print or scan functions, as @word says; G_MAXUINT: none. */
static guint format_of (const AfExpr *call, const char *word)
{
  if (call->kind != AF_EXPR_CALL || !call->name || !strstr (call->name, word))
    return G_MAXUINT;
  for (guint i = 0; i < call->n_args; i++)
    if (call->args[i]->kind == AF_EXPR_STRING && call->args[i]->name && is_one_text (call->args[i]->name))
      return i;
  return G_MAXUINT;
}

/* Whether the directive, of @text, prints @value as it is. */
static gboolean suits (const char *text, Directive directive, const AfExpr *value)
{
  const AfType *type = value->type;
  gboolean is_text =
    (type->kind == AF_TYPE_POINTER || type->kind == AF_TYPE_ARRAY) && type->target && type->target->is_char;
  directive.arg = value;
  fit (text, &directive);
  return is_text ? text[directive.end - 1] == 's'
                 : (af_type_is_number (type) || af_expr_is_float (value)) && !directive.differs;
}

/* `printf ("%s: %d", name)` with what is in scope. */
void af_produce_values_for_formats (AfMaker *m, const AfOccurrence *o)
{
  const AfExpr *call = o->node;
  guint format = format_of (call, "print"), made = 0;
  const char *text = format == G_MAXUINT ? NULL : call->args[format]->name;
  g_autoptr (GArray) all = text ? read_directives (text) : NULL;
  if (!all || all->len == 0 || call->n_args - format != count_args (all))
    return;
  Directive last = g_array_index (all, Directive, all->len - 1);
  for (guint i = 0; last.n_args > 0 && i < m->question->module->types->len; i++) {
    g_autoptr (GPtrArray) pool = af_operators_pool (m->question, m->question->module->types->pdata[i]);
    for (guint k = 0; k < pool->len && made < MAX_PASSED; k++) {
      if (!suits (text, last, pool->pdata[k]))
        break; /* nor do the others, which are of the same type */
      g_autofree AfExpr **args = g_new (AfExpr *, call->n_args + 1);
      memcpy (args, call->args, call->n_args * sizeof *args);
      args[call->n_args] = pool->pdata[k];
      g_autoptr (AfExpr) value = af_expr_call (call->type, call->name, args, call->n_args + 1, call->is_pure);
      af_maker_replace (m, o, ROW (PASS_VALUE), value);
      made++;
    }
  }
}

/* `scanf ("%d", n)` with `&n`: all that are values, as one slip. */
void af_produce_addresses_for_formats (AfMaker *m, const AfOccurrence *o)
{
  const AfExpr *call = o->node;
  guint format = format_of (call, "scan");
  if (format == G_MAXUINT)
    return;
  g_autoptr (GPtrArray) args = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
  gboolean differs = FALSE;
  for (guint i = 0; i < call->n_args; i++) {
    AfExpr *arg = call->args[i];
    gboolean is_value =
      i > format && arg->is_lvalue && arg->type && (af_type_is_integer (arg->type) || af_expr_is_float (arg));
    g_ptr_array_add (args, is_value ? af_expr_new (AF_EXPR_ADDRESS, arg->type, NULL, &arg, 1) : af_expr_ref (arg));
    if (is_value)
      af_expr_finish (args->pdata[i]);
    differs |= is_value;
  }
  g_autoptr (AfExpr) value =
    af_expr_call (call->type, call->name, (AfExpr *const *)args->pdata, args->len, call->is_pure);
  if (differs)
    af_maker_replace (m, o, ROW (PASS_ADDRESS), value);
}
