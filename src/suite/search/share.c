/* Candidates that compute the same values share a run.
 *
 * In:  candidates.   Out: groups of those that put another expression into the same condition, and text for each group
 * that evaluates the expressions of all members at each visit.
 *
 *     if (a < b)      candidates  a <= b, a < c, a != b, ...
 *
 * A process is one member.  At each visit all expressions are evaluated, which is possible as they change nothing, and
 * the members whose truth has always been that of the running one are in the very state that it is in: whatever it does
 * in this test, they do (F1X's equivalence in a test, Mechtaev et al.).  Who is left at the end gets its end without a
 * run.  What crashes while it is evaluated (a null pointer, a division by zero) has the signal for a value.
 *
 * The text stands in a clone of the routine like that of any candidate; runtime/afrt-tests.h has what it needs. */
#include "suite/search/share.h"

#include <string.h>

#include "weave/weave.h"

typedef struct {
  AfRange condition;
  const AfRoutine *routine;
  GPtrArray *members; /* of AfCandidate, not owned */
  GPtrArray *texts;   /* of char *, parallel: the condition */
  gboolean is_given_up;
  AfSeenEnd *ends; /* by member and test */
  guint8 *known;   /* parallel */
} Group;

struct AfSharing {
  const AfVersion *version;
  guint n_tests;
  GPtrArray *groups;  /* of Group */
  GPtrArray *others;  /* of AfCandidate, not owned: in no group */
  GPtrArray *woven;   /* of AfCandidate, owned: those of the groups */
  GHashTable *places; /* AfCandidate -> group << 8 | member, plus 1 */
  GMutex lock;
};

static void group_free (gpointer data)
{
  Group *group = data;
  g_ptr_array_unref (group->members);
  g_ptr_array_unref (group->texts);
  g_free (group->ends);
  g_free (group->known);
  g_free (group);
}

/* --- which candidates --- */

/* Functions of the library that change nothing. */
static gboolean only_looks (const char *name, gsize length)
{
  static const char *const names[] = { "sizeof",  "strlen",  "strcmp",  "strncmp", "memcmp",  "isalpha",
                                       "isdigit", "isalnum", "isspace", "isupper", "islower", "ispunct",
                                       "toupper", "tolower", "abs",     "labs",    "fabs",    NULL };
  for (guint i = 0; names[i]; i++)
    if (strlen (names[i]) == length && strncmp (names[i], name, length) == 0)
      return TRUE;
  return FALSE;
}

static gboolean is_word (char c)
{
  return g_ascii_isalnum (c) || c == '_';
}

/* Bytes of a literal in quotes at @text. */
static gsize quoted_length (const char *text)
{
  gsize n = 1;
  while (text[n] && text[n] != *text)
    n += text[n] == '\\' && text[n + 1] ? 2 : 1;
  return text[n] ? n + 1 : n;
}

/* Whether evaluating it changes nothing, as far as its text says so. */
static gboolean is_pure (const char *text)
{
  char before = 0;
  for (const char *at = text; *at;) {
    gsize length = 1;
    if (*at == '"' || *at == '\'')
      length = quoted_length (at);
    else if (is_word (*at)) {
      while (is_word (at[length]))
        length++;
      if (at[length + strspn (at + length, " \t\n")] == '(' && !only_looks (at, length))
        return FALSE;
    } else if ((*at == '+' && at[1] == '+') || (*at == '-' && at[1] == '-') || (*at == '/' && strchr ("/*", at[1]))
               || strchr ("{};#", *at))
      return FALSE;
    else if (*at == '=' && at[1] == '=')
      length = 2;
    else if (*at == '=' && !(strchr ("!<>", before) && before))
      return FALSE;
    else if ((*at == '<' || *at == '>') && at[1] == *at && at[2] == '=')
      return FALSE;
    before = *at;
    at += length;
  }
  return *text != '\0';
}

static gboolean is_condition (const AfLocation *location)
{
  return location->editable && !af_range_is_none (location->range)
         && (location->kind == AF_LOCATION_IF || location->kind == AF_LOCATION_WHILE || location->kind == AF_LOCATION_DO
             || location->kind == AF_LOCATION_FOR);
}

/* The condition that all edits are in, or none. */
static AfRange condition_of (const AfCandidate *candidate)
{
  for (guint l = 0; candidate->routine && l < candidate->routine->locations->len; l++) {
    const AfLocation *location = g_ptr_array_index (candidate->routine->locations, l);
    gboolean is_in = is_condition (location) && candidate->edits->len > 0;
    for (guint i = 0; is_in && i < candidate->edits->len; i++)
      is_in = af_range_contains (location->range, ((const AfEdit *)candidate->edits->pdata[i])->range);
    if (is_in)
      return location->range;
  }
  return AF_RANGE_NONE;
}

