/* What two programs differ in at the end of a test, as people read it.
 *
 * In:  a test, and of two programs the outcome and the notes of what was observed.
 * Out: "set_find returns 3" and "set_find returns 4".
 *
 * Notes come in the order of observation: result, arguments, observers by variable; the first that differs and has
 * words is told. */
#include "testgen/testgen-internal.h"

typedef struct {
  AfText text;
  const AfRoutine *last; /* null: a factory */
  const AfCall *call;
} Reader;

static gboolean same_thing (const AfNote *a, const AfNote *b)
{
  return a->what == b->what && a->index == b->index && a->variable == b->variable;
}

static const AfNote *find_note (const GArray *notes, const AfNote *wanted)
{
  for (guint i = 0; i < notes->len; i++)
    if (same_thing (&g_array_index (notes, AfNote, i), wanted))
      return &g_array_index (notes, AfNote, i);
  return NULL;
}

/* The first note of @here that @there has differently; of bytes only if nothing else differs. */
static const AfNote *first_difference (const GArray *here, const GArray *there, const AfNote **other)
{
  const AfNote *bytes = NULL;
  for (guint i = 0; i < here->len; i++) {
    const AfNote *note = &g_array_index (here, AfNote, i), *match = find_note (there, note);
    if (!match || match->hash == note->hash || note->seen == AF_SEEN_NOTHING || match->seen == AF_SEEN_NOTHING)
      continue;
    if (note->seen != AF_SEEN_BYTES || match->seen != AF_SEEN_BYTES) {
      *other = match;
      return note;
    }
    if (!bytes) {
      bytes = note;
      *other = match;
    }
  }
  return bytes;
}

static const AfType *type_of (const Reader *reader, const AfNote *note)
{
  const AfModule *module = reader->text.module;
  const AfType *param;
  switch (note->what) {
  case AF_NOTED_RESULT:
    return af_text_result (&reader->text, reader->call->thunk);
  case AF_NOTED_ARGUMENT:
    param = af_text_param (&reader->text, reader->call->thunk, note->index);
    return param && param->kind == AF_TYPE_POINTER ? param->target : NULL;
  case AF_NOTED_OBSERVER:
    return note->index < module->observers->len ? ((const AfRoutine *)module->observers->pdata[note->index])->result
                                                : NULL;
  }
  return NULL;
}

static void put_variable (GString *out, const Reader *reader, int variable)
{
  const char *name = af_text_name (&reader->text, variable);
  const AfTest *test = reader->text.test;
  if (name) {
    g_string_append (out, name);
    return;
  }
  for (guint i = 0; variable >= 0 && i < test->calls->len; i++) {
    const AfCall *call = test->calls->pdata[i];
    const AfRoutine *routine = af_text_routine (&reader->text, call->thunk);
    if (call->result == variable && call != reader->call && routine) {
      g_string_append_printf (out, "what %s returned", routine->name);
      return;
    }
  }
  g_string_append (out, "the result");
}

/* What the note is about: "set_find returns", "sset_count (s) is", "*n is". */
static void put_thing (GString *out, const Reader *reader, const AfNote *note)
{
  const AfModule *module = reader->text.module;
  switch (note->what) {
  case AF_NOTED_RESULT:
    g_string_append_printf (out, "%s returns ", reader->last ? reader->last->name : "the call");
    break;
  case AF_NOTED_ARGUMENT:
    if (reader->last && note->index < reader->last->n_params)
      g_string_append_printf (out, "*%s is ", ((const AfVariable *)reader->last->variables->pdata[note->index])->name);
    else
      g_string_append_printf (out, "argument %u is ", note->index + 1);
    break;
  case AF_NOTED_OBSERVER:
    if (note->index < module->observers->len) {
      g_string_append_printf (out, "%s (", ((const AfRoutine *)module->observers->pdata[note->index])->name);
      put_variable (out, reader, note->variable);
      g_string_append (out, ") is ");
    } else {
      put_variable (out, reader, note->variable);
      g_string_append (out, " has ");
    }
    break;
  }
}

static void put_value (GString *out, const Reader *reader, const AfNote *note, gboolean is_first)
{
  const AfType *type = type_of (reader, note);
  AfArg arg = { .kind = AF_ARG_NULL };
  switch (note->seen) {
  case AF_SEEN_INTEGER:
    arg = (AfArg){ .kind = AF_ARG_INT, .integer = note->integer };
    break;
  case AF_SEEN_FLOAT:
    arg = (AfArg){ .kind = AF_ARG_FLOAT, .real = note->real };
    break;
  case AF_SEEN_NULL:
    break;
  case AF_SEEN_TEXT:
    arg = (AfArg){ .kind = AF_ARG_STRING, .bytes = g_bytes_new (note->text, strlen (note->text)) };
    break;
  case AF_SEEN_NOTHING:
  case AF_SEEN_POINTER:
    g_string_append (out, "not NULL");
    return;
  case AF_SEEN_BYTES:
    g_string_append (out, is_first ? "some contents" : "other contents");
    return;
  case AF_SEEN_UNDEFINED:
    g_string_append (out, "undefined");
    return;
  case AF_SEEN_DEAD:
    g_string_append (out, "no readable memory");
    return;
  }
  if (arg.kind == AF_ARG_INT && !type)
    g_string_append_printf (out, "%" G_GINT64_FORMAT, arg.integer);
  else
    af_text_put_arg (out, &reader->text, type, &arg);
  g_clear_pointer (&arg.bytes, g_bytes_unref);
}

static char *note_text (const Reader *reader, const AfNote *note, gboolean is_first)
{
  GString *out = g_string_new (NULL);
  put_thing (out, reader, note);
  put_value (out, reader, note, is_first);
  return g_string_free (out, FALSE);
}

static char *outcome_text (const Reader *reader, const AfOutcome *outcome)
{
  return outcome->kind == AF_OUTCOME_PASS ? g_strdup ("it passes") : af_outcome_text (reader->text.module, outcome);
}

gboolean af_testgen_describe_difference (const AfModule *module, const AfTest *test, const AfShown *here,
                                         const AfShown *there, char **in_words_here, char **in_words_there)
{
  gboolean both = here->outcome->kind == AF_OUTCOME_PASS && there->outcome->kind == AF_OUTCOME_PASS;
  const AfNote *other = NULL, *note = both ? first_difference (here->notes, there->notes, &other) : NULL;
  *in_words_here = *in_words_there = NULL;
  if (!note && (both || here->outcome->kind == there->outcome->kind))
    return FALSE;
  Reader reader = { .call = test->calls->pdata[test->calls->len - 1] };
  af_text_init (&reader.text, module, test);
  reader.last = af_text_routine (&reader.text, reader.call->thunk);
  *in_words_here = note ? note_text (&reader, note, TRUE) : outcome_text (&reader, here->outcome);
  *in_words_there = note ? note_text (&reader, other, FALSE) : outcome_text (&reader, there->outcome);
  af_text_clear (&reader.text);
  return TRUE;
}
