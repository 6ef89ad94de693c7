/* What is proposed for small modules, template by template; and that the ranking's narrow choice leaves these out. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "infer/infer.h"
#include "tests/testgen/chain.h"

typedef struct {
  const char *what, *module;
  const char *wanted; /* without blanks */
} Row;

#define HEAD "#include <autofix/contract.h>\n#include <stdbool.h>\n#include <stdlib.h>\n#include <string.h>\n"

/* A queue that nobody counts but its own field. */
#define QUEUE_OF(number)                                                                                               \
  HEAD "struct Link { struct Link *next; int v; };\n"                                                                  \
       "typedef struct Queue { struct Link *head, *tail; " number " n; int last; } Queue;\n"                           \
       "Queue *queue_new (void)\n{\n  return calloc (1, sizeof (Queue));\n}\n"                                         \
       "void queue_free (Queue *q)\n{\n  while (q && q->head) {\n    struct Link *next = q->head->next;\n"             \
       "    free (q->head);\n    q->head = next;\n  }\n  free (q);\n}\n"                                               \
       "void queue_add (Queue *q, int v)\n{\n  REQUIRE (q != NULL);\n  struct Link *link = malloc (sizeof *link);\n"   \
       "  if (!link)\n    return;\n  link->v = q->last = v;\n  link->next = NULL;\n  if (q->tail)\n"                   \
       "    q->tail->next = link;\n  else\n    q->head = link;\n  q->tail = link;\n  q->n++;\n}\n"                     \
       "void queue_drop (Queue *q)\n{\n  REQUIRE (q != NULL && q->head != NULL);\n  struct Link *link = q->head;\n"    \
       "  q->head = link->next;\n  if (!q->head)\n    q->tail = NULL;\n  q->n--;\n  free (link);\n}\n"
#define QUEUE QUEUE_OF ("int")
#define UNSIGNED_QUEUE QUEUE_OF ("size_t")
/* Each link leads to itself. */
#define RING                                                                                                           \
  HEAD "struct Link { struct Link *next; };\n"                                                                         \
       "typedef struct Loop { struct Link *head; int n, last; } Loop;\n"                                               \
       "Loop *loop_new (void)\n{\n  Loop *l = malloc (sizeof *l);\n  if (!l)\n    return NULL;\n"                      \
       "  l->head = malloc (sizeof *l->head);\n  if (!l->head) {\n    free (l);\n    return NULL;\n  }\n"              \
       "  l->head->next = l->head;\n  l->n = 1;\n  l->last = 0;\n  return l;\n}\n"                                     \
       "void loop_free (Loop *l)\n{\n  if (l)\n    free (l->head);\n  free (l);\n}\n"                                  \
       "void loop_set (Loop *l, int v)\n{\n  REQUIRE (l != NULL);\n  l->last = v;\n}\n"

/* Records that are handed over as they are. */
#define SPANS                                                                                                          \
  HEAD "typedef struct Span { int from, to; } Span;\n"                                                                 \
       "QUERY bool span_is_valid (Span s)\n{\n  return s.from >= 0 && s.from <= s.to && s.to < 1000;\n}\n"             \
       "QUERY int span_length (Span s)\n{\n  REQUIRE (span_is_valid (s));\n  return s.to - s.from;\n}\n"               \
       "QUERY bool span_has (Span s, Span other)\n{\n  REQUIRE (span_is_valid (s));\n"                                 \
       "  REQUIRE (span_is_valid (other));\n  return s.from <= other.from && other.to <= s.to;\n}\n"                   \
       "Span span_make (int from, int to)\n{\n  REQUIRE (0 <= from && from <= to && to < 1000);\n"                     \
       "  return (Span){ from, to };\n}\n"                                                                             \
       "int span_middle (Span s)\n{\n  REQUIRE (span_is_valid (s));\n  return s.from + (s.to - s.from) / 2;\n}\n"      \
       "int span_end (Span s)\n{\n  REQUIRE (span_is_valid (s));\n  return s.to;\n}\n"                                 \
       "Span span_join (Span a, Span b)\n{\n  REQUIRE (span_is_valid (a) && span_is_valid (b));\n"                     \
       "  return (Span){ a.from < b.from ? a.from : b.from, a.to > b.to ? a.to : b.to };\n}\n"                         \
       "void span_shift (Span *s)\n{\n  REQUIRE (s != NULL && span_is_valid (*s) && s->to < 900);\n  s->from++;\n"     \
       "  s->to++;\n}\n"