/* The condition as the candidate has it; owned by the caller. */
static char *text_of (const AfVersion *version, const AfCandidate *candidate, AfRange condition)
{
  const AfSource *source = af_module_source (version->module, candidate->file);
  g_autofree char *text = af_edits_apply (source, candidate->edits);
  gsize length = strlen (text), tail = source->length - condition.end;
  return g_strndup (text + condition.start, length - tail - condition.start);
}

static gboolean is_same (AfRange a, AfRange b)
{
  return a.file == b.file && a.start == b.start && a.end == b.end;
}

static Group *group_for (AfSharing *sharing, const AfCandidate *candidate, AfRange condition)
{
  for (guint i = 0; i < sharing->groups->len; i++) {
    Group *group = sharing->groups->pdata[i];
    if (is_same (group->condition, condition) && group->members->len < AF_SHARING_MOST)
      return group;
  }
  Group *group = g_new0 (Group, 1);
  group->condition = condition;
  group->routine = candidate->routine;
  group->members = g_ptr_array_new ();
  group->texts = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_add (sharing->groups, group);
  return group;
}

static void place (AfSharing *sharing, AfCandidate *candidate)
{
  AfRange condition = condition_of (candidate);
  g_autofree char *text = af_range_is_none (condition) ? NULL : text_of (sharing->version, candidate, condition);
  if (!text || !is_pure (text)) {
    g_ptr_array_add (sharing->others, candidate);
    return;
  }
  Group *group = group_for (sharing, candidate, condition);
  g_ptr_array_add (group->members, candidate);
  g_ptr_array_add (group->texts, g_steal_pointer (&text));
}

AfSharing *af_sharing_new (const AfVersion *version, const GPtrArray *candidates, guint n_tests)
{
  AfSharing *sharing = g_new0 (AfSharing, 1);
  sharing->version = version;
  sharing->n_tests = n_tests;
  sharing->groups = g_ptr_array_new_with_free_func (group_free);
  sharing->others = g_ptr_array_new ();
  sharing->woven = g_ptr_array_new_with_free_func ((GDestroyNotify)af_candidate_free);
  sharing->places = g_hash_table_new (NULL, NULL);
  g_mutex_init (&sharing->lock);
  for (guint i = 0; i < candidates->len; i++)
    place (sharing, candidates->pdata[i]);
  for (guint i = 0; i < sharing->groups->len; i++) {
    Group *group = sharing->groups->pdata[i];
    group->ends = g_new0 (AfSeenEnd, (gsize)group->members->len * n_tests);
    group->known = g_new0 (guint8, (gsize)group->members->len * n_tests);
    for (guint k = 0; k < group->members->len; k++)
      g_hash_table_insert (sharing->places, group->members->pdata[k], GUINT_TO_POINTER ((i << 8 | k) + 1));
  }
  return sharing;
}

void af_sharing_free (AfSharing *sharing)
{
  if (!sharing)
    return;
  g_ptr_array_unref (sharing->groups);
  g_ptr_array_unref (sharing->others);
  g_ptr_array_unref (sharing->woven);
  g_hash_table_unref (sharing->places);
  g_mutex_clear (&sharing->lock);
  g_free (sharing);
}

/* --- text --- */

static gboolean is_dropped (GHashTable *dropped, const AfCandidate *candidate)
{
  return g_hash_table_contains (dropped, GUINT_TO_POINTER (candidate->id));
}

static guint leader_of (const Group *group)
{
  return ((const AfCandidate *)group->members->pdata[0])->id;
}

/* `!!(a < b)`, on a line of its own that names the candidate. */
static void append_value (GString *text, const Group *group, guint member)
{
  g_string_append_printf (text, "!!(\n#line 1 \"afx-candidate-%u\"\n%s\n#line 1 \"afx-group-%u\"\n)",
                          ((const AfCandidate *)group->members->pdata[member])->id,
                          (const char *)group->texts->pdata[member], leader_of (group));
}

