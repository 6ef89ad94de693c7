/* Writes modules of a wanted size.
 *
 * In:  a number of routines, a seed.   Out: a header and a source that compile, keep their contracts, and break one.
 *
 * A module consists of kinds of objects, ten routines each: a tank with a level and a limit that is made and freed,
 * filled and drained, poured into another and settled.  Limits and shares differ from kind to kind.  What does not fill
 * a kind becomes further queries of the last one.  In the kind in the middle, pouring forgets that the other tank may
 * have less room than there is to pour, which breaks the precondition of filling. */
#include "bench/speed/module.h"

#include "util/random.h"

typedef struct {
  guint kind;
  guint most;  /* largest limit of a tank */
  guint share; /* settled tanks hold limit / share */
  gboolean is_faulty;
  guint n_further; /* queries beyond the ten */
} Kind;

/* @T for the type, @f for the prefix of the routines, @M and @S for the numbers. */
static void put (GString *text, const Kind *kind, const char *template)
{
  for (const char *c = template; *c; c++) {
    if (*c != '@') {
      g_string_append_c (text, *c);
      continue;
    }
    c++;
    if (*c == 'T')
      g_string_append_printf (text, "Tank%u", kind->kind);
    else if (*c == 'f')
      g_string_append_printf (text, "tank%u", kind->kind);
    else if (*c == 'M')
      g_string_append_printf (text, "%u", kind->most);
    else
      g_string_append_printf (text, "%u", kind->share);
  }
}

static const char declarations[] = "\n"
                                   "typedef struct @T {\n"
                                   "    int level;\n"
                                   "    int limit;\n"
                                   "} @T;\n"
                                   "\n"
                                   "@T *@f_create(int limit);\n"
                                   "void @f_free(@T *t);\n"
                                   "INVARIANT bool @f_valid(const @T *t);\n"
                                   "QUERY int @f_level(const @T *t);\n"
                                   "QUERY int @f_room(const @T *t);\n"
                                   "QUERY bool @f_is_full(const @T *t);\n"
                                   "void @f_fill(@T *t, int n);\n"
                                   "void @f_drain(@T *t, int n);\n"
                                   "int @f_pour(@T *from, @T *to);\n"
                                   "void @f_settle(@T *t);\n";

static const char objects[] = "\n"
                              "@T *@f_create(int limit)\n"
                              "{\n"
                              "    REQUIRE(0 < limit && limit <= @M);\n"
                              "    ENSURE(IMPLIES(RESULT != NULL, RESULT->level == 0 && RESULT->limit == limit));\n"
                              "    @T *t = malloc(sizeof *t);\n"
                              "    if (t == NULL)\n"
                              "        return NULL;\n"
                              "    t->level = 0;\n"
                              "    t->limit = limit;\n"
                              "    return t;\n"
                              "}\n"
                              "\n"
                              "void @f_free(@T *t)\n"
                              "{\n"
                              "    CONSUME(t);\n"
                              "    free(t);\n"
                              "}\n"
                              "\n"
                              "bool @f_valid(const @T *t)\n"
                              "{\n"
                              "    return 0 <= t->level && t->level <= t->limit && t->limit <= @M;\n"
                              "}\n"
                              "\n"
                              "int @f_level(const @T *t)\n"
                              "{\n"
                              "    REQUIRE(t != NULL);\n"
                              "    return t->level;\n"
                              "}\n"
                              "\n"
                              "int @f_room(const @T *t)\n"
                              "{\n"
                              "    REQUIRE(t != NULL);\n"
                              "    ENSURE(RESULT >= 0);\n"
                              "    return t->limit - t->level;\n"
                              "}\n"
                              "\n"
                              "bool @f_is_full(const @T *t)\n"
                              "{\n"
                              "    REQUIRE(t != NULL);\n"
                              "    return t->level == t->limit;\n"
                              "}\n";

