/* Atoms: terms that Z3 knows by name alone, and which of them a question uses.
 *
 * In:  an expression that is not translated any further.
 * Out: the term that is the same wherever the same text stands. */
#include "solver/solver-internal.h"

static void atom_free (AfAtom *atom)
{
  g_free (atom->key);
  g_free (atom);
}

void af_translator_init (AfTranslator *t, Z3_context context)
{
  t->context = context;
  t->integers = Z3_mk_int_sort (context);
  t->booleans = Z3_mk_bool_sort (context);
  t->atoms = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, (GDestroyNotify)atom_free);
  t->used = g_ptr_array_new ();
  t->question = 0;
  t->collect_fits = FALSE;
  t->fits = g_array_new (FALSE, FALSE, sizeof (Z3_ast));
}

void af_translator_clear (AfTranslator *t)
{
  g_array_unref (t->fits);
  g_ptr_array_unref (t->used);
  g_hash_table_unref (t->atoms);
}

void af_translator_begin (AfTranslator *t)
{
  g_ptr_array_set_size (t->used, 0);
  g_array_set_size (t->fits, 0);
  t->collect_fits = FALSE;
  t->question++;
}

/* Reads of values are independent of each other; anything else stands for an operation. */
static gboolean is_operation (const AfExpr *e)
{
  switch (e->kind) {
  case AF_EXPR_VAR:
  case AF_EXPR_FUNCTION:
  case AF_EXPR_RESULT:
  case AF_EXPR_OLD:
  case AF_EXPR_FIELD:
  case AF_EXPR_INDEX:
  case AF_EXPR_DEREF:
  case AF_EXPR_CALL:
  case AF_EXPR_CALL_POINTER:
  case AF_EXPR_READABLE:
  case AF_EXPR_WRITABLE:
  case AF_EXPR_NODES:
  case AF_EXPR_REACHES:
    return FALSE;
  case AF_EXPR_INT:
  case AF_EXPR_BOOL:
  case AF_EXPR_NULL:
  case AF_EXPR_FLOAT:
  case AF_EXPR_STRING:
  case AF_EXPR_ADDRESS:
  case AF_EXPR_UNARY:
  case AF_EXPR_BINARY:
  case AF_EXPR_ASSIGN:
  case AF_EXPR_STEP:
  case AF_EXPR_CONDITIONAL:
  case AF_EXPR_CAST:
  case AF_EXPR_IMPLIES:
  case AF_EXPR_IFF:
  case AF_EXPR_FORALL:
  case AF_EXPR_EXISTS:
  case AF_EXPR_FITS:
  case AF_EXPR_OTHER:
    return TRUE;
  }
  return TRUE;
}

AfAtom *af_translator_atom (AfTranslator *t, const AfExpr *e, gboolean is_boolean, gboolean *is_new)
{
  g_autofree char *key = g_strconcat (is_boolean ? "b:" : "i:", e->text, NULL);
  AfAtom *atom = g_hash_table_lookup (t->atoms, key);
  *is_new = atom == NULL;
  if (atom == NULL) {
    atom = g_new0 (AfAtom, 1);
    atom->term =
      Z3_mk_const (t->context, Z3_mk_string_symbol (t->context, key), is_boolean ? t->booleans : t->integers);
    atom->is_operation = is_operation (e);
    atom->key = g_steal_pointer (&key);
    g_hash_table_insert (t->atoms, atom->key, atom);
  }
  if (atom->question != t->question) {
    atom->question = t->question;
    g_ptr_array_add (t->used, atom);
  }
  return atom;
}
