/* Tests. Each is a function that runs in a process of its own, so that it begins with a pad that has just started. */
#ifndef CHECK_H
#define CHECK_H

#include <stdbool.h>

/* Prints what was expected, and goes on. */
#define CHECK(true_or_not) check_that((true_or_not), __FILE__, __LINE__, #true_or_not)
#define CHECK_TEXT(text, expected) check_text((text), (expected), __FILE__, __LINE__)

void check_that(bool right, const char *file, int line, const char *what);
void check_text(const char *text, const char *expected, const char *file, int line);

#define TEST(function) run_test(#function, function)
void run_test(const char *name, void (*function)(void));

/* One function for each file of tests. */
void test_line(void);
void test_look(void);
void test_pad(void);
void test_corpus(void);

#endif
