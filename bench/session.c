/* Sessions as data, and as JSON.
 *
 * In:  an AfSession.   Out: the same as one JSON object, and back.
 *
 * Members are tables of (name, type, place): writer and reader cannot disagree. */
#include "bench/session.h"

#include "bench/reading.h"

typedef enum { FIELD_TEXT, FIELD_COUNT, FIELD_FLAG, FIELD_REAL } FieldType;

typedef struct {
  const char *name;
  FieldType type;
  gsize offset;
} Field;

#define FIELD(type, record, member)                                                                                    \
  {                                                                                                                    \
#member, type, G_STRUCT_OFFSET(record, member)                                                                     \
  }

static const Field fix_fields[] = {
  FIELD (FIELD_TEXT, AfShownFix, id),         FIELD (FIELD_COUNT, AfShownFix, rank),
  FIELD (FIELD_COUNT, AfShownFix, ruling),    FIELD (FIELD_TEXT, AfShownFix, remark),
  FIELD (FIELD_TEXT, AfShownFix, confidence), FIELD (FIELD_TEXT, AfShownFix, schema),
  FIELD (FIELD_TEXT, AfShownFix, rule),       FIELD (FIELD_TEXT, AfShownFix, summary),
  FIELD (FIELD_TEXT, AfShownFix, evidence),   FIELD (FIELD_TEXT, AfShownFix, diff),
};

static const Field fault_fields[] = {
  FIELD (FIELD_TEXT, AfShownFault, id),
  FIELD (FIELD_TEXT, AfShownFault, title),
  FIELD (FIELD_TEXT, AfShownFault, kind),
  FIELD (FIELD_TEXT, AfShownFault, routine),
  FIELD (FIELD_COUNT, AfShownFault, line),
  FIELD (FIELD_TEXT, AfShownFault, clause),
  FIELD (FIELD_TEXT, AfShownFault, part_of),
  FIELD (FIELD_COUNT, AfShownFault, length),
  FIELD (FIELD_FLAG, AfShownFault, belongs),
  FIELD (FIELD_COUNT, AfShownFault, repaired),
  FIELD (FIELD_FLAG, AfShownFault, real),
  FIELD (FIELD_COUNT, AfShownFault, made),
  FIELD (FIELD_COUNT, AfShownFault, uncompilable),
  FIELD (FIELD_COUNT, AfShownFault, screened),
  FIELD (FIELD_COUNT, AfShownFault, valid),
  FIELD (FIELD_COUNT, AfShownFault, groups),
  FIELD (FIELD_COUNT, AfShownFault, confirmed),
  FIELD (FIELD_COUNT, AfShownFault, rejected),
  FIELD (FIELD_TEXT, AfShownFault, no_fix),
  FIELD (FIELD_COUNT, AfShownFault, failing),
  FIELD (FIELD_COUNT, AfShownFault, passing),
  FIELD (FIELD_COUNT, AfShownFault, failing_states),
  FIELD (FIELD_COUNT, AfShownFault, passing_states),
};

static const Field session_fields[] = {
  FIELD (FIELD_TEXT, AfSession, plant),      FIELD (FIELD_COUNT, AfSession, seed),
  FIELD (FIELD_FLAG, AfSession, faithful),   FIELD (FIELD_TEXT, AfSession, key),
  FIELD (FIELD_COUNT, AfSession, status),    FIELD (FIELD_TEXT, AfSession, trouble),
  FIELD (FIELD_FLAG, AfSession, complete),   FIELD (FIELD_COUNT, AfSession, calls),
  FIELD (FIELD_COUNT, AfSession, invalid),   FIELD (FIELD_TEXT, AfSession, branches),
  FIELD (FIELD_COUNT, AfSession, taken),     FIELD (FIELD_REAL, AfSession, seconds),
  FIELD (FIELD_REAL, AfSession, test_begin), FIELD (FIELD_REAL, AfSession, testing),
  FIELD (FIELD_REAL, AfSession, worked),     FIELD (FIELD_REAL, AfSession, first_fault),
  FIELD (FIELD_REAL, AfSession, first_fix),  FIELD (FIELD_COUNT, AfSession, reason),
  FIELD (FIELD_COUNT, AfSession, place),     FIELD (FIELD_COUNT, AfSession, space),
};

const char *af_ruling_name (AfRuling ruling)
{
  static const char *const names[] = { "accepted", "refused", "overtime", "unbuilt", "none" };
  return names[MIN ((guint)ruling, G_N_ELEMENTS (names) - 1)];
}

