/* The user's compiler, run on woven text.
 *
 * In:  the flags the user builds with.   Out: objects and the driver, or what the compiler said.
 *
 * Taken over are the flags that decide what the program means (-I, -D, -std, -f...); dropped are those that decide what
 * is done with it (-o, -c, -O, warnings as errors, dependency files, sanitizers).  NDEBUG is undone, because an assert
 * is a contract.
 *
 * FAST is -O1 against the sanitizer's allocator only; -fno-builtin keeps memcpy and friends calls, so that the
 * sanitizer sees their arguments.  A build with probes or candidates is -O0: it runs little and compiles long (measured
 * on a module of 730 woven lines: 0.2 s instead of 0.6 s), and so is SANITIZED, of which there is one per confirmed
 * patch (0.3 s of processor time instead of 0.9 s). */
#include "subject/subject-internal.h"

#include <string.h>

#include "util/process.h"

#define COMPILE_DEADLINE_MS (300u * 1000u)

typedef enum { FLAG_KEPT, FLAG_DROPPED, FLAG_DROPPED_WITH_NEXT } FlagFate;

/* Prefixes of flags that are not ours to take over. */
static const char *const dropped_prefixes[] = {
  "-O",
  "-Werror",
  "-pedantic-errors",
  "-fsanitize",
  "-fno-sanitize",
  "-D_FORTIFY_SOURCE",
  "-flto",
  "-M",
  "-g",
  "-save-temps",
  "-fprofile",
  "-ftest-coverage",
  "-coverage",
  "--coverage",
  "-fdiagnostics",
  "-fcolor-diagnostics",
};

static FlagFate flag_fate (const char *flag)
{
  static const char *const with_next[] = { "-o", "-MF", "-MT", "-MQ" };
  for (guint i = 0; i < G_N_ELEMENTS (with_next); i++)
    if (strcmp (flag, with_next[i]) == 0)
      return FLAG_DROPPED_WITH_NEXT;
  static const char *const alone[] = { "-c", "-S", "-E", "-s", "-static", "-pipe", "-fsyntax-only" };
  for (guint i = 0; i < G_N_ELEMENTS (alone); i++)
    if (strcmp (flag, alone[i]) == 0)
      return FLAG_DROPPED;
  for (guint i = 0; i < G_N_ELEMENTS (dropped_prefixes); i++)
    if (g_str_has_prefix (flag, dropped_prefixes[i]))
      return FLAG_DROPPED;
  return FLAG_KEPT;
}

static void add (GPtrArray *argv, const char *word)
{
  g_ptr_array_add (argv, g_strdup (word));
}

static void add_user_flags (GPtrArray *argv, const GPtrArray *flags)
{
  gboolean is_c89 = FALSE;
  for (guint i = 0; flags && i < flags->len; i++) {
    const char *flag = g_ptr_array_index (flags, i);
    if (!flag)
      continue;
    if (strcmp (flag, "-ansi") == 0 || strcmp (flag, "-std=c89") == 0 || strcmp (flag, "-std=c90") == 0)
      is_c89 = TRUE;
    switch (flag_fate (flag)) {
    case FLAG_KEPT:
      add (argv, flag);
      break;
    case FLAG_DROPPED:
      break;
    case FLAG_DROPPED_WITH_NEXT:
      i++;
      break;
    }
  }
  /* afrt.h uses the keyword, which strict C89 lacks */
  if (is_c89)
    add (argv, "-Dinline=__inline__");
}

/* As it is compiled. */
static AfBuildFlavor flavor_of (const AfCompile *compile)
{
  return compile->config->no_sanitizers ? AF_BUILD_FAST : compile->flavor;
}

GStrv af_compile_flags (const AfCompile *compile)
{
  g_autoptr (GPtrArray) argv = g_ptr_array_new_with_free_func (g_free);
  add (argv, compile->config->cc ? compile->config->cc : "cc");
  add_user_flags (argv, compile->module->flags);
  /* after them, so that it also undoes -DNDEBUG=1 and -D NDEBUG */
  add (argv, "-UNDEBUG");
  /* contracts; a compiler takes them for granted and drops the check. One that it does not know it leaves alone. */
  static const char *const attributes[] = { "nonnull", "__nonnull__", "returns_nonnull", "__returns_nonnull__" };
  for (guint i = 0; i < G_N_ELEMENTS (attributes); i++)
    g_ptr_array_add (argv, g_strdup_printf ("-D%s=afx_nonnull", attributes[i]));
  gboolean plain = compile->quick || compile->flavor == AF_BUILD_SANITIZED;
  add (argv, plain ? "-O0" : "-O1");
  switch (flavor_of (compile)) {
  case AF_BUILD_FAST:
    add (argv, "-fno-strict-overflow");
    add (argv, "-fno-delete-null-pointer-checks");
    break;
  case AF_BUILD_SANITIZED:
    add (argv, "-fsanitize=address,undefined");
    add (argv, "-fno-sanitize-recover=all");
    break;
  }
  add (argv, compile->quick ? "-g0" : "-g1");
  add (argv, "-w");
  add (argv, "-fno-builtin");
  add (argv, "-fno-strict-aliasing");
  add (argv, "-fno-omit-frame-pointer");
  add (argv, "-U_FORTIFY_SOURCE");
  add (argv, "-fdiagnostics-color=never");
  /* the driver has its own */
  add (argv, "-Dmain=afx_main");
  g_ptr_array_add (argv, NULL);
  return (GStrv)g_ptr_array_free (g_steal_pointer (&argv), FALSE);
}