static const char changes[] = "\n"
                              "void @f_fill(@T *t, int n)\n"
                              "{\n"
                              "    REQUIRE(t != NULL);\n"
                              "    REQUIRE(0 <= n && n <= @f_room(t));\n"
                              "    ENSURE(t->level == OLD(t->level) + n);\n"
                              "    t->level += n;\n"
                              "}\n"
                              "\n"
                              "void @f_drain(@T *t, int n)\n"
                              "{\n"
                              "    REQUIRE(t != NULL);\n"
                              "    REQUIRE(0 <= n && n <= t->level);\n"
                              "    ENSURE(t->level == OLD(t->level) - n);\n"
                              "    t->level -= n;\n"
                              "}\n";

static const char pouring[] = "\n"
                              "int @f_pour(@T *from, @T *to)\n"
                              "{\n"
                              "    REQUIRE(from != NULL && to != NULL && from != to);\n"
                              "    ENSURE(RESULT >= 0 && from->level == OLD(from->level) - RESULT);\n"
                              "    int n = from->level;\n";
static const char bounded[] = "    if (n > @f_room(to))\n"
                              "        n = @f_room(to);\n";
static const char poured[] = "    @f_fill(to, n);\n"
                             "    @f_drain(from, n);\n"
                             "    return n;\n"
                             "}\n"
                             "\n"
                             "void @f_settle(@T *t)\n"
                             "{\n"
                             "    REQUIRE(t != NULL);\n"
                             "    ENSURE(t->level <= t->limit / @S);\n"
                             "    while (t->level > t->limit / @S)\n"
                             "        @f_drain(t, 1);\n"
                             "}\n";

static void put_kind (const Kind *kind, GString *header, GString *source)
{
  put (header, kind, declarations);
  put (source, kind, objects);
  put (source, kind, changes);
  put (source, kind, pouring);
  if (!kind->is_faulty)
    put (source, kind, bounded);
  put (source, kind, poured);
  for (guint i = 1; i <= kind->n_further; i++) {
    g_string_append_printf (header, "QUERY int tank%u_level_%u(const Tank%u *t);\n", kind->kind, i, kind->kind);
    g_string_append_printf (source,
                            "\nint tank%u_level_%u(const Tank%u *t)\n{\n    REQUIRE(t != NULL);\n"
                            "    return t->level / %u;\n}\n",
                            kind->kind, i, kind->kind, i);
  }
}

AfSpeedModule *af_speed_module_new (const char *name, guint n_routines, guint64 seed)
{
  g_assert (n_routines >= AF_SPEED_KIND);
  guint n_kinds = n_routines / AF_SPEED_KIND, faulty = n_kinds / 2;
  GString *header = g_string_new (NULL), *source = g_string_new (NULL);
  AfRandom random;
  af_random_init (&random, af_random_derive (seed, "module", n_routines));
  g_string_append_printf (
    header, "#ifndef %s_h\n#define %s_h\n\n#include <stdbool.h>\n\n#include <autofix/contract.h>\n", name, name);
  g_string_append_printf (source, "#include \"%s.h\"\n\n#include <stdlib.h>\n", name);
  for (guint i = 0; i < n_kinds; i++) {
    Kind kind = { .kind = i, .is_faulty = i == faulty };
    kind.most = 20 + (guint)af_random_below (&random, 80);
    kind.share = 2 + (guint)af_random_below (&random, 3);
    kind.n_further = i + 1 == n_kinds ? n_routines % AF_SPEED_KIND : 0;
    put_kind (&kind, header, source);
  }
  g_string_append (header, "\n#endif\n");
  AfSpeedModule *module = g_new0 (AfSpeedModule, 1);
  module->header = g_string_free (header, FALSE);
  module->source = g_string_free (source, FALSE);
  module->faulty = g_strdup_printf ("tank%u_pour", faulty);
  return module;
}

void af_speed_module_free (AfSpeedModule *module)
{
  if (!module)
    return;
  g_free (module->header);
  g_free (module->source);
  g_free (module->faulty);
  g_free (module);
}

char *af_speed_module_write (const AfSpeedModule *module, const char *name, const char *dir, GError **error)
{
  g_autofree char *base = g_build_filename (dir, name, NULL);
  g_autofree char *header = g_strconcat (base, ".h", NULL);
  g_autofree char *source = g_strconcat (base, ".c", NULL);
  if (!g_file_set_contents (header, module->header, -1, error)
      || !g_file_set_contents (source, module->source, -1, error))
    return NULL;
  return g_steal_pointer (&source);
}