const char *af_reason_name (AfReason reason)
{
  static const char *const names[] = { "not found",
                                       "no snapshot at the right place",
                                       "no candidate in the space",
                                       "screened out",
                                       "not confirmed",
                                       "ranked below ten",
                                       "unknown, no records",
                                       "fixed" };
  return names[MIN ((guint)reason, G_N_ELEMENTS (names) - 1)];
}

/* --- life --- */

static void clear_texts (gpointer record, const Field *fields, guint n)
{
  for (guint i = 0; i < n; i++)
    if (fields[i].type == FIELD_TEXT)
      g_free (G_STRUCT_MEMBER (char *, record, fields[i].offset));
}

static void fix_free (gpointer fix)
{
  clear_texts (fix, fix_fields, G_N_ELEMENTS (fix_fields));
  g_free (fix);
}

static void fault_free (gpointer data)
{
  AfShownFault *fault = data;
  clear_texts (fault, fault_fields, G_N_ELEMENTS (fault_fields));
  g_ptr_array_unref (fault->fixes);
  g_free (fault);
}

void af_session_free (AfSession *session)
{
  if (!session)
    return;
  clear_texts (session, session_fields, G_N_ELEMENTS (session_fields));
  g_ptr_array_unref (session->faults);
  g_free (session);
}

AfShownFix *af_shown_fix_new (void)
{
  AfShownFix *fix = g_new0 (AfShownFix, 1);
  fix->ruling = AF_RULING_NONE;
  return fix;
}

AfShownFault *af_shown_fault_new (void)
{
  AfShownFault *fault = g_new0 (AfShownFault, 1);
  fault->fixes = g_ptr_array_new_with_free_func (fix_free);
  fault->repaired = -1;
  return fault;
}

AfSession *af_session_new (void)
{
  AfSession *session = g_new0 (AfSession, 1);
  session->faults = g_ptr_array_new_with_free_func (fault_free);
  session->testing = session->worked = session->test_begin = session->first_fault = session->first_fix = -1;
  session->reason = AF_REASON_UNKNOWN;
  session->place = session->space = -1;
  return session;
}

/* --- what counts --- */

gboolean af_session_found (const AfSession *session)
{
  for (guint i = 0; i < session->faults->len; i++)
    if (((const AfShownFault *)session->faults->pdata[i])->belongs)
      return TRUE;
  return FALSE;
}

gboolean af_session_accepted (const AfSession *session)
{
  for (guint i = 0; i < session->faults->len; i++) {
    const AfShownFault *fault = session->faults->pdata[i];
    for (guint k = 0; fault->belongs && k < fault->fixes->len; k++)
      if (((const AfShownFix *)fault->fixes->pdata[k])->ruling == AF_RULING_ACCEPTED)
        return TRUE;
  }
  return FALSE;
}

/* Fixes among the first ten of faults that belong, and how many of them are proper; the first proper one. */
static guint count_fixes (const AfSession *session, guint *n_proper, const AfShownFix **first)
{
  guint n = 0;
  *n_proper = 0;
  *first = NULL;
  for (guint i = 0; i < session->faults->len; i++) {
    const AfShownFault *fault = session->faults->pdata[i];
    for (guint k = 0; fault->belongs && k < fault->fixes->len; k++) {
      const AfShownFix *fix = fault->fixes->pdata[k];
      if (fix->rank > 10)
        continue;
      n++;
      if (fix->ruling != AF_RULING_ACCEPTED)
        continue;
      ++*n_proper;
      if (!*first || fix->rank < (*first)->rank)
        *first = fix;
    }
  }
  return n;
}

guint af_session_n_valid (const AfSession *session)
{
  const AfShownFix *first;
  guint n_proper;
  return count_fixes (session, &n_proper, &first);
}

gboolean af_session_valid (const AfSession *session)
{
  return af_session_n_valid (session) > 0;
}

guint af_session_n_proper (const AfSession *session)
{
  const AfShownFix *first;
  guint n_proper;
  count_fixes (session, &n_proper, &first);
  return n_proper;
}

const AfShownFix *af_session_proper (const AfSession *session)
{
  const AfShownFix *first;
  guint n_proper;
  count_fixes (session, &n_proper, &first);
  return first;
}

/* --- JSON --- */

