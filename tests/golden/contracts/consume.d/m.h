typedef struct Box Box;
Box *box_new (int n);
int box_get (const Box *box);
void box_free (Box *box);
int box_close (Box *box);
void box_keep (Box *box);