/* The condition that evaluates those of all members; owned by the caller. */
static char *group_text (const Group *group, GHashTable *dropped)
{
  guint n = group->members->len;
  GString *text = g_string_new (NULL);
  g_string_append_printf (text,
                          "({ volatile long long afrt_v[%u]; volatile int afrt_s[%u]; volatile long long afrt_x = 0; "
                          "if (afrt_tests_shares (%u)) {",
                          n, n, n);
  for (guint i = 0; i < n; i++) {
    if (is_dropped (dropped, group->members->pdata[i])) {
      g_string_append_printf (text, " afrt_s[%u] = -1;", i);
      continue;
    }
    g_string_append_printf (text,
                            " afrt_v[%u] = 0; if ((afrt_s[%u] = afrt_tests_setjmp (afrt_same.back, 0)) == 0) {"
                            " afrt_same.is_trying = 1; afrt_v[%u] = ",
                            i, i, i);
    append_value (text, group, i);
    g_string_append (text, "; } afrt_same.is_trying = 0;");
  }
  g_string_append_printf (text, " afrt_x = afrt_tests_same (%u, afrt_v, afrt_s); } else switch (afrt_same.member) {",
                          n);
  for (guint i = 0; i < n; i++) {
    if (is_dropped (dropped, group->members->pdata[i]))
      continue;
    g_string_append_printf (text, " case %u: afrt_x = ", i);
    append_value (text, group, i);
    g_string_append (text, "; break;");
  }
  g_string_append (text, " default: break; } afrt_x; })");
  return g_string_free (text, FALSE);
}

static AfCandidate *woven_of (const Group *group, GHashTable *dropped)
{
  const AfCandidate *first = group->members->pdata[0];
  g_autofree char *text = group_text (group, dropped);
  AfCandidate *woven = af_candidate_new (first->id, first->snapshot, first->schema, NULL);
  woven->routine = group->routine;
  woven->file = first->file;
  if (!woven->edits)
    woven->edits = af_edits_new ();
  g_ptr_array_set_size (woven->edits, 0);
  af_edits_replace (woven->edits, group->condition, text);
  return woven;
}

/* One alone has nobody to share with. */
static gboolean is_shared (const Group *group)
{
  return group->members->len > 1 && !group->is_given_up;
}

GPtrArray *af_sharing_candidates (AfSharing *sharing, GHashTable *dropped)
{
  GPtrArray *all = g_ptr_array_new ();
  g_ptr_array_set_size (sharing->woven, 0);
  g_ptr_array_extend (all, sharing->others, NULL, NULL);
  for (guint i = 0; i < sharing->groups->len; i++) {
    const Group *group = sharing->groups->pdata[i];
    if (!is_shared (group)) {
      g_ptr_array_extend (all, group->members, NULL, NULL);
      continue;
    }
    AfCandidate *woven = woven_of (group, dropped);
    g_ptr_array_add (sharing->woven, woven);
    g_ptr_array_add (all, woven);
  }
  return all;
}

gboolean af_sharing_blame (AfSharing *sharing, const char *messages)
{
  g_autoptr (GPtrArray) complaints = af_weave_complaints (messages);
  gboolean is_blamed = FALSE;
  for (guint c = 0; c < complaints->len; c++) {
    const char *file = ((const AfComplaint *)complaints->pdata[c])->file;
    if (!g_str_has_prefix (file, "afx-group-") && !g_str_has_prefix (file, "afx-shared-"))
      continue;
    guint leader = (guint)g_ascii_strtoull (strrchr (file, '-') + 1, NULL, 10);
    for (guint i = 0; i < sharing->groups->len; i++) {
      Group *group = sharing->groups->pdata[i];
      if (!is_shared (group) || leader_of (group) != leader)
        continue;
      group->is_given_up = TRUE;
      is_blamed = TRUE;
    }
  }
  return is_blamed;
}

/* --- ends --- */

gboolean af_sharing_find (const AfSharing *sharing, const AfCandidate *candidate, AfShare *share)
{
  guint place = GPOINTER_TO_UINT (g_hash_table_lookup (sharing->places, candidate));
  if (place == 0)
    return FALSE;
  const Group *group = sharing->groups->pdata[(place - 1) >> 8];
  *share = (AfShare){ (place - 1) >> 8, (place - 1) & 0xff, group->members->len };
  return is_shared (group);
}

guint af_sharing_switch (const AfSharing *sharing, const AfShare *share)
{
  return leader_of (sharing->groups->pdata[share->group]);
}

gboolean af_sharing_know (AfSharing *sharing, const AfShare *share, guint test, AfSeenEnd *seen)
{
  const Group *group = sharing->groups->pdata[share->group];
  gsize at = (gsize)share->member * sharing->n_tests + test;
  g_mutex_lock (&sharing->lock);
  gboolean known = group->known[at];
  if (known)
    *seen = group->ends[at];
  g_mutex_unlock (&sharing->lock);
  return known;
}

void af_sharing_learn (AfSharing *sharing, const AfShare *share, guint test, const guint8 *alive, const AfSeenEnd *seen)
{
  Group *group = sharing->groups->pdata[share->group];
  g_mutex_lock (&sharing->lock);
  for (guint i = 0; i < group->members->len; i++) {
    gsize at = (gsize)i * sharing->n_tests + test;
    if (alive[i] != 1 || group->known[at])
      continue;
    group->ends[at] = *seen;
    group->known[at] = 1;
  }
  g_mutex_unlock (&sharing->lock);
}
