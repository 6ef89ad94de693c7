#include <stdlib.h>
#include <autofix/contract.h>

typedef struct Shelf Shelf;
typedef struct Book {
    struct Book *next;
    Shelf *shelf;
} Book;
struct Shelf {
    Book *first;
    int n;
};

static void take_out(Shelf *shelf, Book *book)
{
    Book **at = &shelf->first;

    while (*at != book)
        at = &(*at)->next;
    *at = book->next;
    shelf->n--;
}

void shelf_pop(Shelf *shelf)
{
    Book *book = shelf->first;

    if (book != NULL)
        take_out(shelf, book);
}

void book_free(Book *book)
{
    CHECK(book->shelf == NULL);
    free(book);
}
