libaf_commits_a_SOURCES = src/commits/commits.c src/commits/since.c src/commits/commits.h \
  src/commits/commits-internal.h
check_PROGRAMS += tests/commits/test-commits
tests_commits_test_commits_SOURCES = tests/commits/test-commits.c
tests_commits_test_commits_LDADD = $(AF_LIBS)
