/* A matrix, by rows in one block and by rows in blocks of their own. */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <autofix/contract.h>

typedef struct Matrix {
  int rows, columns;
  double *cells;
} Matrix;

INVARIANT bool matrix_valid (const Matrix *m)
{
  return m->rows > 0 && m->columns > 0 && m->cells != NULL;
}

Matrix *matrix_new (int rows, int columns)
{
  REQUIRE (0 < rows && rows <= 100 && 0 < columns && columns <= 100);
  Matrix *m = malloc (sizeof *m);
  if (m == NULL)
    return NULL;
  m->rows = rows;
  m->columns = columns;
  m->cells = calloc ((size_t)rows * (size_t)columns, sizeof *m->cells);
  if (!m->cells) {
    free (m);
    return NULL;
  }
  return m;
}

void matrix_free (Matrix *m)
{
  if (m)
    free (m->cells);
  free (m);
}

double *matrix_at (Matrix *m, int row, int column)
{
  REQUIRE (m != NULL && 0 <= row && row < m->rows && 0 <= column && column < m->columns);
  return &m->cells[row * m->columns + column];
}

double matrix_get (const Matrix *m, int row, int column)
{
  REQUIRE (m != NULL && 0 <= row && row < m->rows && 0 <= column && column < m->columns);
  return m->cells[row * m->columns + column];
}

void matrix_set (Matrix *m, int row, int column, double x)
{
  REQUIRE (m != NULL && 0 <= row && row < m->rows && 0 <= column && column < m->columns);
  *matrix_at (m, row, column) = x;
}

Matrix *matrix_transposed (const Matrix *m)
{
  REQUIRE (m != NULL);
  Matrix *t = matrix_new (m->columns, m->rows);
  for (int i = 0; t && i < m->rows; i++)
    for (int j = 0; j < m->columns; j++)
      t->cells[j * t->columns + i] = m->cells[i * m->columns + j];
  return t;
}

bool matrix_add (Matrix *m, const Matrix *other)
{
  REQUIRE (m != NULL && other != NULL);
  if (m->rows != other->rows || m->columns != other->columns)
    return false;
  const double *from = other->cells;
  for (double *to = m->cells, *end = to + m->rows * m->columns; to < end; to++, from++)
    *to += *from;
  return true;
}

Matrix *matrix_product (const Matrix *a, const Matrix *b)
{
  REQUIRE (a != NULL && b != NULL && a->columns == b->rows);
  Matrix *c = matrix_new (a->rows, b->columns);
  if (!c)
    return NULL;
  for (int i = 0; i < a->rows; i++)
    for (int j = 0; j < b->columns; j++) {
      double sum = 0;
      for (int k = 0; k < a->columns; k++)
        sum += a->cells[i * a->columns + k] * b->cells[k * b->columns + j];
      c->cells[i * c->columns + j] = sum;
    }
  return c;
}

void matrix_swap_rows (Matrix *m, int i, int j)
{
  REQUIRE (m != NULL && 0 <= i && i < m->rows && 0 <= j && j < m->rows);
  if (i == j)
    return;
  size_t size = (size_t)m->columns * sizeof *m->cells;
  double *row = malloc (size);
  if (!row)
    return;
  memcpy (row, m->cells + i * m->columns, size);
  memcpy (m->cells + i * m->columns, m->cells + j * m->columns, size);
  memcpy (m->cells + j * m->columns, row, size);
  free (row);
}

int trace_of (int n)
{
  REQUIRE (0 < n && n <= 8);
  int grid[8][8] = { { 0 } }, sum = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      grid[i][j] = i * n + j;
  for (int i = 0; i < n; i++)
    sum += grid[i][i];
  return sum;
}

long pascal (int n, int k)
{
  REQUIRE (0 <= k && k <= n && n < 30);
  long row[n + 1];
  memset (row, 0, sizeof row);
  row[0] = 1;
  for (int i = 1; i <= n; i++)
    for (int j = i; j > 0; j--)
      row[j] += row[j - 1];
  return row[k];
}
