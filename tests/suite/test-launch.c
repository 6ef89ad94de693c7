/* A process of the user's that reads memory which nobody has set reads the same in each run. */
#include <check.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>

#include "suite/process/launch.h"

#define SHOWS_MEMORY "--shows-memory"

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
  const AfCage cage = { filter, -1 };
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

int main (int argc, char **argv)
{
  if (argc == 2 && strcmp (argv[1], SHOWS_MEMORY) == 0)
    return show_memory ();
  Suite *suite = suite_create ("launch");
  TCase *cases = tcase_create ("launch");
  tcase_set_timeout (cases, 60);
  tcase_add_test (cases, memory_is_the_same);
  tcase_add_test (cases, missing_program_ends);
  suite_add_tcase (suite, cases);
  SRunner *runner = srunner_create (suite);
  srunner_run_all (runner, CK_NORMAL);
  int failed = srunner_ntests_failed (runner);
  srunner_free (runner);
  return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
