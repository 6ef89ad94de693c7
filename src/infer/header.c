/* Proposals in the headers of a module, where its users look.
 *
 *     typedef struct Box { int n, room; } Box;          a type whose fields the header shows: its users can break
 *                                                       what must hold of it, so that they are told
 *     INVARIANT bool box_holds (const Box *it);         after it; the function itself goes to the source
 *     QUERY int box_count (const Box *b);               the mark, in front of the prototype
 *
 * Of an opaque type the invariant stays in the source, and so does everything that only a macro's body declares. */
#include "infer/infer-internal.h"

#include <string.h>

#include "contracts/contracts.h"

static const AfSource *header_at (const AfInference *inference, AfRange declared)
{
  const AfSource *header = declared.file >= 0 && (guint)declared.file < inference->headers->len
                             ? inference->headers->pdata[declared.file]
                             : NULL;
  return header && declared.end <= header->length ? header : NULL;
}

GPtrArray *af_headers_load (const AfModule *module)
{
  GPtrArray *headers = g_ptr_array_new_with_free_func ((GDestroyNotify)af_source_free);
  for (guint i = 0; i < module->headers->len; i++)
    g_ptr_array_add (headers, af_source_load (module->headers->pdata[i], NULL));
  return headers;
}

/* --- where --- */

/* A header of others, which this module includes, is none to write to. */
static gboolean is_own (const AfModule *module, int header)
{
  for (guint i = 0; i < module->routines->len; i++) {
    const AfRoutine *routine = module->routines->pdata[i];
    if (routine->is_public && !routine->skipped && routine->declared.file == header)
      return TRUE;
  }
  return FALSE;
}

/* After the semicolon of the declaration that ends at @end; 0: there is none. */
static guint after_semicolon (const AfSource *header, guint end)
{
  guint at = af_text_skip_blanks (header->text, end, (guint)header->length);
  return at < header->length && header->text[at] == ';' ? at + 1 : 0;
}

int af_header_of_type (const AfModule *module, const AfInference *inference, const AfType *record)
{
  const AfSource *header = header_at (inference, record->declared);
  gboolean is_there = header && record->is_public && after_semicolon (header, record->declared.end) > 0;
  return is_there && is_own (module, record->declared.file) ? record->declared.file : -1;
}

/* `int f (void), g (void);` has one place for two marks. */
static gboolean is_alone (const AfModule *module, const AfSource *header, const AfRoutine *routine)
{
  guint after = af_text_skip_blanks (header->text, routine->declared.end, (guint)header->length);
  for (guint i = 0; i < module->routines->len; i++) {
    AfRange other = ((const AfRoutine *)module->routines->pdata[i])->declared;
    if (i != routine->id && other.file == routine->declared.file && other.start == routine->declared.start)
      return FALSE;
  }
  return after >= header->length || header->text[after] != ',';
}

int af_header_of_mark (const AfModule *module, const AfInference *inference, const AfRoutine *routine)
{
  const AfSource *header = header_at (inference, routine->declared);
  if (!header || !is_alone (module, header, routine))
    return -1;
  g_autofree char *text = af_source_slice (header, (AfRange){ 0, routine->declared.start, routine->declared.end });
  return strstr (text, routine->name) ? routine->declared.file : -1;
}

/* Behind the comments that follow @at on its line; @at itself where other text follows. */
static guint line_end (const AfSource *header, guint at)
{
  const char *text = header->text;
  guint end = at;
  for (;;) {
    end += (guint)strspn (text + end, " \t");
    if (text[end] != '/' || (text[end + 1] != '/' && text[end + 1] != '*'))
      break;
    end = af_text_skip_token (text, end, (guint)header->length);
  }
  return text[end] == '\n' || text[end] == '\r' || text[end] == '\0' ? end : at;
}

/* After the type; but inside of `extern "C" {`, which may begin only after it. */
static guint place_of (const AfModule *module, const AfSource *header, AfRange declared)
{
  guint place = after_semicolon (header, declared.end), first = (guint)header->length;
  const char *linkage = strstr (header->text + place, "extern \"C\"");
  for (guint i = 0; linkage && i < module->routines->len; i++) {
    AfRange prototype = ((const AfRoutine *)module->routines->pdata[i])->declared;
    if (prototype.file == declared.file && header->text + prototype.start > linkage && prototype.end < first)
      first = prototype.end;
  }
  guint after = first < header->length ? after_semicolon (header, first) : 0;
  return line_end (header, MAX (place, after));
}

/* --- what the header includes --- */

/* The header's directives, one by one. */
typedef struct {
  const AfSource *header;
  guint at;          /* where to go on */
  guint start, end;  /* of a directive: its `#`, its line's end */
  const char *words; /* from its name on */
} Directives;

