/* Edits that make a program equivalent to another one, known without running it (Weimer, Fry, Forrest 2013, section on
 * approximating program equivalence).
 *
 *   dead       an assignment `v = e` is put in, or taken out, where no later statement reads v; or anything is put in
 *              after a statement that leaves
 *   schedule   it is put in before a statement that neither reads v nor changes what e reads: the place after that is
 *              tried anyway
 *
 * The third way of the paper, equal texts, is that of af_peers_key and AfPeerStatement.is_alone.  Only plain variables
 * of the routine whose address nobody takes are followed, and only values that cannot fail, so that a mistake is on the
 * side of trying a program once more. */
#include <string.h>

#include "suite/peers/peers.h"

/* `v = e;` */
typedef struct {
  const AfVariable *variable;
  AfExpr *value;
} Setting;

/* --- values --- */

static gboolean is_harmless (const AfExpr *node)
{
  return node->kind == AF_EXPR_INT || node->kind == AF_EXPR_BOOL || node->kind == AF_EXPR_NULL
         || node->kind == AF_EXPR_FLOAT || node->kind == AF_EXPR_CAST || node->kind == AF_EXPR_UNARY
         || (node->kind == AF_EXPR_BINARY && node->op != AF_OP_DIV && node->op != AF_OP_MOD)
         || (node->kind == AF_EXPR_VAR && node->variable_id != 0);
}

static gboolean find_unsafe (AfExpr *node, gpointer data)
{
  *(gboolean *)data |= !is_harmless (node);
  return TRUE;
}

/* A value that depends on the routine's variables alone, and cannot fail. */
static gboolean is_safe (AfExpr *value)
{
  gboolean unsafe = FALSE;
  af_expr_walk (value, find_unsafe, &unsafe);
  return !unsafe;
}

static const AfVariable *variable_of (const AfRoutine *routine, guint id)
{
  for (guint i = 0; i < routine->variables->len; i++)
    if (((const AfVariable *)routine->variables->pdata[i])->id == id)
      return routine->variables->pdata[i];
  return NULL;
}

/* Whether `&name` stands in the routine, perhaps in brackets. */
static gboolean is_shared (const AfModule *module, const AfRoutine *routine, const char *name)
{
  g_autofree char *body = af_source_slice (af_module_source (module, routine->body.file), routine->body);
  guint length = (guint)strlen (body), next;
  for (guint at = 0; at < length; at = next) {
    guint back = at;
    next = af_text_skip_token (body, at, length);
    if (next - at != strlen (name) || strncmp (body + at, name, next - at) != 0)
      continue;
    while (back > 0 && strchr (" \t\r\n(", body[back - 1]))
      back--;
    if (back > 0 && body[back - 1] == '&' && !(back > 1 && body[back - 2] == '&'))
      return TRUE;
  }
  return FALSE;
}

static gboolean is_plain (const AfModule *module, const AfRoutine *routine, const AfVariable *variable)
{
  return variable && !variable->is_static && !variable->is_volatile && af_type_is_scalar (variable->type)
         && !is_shared (module, routine, variable->name);
}

typedef struct {
  const AfModule *module;
  const AfRoutine *routine;
  gboolean found;
} Shared;

static gboolean find_shared (AfExpr *node, gpointer data)
{
  Shared *shared = data;
  if (node->kind == AF_EXPR_VAR
      && !is_plain (shared->module, shared->routine, variable_of (shared->routine, node->variable_id)))
    shared->found = TRUE;
  return TRUE;
}

static gboolean read_setting (const AfModule *module, const AfPeerStatement *statement, Setting *setting)
{
  AfExpr *expr = statement->location->kind == AF_LOCATION_STATEMENT ? statement->location->expr : NULL;
  if (!expr || expr->kind != AF_EXPR_ASSIGN || expr->op != AF_OP_NONE || expr->args[0]->kind != AF_EXPR_VAR
      || !is_safe (expr->args[1]))
    return FALSE;
  Shared shared = { module, statement->routine, FALSE };
  af_expr_walk (expr, find_shared, &shared);
  *setting = (Setting){ variable_of (statement->routine, expr->args[0]->variable_id), expr->args[1] };
  return !shared.found;
}

/* --- is it read later? --- */

static gboolean reads (const AfModule *module, const AfLocation *location, const AfVariable *variable)
{
  if (af_range_is_none (location->range))
    return FALSE;
  g_autofree char *text = af_source_slice (af_module_source (module, location->range.file), location->range);
  return af_peers_mentions (text, variable->name);
}

