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
 * on a module of 730 woven lines: 0.2 s instead of 0.6 s), and so is SANITIZED, of which there are two or
 * three for a fault (0.3 s of processor time instead of 0.9 s). */
#include "subject/subject-internal.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/statvfs.h>

#include "util/error.h"
#include "util/process.h"

#define COMPILE_DEADLINE_MS (300u * 1000u)

#define LEAST_ROOM 16384 /* bytes: a disk with less is full */

#define LARGE_MODULE 1000u /* routines */

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
  static const char *const alone[] = { "-c",          "-S",   "-E",      "-s",    "-static",
                                       "-static-pie", "-pie", "-no-pie", "-pipe", "-fsyntax-only" };
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

/* What has a version must be visible, whatever else is. */
static void add_versioned (GPtrArray *argv, const AfModule *module)
{
  add (argv, "-D__symver__(...)=__symver__(__VA_ARGS__),__visibility__(\"default\")");
  /* not reserved: a function may be called so */
  if (!af_module_routine (module, "symver"))
    add (argv, "-Dsymver(...)=symver(__VA_ARGS__),__visibility__(\"default\")");
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
  add_versioned (argv, compile->module);
  /* a library of thousands of routines: the compiler would take longer than the tests */
  gboolean is_large = compile->module->routines->len > LARGE_MODULE;
  gboolean plain = compile->quick || compile->flavor == AF_BUILD_SANITIZED || is_large;
  add (argv, plain ? "-O0" : "-O1");
  switch (flavor_of (compile)) {
  case AF_BUILD_FAST:
    add (argv, "-fno-strict-overflow");
    add (argv, "-fno-delete-null-pointer-checks");
    break;
  case AF_BUILD_SANITIZED:
    add (argv, "-fsanitize=address,undefined");
    add (argv, "-fno-sanitize=shift-base"); /* SHIFTED of contracts/implicit.def says what may not be shifted */
    add (argv, "-fno-sanitize-recover=all");
    break;
  }
  add (argv, compile->quick ? "-g0" : "-g1");
  if (compile->quick)
    add (argv, "-DAFRT_QUICK");
  add (argv, "-w");
  add (argv, "-fno-builtin");
  add (argv, "-fno-strict-aliasing");
  add (argv, "-fno-omit-frame-pointer");
  add (argv, "-U_FORTIFY_SOURCE");
  add (argv, "-fdiagnostics-color=never");
  /* a shared object, all of whose calls to itself stay in it */
  add (argv, "-fPIC");
  add (argv, "-fvisibility=hidden");
  if (!plain && flavor_of (compile) == AF_BUILD_FAST)
    add (argv, "-fsanitize-coverage=trace-cmp");
  add (argv, "-fno-semantic-interposition");
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

/* Whether a compiler failed for want of room: its parts say so in their own ways, or just die of a signal. */
static gboolean is_full (const char *folder, const char *messages)
{
  struct statvfs disk;
  return (messages && (strstr (messages, "No space left on device") || strstr (messages, "Disk quota exceeded")))
         || (statvfs (folder, &disk) == 0 && disk.f_bavail * disk.f_frsize < LEAST_ROOM);
}

/* No word of the module: nothing of it has been read. */
static void blame_compiler (const char *compiler, const char *what, GError **error)
{
  af_error_at (error, AF_ERROR_BUILD, NULL, 0, 0, "--cc or the variable CC names another one", "compiler '%s' %s",
               compiler, what);
}

/* @output: the last word of its command line. */
static void note_run (const AfSubjectConfig *config, const char *output, const AfProcessResult *result, gint64 since)
{
  if (!config->events)
    return;
  g_autoptr (JsonObject) members = json_object_new ();
  g_autofree char *name = g_path_get_basename (output);
  json_object_set_string_member (members, "output", name);
  json_object_set_double_member (members, "seconds", (double)(g_get_monotonic_time () - since) / G_USEC_PER_SEC);
  json_object_set_double_member (members, "worked", (double)result->worked / G_USEC_PER_SEC);
  af_events_note (config->events, "compiler", members);
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
  gint64 since = g_get_monotonic_time ();
  if (!af_process_run ((const char *const *)words->pdata, NULL, COMPILE_DEADLINE_MS, config->cancel, &result, error))
    return FALSE;
  note_run (config, g_ptr_array_index (argv, argv->len - 1), &result, since);
  if (result.end == AF_PROCESS_EXITED && result.exit_status == 0)
    return TRUE;
  if (is_full (config->work_dir, result.err)) {
    af_error_at (error, AF_ERROR_IO, NULL, 0, 0, "make room there, or set TMPDIR to a folder on another disk",
                 "no space left on the disk of '%s'", config->work_dir);
    return FALSE;
  }
  if (result.end == AF_PROCESS_EXITED && (result.exit_status == 127 || result.exit_status == 126)) {
    blame_compiler (g_ptr_array_index (argv, 0), "cannot be run", error);
    return FALSE;
  }
  if (result.end == AF_PROCESS_TIMED_OUT)
    *messages = g_strdup_printf ("error: the compiler did not end within %u seconds", COMPILE_DEADLINE_MS / 1000);
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
  /* the assembler reads while the compiler writes */
  add (argv, "-pipe");
  add (argv, compile->only_read ? "-fsyntax-only" : "-c");
  add (argv, path);
  add (argv, "-o");
  add (argv, object);
  return run (compile->config, argv, messages, error);
}

/* The flavour says which sanitizers the linker is to bring. */
static void add_sanitizers (const AfCompile *compile, GPtrArray *argv)
{
  add (argv, flavor_of (compile) == AF_BUILD_FAST ? "-fsanitize=address" : "-fsanitize=address,undefined");
}

/* Where the driver of this compiler, flavour and runtime lies. */
static char *driver_folder (const AfCompile *compile)
{
  g_autoptr (GChecksum) digest = g_checksum_new (G_CHECKSUM_SHA256);
  g_autofree char *runtime = NULL;
  gsize length = 0;
  const char *cc = compile->config->cc ? compile->config->cc : "cc";
  if (g_file_get_contents (compile->config->paths->runtime_lib, &runtime, &length, NULL))
    g_checksum_update (digest, (const guchar *)runtime, (gssize)length);
  g_checksum_update (digest, (const guchar *)cc, (gssize)strlen (cc));
  g_autofree char *name = g_strdup_printf ("driver-%d-%.20s", (int)flavor_of (compile), g_checksum_get_string (digest));
  return g_build_filename (compile->config->work_dir, name, NULL);
}

/* Modules are linked against a shared object of the runtime's symbols that bears the driver's name: so the linker
 * reports what is defined nowhere, and the dynamic linker takes the driver for the library that the module needs. */
#define DRIVER_NAME "-Wl,-soname,afrt-driver"

static gboolean link_driver (const AfCompile *compile, gboolean is_shared, const char *path, GError **error)
{
  g_autoptr (GPtrArray) argv = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *messages = NULL;
  /* several workers may want it at once */
  g_autofree char *unfinished = g_strdup_printf ("%s.%p", path, (gpointer)g_thread_self ());
  add (argv, compile->config->cc ? compile->config->cc : "cc");
  if (is_shared) {
    add (argv, "-shared");
    add (argv, "-nostdlib");
    add (argv, "-Wl,-u,main");
  } else {
    add_sanitizers (compile, argv);
    add (argv, "-Wl,--export-dynamic");
    /* names are looked up once, and not by each child anew */
    add (argv, "-Wl,-z,now");
  }
  add (argv, DRIVER_NAME);
  add (argv, compile->config->paths->runtime_lib);
  if (!is_shared) {
    /* so that a module that needs it needs nothing new */
    add (argv, "-Wl,--no-as-needed");
    add (argv, "-lm");
  }
  add (argv, "-o");
  add (argv, unfinished);
  if (!run (compile->config, argv, &messages, error)) {
    if (messages)
      af_diagnose_link (messages, error);
    return FALSE;
  }
  if (g_rename (unfinished, path) == 0)
    return TRUE;
  if (errno == ENOENT)
    blame_compiler (g_ptr_array_index (argv, 0), "makes no files", error);
  else
    af_error (error, AF_ERROR_IO, "%s: cannot be written", path);
  return FALSE;
}

char *af_compile_driver (const AfCompile *compile, GError **error)
{
  g_autofree char *folder = driver_folder (compile);
  g_autofree char *driver = g_build_filename (folder, "driver", NULL);
  g_autofree char *symbols = g_build_filename (folder, "symbols.so", NULL);
  if (g_file_test (driver, G_FILE_TEST_IS_EXECUTABLE))
    return g_canonicalize_filename (driver, NULL);
  if (g_mkdir_with_parents (folder, 0700) != 0) {
    af_error (error, AF_ERROR_IO, "%s: cannot be created", folder);
    return NULL;
  }
  if (!link_driver (compile, TRUE, symbols, error) || !link_driver (compile, FALSE, driver, error))
    return NULL;
  return g_canonicalize_filename (driver, NULL);
}

/* What the user links may tell the linker of the versions. */
static gboolean has_script (const char *const *links)
{
  for (guint i = 0; links && links[i]; i++)
    if (strstr (links[i], "version-script"))
      return TRUE;
  return FALSE;
}

/* Tells the linker of the versions that the symbols of @objects have, in a file beside @module. */
static gboolean add_versions (const AfCompile *compile, GPtrArray *argv, const GPtrArray *objects, const char *module,
                              GError **error)
{
  g_autofree char *script = has_script (compile->config->links) ? NULL : af_versions_script (objects);
  g_autofree char *path = g_strconcat (module, ".versions", NULL);
  if (!script)
    return TRUE;
  if (!g_file_set_contents (path, script, -1, NULL)) {
    af_error (error, AF_ERROR_IO, "%s: cannot be written", path);
    return FALSE;
  }
  add (argv, "-Xlinker");
  g_ptr_array_add (argv, g_strconcat ("--version-script=", path, NULL));
  return TRUE;
}

static gboolean link_module (const AfCompile *compile, const GPtrArray *objects, gboolean is_executable,
                             const char *module, char **messages, GError **error)
{
  g_autoptr (GPtrArray) argv = compiler_words (compile);
  g_autofree char *folder = driver_folder (compile);
  const char *const *links = compile->config->links;
  /* without the start files, which have a constructor of their own; calls within the module stay within it */
  static const char *const flags[] = { "-nostartfiles", "-Wl,-Bsymbolic", "-Wl,-z,now", "-Wl,--hash-style=both" };
  static const char *const executable[] = { "-pie", "-Wl,--no-dynamic-linker", "-Wl,-e,afrt_driver",
                                            "-Wl,--export-dynamic", "-Wl,--allow-shlib-undefined" };
  for (guint i = 0; i < G_N_ELEMENTS (flags); i++)
    add (argv, flags[i]);
  for (guint i = 0; is_executable && i < G_N_ELEMENTS (executable); i++)
    add (argv, executable[i]);
  if (!is_executable)
    add (argv, "-shared");
  /* what the sanitizers call is in the driver; a build without them came before and was complete */
  if (flavor_of (compile) == AF_BUILD_FAST)
    add (argv, "-Wl,-z,defs");
  if (!add_versions (compile, argv, objects, module, error))
    return FALSE;
  for (guint i = 0; i < objects->len; i++)
    add (argv, g_ptr_array_index (objects, i));
  /* a source among them may have contracts of its own */
  add (argv, "-I");
  add (argv, compile->config->paths->include_dir);
  for (guint i = 0; links && links[i]; i++)
    add (argv, links[i]);
  g_ptr_array_add (argv, g_build_filename (folder, "symbols.so", NULL));
  add (argv, "-lm");
  add (argv, "-o");
  add (argv, module);
  return run (compile->config, argv, messages, error);
}

gboolean af_compile_link (const AfCompile *compile, const GPtrArray *objects, const char *module, char **messages,
                          GError **error)
{
  g_autofree char *more = NULL;
  if (link_module (compile, objects, FALSE, module, messages, error))
    return TRUE;
  return *messages && strstr (*messages, "recompile with -fPI")
         && link_module (compile, objects, TRUE, module, &more, NULL) && af_position_make_loadable (module);
}
