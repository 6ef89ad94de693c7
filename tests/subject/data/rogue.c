/* A module woven by hand that does everything a module should not do; see test-subject.c for the numbers. */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

static pthread_mutex_t own_lock = PTHREAD_MUTEX_INITIALIZER;

enum act {
  ACT_NOTHING,
  ACT_REQUIRE,
  ACT_ENSURE,
  ACT_NULL,
  ACT_INDEX,
  ACT_USE_AFTER_FREE,
  ACT_DOUBLE_FREE,
  ACT_CRASH,
  ACT_LOOP,
  ACT_SILENT_LOOP,
  ACT_EXIT,
  ACT_ABORT,
  ACT_RECURSE,
  ACT_UNLINK,
  ACT_SYSTEM,
  ACT_SOCKET,
  ACT_WRITE,
  ACT_KILL,
  ACT_MEMORY,
  ACT_COUNT,
  ACT_CANDIDATE,
  ACT_MEMCPY,
  ACT_UNDEFINED,
  ACT_CRASH_IN_CONTRACT,
  ACT_INTERNAL_EXIT,
  ACT_SLEEP,
  ACT_REFUSED_MALLOC,
  ACT_DIVIDE,
  ACT_EVALUATION_HANGS,
  ACT_NAP,
  ACT_LEAK,
  ACT_LEAK_HOLDER,
  ACT_LEAK_MOVED,
  ACT_LEAK_OLD,
  ACT_KEEP_STATIC,
  ACT_KEEP_LIST,
  ACT_KEEP_TLS,
  ACT_KEEP_INSIDE,
  ACT_KEEP_END,
  ACT_KEEP_PACKED,
  ACT_LEAK_PACKED,
  ACT_CONTRACT_ALLOCATES,
  ACT_FREE,
  ACT_GIVE,
  ACT_EXIT_90,
  ACT_EXIT_91,
  ACT_EXIT_92,
  ACT_NOISE,
  ACT_THREAD,
  ACT_LONGJMP,
  ACT_RAISE,
  ACT_ALARM,
  ACT_HANDLER,
  ACT_DEADLOCK,
  ACT_ADVISE,
  ACT_POISON,
  ACT_MAP,
  ACT_SHADOW,
  ACT_SHADOW_READ,
  ACT_SET_TIMER,
  ACT_BLOCK_TIMER,
  ACT_SCRIBBLE,
  ACT_SCRIBBLE_ON,
  ACT_SCRIBBLE_TESTS,
  ACT_OPEN,
  ACT_OPEN_MISSING,
  ACT_OPEN_TERMINAL
};

enum clause {
  CLAUSE_CRASH,
  CLAUSE_HANG,
  CLAUSE_SANDBOX,
  CLAUSE_LEAK,
  CLAUSE_PRE,
  CLAUSE_POST,
  CLAUSE_NULL,
  CLAUSE_HEAP,
  CLAUSE_CHECK
};

static int counter;
static const char *victim;

static int query (int *p)
{
  AFRT_REQUIRE (CLAUSE_PRE, p != NULL, { AFRT_NOTE (0, 77); });
  AFRT_ENTER (2);
  AFRT_AT (2);
  return *p;
}

static int stalls (void)
{
  AFRT_ENTER (2);
  for (;;)
    AFRT_AT (3);
}

static int recurse (volatile char *above)
{
  volatile char room[1000];
  room[0] = above[0];
  return recurse (room) + room[0];
}

static int wild (void)
{
  return *(volatile int *)(counter + 16);
}

static void act_memory (enum act what)
{
  char *p = malloc (8), *q;
  switch (what) {
  case ACT_INDEX:
    p[0] = *AFRT_E (CLAUSE_NULL, CLAUSE_HEAP, p, 8);
    break;
  case ACT_USE_AFTER_FREE:
    free (p);
    p[0] = *AFRT_P (CLAUSE_NULL, CLAUSE_HEAP, p);
    break;
  case ACT_DOUBLE_FREE:
    free (p);
    free (p);
    break;
  case ACT_MEMCPY:
    memcpy (p, "0123456789abcdef", 9);
    break;
  case ACT_REFUSED_MALLOC:
    if (malloc ((size_t)1 << 40))
      abort ();
    break;
  case ACT_MEMORY:
    while ((q = malloc (1 << 20)))
      memset (q, 1, 1 << 20);
    break;
  default:
    break;
  }
  if (what != ACT_DOUBLE_FREE)
    free (p);
}

