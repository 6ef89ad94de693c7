libaf_lsp_a_SOURCES = src/lsp/wire.c src/lsp/places.c src/lsp/findings.c src/lsp/assumed.c src/lsp/analysis.c \
  src/lsp/documents.c src/lsp/server.c src/lsp/lsp.h src/lsp/lsp-internal.h src/lsp/documents.h
check_PROGRAMS += tests/lsp/test-lsp
tests_lsp_test_lsp_SOURCES = tests/lsp/test-lsp.c
tests_lsp_test_lsp_LDADD = $(AF_LIBS)
dist_check_SCRIPTS += tests/lsp/client.sh
EXTRA_DIST += tests/lsp/client.py