/* `v = e`, where e does not mention v: what v was does not matter. */
static gboolean overwrites (const AfLocation *location, const AfVariable *variable)
{
  AfExpr *expr = location->kind == AF_LOCATION_STATEMENT ? location->expr : NULL;
  return expr && expr->kind == AF_EXPR_ASSIGN && expr->op == AF_OP_NONE && expr->args[0]->kind == AF_EXPR_VAR
         && expr->args[0]->variable_id == variable->id && !af_expr_mentions (expr->args[1], variable->name);
}

/* Whether control that leaves the statement may come to a location that reads the variable. */
static gboolean is_read_after (const AfModule *module, const AfPeerStatement *statement, const AfVariable *variable)
{
  const GPtrArray *locations = statement->routine->locations;
  g_autofree guint8 *seen = g_new0 (guint8, locations->len);
  g_autoptr (GArray) open = g_array_new (FALSE, FALSE, sizeof (guint));
  for (guint l = 0; l < locations->len; l++) {
    const AfLocation *location = locations->pdata[l];
    if (af_range_is_none (location->range) || !af_range_contains (statement->range, location->range))
      continue;
    for (guint n = 0; n < location->next->len; n++) {
      guint next = g_array_index (location->next, guint, n);
      const AfLocation *to = locations->pdata[next];
      if (af_range_is_none (to->range) || !af_range_contains (statement->range, to->range))
        g_array_append_val (open, next);
    }
  }
  while (open->len > 0) {
    guint l = g_array_index (open, guint, open->len - 1);
    const AfLocation *location = locations->pdata[l];
    g_array_set_size (open, open->len - 1);
    if (seen[l]++)
      continue;
    if (overwrites (location, variable))
      continue;
    if (reads (module, location, variable))
      return TRUE;
    for (guint n = 0; n < location->next->len; n++)
      g_array_append_val (open, g_array_index (location->next, guint, n));
  }
  return FALSE;
}

/* --- can it stand after the next statement, too? --- */

/* The statement that follows @statement in its block with nothing between them, or null. */
static const AfPeerStatement *next_of (const AfPeers *peers, const AfPeerStatement *statement)
{
  const AfSource *source = af_module_source (peers->version->module, statement->range.file);
  guint start = af_text_skip_blanks (source->text, statement->range.end, (guint)source->length);
  for (guint i = 0; i < peers->statements->len; i++) {
    const AfPeerStatement *other = af_peers_statement (peers, i);
    if (other->range.file == statement->range.file && other->range.start == start)
      return other;
  }
  return NULL;
}

/* Whether they may change places: what follows does nothing with the variables of the setting, and goes on. */
static gboolean commutes (const Setting *setting, const AfPeerStatement *after)
{
  if (after->location->kind != AF_LOCATION_STATEMENT || !after->location->expr)
    return FALSE;
  for (guint i = 0; i < after->locals->len; i++) {
    const AfVariable *used = after->locals->pdata[i];
    if (used == setting->variable || af_expr_mentions (setting->value, used->name))
      return FALSE;
  }
  return TRUE;
}

static gboolean is_exit (const AfPeerStatement *statement)
{
  return statement->location->kind == AF_LOCATION_RETURN || statement->location->kind == AF_LOCATION_JUMP;
}

const char *af_peers_equal (const AfPeers *peers, const AfPeerEdit *edit)
{
  const AfModule *module = peers->version->module;
  const AfPeerStatement *target = af_peers_statement (peers, edit->target),
                        *source = af_peers_statement (peers, edit->source);
  Setting setting;
  if (edit->op == AF_PEER_INSERT && is_exit (target))
    return "unreachable";
  if (edit->op == AF_PEER_REPLACE || !read_setting (module, edit->op == AF_PEER_DELETE ? target : source, &setting))
    return NULL;
  /* a name may be another variable's here */
  if (edit->op == AF_PEER_INSERT && source->routine != target->routine)
    return NULL;
  if (!is_read_after (module, target, setting.variable))
    return "dead";
  const AfPeerStatement *next = edit->op == AF_PEER_INSERT ? next_of (peers, target) : NULL;
  if (next && target->location->braced && next->location->braced && next->is_target && next->weight > 0
      && af_peers_fits (source, next) && commutes (&setting, next))
    return "schedule";
  return NULL;
}