#define HASHED                                                                                                         \
  HEAD "typedef struct Table { size_t room, n; } Table;\n"                                                             \
       "Table *table_new (void)\n{\n  Table *t = malloc (sizeof *t);\n  if (t) {\n    t->room = 4;\n    t->n = 0;\n"   \
       "  }\n  return t;\n}\n"                                                                                         \
       "void table_free (Table *t)\n{\n  free (t);\n}\n"                                                               \
       "void table_add (Table *t, unsigned char few)\n{\n  REQUIRE (t != NULL);\n  t->n += few % 8;\n"                 \
       "  while (t->n > t->room && t->room < 4096)\n    t->room *= 2;\n}\n"
#define WORDS                                                                                                          \
  HEAD "typedef struct Bits { unsigned bits, n_words; } Bits;\n"                                                       \
       "static unsigned words_for (unsigned bits)\n{\n  return (bits + 7) / 8;\n}\n"                                   \
       "Bits *bits_new (unsigned bits)\n{\n  REQUIRE (bits < 200);\n  Bits *b = malloc (sizeof *b);\n  if (b) {\n"     \
       "    b->bits = bits;\n    b->n_words = words_for (bits);\n  }\n  return b;\n}\n"                                \
       "void bits_free (Bits *b)\n{\n  free (b);\n}\n"                                                                 \
       "void bits_clear (Bits *b)\n{\n  REQUIRE (b != NULL);\n  b->bits = b->n_words = 0;\n}\n"
#define LINE_OF_LINKS                                                                                                  \
  QUEUE "static struct Link *end_of (struct Link *link)\n{\n"                                                          \
        "  while (link->next)\n    link = link->next;\n  return link;\n}\n"                                            \
        "int queue_last (const Queue *q)\n{\n  REQUIRE (q != NULL && q->head != NULL);\n"                              \
        "  return end_of (q->head)->v;\n}\n"
#define LOOP                                                                                                           \
  HEAD "typedef struct Ring { unsigned char in, out, used, last; } Ring;\n"                                            \
       "Ring *ring_new (void)\n{\n  return calloc (1, sizeof (Ring));\n}\n"                                            \
       "void ring_free (Ring *r)\n{\n  free (r);\n}\n"                                                                 \
       "void ring_put (Ring *r)\n{\n  REQUIRE (r != NULL);\n  if (r->used < 4) {\n"                                    \
       "    r->in = (unsigned char)((r->in + 1) % 4);\n    r->used++;\n  }\n}\n"                                       \
       "void ring_take (Ring *r)\n{\n  REQUIRE (r != NULL);\n  if (r->used > 0) {\n"                                   \
       "    r->out = (unsigned char)((r->out + 1) % 4);\n    r->used--;\n  }\n}\n"                                     \
       "int ring_at (const Ring *r, int far)\n{\n  REQUIRE (r != NULL && far >= 0 && far < r->used);\n"                \
       "  return (r->out + far) % 4 == r->in;\n}\n"

#define OUTS                                                                                                           \
  "typedef struct Names { unsigned n; const char *all[8]; } Names;\n"                                                  \
  "Names *names_new (void)\n{\n  return calloc (1, sizeof (Names));\n}\n"                                              \
  "void names_free (Names *n)\n{\n  free (n);\n}\n"                                                                    \
  "void names_put (Names *n)\n{\n  REQUIRE (n != NULL);\n  if (n->n < 8)\n    n->all[n->n++] = \"name\";\n}\n"

