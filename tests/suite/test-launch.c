/* A process of the user's: memory that nobody has set is the same in each run; it has no more processes than it may,
 * and none of them is left, even if who has started it is killed. */
#include <check.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "suite/process/group.h"
#include "suite/process/launch.h"
#include "suite/process/warden.h"

#define FORKS "--forks" /* NUMBER FILE: so many children that wait; its number in the file */
#define MOST_FORKS 50
#define SHOWS_MEMORY "--shows-memory"
#define SHOWS_TASKS "--shows-tasks"
#define ROOM 2000 /* by how many others there may be more or fewer from one moment to the next */

/* Where the stack is, and what the kernel has put there. */
static int show_memory (void)
{
  const unsigned char *bytes = (const unsigned char *)getauxval (AT_RANDOM);
  int local = 0;
  printf ("%p", (void *)&local);
  for (int i = 0; i < 16; i++)
    printf (" %02x", bytes[i]);
  return 0;
}

/* How many processes its user may have. */
static int show_tasks (void)
{
  struct rlimit limit = { 0, 0 };
  getrlimit (RLIMIT_NPROC, &limit);
  printf ("%llu", (unsigned long long)limit.rlim_cur);
  return 0;
}

/* A fixed number of children; all wait. */
static int fork_some (int n, const char *path)
{
  g_autofree char *number = g_strdup_printf ("%d\n", (int)getpid ());
  if (!g_file_set_contents (path, number, -1, NULL))
    return 1;
  for (int i = 0; i < MIN (n, MOST_FORKS); i++)
    if (fork () == 0)
      break;
  alarm (20);
  for (;;)
    pause ();
}

/* Its group, as soon as it has said so; 0: it never did. */
static pid_t group_in (const char *path)
{
  for (int i = 0; i < 500; i++, g_usleep (10000)) {
    g_autofree char *text = NULL;
    if (g_file_get_contents (path, &text, NULL, NULL) && strchr (text, '\n'))
      return atoi (text);
  }
  return 0;
}

static gboolean is_gone (pid_t group)
{
  for (int i = 0; i < 500; i++, g_usleep (10000))
    if (af_group_use (group).n == 0)
      return TRUE;
  return FALSE;
}

/* A filter that lets everything be done: the process counts as one in the sandbox. */
static GBytes *filter_new (void)
{
  const struct sock_filter allow = BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
  return g_bytes_new (&allow, sizeof allow);
}

static void launch (const char *const *argv, GBytes *filter, AfSuiteEnd *end)
{
  char *const envp[] = { NULL };
  const AfLaunch how = { .argv = argv, .envp = envp, .cwd = "/", .timeout_ms = 20000, .most_output = 1000 };
  const AfCage cage = { filter, -1, NULL };
  g_autoptr (GError) error = NULL;
  ck_assert_msg (af_launch (&how, &cage, NULL, end, &error), "%s", error ? error->message : "no reason");
  ck_assert (!end->timed_out);
}

/* What this program prints of its memory as a process of the user's. */
static char *memory_of (const char *name, GBytes *filter)
{
  const char *const argv[] = { name, SHOWS_MEMORY, NULL };
  g_auto (AfSuiteEnd) end = { 0 };
  launch (argv, filter, &end);
  ck_assert_int_eq (end.status, 0);
  return g_strndup (g_bytes_get_data (end.out, NULL), g_bytes_get_size (end.out));
}

START_TEST (memory_is_the_same)
{
  g_autofree char *name = g_file_read_link ("/proc/self/exe", NULL);
  g_autoptr (GBytes) filter = filter_new ();
  g_autofree char *first = memory_of (name, filter), *second = memory_of (name, filter),
                  *free_one = memory_of (name, NULL), *free_two = memory_of (name, NULL);
  ck_assert_str_eq (first, second);
  /* the test could not fail if these were the same, too */
  ck_assert_str_ne (free_one, free_two);
}
END_TEST

/* A program that cannot be run ends with a status, not with a wait for a stop that never comes. */
START_TEST (missing_program_ends)
{
  const char *const argv[] = { "/nonexistent/program", NULL };
  g_autoptr (GBytes) filter = filter_new ();
  g_auto (AfSuiteEnd) end = { 0 };
  launch (argv, filter, &end);
  ck_assert_int_eq (end.status, 127);
}
END_TEST

/* Runs this program with @forks children. */
static void launch_forks (const char *forks, guint most, guint timeout_ms, pid_t *slot, const char *path,
                          AfSuiteEnd *end)
{
  g_autofree char *name = g_file_read_link ("/proc/self/exe", NULL);
  const char *const argv[] = { name, FORKS, forks, path, NULL };
  char *const envp[] = { NULL };
  g_autoptr (GBytes) filter = filter_new ();
  const AfLaunch how = {
    .argv = argv, .envp = envp, .cwd = "/", .timeout_ms = timeout_ms, .most_output = 1000, .most_processes = most
  };
  const AfCage cage = { filter, -1, slot };
  g_autoptr (GError) error = NULL;
  ck_assert_msg (af_launch (&how, &cage, NULL, end, &error), "%s", error ? error->message : "no reason");
}

