src_autofix_SOURCES = src/main.c