static const Row rows[] = {
  { "a product",
    HEAD "typedef struct Grid { int rows, cols, cells; } Grid;\n"
         "Grid *grid_new (int rows, int cols)\n{\n  REQUIRE (0 < rows && rows < 12 && 0 < cols && cols < 12);\n"
         "  Grid *g = malloc (sizeof *g);\n  if (g) {\n    g->rows = rows;\n    g->cols = cols;\n"
         "    g->cells = rows * cols;\n  }\n  return g;\n}\n"
         "void grid_free (Grid *g)\n{\n  free (g);\n}\n"
         "void grid_grow (Grid *g)\n{\n  REQUIRE (g != NULL);\n  if (g->rows < 20) {\n    g->rows++;\n"
         "    g->cells += g->cols;\n  }\n}\n",
    "INVARIANT(it->cells==it->rows*it->cols)" },
  { "what two routines need of an object is asked of who makes it",
    HEAD "typedef struct Wheel { int size, at, *slots; } Wheel;\n"
         "Wheel *wheel_new (int size)\n{\n  if (size < 0 || size > 50)\n    return NULL;\n"
         "  Wheel *w = malloc (sizeof *w);\n  if (!w)\n    return NULL;\n  w->slots = calloc ((size_t)size + 1, 4);\n"
         "  if (!w->slots) {\n    free (w);\n    return NULL;\n  }\n  w->size = size;\n  w->at = 0;\n  return w;\n}\n"
         "void wheel_free (Wheel *w)\n{\n  if (w)\n    free (w->slots);\n  free (w);\n}\n"
         "void wheel_turn (Wheel *w, unsigned char n)\n{\n  w->at = (w->at + n) % w->size;\n}\n"
         "void wheel_put (Wheel *w, unsigned char v)\n{\n  w->slots[v % w->size] = v;\n}\n",
    "REQUIRE(size>0)" },
  { "and of who changes it",
    HEAD "typedef struct Dial { int steps, at; } Dial;\n"
         "Dial *dial_new (int steps)\n{\n  Dial *d = malloc (sizeof *d);\n  if (d) {\n    d->steps = steps;\n"
         "    d->at = 0;\n  }\n  return d;\n}\n"
         "void dial_free (Dial *d)\n{\n  free (d);\n}\n"
         "void dial_scale (Dial *d, int to)\n{\n  REQUIRE (d != NULL);\n  d->steps = to;\n}\n"
         "void dial_turn (Dial *d, unsigned char n)\n{\n  d->at = n % d->steps;\n}\n"
         "int dial_part (const Dial *d, unsigned char n)\n{\n  return n / d->steps;\n}\n",
    "REQUIRE(to!=0)" },
  { "the length of a string",
    HEAD "typedef struct Text { size_t len, room; char *text, last; } Text;\n"
         "Text *text_new (void)\n{\n  Text *t = malloc (sizeof *t);\n  char *text = malloc (40);\n"
         "  if (!t || !text) {\n    free (t);\n    free (text);\n    return NULL;\n  }\n  text[0] = 0;\n"
         "  t->text = text;\n  t->room = 40;\n  t->len = strlen (text);\n  t->last = 0;\n  return t;\n}\n"
         "void text_free (Text *t)\n{\n  if (t)\n    free (t->text);\n  free (t);\n}\n"
         "void text_add (Text *t, char c)\n{\n  REQUIRE (t != NULL && c != 0);\n  t->last = c;\n  if (t->len + 1 < "
         "t->room) {\n"
         "    t->text[t->len++] = c;\n    t->text[t->len] = 0;\n  }\n}\n"
         "void text_cut (Text *t)\n{\n  REQUIRE (t != NULL);\n  t->len = 0;\n  t->text[0] = 0;\n}\n",
    "strlen(it->text)" },
  { "a sorted row",
    HEAD "typedef struct Row { int n; int items[16]; } Row;\n"
         "Row *row_new (void)\n{\n  return calloc (1, sizeof (Row));\n}\n"
         "void row_free (Row *r)\n{\n  free (r);\n}\n"
         "void row_add (Row *r, int x)\n{\n  REQUIRE (r != NULL);\n  int i = r->n;\n  if (r->n == 16)\n    return;\n"
         "  while (i > 0 && r->items[i - 1] > x) {\n    r->items[i] = r->items[i - 1];\n    i--;\n  }\n"
         "  r->items[i] = x;\n  r->n++;\n}\n",
    "INVARIANT(FORALL(i,1,it->n,it->items[i-1]<=it->items[i]))" },
  { "indices in range",
    HEAD "typedef struct Graph { int n; int to[16]; } Graph;\n"
         "Graph *graph_new (void)\n{\n  return calloc (1, sizeof (Graph));\n}\n"
         "void graph_free (Graph *g)\n{\n  free (g);\n}\n"
         "void graph_add (Graph *g, int to)\n{\n  REQUIRE (g != NULL);\n  if (g->n == 16 || to < 0 || to > g->n)\n"
         "    return;\n  g->to[g->n] = to;\n  g->n++;\n}\n",
    "INVARIANT(FORALL(i,0,it->n,it->to[i]<it->n))" },
  { "the last has no next",
    HEAD "struct Node { struct Node *next; int v; };\n"
         "typedef struct List { struct Node *head, *tail; int n, last; } List;\n"
         "List *list_new (void)\n{\n  return calloc (1, sizeof (List));\n}\n"
         "void list_free (List *l)\n{\n  while (l && l->head) {\n    struct Node *next = l->head->next;\n"
         "    free (l->head);\n    l->head = next;\n  }\n  free (l);\n}\n"
         "void list_add (List *l, int v)\n{\n  REQUIRE (l != NULL);\n  struct Node *node = malloc (sizeof *node);\n"
         "  if (!node)\n    return;\n  node->v = v;\n  node->next = NULL;\n  if (l->tail)\n    l->tail->next = node;\n"
         "  else\n    l->head = node;\n  l->tail = node;\n  l->last = v;\n  l->n++;\n}\n",
    "INVARIANT(IMPLIES(it->tail!=NULL,it->tail->next==NULL))" },
  { "the length of a chain", QUEUE, "INVARIANT(NODES(it->head,next)==it->n)" },
  { "a chain that ends", QUEUE, "INVARIANT(REACHES(it->head,NULL,next))" },
  { "the last is on the chain from the first", QUEUE, "INVARIANT(REACHES(it->head,it->tail,next))" },
  { "an unsigned length of a chain", UNSIGNED_QUEUE, "INVARIANT((unsignedlong)NODES(it->head,next)==it->n)" },
  { "objects of a routine that may refuse to make one",
    HEAD "typedef struct Jar { int n, room; int *items; } Jar;\n"
         "Jar *jar_new (int room)\n{\n  Jar *j = room > 0 && room < 100 ? malloc (sizeof *j) : NULL;\n  if (!j)\n"
         "    return NULL;\n  j->items = calloc ((size_t)room, sizeof (int));\n  if (!j->items) {\n    free (j);\n"
         "    return NULL;\n  }\n  j->n = 0;\n  j->room = room;\n  return j;\n}\n"
         "void jar_free (Jar *j)\n{\n  if (j)\n    free (j->items);\n  free (j);\n}\n"
         "void jar_put (Jar *j, unsigned char x)\n{\n  REQUIRE (j != NULL);\n  if (j->n < j->room)\n"
         "    j->items[j->n++] = x;\n}\n",
    "INVARIANT(FORALL(i,0,it->n,it->items[i]>=0))" },
  { "what undoes what",
    HEAD
    "int unfold (unsigned code)\n{\n  int n = (int)(code / 2);\n  if (code % 2 != 0)\n    n = -n - 1;\n  return n;\n}\n"
    "unsigned fold (int n)\n{\n  REQUIRE (n > -100000 && n < 100000);\n  unsigned code = 0;\n"
    "  if (n < 0)\n    code = 2 * (unsigned)(-(n + 1)) + 1;\n  else\n    code = 2 * (unsigned)n;\n"
    "  return code;\n}\n",
    "ENSURE(unfold(RESULT)==n)" },
  { "what undoes it with the same key, and stands after it",
    HEAD "unsigned lock (unsigned key, unsigned n)\n{\n  REQUIRE (key < 64 && n < 1024);\n  unsigned r = n << 6;\n"
         "  r |= key;\n  return r ^ 5;\n}\n"
         "unsigned unlock (unsigned key, unsigned n)\n{\n  unsigned r = n ^ 5;\n  if ((r & 63) != key)\n"
         "    return 0;\n  return r >> 6;\n}\n",
    "ENSURE(unlock(key,RESULT)==n)" },
  { "a text that is read back",
    HEAD "int digits_read (const char *s)\n{\n  int n = 0;\n  REQUIRE (s != NULL);\n"
         "  while (*s >= '0' && *s <= '9' && n < 1000)\n    n = 10 * n + (*s++ - '0');\n  return n;\n}\n"
         "void digits_write (int n, char *out)\n{\n  REQUIRE (n >= 0 && n < 1000 && WRITABLE (out, 4));\n"
         "  out[0] = (char)('0' + n / 100);\n  out[1] = (char)('0' + n / 10 % 10);\n  out[2] = (char)('0' + n % 10);\n"
         "  out[3] = 0;\n}\n",
    "ENSURE(digits_read(out)==n)" },
#include "tests/infer/calls.def"
#include "tests/infer/objects.def"
  { "what commutes",
    HEAD "int gap (int a, int b)\n{\n  REQUIRE (a > -9999 && a < 9999 && b > -9999 && b < 9999);\n  int d = a - b;\n"
         "  if (d < 0)\n    d = -d;\n  return d;\n}\n",
    "ENSURE(RESULT==gap(b,a))" },
  { "an order",
    HEAD "int order (int a, int b)\n{\n  if (a < b)\n    return -1;\n  if (a > b)\n    return 1;\n  return 0;\n}\n",
    "ENSURE(RESULT==-order(b,a))" },
  { "what is idempotent",
    HEAD "int clip (int n)\n{\n  if (n < -20)\n    n = -20;\n  if (n > 20)\n    n = 20;\n  return n;\n}\n",
    "ENSURE(RESULT==clip(RESULT))" },
  { "what undoes itself",
    HEAD "unsigned turn (unsigned n)\n{\n  REQUIRE (n < 256);\n  unsigned r = 0;\n  for (int i = 0; i < 8; i++)\n"
         "    r |= (n >> i & 1u) << (7 - i);\n  return r;\n}\n",
    "ENSURE(turn(RESULT)==n)" },
  { "a sum of smaller calls",
    HEAD
    "typedef struct Tree { struct Tree *left, *right; int v; } Tree;\n"
    "Tree *tree_new (int v)\n{\n  Tree *t = calloc (1, sizeof *t);\n  if (t != NULL)\n    t->v = v;\n"
    "  return t;\n}\n"
    "void tree_add (Tree *t, int v)\n{\n  REQUIRE (t != NULL);\n  Tree **place = v < t->v ? &t->left : &t->right;\n"
    "  if (*place == NULL)\n    *place = tree_new (v);\n  else\n    tree_add (*place, v);\n}\n"
    "void tree_free (Tree *t)\n{\n  if (t != NULL) {\n    tree_free (t->left);\n    tree_free (t->right);\n"
    "  }\n  free (t);\n}\n"
    "int tree_size (const Tree *t)\n{\n  int n = 0;\n  if (t != NULL)\n"
    "    n = 1 + tree_size (t->left) + tree_size (t->right);\n  return n;\n}\n",
    "RESULT==tree_size(t->left)+tree_size(t->right)+1" },
  { "a linear relation of two numbers",
    HEAD "typedef struct Log { int lines, bytes, last; } Log;\n"
         "Log *log_new (void)\n{\n  Log *l = malloc (sizeof *l);\n  if (l) {\n    l->lines = l->last = 0;\n"
         "    l->bytes = 12;\n  }\n  return l;\n}\n"
         "void log_free (Log *l)\n{\n  free (l);\n}\n"
         "void log_add (Log *l, int x)\n{\n  REQUIRE (l != NULL);\n  l->last = x;\n  if (l->lines < 50) {\n"
         "    l->lines++;\n    l->bytes += 5;\n  }\n}\n",
    "INVARIANT(it->bytes==it->lines*5+12)" },
  { "two numbers that add up to a constant",
    HEAD "typedef struct Pool { int used, left; } Pool;\n"
         "Pool *pool_new (void)\n{\n  Pool *p = malloc (sizeof *p);\n  if (p) {\n    p->used = 0;\n    p->left = 32;\n"
         "  }\n  return p;\n}\n"
         "void pool_free (Pool *p)\n{\n  free (p);\n}\n"
         "int pool_swap (Pool *p)\n{\n  REQUIRE (p != NULL);\n  int both = p->used + p->left;\n  p->used = both - "
         "p->used;\n  p->left = both - p->left;\n  return p->used;\n}\n"
         "void pool_take (Pool *p)\n{\n  REQUIRE (p != NULL);\n  if (p->left > 0) {\n    p->used++;\n    p->left--;\n"
         "  }\n}\n",
    "INVARIANT(it->left+it->used==32)" },
  { "a linear relation of three numbers",
    HEAD "int border (int w, int h)\n{\n  REQUIRE (w > 0 && w < 99 && h > 0 && h < 99);\n  int r = 3;\n"
         "  for (int i = 0; i < w; i++)\n    r += 2;\n  for (int i = 0; i < h; i++)\n    r += 4;\n  return r;\n}\n",
    "ENSURE(RESULT==w*2+h*4+3)" },
  { "factors on both sides",
    HEAD "typedef struct Mix { int red, blue; } Mix;\n"
         "Mix *mix_new (void)\n{\n  return calloc (1, sizeof (Mix));\n}\n"
         "void mix_free (Mix *m)\n{\n  free (m);\n}\n"
         "void mix_add (Mix *m)\n{\n  REQUIRE (m != NULL);\n  if (m->red < 60) {\n    m->red += 2;\n    m->blue += "
         "3;\n  }\n}\n",
    "INVARIANT(it->red*3==it->blue*2)" },
  { "an enumeration's values",
    HEAD "typedef enum Phase { IDLE, BUSY = 2, DONE = 5, NEVER = 9 } Phase;\ntypedef struct Job { Phase phase; int "
         "last; } Job;\n"
         "Job *job_new (void)\n{\n  return calloc (1, sizeof (Job));\n}\n"
         "void job_free (Job *j)\n{\n  free (j);\n}\n"
         "void job_step (Job *j, int x)\n{\n  REQUIRE (j != NULL);\n  j->last = x;\n  j->phase = j->phase == IDLE ? "
         "BUSY : DONE;\n}\n"
         "void job_again (Job *j)\n{\n  REQUIRE (j != NULL);\n  j->phase = IDLE;\n}\n",
    "INVARIANT(it->phase==IDLE||it->phase==BUSY||it->phase==DONE)" },
  { "a state's numbers, beside another conjunct",
    HEAD
    "typedef struct Lamp { int n, state; } Lamp;\n"
    "Lamp *lamp_new (void)\n{\n  Lamp *l = calloc (1, sizeof *l);\n  if (l)\n    l->state = 1;\n  return l;\n}\n"
    "void lamp_free (Lamp *l)\n{\n  free (l);\n}\n"
    "void lamp_turn (Lamp *l, int x)\n{\n  REQUIRE (l != NULL);\n  l->n = x;\n  if (l->state == 1)\n    l->state = 4;\n"
    "  else if (l->state == 4)\n    l->state = -2;\n  else\n    l->state = 1;\n}\n",
    "INVARIANT(it->state==-2||it->state==1||it->state==4)" },
  { "a result's numbers",
    HEAD "int side (int n)\n{\n  if (n < -3)\n    return -1;\n  if (n > 5)\n    return 2;\n  return 0;\n}\n",
    "ENSURE(RESULT==-1||RESULT==0||RESULT==2)" },
  { "the length of a list and its count",
    HEAD
    "typedef struct Node { struct Node *next; int v; } Node;\ntypedef struct List { Node *head; int n, last; } List;\n"
    "static int chain (const Node *node)\n{\n  int n = 0;\n  for (; node; node = node->next)\n    n++;\n  return "
    "n;\n}\n"
    "List *list_new (void)\n{\n  return calloc (1, sizeof (List));\n}\n"
    "void list_free (List *l)\n{\n  while (l && l->head) {\n    Node *next = l->head->next;\n"
    "    free (l->head);\n    l->head = next;\n  }\n  free (l);\n}\n"
    "void list_add (List *l, int v)\n{\n  REQUIRE (l != NULL);\n  Node *node = malloc (sizeof *node);\n"
    "  if (!node)\n    return;\n  node->v = v;\n  node->next = l->head;\n  l->head = node;\n"
    "  l->last = v;\n  l->n++;\n}\n"
    "int list_most (const List *l)\n{\n  REQUIRE (l != NULL);\n  int most = chain (l->head);\n"
    "  for (const Node *n = l->head; n; n = n->next)\n    if (n->v > most)\n      most = n->v;\n  return most;\n}\n",
    "INVARIANT(chain(it->head)==it->n)" },
  { "what changes nothing",
    HEAD "typedef struct Bag { int n, asked; int items[8]; } Bag;\nBag *bag_new (void)\n{\n  return calloc (1, sizeof "
         "(Bag));\n}\n"
         "void bag_free (Bag *b)\n{\n  free (b);\n}\n"
         "void bag_put (Bag *b, int x)\n{\n  REQUIRE (b != NULL);\n  if (b->n < 8)\n    b->items[b->n++] = x;\n}\n"
         "int bag_most (Bag *b)\n{\n  REQUIRE (b != NULL);\n  int most = 0;\n  for (int i = 0; i < b->n; i++)\n"
         "    if (b->items[i] > most)\n      most = b->items[i];\n  return most;\n}\n",
    "QUERYbag_most(b)" },
};

