/* contracts.html: proposals on a page, to read, tick off and take.
 *
 * In:  what was inferred.   Out: a page that opens from disk and needs no script, no other file and no network. */
#include "pipeline/infer/infer-internal.h"

#define HEAD                                                                                                           \
  "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"                                           \
  "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\"/>\n"         \
  "<style>body{font:15px/1.5 sans-serif;max-width:60em;margin:2em auto;padding:0 1em;color-scheme:light dark}"         \
  "pre,code{font-family:monospace}pre{overflow-x:auto;padding:.5em;border:1px solid gray}"                             \
  "li{margin:1em 0}p{margin:.2em 0}</style>\n"

/* "in 47 different states; 1460 tests did not break it; no violation up to k = 3" */
char *af_infer_evidence (const AfProposal *proposal)
{
  if (proposal->is_query)
    return g_strdup_printf ("nothing in the code writes; %u calls left all that they were given as it was",
                            proposal->n_states);
  if (proposal->is_read)
    return g_strdup_printf ("the code relies on it; %u tests", proposal->n_tests);
  g_autofree char *bound = g_strdup_printf ("; no violation up to k = %u", proposal->proof_bound);
  const char *proof = proposal->proof != AF_PROOF_BOUNDED ? ""
                      : proposal->proof_complete          ? "; no violation for any k"
                                                          : bound;
  return g_strdup_printf ("in %u different states; %u tests did not break it%s", proposal->n_states, proposal->n_tests,
                          proof);
}

char *af_infer_catches (const AfInference *inference, const AfProposal *proposal)
{
  return proposal->n_caught == 0
           ? NULL
           : g_strdup_printf ("would catch %u of %u changes of the code: %s%s", proposal->n_caught,
                              inference->n_changes, proposal->caught, proposal->n_caught > 1 ? ", ..." : "");
}

char *af_infer_heading (const AfModule *module, const AfProposal *proposal)
{
  return proposal->routine ? g_strdup_printf ("%s (line %u)", proposal->routine->name, proposal->routine->line)
                           : g_strdup_printf ("%s: every %s between calls", module->name, proposal->record->spelling);
}

static void put (GString *out, const char *tag, const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1), *escaped = g_markup_escape_text (valid, -1);
  g_string_append_printf (out, "<%s>%s</%s>\n", tag, escaped, tag);
}

static gboolean put_proposal (GString *out, const AfModule *module, const AfInference *inference, AfProposal *proposal,
                              GError **error)
{
  g_autoptr (GPtrArray) one = g_ptr_array_new ();
  g_ptr_array_add (one, proposal);
  g_autofree char *contract = af_proposal_text (proposal), *evidence = af_infer_evidence (proposal);
  g_autofree char *catches = af_infer_catches (inference, proposal);
  g_autofree char *diff = af_infer_diff (module, inference, one, error);
  if (!diff)
    return FALSE;
  g_string_append (out, "<li>");
  put (out, "code", contract);
  put (out, "p", evidence);
  if (catches)
    put (out, "p", catches);
  if (proposal->proof_reason)
    put (out, "p", proposal->proof_reason);
  put (out, "pre", diff);
  g_string_append (out, "</li>\n");
  return TRUE;
}

/* The list goes on with the numbers of the patches from one routine to the next. */
char *af_infer_page (const AfModule *module, const AfInference *inference, guint64 seed, GError **error)
{
  g_autoptr (GString) out = g_string_new (HEAD);
  g_autofree char *title = g_strdup_printf ("Contracts proposed for %s", module->name);
  g_autofree char *sum =
    g_strdup_printf ("%u proposed; %u more implied, %u broken by attacks, %u refuted by proof; %u calls (seed "
                     "%" G_GUINT64_FORMAT "). A proposal says what the code does, not what it should do. NN.patch has "
                     "number NN alone, contracts.patch all of them.",
                     inference->proposals->len, inference->n_implied, inference->n_broken, inference->n_refuted,
                     inference->n_calls, seed);
  const AfProposal *last = NULL;
  put (out, "title", title);
  g_string_append (out, "</head>\n<body>\n");
  put (out, "h1", title);
  put (out, "p", sum);
  for (guint i = 0; i < inference->proposals->len; i++) {
    AfProposal *proposal = inference->proposals->pdata[i];
    if (!last || last->routine != proposal->routine || last->record != proposal->record) {
      g_autofree char *heading = af_infer_heading (module, proposal);
      g_string_append (out, last ? "</ol>\n" : "");
      put (out, "h2", heading);
      g_string_append_printf (out, "<ol start=\"%u\">\n", i + 1);
    }
    if (!put_proposal (out, module, inference, proposal, error))
      return NULL;
    last = proposal;
  }
  g_string_append_printf (out, "%s</body>\n</html>\n", last ? "</ol>\n" : "");
  return g_string_free (g_steal_pointer (&out), FALSE);
}