static char *scratch_new (void)
{
  g_autofree char *dir = g_dir_make_tmp ("test-launch-XXXXXX", NULL);
  ck_assert_ptr_nonnull (dir);
  return g_build_filename (dir, "group", NULL);
}

static void scratch_free (const char *path)
{
  g_autofree char *dir = g_path_get_dirname (path);
  g_unlink (path);
  g_rmdir (dir);
}

static const struct {
  const char *forks;
  guint most;
  AfExcess excess;
} bounds[] = { { "50", 20, AF_EXCESS_PROCESSES }, { "10", 20, AF_EXCESS_NONE }, { "10", 0, AF_EXCESS_NONE } };

START_TEST (forks_are_bounded)
{
  g_autofree char *path = scratch_new ();
  g_auto (AfSuiteEnd) end = { 0 };
  launch_forks (bounds[_i].forks, bounds[_i].most, bounds[_i].excess ? 20000 : 300, NULL, path, &end);
  ck_assert_int_eq (end.excess, bounds[_i].excess);
  ck_assert (end.timed_out);
  pid_t group = group_in (path);
  ck_assert_int_gt (group, 0);
  ck_assert (is_gone (group));
  scratch_free (path);
}
END_TEST

/* The bound of the kernel, for a test that may have @most; no process is needed to see it. */
static guint64 bound_for (guint most)
{
  g_autofree char *name = g_file_read_link ("/proc/self/exe", NULL);
  const char *const argv[] = { name, SHOWS_TASKS, NULL };
  char *const envp[] = { NULL };
  const AfLaunch how = {
    .argv = argv, .envp = envp, .cwd = "/", .timeout_ms = 20000, .most_output = 1000, .most_processes = most
  };
  const AfCage cage = { NULL, -1, NULL };
  g_auto (AfSuiteEnd) end = { 0 };
  ck_assert (af_launch (&how, &cage, NULL, &end, NULL));
  g_autofree char *text = g_strndup (g_bytes_get_data (end.out, NULL), g_bytes_get_size (end.out));
  return g_ascii_strtoull (text, NULL, 10);
}

START_TEST (kernel_bounds_forks)
{
  struct rlimit own = { 0, 0 };
  ck_assert_int_eq (getrlimit (RLIMIT_NPROC, &own), 0);
  guint64 small = bound_for (20), large = bound_for (5000);
  ck_assert_uint_eq (bound_for (0), own.rlim_cur);
  ck_assert_uint_gt (small, 20);
  /* where the limit was lower than that before, it stays */
  ck_assert (small < own.rlim_cur || large == own.rlim_cur);
  ck_assert (large == own.rlim_cur || (large > small + 5000 - 20 - ROOM && large < small + 5000 - 20 + ROOM));
}
END_TEST

/* Of a process that is killed while its test runs nothing is left. */
START_TEST (killed_leaves_nothing)
{
  g_autofree char *path = scratch_new ();
  pid_t pid = fork ();
  if (pid == 0) {
    AfWarden *warden = af_warden_new (1);
    g_auto (AfSuiteEnd) end = { 0 };
    launch_forks ("5", 20, 20000, af_warden_slot (warden, 0), path, &end);
    _exit (0);
  }
  pid_t group = group_in (path);
  g_usleep (100000);
  kill (pid, SIGKILL);
  waitpid (pid, NULL, 0);
  ck_assert_int_gt (group, 0);
  ck_assert (is_gone (group));
  scratch_free (path);
}
END_TEST

int main (int argc, char **argv)
{
  if (argc == 4 && strcmp (argv[1], FORKS) == 0)
    return fork_some (atoi (argv[2]), argv[3]);
  if (argc == 2 && strcmp (argv[1], SHOWS_MEMORY) == 0)
    return show_memory ();
  if (argc == 2 && strcmp (argv[1], SHOWS_TASKS) == 0)
    return show_tasks ();
  Suite *suite = suite_create ("launch");
  TCase *cases = tcase_create ("launch");
  tcase_set_timeout (cases, 60);
  tcase_add_test (cases, memory_is_the_same);
  tcase_add_test (cases, missing_program_ends);
  tcase_add_test (cases, kernel_bounds_forks);
  tcase_add_loop_test (cases, forks_are_bounded, 0, G_N_ELEMENTS (bounds));
  tcase_add_test (cases, killed_leaves_nothing);
  suite_add_tcase (suite, cases);
  SRunner *runner = srunner_create (suite);
  srunner_run_all (runner, CK_NORMAL);
  int failed = srunner_ntests_failed (runner);
  srunner_free (runner);
  return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