/* --- memory that is lost, and memory that is kept in ways that are hard to see --- */

struct node {
  struct node *next;
  void *more;
};

static void *volatile kept;
static char *volatile inside;
static struct node *nodes;
static _Thread_local void *volatile kept_by_thread;

/* Neither pointer is aligned, wherever the record lies. */
struct __attribute__ ((packed)) packed {
  char tag;
  struct packed *next;
  char more_tag;
  void *more;
};
static struct packed packed;

static struct node *node_new (struct node *next)
{
  struct node *node = calloc (1, sizeof *node);
  node->next = next;
  node->more = strdup ("more");
  return node;
}

static void keep_packed (void)
{
  struct packed *node = malloc (sizeof *node);
  node->next = packed.next;
  node->more = strdup ("more");
  packed.next = node;
}

static int garbage (void)
{
  return malloc (24) != NULL;
}

static void act_leak (enum act what)
{
  struct node *node;
  switch (what) {
  case ACT_LEAK:
    kept = malloc (16);
    kept = NULL;
    break;
  case ACT_LEAK_HOLDER:
    free (node_new (NULL));
    break;
  case ACT_LEAK_MOVED:
    kept = realloc (kept, 64);
    kept = realloc (kept, 100000);
    kept = NULL;
    break;
  case ACT_LEAK_OLD:
    kept = NULL;
    break;
  case ACT_KEEP_STATIC:
    free (kept);
    kept = malloc (16);
    break;
  case ACT_KEEP_LIST:
    nodes = node_new (nodes);
    break;
  case ACT_KEEP_TLS:
    free (kept_by_thread);
    kept_by_thread = malloc (16);
    break;
  case ACT_KEEP_INSIDE:
    inside = (char *)malloc (200) + 150;
    break;
  case ACT_KEEP_END:
    inside = (char *)malloc (32) + 32;
    break;
  case ACT_KEEP_PACKED:
    keep_packed ();
    break;
  case ACT_LEAK_PACKED:
    if (packed.next)
      packed.next->more = NULL;
    break;
  case ACT_CONTRACT_ALLOCATES:
    AFRT_CLAUSE (CLAUSE_CHECK, garbage (), (void)0);
    break;
  case ACT_GIVE:
    afrt_given (node_new (NULL));
    break;
  case ACT_FREE:
    free (kept);
    kept = NULL;
    while ((node = nodes)) {
      nodes = node->next;
      free (node->more);
      free (node);
    }
    break;
  default:
    break;
  }
}

static jmp_buf left_behind;

/* Its frame is gone when somebody jumps back into it. */
static int __attribute__ ((noinline)) leave_behind (void)
{
  return setjmp (left_behind);
}

static void *other_thread (void *nothing)
{
  counter++;
  return nothing;
}