/* What holds in these only now and then, or says nothing, is not proposed. */
static const Row wrong[] = {
  { "an out parameter that a failure leaves as it was",
    HEAD OUTS "bool names_at (const Names *n, unsigned i, const char **out)\n{\n  REQUIRE (n && out);\n"
              "  if (i >= n->n)\n    return false;\n  *out = n->all[i];\n  return true;\n}\n",
    "*out==NULL" },
  { "what a routine leaves as it was in its caller's storage",
    HEAD "typedef struct Pile { int n, top, spare; } Pile;\n"
         "void pile_init (Pile *p)\n{\n  REQUIRE (p != NULL);\n  p->n = 0;\n  p->top = -1;\n}\n"
         "void pile_put (Pile *p, unsigned char v)\n{\n  REQUIRE (p != NULL);\n  if (p->n < 9) {\n    p->n++;\n"
         "    p->top = p->spare = v;\n  }\n}\n",
    "spare==0" },
  { "a number that doubled but twice", WORDS, "(it->n_words&" },
  { "a part at the bottom of a ring that is not full", LOOP, "%it->used" },
  { "a chain of one, or without an end", RING, "next)" },
  { "the same whatever it is given",
    HEAD "int flat (int a, int b)\n{\n  int r = a;\n  if (b > a)\n    r = b;\n"
         "  return r - r;\n}\n",
    "flat(" },
  { "what one routine needs of an object is asked of no other",
    HEAD "typedef struct Wheel { int size, at, *slots; } Wheel;\n"
         "Wheel *wheel_new (int size)\n{\n  if (size < 0 || size > 50)\n    return NULL;\n"
         "  Wheel *w = malloc (sizeof *w);\n  if (!w)\n    return NULL;\n  w->slots = calloc ((size_t)size + 1, 4);\n"
         "  if (!w->slots) {\n    free (w);\n    return NULL;\n  }\n  w->size = size;\n  w->at = 0;\n  return w;\n}\n"
         "void wheel_free (Wheel *w)\n{\n  if (w)\n    free (w->slots);\n  free (w);\n}\n"
         "void wheel_turn (Wheel *w, unsigned char n)\n{\n  w->at = (w->at + n) % w->size;\n}\n"
         "void wheel_put (Wheel *w, unsigned char v)\n{\n  w->slots[0] = v;\n}\n",
    "REQUIRE(size>0)" },
  { "nearly always false",
    HEAD "#include <stdbool.h>\nbool far (int a, int b)\n{\n  bool r = false;\n  if (a > 99999 && b == 7)\n"
         "    r = true;\n  return r;\n}\n",
    "far(b,a)" },
  { "a difference",
    HEAD "int less (int a, int b)\n{\n  REQUIRE (a > 0 && a < 99 && b > 0 && b < 99);\n  int r = a;\n"
         "  r -= b;\n  return r;\n}\n",
    "==less(b,a)" },
  { "a count that stays small is no state",
    HEAD "typedef struct Cup { int n; } Cup;\nCup *cup_new (void)\n{\n  return calloc (1, sizeof (Cup));\n}\n"
         "void cup_free (Cup *c)\n{\n  free (c);\n}\n"
         "void cup_fill (Cup *c)\n{\n  REQUIRE (c != NULL);\n  if (c->n < 2)\n    c->n++;\n}\n"
         "void cup_spill (Cup *c)\n{\n  REQUIRE (c != NULL);\n  c->n = 0;\n}\n",
    "it->n==1" },
  { "a state that no test came to",
    HEAD "typedef struct Door { int n, state; } Door;\n"
         "Door *door_new (void)\n{\n  return calloc (1, sizeof (Door));\n}\n"
         "void door_free (Door *d)\n{\n  free (d);\n}\n"
         "void door_turn (Door *d)\n{\n  REQUIRE (d != NULL);\n  d->n++;\n  if (d->n > 9999)\n    d->state = 3;\n"
         "  else if (d->state == 0)\n    d->state = 1;\n  else\n    d->state = 0;\n}\n",
    "it->state==1" },
  { "what counts how often it was asked",
    HEAD "typedef struct Bag { int n, asked; int items[8]; } Bag;\nBag *bag_new (void)\n{\n  return calloc (1, sizeof "
         "(Bag));\n}\n"
         "void bag_free (Bag *b)\n{\n  free (b);\n}\n"
         "void bag_put (Bag *b, int x)\n{\n  REQUIRE (b != NULL);\n  if (b->n < 8)\n    b->items[b->n++] = x;\n}\n"
         "int bag_most (Bag *b)\n{\n  REQUIRE (b != NULL);\n  b->asked = 1;\n  return b->n;\n}\n",
    "QUERY" },
  { "what keeps its answers",
    HEAD
    "typedef struct Bag { int n, asked; int items[8]; } Bag;\nBag *bag_new (void)\n{\n  return calloc (1, sizeof "
    "(Bag));\n}\n"
    "void bag_free (Bag *b)\n{\n  free (b);\n}\n"
    "void bag_put (Bag *b, int x)\n{\n  REQUIRE (b != NULL);\n  if (b->n < 8)\n    b->items[b->n++] = x;\n}\n"
    "int bag_size (const Bag *b)\n{\n  static int last;\n  REQUIRE (b != NULL);\n  last = b->n;\n  return last;\n}\n",
    "QUERY" },
  { "what is marked already",
    HEAD "typedef struct Bag { int n, asked; int items[8]; } Bag;\nBag *bag_new (void)\n{\n  return calloc (1, sizeof "
         "(Bag));\n}\n"
         "void bag_free (Bag *b)\n{\n  free (b);\n}\n"
         "void bag_put (Bag *b, int x)\n{\n  REQUIRE (b != NULL);\n  if (b->n < 8)\n    b->items[b->n++] = x;\n}\n"
         "QUERY int bag_size (const Bag *b)\n{\n  REQUIRE (b != NULL);\n  return b->n;\n}\n",
    "QUERY" },
  { "a line through numbers that have none",
    HEAD "int bent (int n)\n{\n  REQUIRE (n > -99 && n < 99);\n  int r = 2 * n;\n  if (n % 7 == 3 || n % 7 == -2)\n    "
         "r++;\n  return "
         "r;\n}\n",
    "RESULT==n*2" },
};

