/* setjmp and longjmp through woven functions, nested, in loops; sigsetjmp; signal handlers. */
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

static jmp_buf top;
static sigjmp_buf out;
static volatile sig_atomic_t seen;
struct frame { jmp_buf env; int code; struct frame *outer; };
static struct frame *current;

static void fall (int n) { char pad[200]; memset (pad, n, sizeof pad); if (n == 0) longjmp (top, 3 + pad[0]); fall (n - 1); }
static int busy (int n) { int a[50]; for (int i = 0; i < 50; i++) a[i] = n + i; return n ? busy (n - 1) + a[n] : a[49]; }
static void throw_up (int code) { current->code = code; longjmp (current->env, 1); }
static int attempt (int n)
{
  struct frame frame = { .code = 0, .outer = current };
  volatile int tries = 0;
  current = &frame;
  if (setjmp (frame.env) == 0) {
    tries++;
    if (n > 2) attempt (n - 1), throw_up (n * 10);
    if (n == 2) throw_up (5);
    tries += 100;
  } else {
    tries += busy (3) + frame.code;
  }
  current = frame.outer;
  return tries;
}
static void handler (int number) { int old = seen; seen = old + number; if (seen > 3 * SIGUSR1) siglongjmp (out, seen); }

int main (void)
{
  int k = 0;
  switch (setjmp (top)) {
  case 0: fall (6); break;
  case 3: printf ("back %d\n", busy (4)); break;
  default: puts ("?");
  }
  for (volatile int i = 0; i < 4; i++) {
    int got = setjmp (top);
    if (got) { k += got; continue; }
    fall (i);
  }
  printf ("%d %d %d %d %d\n", k, attempt (0), attempt (2), attempt (4), busy (2));
  struct sigaction action = { .sa_handler = handler };
  sigaction (SIGUSR1, &action, NULL);
  signal (SIGUSR2, SIG_IGN);
  if (!sigsetjmp (out, 1)) for (int i = 0; i < 10; i++) { raise (SIGUSR1); raise (SIGUSR2); }
  printf ("%d %d\n", (int)seen == 4 * SIGUSR1, busy (1));
  return 0;
}
