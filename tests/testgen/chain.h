/* The real chain for tests: a corpus module, with a fault patched in or not, built and running. */
#pragma once

#include <string.h>

#include <glib/gstdio.h>

#include "contracts/contracts.h"
#include "frontend/frontend.h"
#include "testgen/testgen.h"
#include "util/tempdir.h"

enum { CHAIN_MAX_JOBS = 4 };

typedef struct {
  AfTempDir *folder;
  AfPaths paths;
  AfModule *module;
  AfSubjectConfig config;
  AfBuild *build;
  AfSubject *subjects[CHAIN_MAX_JOBS];
  guint jobs;
} Chain;

static inline void chain_clear (Chain *chain)
{
  for (guint i = 0; i < CHAIN_MAX_JOBS; i++)
    g_clear_pointer (&chain->subjects[i], af_subject_free);
  g_clear_pointer (&chain->build, af_build_free);
  g_clear_pointer (&chain->module, af_module_free);
  g_free (chain->paths.include_dir);
  g_free (chain->paths.runtime_dir);
  g_free (chain->paths.runtime_lib);
  g_clear_pointer (&chain->folder, af_temp_dir_free);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Chain, chain_clear)

static inline const char *chain_srcdir (void)
{
  return g_getenv ("AUTOFIX_SRCDIR") != NULL ? g_getenv ("AUTOFIX_SRCDIR") : ".";
}

/* The runtime library lies at the top of the build folder, two above the test program. */
static inline void chain_find_paths (Chain *chain)
{
  g_autofree char *program = g_file_read_link ("/proc/self/exe", NULL);
  g_autofree char *folder = g_path_get_dirname (program);

  chain->paths.include_dir = g_build_filename (chain_srcdir (), "contracts", NULL);
  chain->paths.runtime_dir = g_build_filename (chain_srcdir (), "runtime", NULL);
  chain->paths.runtime_lib = g_build_filename (folder, "..", "..", "libafrt.a", NULL);
}

static inline gboolean chain_shell (const char *format, ...) G_GNUC_PRINTF (1, 2);
static inline gboolean chain_shell (const char *format, ...)
{
  va_list args;
  g_autofree char *command = NULL;
  const char *argv[] = { "/bin/sh", "-c", NULL, NULL };
  int status = -1;

  va_start (args, format);
  command = g_strdup_vprintf (format, args);
  va_end (args);
  argv[2] = command;
  return g_spawn_sync (NULL, (char **)argv, NULL, G_SPAWN_STDOUT_TO_DEV_NULL, NULL, NULL, NULL, NULL, &status, NULL)
         && status == 0;
}

/* A new folder for the module's text. */
static inline gboolean chain_folder (Chain *chain, GError **error)
{
  chain_find_paths (chain);
  chain->folder = af_temp_dir_new (error);
  return chain->folder != NULL;
}

/* Reads the module of @source in the chain's folder. */
static inline gboolean chain_read (Chain *chain, const char *source, GError **error)
{
  g_autofree char *include = g_strdup_printf ("-I%s", chain->paths.include_dir);
  const char *sources[] = { source, NULL }, *flags[] = { include, NULL };
  AfFrontendOptions options = { .sources = sources, .flags = flags, .include_dir = chain->paths.include_dir };

  chain->module = af_frontend_load (&options, error);
  if (chain->module == NULL || !af_contracts_attach (chain->module, error))
    return FALSE;
  chain->config = (AfSubjectConfig){
    .paths = &chain->paths, .cc = "gcc", .work_dir = af_temp_dir_path (chain->folder), .sandbox = TRUE
  };
  return TRUE;
}

/* The same of a @text that no file has yet. */
static inline gboolean chain_read_text (Chain *chain, const char *text, GError **error)
{
  g_autofree char *source = NULL;

  if (!chain_folder (chain, error))
    return FALSE;
  source = g_build_filename (af_temp_dir_path (chain->folder), "text.c", NULL);
  return g_file_set_contents (source, text, -1, error) && chain_read (chain, source, error);
}

/* Builds the module that was read and starts @jobs workers. */
static inline gboolean chain_build (Chain *chain, guint jobs, GError **error)
{
  AfWeavePlan plan = { 0 };

  chain->build = af_subject_build (&chain->config, chain->module, &plan, AF_BUILD_FAST, NULL, error);
  chain->jobs = jobs;
  for (guint i = 0; chain->build != NULL && i < jobs; i++) {
    chain->subjects[i] = af_subject_start (&chain->config, chain->build, error);
    if (chain->subjects[i] == NULL)
      return FALSE;
  }
  return chain->build != NULL;
}

/* Module @name of the corpus with fault @patch ("01-...", or null for the correct one), built, on @jobs workers. */
static inline gboolean chain_start (Chain *chain, const char *name, const char *patch, guint jobs, GError **error)
{
  g_autofree char *source = NULL;

  if (!chain_folder (chain, error))
    return FALSE;
  if (!chain_shell ("cp '%s/examples/corpus/%s'/*.[ch] '%s' && chmod u+w '%s'/*", chain_srcdir (), name,
                    af_temp_dir_path (chain->folder), af_temp_dir_path (chain->folder))
      || (patch != NULL
          && !chain_shell ("patch -s -p1 -d '%s' < '%s/examples/corpus/%s/faults/%s.patch'",
                           af_temp_dir_path (chain->folder), chain_srcdir (), name, patch))) {
    g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_FAILED, "cannot copy and patch '%s'", name);
    return FALSE;
  }
  source = g_strdup_printf ("%s/%s.c", af_temp_dir_path (chain->folder), name);
  return chain_read (chain, source, error) && chain_build (chain, jobs, error);
}

static inline AfTestgenOptions chain_options (const Chain *chain, guint64 seed)
{
  return (AfTestgenOptions){ .seed = seed, .jobs = chain->jobs, .subjects = chain->subjects, .effort = 1 };
}