static void read_text (Chain *chain, const char *text)
{
  g_autoptr (GError) error = NULL;
  ck_assert_msg (chain_read_text (chain, text, &error), "%s", error ? error->message : "");
  af_contracts_assume (chain->module);
}

/* That each proposal can be asked of the same module, read anew. */
static void transfer_all (const AfInference *inference, const char *text)
{
  for (guint i = 0; i < inference->proposals->len; i++) {
    g_auto (Chain) chain = { 0 };
    g_autoptr (GPtrArray) one = g_ptr_array_new ();
    AfInference single = { .proposals = one };
    const AfProposal *proposal = inference->proposals->pdata[i];
    g_ptr_array_add (one, inference->proposals->pdata[i]);
    read_text (&chain, text);
    g_autoptr (GPtrArray) added = af_infer_transfer (&single, chain.module);
    ck_assert_msg (added->len > 0 || proposal->is_read || proposal->is_query, "%s: lost on the way",
                   proposal->expr->text);
  }
}

/* All proposals, a line each, without blanks. */
static char *infer (const char *text, gboolean is_narrow, gboolean transfers)
{
  g_autoptr (GError) error = NULL;
  g_auto (Chain) chain = { 0 };
  g_autoptr (AfSolver) solver = af_solver_new (0);
  GString *all = g_string_new (NULL);
  read_text (&chain, text);
  AfInferOptions options = { .config = &chain.config, .solver = solver, .seed = 1, .jobs = 1, .is_narrow = is_narrow };
  g_autoptr (AfInference) inference = af_infer (chain.module, &options, &error);
  ck_assert_msg (inference != NULL, "%s", error ? error->message : "");
  for (guint i = 0; i < inference->proposals->len; i++) {
    g_autofree char *contract = af_proposal_text (inference->proposals->pdata[i]);
    for (const char *c = contract; *c; c++)
      if (*c != ' ')
        g_string_append_c (all, *c);
    g_string_append_c (all, '\n');
  }
  if (transfers)
    transfer_all (inference, text);
  return g_string_free (all, FALSE);
}