static gboolean next_directive (Directives *directives)
{
  const char *text = directives->header->text;
  guint length = (guint)directives->header->length;
  guint at = af_text_skip_blanks (text, directives->at, length);
  while (at < length && text[at] != '#')
    at = af_text_skip_blanks (text, af_text_skip_token (text, at, length), length);
  if (at >= length)
    return FALSE;
  directives->start = at;
  directives->words = text + at + 1 + strspn (text + at + 1, " \t");
  do
    at = af_source_line_end (directives->header, at);
  while (at < length && at >= 2 && text[at - 2] == '\\');
  directives->at = directives->end = at;
  return TRUE;
}

static gboolean is_directive (const Directives *directives, const char *name)
{
  gsize length = strlen (name);
  return strncmp (directives->words, name, length) == 0 && !g_ascii_isalnum (directives->words[length]);
}

static gboolean includes (const AfSource *header, const char *name)
{
  Directives directives = { header, 0, 0, 0, NULL };
  while (next_directive (&directives)) {
    const char *file = directives.words + strlen ("include");
    if (!is_directive (&directives, "include"))
      continue;
    file += strspn (file, " \t");
    if ((*file == '<' || *file == '"') && g_str_has_prefix (file + 1, name) && strchr (">\"", file[1 + strlen (name)]))
      return TRUE;
  }
  return FALSE;
}

/* After the last #include that no condition but the guard governs; else after the guard. */
static guint place_of_includes (const AfSource *header)
{
  Directives directives = { header, 0, 0, 0, NULL };
  guint place = 0, depth = 0, guard = 0;
  for (guint i = 0; next_directive (&directives); i++) {
    gboolean opens =
      is_directive (&directives, "if") || is_directive (&directives, "ifdef") || is_directive (&directives, "ifndef");
    guard = i == 0 && is_directive (&directives, "ifndef") ? 1 : guard;
    depth += opens;
    depth -= is_directive (&directives, "endif") && depth > 0;
    gboolean is_guard = i == guard && (is_directive (&directives, "define") || is_directive (&directives, "pragma"));
    if (depth == guard && (is_directive (&directives, "include") || (is_guard && place == 0)))
      place = directives.end;
  }
  return place;
}

static void add_includes (const AfSource *header, int number, GPtrArray *edits)
{
  g_autoptr (GString) text = g_string_new (NULL);
  gboolean needs_bool = FALSE;
  for (guint i = 0; i < edits->len; i++)
    needs_bool |= strstr (((const AfEdit *)edits->pdata[i])->text, " bool ") != NULL;
  if (needs_bool && !includes (header, "stdbool.h"))
    g_string_append (text, "#include <stdbool.h>\n");
  if (!includes (header, AF_CONTRACT_HEADER))
    g_string_append (text, "#include <" AF_CONTRACT_HEADER ">\n");
  if (text->len > 0)
    af_edits_insert (edits, number, place_of_includes (header), text->str, -1);
}

/* --- edits --- */

/* Whether the line after the one that @at is on is empty, or there is none. */
static gboolean is_line_blank (const AfSource *header, guint at)
{
  const char *next = strchr (header->text + at, '\n');
  return !next || next[1 + strspn (next + 1, " \t\r")] == '\n';
}

GPtrArray *af_header_edits (const AfModule *module, const AfInference *inference, const GPtrArray *proposals,
                            int number)
{
  GPtrArray *edits = af_edits_new ();
  const AfSource *header = inference->headers->pdata[number];
  g_autoptr (GHashTable) done = g_hash_table_new (NULL, NULL);
  gboolean is_long = proposals->len > 0 && af_contracts_are_long (module);
  for (guint i = 0; header && i < proposals->len; i++) {
    const AfProposal *proposal = proposals->pdata[i];
    g_autofree char *text = NULL;
    guint place = 0;
    if (proposal->is_query && af_header_of_mark (module, inference, proposal->routine) == number) {
      text = g_strdup ("QUERY ");
      place = proposal->routine->declared.start;
    } else if (proposal->record && !af_module_invariant (module, proposal->record)
               && af_header_of_type (module, inference, proposal->record) == number
               && g_hash_table_add (done, (gpointer)proposal->record)) {
      g_autofree char *name = af_invariant_name (module, inference, proposal->record);
      place = place_of (module, header, proposal->record->declared);
      text = g_strdup_printf ("%sINVARIANT bool %s (const %s *it);%s", is_line_blank (header, place) ? "\n\n" : "\n",
                              name, proposal->record->spelling, header->text[place] ? "" : "\n");
    }
    g_autofree char *spelled = text ? af_contracts_spell (text, is_long) : NULL;
    if (spelled)
      af_edits_insert (edits, number, place, spelled, (int)i);
  }
  if (edits->len > 0)
    add_includes (header, number, edits);
  return edits;
}
