/* Runs all tests of the portable firmware. */
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"

static unsigned tests, failed_tests, wrong;

void check_that(bool right, const char *file, int line, const char *what)
{
    if (right)
        return;
    wrong++;
    fprintf(stderr, "%s:%d: not so: %s\n", file, line, what);
}

void check_text(const char *text, const char *expected, const char *file, int line)
{
    if (strcmp(text, expected) == 0)
        return;
    wrong++;
    fprintf(stderr, "%s:%d: said     %s\n%*s expected %s\n", file, line, text, 6, "", expected);
}

void run_test(const char *name, void (*function)(void))
{
    int status = 0;
    tests++;
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        alarm(60);
        function();
        _exit(wrong > 0); /* exit would move back the parent's position in the corpus */
    }
    waitpid(child, &status, 0);
    if (status == 0)
        return;
    failed_tests++;
    fprintf(stderr, "%s failed\n", name);
}

int main(void)
{
    test_line();
    test_look();
    test_pad();
    test_corpus();
    printf("%u tests, %u failed\n", tests, failed_tests);
    return failed_tests > 0;
}