START_TEST (proposed)
{
  const Row *row = &rows[_i];
  g_autofree char *all = infer (row->module, FALSE, TRUE);
  ck_assert_msg (strstr (all, row->wanted) != NULL, "%s: no %s in\n%s", row->what, row->wanted, all);
}
END_TEST

START_TEST (narrow)
{
  const Row *row = &rows[_i];
  g_autofree char *all = infer (row->module, TRUE, FALSE);
  ck_assert_msg (strstr (all, row->wanted) == NULL, "%s: %s", row->what, all);
}
END_TEST

START_TEST (not_proposed)
{
  const Row *row = &wrong[_i];
  g_autofree char *all = infer (row->module, FALSE, FALSE);
  ck_assert_msg (strstr (all, row->wanted) == NULL, "%s: %s", row->what, all);
}
END_TEST

/* Where the text says so, it is. */
START_TEST (out_is_null)
{
  g_autofree char *all =
    infer (HEAD OUTS "bool names_at (const Names *n, unsigned i, const char **out)\n{\n  REQUIRE (n && out);\n"
                     "  *out = NULL;\n  if (i >= n->n)\n    return false;\n  *out = n->all[i];\n  return true;\n}\n",
           FALSE, FALSE);
  ck_assert_msg (strstr (all, "ENSURE(IMPLIES(!RESULT,*out==NULL))") != NULL, "%s", all);
}
END_TEST

int main (void)
{
  Suite *suite = suite_create ("shapes");
  TCase *tcase = tcase_create ("templates");
  tcase_set_timeout (tcase, 240);
  tcase_add_loop_test (tcase, proposed, 0, G_N_ELEMENTS (rows));
  tcase_add_loop_test (tcase, not_proposed, 0, G_N_ELEMENTS (wrong));
  tcase_add_test (tcase, out_is_null);
  tcase_add_loop_test (tcase, narrow, 0, G_N_ELEMENTS (rows));
  suite_add_tcase (suite, tcase);
  SRunner *runner = srunner_create (suite);
  srunner_run_all (runner, CK_NORMAL);
  int failed = srunner_ntests_failed (runner);
  srunner_free (runner);
  return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
