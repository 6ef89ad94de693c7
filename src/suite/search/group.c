/* One text that is all members of a group.
 *
 *     if (afrt_tests_shares (3)) {                        whether anybody still goes with the running one
 *       static const ... afrt_m[] = { { 1, 2, 0 }, ... }  member 0 does look 2 if look 1 is true, ...
 *       if (AFRT_TESTS_LOOK (1)) { ... !!(a < b) }        what they are made of: conditions, and which variable would
 *       if (AFRT_TESTS_LOOK (2)) { ... x = a }            get which value, each once
 *       afrt_tests_part (afrt_m, 3);                      who would do something else goes his own way
 *     }
 *     if (afrt_same.member == 0) { if (a < b) x = a; } else if ...
 *
 * What a candidate wrote stands on a line that names it, the rest on lines that name the group.  What the looks need
 * has static storage, since a member's frame must not be larger than that of the routine by much: it may be deep. */
#include "suite/search/group.h"

static gboolean is_dropped (GHashTable *dropped, const AfGroup *group, guint member)
{
  return g_hash_table_contains (dropped, GUINT_TO_POINTER (((const AfCandidate *)group->members->pdata[member])->id));
}

static const AfDeed *deed_of (const AfGroup *group, guint member)
{
  return ((const AfActs *)group->acts->pdata[member])->deed;
}

static AfGroupKind kind_of (const AfGroup *group)
{
  return ((const AfActs *)group->acts->pdata[0])->kind;
}

/* On a line of its own that names the candidate. */
static void append_own (GString *text, const AfGroup *group, guint member, const char *own)
{
  g_string_append_printf (text, "\n#line 1 \"afx-candidate-%u\"\n%s\n#line 1 \"afx-group-%u\"\n",
                          ((const AfCandidate *)group->members->pdata[member])->id, own, group->leader);
}

static void append_if (GString *text, const AfGroup *group, guint member)
{
  if (!deed_of (group, member)->guard)
    return;
  g_string_append (text, "if (");
  append_own (text, group, member, deed_of (group, member)->guard);
  g_string_append (text, ")");
}

/* --- what each would do --- */

/* Texts that are looked at, and whose they are; look 0 is none. */
typedef struct {
  GHashTable *numbers; /* of texts; the keys are owned */
  GString *looks;      /* the code */
} Looks;

/* The type of what the routine returns. */
static char *result_type (const AfRoutine *routine)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_string_append_printf (text, "__typeof__ (%s (", routine->name);
  for (guint i = 0; i < routine->n_params; i++)
    g_string_append_printf (text, "%s%s", i ? ", " : "", ((const AfVariable *)routine->variables->pdata[i])->name);
  g_string_append (text, "))");
  return g_strdup (text->str);
}

static void append_value (GString *text, const AfGroup *group, guint member, guint look)
{
  const AfDeed *deed = deed_of (group, member);
  g_autofree char *type =
    deed->returns ? result_type (group->routine) : g_strdup_printf ("__typeof__ (%s)", deed->target);
  g_autofree char *address = deed->returns ? g_strdup ("0") : g_strdup_printf ("&(%s)", deed->target);
  g_string_append_printf (text,
                          "if (sizeof (%s) > sizeof afrt_same.buffer) afrt_tests_unknown (%u); else { "
                          "*(%s *)(void *)afrt_same.buffer = (",
                          type, look, type);
  append_own (text, group, member, deed->value);
  g_string_append_printf (text, "); afrt_tests_assigns (%u, %s, sizeof (%s), %d); }", look, address, type,
                          deed->is_name && !deed->returns);
}

/* The number of the look that is called @key, which is taken; *is_new: it was not there. */
static guint number_of (Looks *looks, char *key, gboolean *is_new)
{
  guint number = GPOINTER_TO_UINT (g_hash_table_lookup (looks->numbers, key));
  *is_new = number == 0;
  if (number > 0) {
    g_free (key);
    return number;
  }
  number = g_hash_table_size (looks->numbers) + 1;
  g_hash_table_insert (looks->numbers, key, GUINT_TO_POINTER (number));
  return number;
}

static guint look_at_truth (Looks *looks, const AfGroup *group, guint member, const char *condition)
{
  gboolean is_new;
  guint look = number_of (looks, g_strconcat ("?", condition, NULL), &is_new);
  if (!is_new)
    return look;
  g_string_append_printf (looks->looks, "if (AFRT_TESTS_LOOK (%u)) afrt_same.looks[%u].value = !!(", look, look);
  append_own (looks->looks, group, member, condition);
  g_string_append (looks->looks, "); afrt_same.is_trying = 0; ");
  return look;
}