static void act_advise (int advice)
{
  void *page = mmap (NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  /* of no bytes, so that a machine without the sandbox survives the test */
  syscall (SYS_madvise, page, advice == MADV_HWPOISON ? (size_t)0 : (size_t)4096, advice);
  munmap (page, 4096);
}

/* What may be opened gives what it gives elsewhere. */
static void open_files (void)
{
  static const char *const paths[] = { "/", "/proc/self/maps", "/dev/null", "/dev/zero", "/dev/urandom", "/dev/stdin" };
  for (unsigned i = 0; i < sizeof paths / sizeof *paths; i++) {
    errno = EDOM;
    int file = open (paths[i], O_RDONLY | O_CLOEXEC), other = (int)syscall (SYS_openat, AT_FDCWD, paths[i], O_RDONLY);
    char c;
    if (file < 0 || other < 0 || file == other || errno != EDOM)
      abort ();
    if (i > 0 && i < 5 && (read (file, &c, 1) < 0 || read (other, &c, 1) < 0))
      abort ();
    close (file);
    close (other);
  }
  int folder = open ("/proc/self", O_RDONLY | O_DIRECTORY), file = openat (folder, "status", O_RDONLY);
  if (folder < 0 || file < 0)
    abort ();
  close (folder);
  close (file);
}

static void open_missing (void)
{
  if (open ("/no/such/file", O_RDONLY) >= 0 || errno != ENOENT)
    abort ();
  if (open ("/dev/null", O_RDONLY | O_DIRECTORY) >= 0 || errno != ENOTDIR)
    abort ();
  if (syscall (SYS_openat, AT_FDCWD, (char *)8, O_RDONLY) >= 0 || errno != EFAULT)
    abort ();
  if (open ("/proc/self/exe", O_RDONLY | O_NOFOLLOW) >= 0 || errno != ELOOP)
    abort ();
}

/* As much memory as there is, not from the allocator. */
static void map_memory (void)
{
  size_t size = (size_t)16 << 20, all = 0;
  for (char *p; all < (size_t)8 << 30
                && (p = mmap (NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)) != MAP_FAILED;
       all += size)
    memset (p, 1, size);
  if (all > (size_t)1 << 30)
    abort ();
}

/* What the sanitizer has reserved: nobody allocates it. */
static void use_shadow (int writing)
{
  for (uintptr_t at = 0x030000000000; at < 0x0e0000000000; at += writing ? 4096 : 2 << 20)
    if (writing)
      *(volatile char *)at = 0;
    else
      (void)*(volatile char *)at;
}

/* Where the outcomes lie that the supervisor reads, or the loaded tests: what maps a file with that @name. */
static char *shared_memory (const char *name)
{
  char line[400];
  unsigned long begin = 0;
  FILE *maps = fopen ("/proc/self/maps", "r");
  while (maps && fgets (line, sizeof line, maps))
    if (strstr (line, name))
      sscanf (line, "%lx", &begin);
  return (char *)begin;
}

static void act_limits (enum act what)
{
  static const struct itimerval never;
  sigset_t all;
  switch (what) {
  case ACT_MAP:
    map_memory ();
    break;
  case ACT_SHADOW:
  case ACT_SHADOW_READ:
    use_shadow (what == ACT_SHADOW);
    break;
  case ACT_SET_TIMER:
    setitimer (ITIMER_PROF, &never, NULL);
    break;
  case ACT_BLOCK_TIMER:
    sigfillset (&all);
    sigprocmask (SIG_BLOCK, &all, NULL);
    for (;;)
      __asm__ volatile("");
  case ACT_SCRIBBLE:
    if (!victim)
      return;
    memset (shared_memory ("autofix-shared"), 0xff, 1 << 16);
    _exit (0);
  case ACT_SCRIBBLE_ON:
    memset (shared_memory ("autofix-shared"), 0xff, 1 << 16);
    break;
  case ACT_SCRIBBLE_TESTS:
    memset (shared_memory ("/dev/zero"), 0xff, 8);
    break;
  default:
    break;
  }
}

static void refused (int result, int error)
{
  if (result != -1 || errno != error)
    abort ();
}

static void act_system (enum act what)
{
  pthread_t thread;
  switch (what) {
  case ACT_EXIT:
    exit (0);
  case ACT_INTERNAL_EXIT:
    _exit (3);
  case ACT_EXIT_90:
    _exit (90);
  case ACT_EXIT_91:
    _exit (91);
  case ACT_EXIT_92:
    _exit (92);
  case ACT_NOISE:
    for (int i = 0; i < 1000; i++)
      if (write (1, "noise\n", 6) != 6 || write (2, "noise\n", 6) != 6)
        return;
    break;
  case ACT_ABORT:
    abort ();
  case ACT_UNLINK:
    refused (unlink (victim), EROFS);
    break;
  case ACT_SYSTEM:
    if (system ("true") == 0)
      abort ();
    break;
  case ACT_SOCKET:
    refused (socket (AF_INET, SOCK_STREAM, 0), EACCES);
    break;
  case ACT_WRITE:
    refused (open (victim, O_WRONLY | O_TRUNC), EROFS);
    refused (open ("/dev/tty", O_RDWR | O_NONBLOCK | O_NOCTTY), EROFS);
    break;
  case ACT_KILL:
    kill (getppid (), SIGKILL);
    break;
  case ACT_SLEEP:
    for (;;)
      sleep (1000);
  case ACT_NAP:
    sleep (1000);
    break;
  case ACT_DEADLOCK:
    pthread_mutex_lock (&own_lock);
    pthread_mutex_lock (&own_lock);
    break;
  case ACT_ADVISE:
    act_advise (MADV_DONTNEED);
    break;
  case ACT_POISON:
    act_advise (MADV_HWPOISON);
    break;
  case ACT_OPEN:
    open_files ();
    break;
  case ACT_OPEN_MISSING:
    open_missing ();
    break;
  case ACT_OPEN_TERMINAL:
    open ("/dev/tty", O_RDONLY | O_NONBLOCK | O_NOCTTY);
    break;
  case ACT_THREAD:
    if (pthread_create (&thread, NULL, other_thread, NULL) == 0)
      abort ();
    break;
  case ACT_LONGJMP:
    if (leave_behind () == 0)
      longjmp (left_behind, 1);
    break;
  case ACT_RAISE:
    raise (SIGTERM);
    break;
  case ACT_ALARM:
    alarm (1);
    break;
  case ACT_HANDLER:
    signal (SIGSEGV, SIG_IGN);
    signal (SIGPROF, SIG_IGN);
    break;
  default:
    break;
  }
}

static int act_body (int what)
{
  static int *volatile null, *volatile one;
  static volatile int zero;
  AFRT_AT ((unsigned)what);
  switch ((enum act)what) {
  case ACT_NULL:
    return *AFRT_P (CLAUSE_NULL, CLAUSE_HEAP, null);
  case ACT_CRASH:
    return wild ();
  case ACT_LOOP:
    for (;;)
      AFRT_AT (what);
  case ACT_SILENT_LOOP:
    for (;;)
      __asm__ volatile("");
  case ACT_RECURSE:
    return recurse ((volatile char *)&what);
  case ACT_COUNT:
    AFRT_CLAUSE (CLAUSE_CHECK, ++counter == 1, AFRT_NOTE (0, counter));
    return 0;
  case ACT_CANDIDATE:
    return afrt_candidate () == 7 ? 1 : 1000;
  case ACT_UNDEFINED:
    AFRT_CLAUSE (CLAUSE_CHECK, query (null) > 0, {
      AFRT_NOTE (0, 5);
      AFRT_NOTE (1, query (null));
      AFRT_NOTE (2, 6);
    });
    return 0;
  case ACT_CRASH_IN_CONTRACT:
    AFRT_CLAUSE (CLAUSE_CHECK, wild () == 0, (void)0);
    return 0;
  case ACT_EVALUATION_HANGS:
    AFRT_CLAUSE (CLAUSE_CHECK, stalls (), (void)0);
    return 0;
  case ACT_DIVIDE:
    return what / zero;
  case ACT_ENSURE:
    return 1000 + what;
  default:
    act_memory ((enum act)what);
    act_leak ((enum act)what);
    act_system ((enum act)what);
    act_limits ((enum act)what);
    (void)one;
    return what;
  }
}

static int act (int what)
{
  AFRT_REQUIRE (CLAUSE_PRE, what != ACT_REQUIRE, { AFRT_NOTE (0, what); });
  AFRT_ENTER (1);
  int afx_result = act_body (what);
  AFRT_ENSURE (
    CLAUSE_POST, afx_result < 1000,
    {
      AFRT_NOTE (0, afx_result);
      AFRT_NOTE (1, what);
    },
    99);
  return afx_result;
}

/* --- an object --- */

struct box {
  int value;
  int *more;
};

static struct box *box_new (int value)
{
  AFRT_REQUIRE (CLAUSE_PRE, value >= 0, (void)0);
  AFRT_ENTER (3);
  struct box *box = malloc (sizeof *box);
  box->value = value;
  box->more = malloc (sizeof (int));
  *box->more = value;
  return box;
}

static void box_add (struct box *box, int n)
{
  AFRT_REQUIRE (CLAUSE_PRE, box != NULL, (void)0);
  AFRT_ENTER (4);
  AFRT_AT (1);
  for (int i = 0; i < n; i++) {
    if (afrt_trace_begin (4, 2)) {
      AFRT_VALUES
      {
        AFRT_TRACE (1, *AFRT_P (CLAUSE_NULL, CLAUSE_HEAP, (int *)0));
        AFRT_TRACE (0, box->value); /* is reached although the one before has no value */
      }
      afrt_trace_end ();
    }
    AFRT_AT (2);
    box->value++;
  }
}

static void box_free (struct box *box)
{
  AFRT_ENTER (5);
  if (box)
    free (box->more);
  free (box);
}

/* A fresh copy that the caller must free. */
static char *box_name (const struct box *box, char **out)
{
  AFRT_REQUIRE (CLAUSE_PRE, box != NULL, (void)0);
  AFRT_ENTER (8);
  if (out)
    *out = strdup ("out");
  return strdup ("name");
}

/* Forgets what the box owns. */
static void box_clear (struct box *box)
{
  AFRT_REQUIRE (CLAUSE_PRE, box != NULL, (void)0);
  AFRT_ENTER (9);
  box->more = NULL;
}

/* Takes the box over: keeps it, frees it, or does neither. */
static void box_take (struct box *box, int how)
{
  AFRT_REQUIRE (CLAUSE_PRE, box != NULL, (void)0);
  AFRT_ENTER (11);
  if (how == 0)
    kept = box;
  else if (how == 1)
    box_free (box);
}

struct pair {
  char *first, *second;
};

static struct pair pair_make (void)
{
  AFRT_ENTER (10);
  return (struct pair){ strdup ("first"), strdup ("second") };
}

static void fill (char *buffer, int n, int *out)
{
  AFRT_REQUIRE (CLAUSE_PRE, AFRT_M (CLAUSE_HEAP, buffer, (size_t)n) != NULL, (void)0);
  AFRT_ENTER (6);
  memset (buffer, 'x', (size_t)n);
  *out = n;
}

typedef int (*function) (int);

static double half (double x, float y, long double z, const char *text, function f)
{
  AFRT_ENTER (7);
  return (double)(x + y + (double)z) / 2 + (double)strlen (text) + f (1);
}

static long long observe_value (const void *object)
{
  return ((const struct box *)object)->value;
}
static long long observe_empty (const void *object)
{
  return ((const struct box *)object)->value == 0;
}
static long long observe_large (const void *object)
{
  return ((const struct box *)object)->value > 10;
}
static const char *observe_name (const void *object)
{
  return ((const struct box *)object)->value > 10 ? "large" : "small";
}

/* --- the tables --- */

#define A(type, i) (*(type *)args[i])
static void thunk_victim (void *const *args, void *result)
{
  (void)result;
  victim = strdup (A (const char *, 0));
}
static void thunk_act (void *const *args, void *result)
{
  *(int *)result = act (A (int, 0));
}
static void thunk_box_new (void *const *args, void *result)
{
  *(struct box **)result = box_new (A (int, 0));
}
static void thunk_box_add (void *const *args, void *result)
{
  (void)result;
  box_add (A (struct box *, 0), A (int, 1));
}
static void thunk_box_free (void *const *args, void *result)
{
  (void)result;
  box_free (A (struct box *, 0));
}
static void thunk_fill (void *const *args, void *result)
{
  (void)result;
  fill (A (char *, 0), A (int, 1), A (int *, 2));
}
static void thunk_half (void *const *args, void *result)
{
  *(double *)result = half (A (double, 0), A (float, 1), A (long double, 2), A (const char *, 3), A (function, 4));
}

static void thunk_box_name (void *const *args, void *result)
{
  *(char **)result = box_name (A (const struct box *, 0), A (char **, 1));
}
static void thunk_box_clear (void *const *args, void *result)
{
  (void)result;
  box_clear (A (struct box *, 0));
}
static void thunk_box_take (void *const *args, void *result)
{
  (void)result;
  box_take (A (struct box *, 0), A (int, 1));
}
static void thunk_pair_make (void *const *args, void *result)
{
  (void)args;
  *(struct pair *)result = pair_make ();
}

static const unsigned sizes_int[] = { 4 }, sizes_pointer_int[] = { 8, 4 }, sizes_fill[] = { 8, 4, 8 },
                      sizes_name[] = { 8, 8 }, sizes_half[] = { 8, 4, 16, 8, 8 };
#define I AFRT_VALUE_INTEGER
#define F AFRT_VALUE_FLOAT
#define P AFRT_VALUE_POINTER
static const unsigned char values_int[] = { I }, values_pointer_int[] = { P, I }, values_fill[] = { P, I, P },
                           values_name[] = { P, P }, values_half[] = { F, F, F, P, P };
static const struct afrt_thunk
  t_victim = { "victim", thunk_victim, 1, sizes_pointer_int, values_pointer_int, 0, AFRT_VALUE_NONE, -1 },
  t_act = { "act", thunk_act, 1, sizes_int, values_int, 4, I, -1 },
  t_box_new = { "box_new", thunk_box_new, 1, sizes_int, values_int, 8, P, 40 },
  t_box_add = { "box_add", thunk_box_add, 2, sizes_pointer_int, values_pointer_int, 0, AFRT_VALUE_NONE, -1 },
  t_box_free = { "box_free", thunk_box_free, 1, sizes_pointer_int, values_pointer_int, 0, AFRT_VALUE_NONE, -1 },
  t_fill = { "fill", thunk_fill, 3, sizes_fill, values_fill, 0, AFRT_VALUE_NONE, -1 },
  t_half = { "half", thunk_half, 5, sizes_half, values_half, 8, F, -1 },
  t_box_name = { "box_name", thunk_box_name, 2, sizes_name, values_name, 8, P, -1 },
  t_box_clear = { "box_clear", thunk_box_clear, 1, sizes_pointer_int, values_pointer_int, 0, AFRT_VALUE_NONE, -1 },
  t_box_take = { "box_take", thunk_box_take, 2, sizes_pointer_int, values_pointer_int, 0, AFRT_VALUE_NONE, -1, 1 },
  t_pair_make = { "pair_make", thunk_pair_make, 0, sizes_int, values_int, 16, AFRT_VALUE_RECORD, 41 };
static const struct afrt_thunk *const thunks[] = {
  &t_victim, &t_act,  NULL,        &t_box_new,   &t_box_add,   &t_box_free,
  &t_fill,   &t_half, &t_box_name, &t_box_clear, &t_pair_make, &t_box_take,
};
static const struct afrt_observer observers[] = {
  { 40, 0, 0, 0, observe_value, NULL },
  { 40, 1, 0, 0, observe_empty, NULL },
  { 40, 1, 0, 0, observe_large, NULL },
  { 40, 0, 1, 0, NULL, observe_name },
};
static int twice (int n)
{
  return 2 * n;
}
static void (*const callbacks[]) (void) = { (void (*) (void))twice };

const struct afrt_driver afrt_driver = { .n_thunks = 12,
                                         .thunks = thunks,
                                         .n_routines = 12,
                                         .n_observers = 4,
                                         .observers = observers,
                                         .n_callbacks = 1,
                                         .callbacks = callbacks,
                                         .n_columns = 2,
                                         .clause_crash = CLAUSE_CRASH,
                                         .clause_hang = CLAUSE_HANG,
                                         .clause_sandbox = CLAUSE_SANDBOX,
                                         .clause_leak = CLAUSE_LEAK };
