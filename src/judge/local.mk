libaf_judge_a_SOURCES = src/judge/contract.c src/judge/judge.c src/judge/patch.c src/judge/text.c src/judge/judge.h
check_PROGRAMS += tests/judge/test-judge
tests_judge_test_judge_SOURCES = tests/judge/test-judge.c
tests_judge_test_judge_LDADD = $(AF_LIBS)