static void write_fields (JsonBuilder *json, gconstpointer record, const Field *fields, guint n)
{
  for (guint i = 0; i < n; i++) {
    const char *text;
    json_builder_set_member_name (json, fields[i].name);
    switch (fields[i].type) {
    case FIELD_TEXT:
      text = G_STRUCT_MEMBER (const char *, record, fields[i].offset);
      if (text)
        json_builder_add_string_value (json, text);
      else
        json_builder_add_null_value (json);
      break;
    case FIELD_COUNT:
      json_builder_add_int_value (json, G_STRUCT_MEMBER (int, record, fields[i].offset));
      break;
    case FIELD_FLAG:
      json_builder_add_boolean_value (json, G_STRUCT_MEMBER (gboolean, record, fields[i].offset));
      break;
    case FIELD_REAL:
      json_builder_add_double_value (json, G_STRUCT_MEMBER (double, record, fields[i].offset));
      break;
    }
  }
}

/* Fields that @object lacks or that are null stay as they are. */
static void read_fields (JsonObject *object, gpointer record, const Field *fields, guint n)
{
  for (guint i = 0; i < n; i++) {
    JsonNode *node = json_object_get_member (object, fields[i].name);
    if (!node || !JSON_NODE_HOLDS_VALUE (node))
      continue;
    switch (fields[i].type) {
    case FIELD_TEXT:
      G_STRUCT_MEMBER (char *, record, fields[i].offset) = g_strdup (json_node_get_string (node));
      break;
    case FIELD_COUNT:
      G_STRUCT_MEMBER (int, record, fields[i].offset) = (int)json_node_get_int (node);
      break;
    case FIELD_FLAG:
      G_STRUCT_MEMBER (gboolean, record, fields[i].offset) = json_node_get_boolean (node);
      break;
    case FIELD_REAL:
      G_STRUCT_MEMBER (double, record, fields[i].offset) = json_node_get_double (node);
      break;
    }
  }
}

static void write_fault (const AfShownFault *fault, JsonBuilder *json)
{
  json_builder_begin_object (json);
  write_fields (json, fault, fault_fields, G_N_ELEMENTS (fault_fields));
  af_json_open_array (json, "fixes");
  for (guint i = 0; i < fault->fixes->len; i++) {
    json_builder_begin_object (json);
    write_fields (json, fault->fixes->pdata[i], fix_fields, G_N_ELEMENTS (fix_fields));
    json_builder_end_object (json);
  }
  json_builder_end_array (json);
  json_builder_end_object (json);
}

void af_session_write (const AfSession *session, JsonBuilder *json)
{
  json_builder_begin_object (json);
  write_fields (json, session, session_fields, G_N_ELEMENTS (session_fields));
  af_json_open_array (json, "faults");
  for (guint i = 0; i < session->faults->len; i++)
    write_fault (session->faults->pdata[i], json);
  json_builder_end_array (json);
  json_builder_end_object (json);
}

static AfShownFault *read_fault (JsonObject *object)
{
  AfShownFault *fault = af_shown_fault_new ();
  read_fields (object, fault, fault_fields, G_N_ELEMENTS (fault_fields));
  for (guint i = 0; i < af_member_length (object, "fixes"); i++) {
    JsonObject *member = af_member_at (object, "fixes", i);
    if (!member)
      continue;
    AfShownFix *fix = af_shown_fix_new ();
    read_fields (member, fix, fix_fields, G_N_ELEMENTS (fix_fields));
    g_ptr_array_add (fault->fixes, fix);
  }
  return fault;
}

AfSession *af_session_read (JsonObject *object)
{
  AfSession *session = af_session_new ();
  read_fields (object, session, session_fields, G_N_ELEMENTS (session_fields));
  for (guint i = 0; i < af_member_length (object, "faults"); i++)
    if (af_member_at (object, "faults", i))
      g_ptr_array_add (session->faults, read_fault (af_member_at (object, "faults", i)));
  return session;
}

AfSession *af_session_load (const char *path, const char *key)
{
  g_autoptr (JsonParser) parser = af_read_json (path, NULL);
  g_autoptr (AfSession) session = parser ? af_session_read (af_root (parser)) : NULL;
  return session && g_strcmp0 (session->key, key) == 0 ? g_steal_pointer (&session) : NULL;
}

gboolean af_session_save (const AfSession *session, const char *path, GError **error)
{
  g_autoptr (JsonBuilder) json = json_builder_new ();
  af_session_write (session, json);
  g_autofree char *text = af_json_text (json);
  return af_write_text (path, text, error);
}