static GPtrArray *compiler_words (const AfCompile *compile)
{
  GPtrArray *argv = g_ptr_array_new_with_free_func (g_free);
  g_auto (GStrv) flags = af_compile_flags (compile);
  for (guint i = 0; flags[i]; i++)
    add (argv, flags[i]);
  return argv;
}

/* English messages, whatever the user's locale: they are parsed. */
static gboolean run (const AfSubjectConfig *config, GPtrArray *argv, char **messages, GError **error)
{
  /* a compiler that is killed leaves its temporary files: they go with the work folder */
  g_autofree char *temporary = g_strconcat ("TMPDIR=", config->work_dir, NULL);
  g_autoptr (GPtrArray) words = g_ptr_array_new ();
  g_auto (AfProcessResult) result = { 0 };
  g_ptr_array_add (words, (gpointer) "env");
  g_ptr_array_add (words, (gpointer) "LC_ALL=C");
  g_ptr_array_add (words, temporary);
  for (guint i = 0; i < argv->len; i++)
    g_ptr_array_add (words, g_ptr_array_index (argv, i));
  g_ptr_array_add (words, NULL);
  if (!af_process_run ((const char *const *)words->pdata, NULL, COMPILE_DEADLINE_MS, config->cancel, &result, error))
    return FALSE;
  if (result.end == AF_PROCESS_EXITED && result.exit_status == 0)
    return TRUE;
  if (result.end == AF_PROCESS_TIMED_OUT)
    *messages = g_strdup_printf ("error: the compiler did not end within %u seconds", COMPILE_DEADLINE_MS / 1000);
  else if (result.end == AF_PROCESS_EXITED && (result.exit_status == 127 || result.exit_status == 126))
    *messages = g_strdup_printf ("error: compiler '%s' cannot be run", (const char *)g_ptr_array_index (argv, 0));
  else
    *messages = g_strdup (result.err && *result.err ? result.err : "error: the compiler died");
  return FALSE;
}

gboolean af_compile_file (const AfCompile *compile, const char *path, const char *object, const char *source_dir,
                          char **messages, GError **error)
{
  g_autoptr (GPtrArray) argv = compiler_words (compile);
  const AfPaths *paths = compile->config->paths;
  if (source_dir) {
    add (argv, "-iquote");
    add (argv, source_dir);
  }
  add (argv, "-iquote");
  add (argv, paths->runtime_dir);
  add (argv, "-include");
  g_ptr_array_add (argv, g_build_filename (paths->runtime_dir, "afrt.h", NULL));
  add (argv, "-DAUTOFIX_WOVEN");
  add (argv, "-I");
  add (argv, paths->include_dir);
  add (argv, "-fmax-errors=0");
  if (compile->unlimited)
    add (argv, "-ferror-limit=0");
  add (argv, compile->only_read ? "-fsyntax-only" : "-c");
  add (argv, path);
  add (argv, "-o");
  add (argv, object);
  return run (compile->config, argv, messages, error);
}

gboolean af_compile_link (const AfCompile *compile, const GPtrArray *objects, const char *driver, char **messages,
                          GError **error)
{
  g_autoptr (GPtrArray) argv = compiler_words (compile);
  const char *const *links = compile->config->links;
  if (flavor_of (compile) == AF_BUILD_FAST)
    add (argv, "-fsanitize=address");
  for (guint i = 0; i < objects->len; i++)
    add (argv, g_ptr_array_index (objects, i));
  /* a source among them may have contracts of its own */
  add (argv, "-I");
  add (argv, compile->config->paths->include_dir);
  for (guint i = 0; links && links[i]; i++)
    add (argv, links[i]);
  add (argv, compile->config->paths->runtime_lib);
  add (argv, "-lm");
  add (argv, "-o");
  add (argv, driver);
  return run (compile->config, argv, messages, error);
}
