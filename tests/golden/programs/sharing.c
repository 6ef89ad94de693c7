/* _Atomic, _Thread_local, volatile, register, threads. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static _Atomic int counter; static atomic_uint other; static _Thread_local int mine = 5; static __thread long own;
static volatile int sink, *volatile place = &sink; static volatile struct { int a; volatile int b[3]; } memory;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; static int guarded;

static void *work (void *data)
{
  int n = *(int *)data;
  for (int i = 0; i < n; i++) {
    counter++; counter += 2; atomic_fetch_add (&other, 3u);
    mine += i; own -= mine;
    pthread_mutex_lock (&lock); guarded += 1; pthread_mutex_unlock (&lock);
  }
  return (void *)(long)(mine + (int)own);
}

static int touch (register int r, volatile int v)
{
  register int *p = (int *)&v; register unsigned k = 3;
  v = v + 1; v += r; v++; *place += v; *place = *place * 2; memory.a -= 4; memory.b[k - 1] = memory.a * 3; memory.b[2]--;
  r += v; r *= 2; r++; k += r; k--;
  return *p + r + (int)k + memory.b[2];
}

int main (void)
{
  pthread_t threads[4]; int counts[] = { 1000, 2000, 3000, 10 }; void *result = NULL; long sum = 0;
  for (int i = 0; i < 4; i++) pthread_create (&threads[i], NULL, work, &counts[i]);
  for (int i = 0; i < 4; i++) { pthread_join (threads[i], &result); sum += (long)result; }
  int seen = counter; _Atomic long big = 7; big -= seen; big ^= 1;
  printf ("%d %u %d %ld %d %ld %d %ld\n", seen, (unsigned)other, guarded, sum, mine, own, touch (3, 4), (long)big);
  return sink & 1;
}
