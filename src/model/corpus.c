/* The corpus of a run: its life, and its dump.
 *
 * In:  what testgen found.   Out: text in a fixed order, for --dump=test and the golden tests. */
#include "model/fault.h"

AfCorpus *af_corpus_new (void)
{
  AfCorpus *corpus = g_new0 (AfCorpus, 1);
  corpus->faults = g_ptr_array_new_with_free_func ((GDestroyNotify)af_fault_free);
  corpus->undecided = g_ptr_array_new_with_free_func ((GDestroyNotify)af_fault_free);
  corpus->branches = g_array_new (FALSE, FALSE, sizeof (AfBranch));
  corpus->transitions = g_array_new (FALSE, FALSE, sizeof (AfTransition));
  corpus->kept = g_ptr_array_new_with_free_func ((GDestroyNotify)af_test_free);
  corpus->notices = g_ptr_array_new_with_free_func (g_free);
  corpus->uncalled = g_array_new (FALSE, FALSE, sizeof (AfUncalled));
  corpus->gaps = g_array_new (FALSE, FALSE, sizeof (AfSeenGap));
  return corpus;
}

void af_corpus_free (AfCorpus *corpus)
{
  if (!corpus)
    return;
  g_ptr_array_unref (corpus->faults);
  g_ptr_array_unref (corpus->undecided);
  g_array_unref (corpus->branches);
  g_array_unref (corpus->transitions);
  g_ptr_array_unref (corpus->kept);
  g_ptr_array_unref (corpus->notices);
  g_array_unref (corpus->uncalled);
  g_array_unref (corpus->gaps);
  g_free (corpus);
}

static void dump_fault (const AfModule *module, const AfFault *fault, GString *text)
{
  g_autofree char *title = af_fault_title (module, fault);
  const char *path;
  guint line, column;
  af_fault_position (module, fault, &path, &line, &column);
  g_string_append_printf (text, "%s %s:%u:%u: %s\n", fault->id, path, line, column, title);
  g_string_append_printf (text, "  location %u clause %u %s `%s`%s\n", fault->location, fault->clause->id,
                          af_clause_kind_name (fault->clause->kind), fault->clause->text,
                          fault->undefined ? " undefined" : "");
  if (fault->condition)
    g_string_append_printf (text, "  condition `%s`\n", fault->condition->text);
  g_string_append_printf (text, "  failing %u passing %u other %u calls %u\n", fault->failing->len, fault->passing->len,
                          fault->n_other, fault->test ? fault->test->calls->len : 0);
}

gboolean af_corpus_is_blind (const AfCorpus *corpus)
{
  for (guint i = 0; i < corpus->uncalled->len; i++)
    if (corpus->n_calls == 0 || g_array_index (corpus->uncalled, AfUncalled, i).is_reachable)
      return TRUE;
  return FALSE;
}

char *af_corpus_dump (const AfModule *module, const AfCorpus *corpus)
{
  GString *text = g_string_new (NULL);
  g_string_append_printf (text, "corpus: %u calls, %u invalid, %u passing and %u failing tests, %s\n", corpus->n_calls,
                          corpus->n_invalid, corpus->n_passing, corpus->n_failing,
                          corpus->complete ? "complete" : "incomplete");
  for (guint i = 0; i < corpus->faults->len; i++)
    dump_fault (module, corpus->faults->pdata[i], text);
  for (guint i = 0; i < corpus->undecided->len; i++) {
    g_string_append (text, "undecided ");
    dump_fault (module, corpus->undecided->pdata[i], text);
  }
  for (guint i = 0; i < corpus->transitions->len; i++) {
    const AfTransition *transition = &g_array_index (corpus->transitions, AfTransition, i);
    g_string_append_printf (text,
                            "transition type %u routine %u param %u: %" G_GINT64_MODIFIER "x/%" G_GINT64_MODIFIER
                            "x -> %" G_GINT64_MODIFIER "x/%" G_GINT64_MODIFIER "x times %u\n",
                            transition->type, transition->routine, transition->param, transition->before,
                            transition->before_defined, transition->after, transition->after_defined,
                            transition->count);
  }
  for (guint i = 0; i < corpus->notices->len; i++)
    g_string_append_printf (text, "notice %s\n", (const char *)corpus->notices->pdata[i]);
  for (guint i = 0; i < corpus->uncalled->len; i++)
    g_string_append_printf (text, "uncalled %s\n", g_array_index (corpus->uncalled, AfUncalled, i).routine->name);
  return g_string_free (text, FALSE);
}