static guint look_at_deed (Looks *looks, const AfGroup *group, guint member)
{
  const AfDeed *deed = deed_of (group, member);
  gboolean is_new;
  char *key = deed->value ? g_strconcat (deed->returns ? "return" : deed->target, "=", deed->value, NULL)
                          : g_strconcat (";", deed->action, NULL);
  guint look = number_of (looks, key, &is_new);
  if (!is_new)
    return look;
  g_string_append_printf (looks->looks, "if (AFRT_TESTS_LOOK (%u)) { ", look);
  if (deed->value)
    append_value (looks->looks, group, member, look);
  else
    g_string_append_printf (looks->looks, "afrt_tests_acts (%u);", look);
  g_string_append (looks->looks, "} afrt_same.is_trying = 0; ");
  return look;
}

/* The table of the members, then the looks. */
static void append_looks (GString *text, const AfGroup *group, GHashTable *dropped)
{
  g_autoptr (GHashTable) numbers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GString) code = g_string_new (NULL);
  Looks looks = { numbers, code };
  g_string_append (text, "static const struct afrt_tests_member afrt_m[] = {");
  for (guint i = 0; i < group->members->len; i++) {
    const AfDeed *deed = deed_of (group, i);
    guint guard = 0, what = 0;
    if (is_dropped (dropped, group, i))
      what = 0;
    else if (kind_of (group) == AF_GROUP_CONDITION)
      what = look_at_truth (&looks, group, i, deed->value);
    else {
      guard = deed->guard ? look_at_truth (&looks, group, i, deed->guard) : 0;
      what = look_at_deed (&looks, group, i);
    }
    g_string_append_printf (text, " { %u, %u, %d },", guard, what, deed->skips);
  }
  g_string_append_printf (text, " }; %s", code->str);
}

/* --- what the running one does --- */

static void append_doing (GString *text, const AfGroup *group, guint member)
{
  const AfDeed *deed = deed_of (group, member);
  if (kind_of (group) == AF_GROUP_CONDITION) {
    g_string_append (text, "afrt_x = !!(");
    append_own (text, group, member, deed->value);
    g_string_append (text, ");");
    return;
  }
  append_if (text, group, member);
  g_string_append (text, "{");
  append_own (text, group, member, deed->action);
  g_string_append_printf (text, " afrt_same.skips = %d; }", deed->skips);
  if (deed->guard)
    g_string_append (text, " else afrt_same.skips = 0;");
}

static void append_members (GString *text, const AfGroup *group, GHashTable *dropped)
{
  g_string_append_printf (text, "if (afrt_tests_shares (%u)) {", group->members->len);
  append_looks (text, group, dropped);
  g_string_append_printf (text, "afrt_tests_part (afrt_m, %u); }", group->members->len);
  for (guint i = 0; i < group->members->len; i++) {
    if (is_dropped (dropped, group, i))
      continue;
    g_string_append_printf (text, " if (afrt_same.member == %u) {", i);
    append_doing (text, group, i);
    g_string_append (text, "} else");
  }
  g_string_append (text, ";");
}

/* --- the whole --- */

/* Owned by the caller. */
static char *text_of (const AfGroup *group, GHashTable *dropped)
{
  GString *text = g_string_new (NULL);
  gboolean skips = FALSE;
  for (guint i = 0; i < group->members->len; i++)
    skips |= deed_of (group, i)->skips;
  const char *open = "{", *close = "}";
  if (kind_of (group) == AF_GROUP_CONDITION)
    open = "({ long long afrt_x = 0;", close = "afrt_x; })";
  else if (kind_of (group) == AF_GROUP_PART)
    open = "({", close = "(void)0; })";
  else if (skips)
    open = "if (({",
    close = deed_of (group, 0)->opens ? "afrt_same.skips; })) {} else {" : "afrt_same.skips; })) {} else";
  g_string_append_printf (text, "\n#line 1 \"afx-group-%u\"\n%s ", group->leader, open);
  append_members (text, group, dropped);
  g_string_append_printf (text, " %s\n", close);
  return g_string_free (text, FALSE);
}

AfCandidate *af_group_woven (AfGroup *group, GHashTable *dropped)
{
  const AfActs *acts = group->acts->pdata[0];
  guint first = 0;
  while (first < group->members->len && is_dropped (dropped, group, first))
    first++;
  if (first == group->members->len)
    return NULL;
  const AfCandidate *leader = group->members->pdata[first];
  group->leader = leader->id;
  g_autofree char *text = text_of (group, dropped);
  AfCandidate *woven = af_candidate_new (leader->id, leader->snapshot, leader->schema, NULL);
  woven->routine = group->routine;
  woven->file = leader->file;
  if (!woven->edits)
    woven->edits = af_edits_new ();
  g_ptr_array_set_size (woven->edits, 0);
  for (guint i = 0; i < acts->frame->len; i++) {
    const AfEdit *edit = acts->frame->pdata[i];
    g_ptr_array_add (woven->edits, af_edit_new (edit->range, edit->text, edit->order));
  }
  g_ptr_array_add (woven->edits, af_edit_new (acts->where, text, acts->order));
  return woven;
}
