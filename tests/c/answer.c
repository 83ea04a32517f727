/* Answers line by line for the project that the last argument names. A question is `tool<TAB>input`; an answer is `ok<TAB>json`, or
   `error<TAB>code<TAB>message` where the message, with its hint, has `\n` for line ends and `\\` for backslashes. */
#include <mast.h>

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Reads a line of any length without its end into `*line`; 0 at the end of the input. */
static int read_line(char **line, size_t *room)
{
    size_t used = 0;
    int letter;
    while ((letter = getchar()) != EOF && letter != '\n') {
        if (used + 1 >= *room) {
            *room = *room * 2 + 256;
            *line = (char *)realloc(*line, *room);
            if (*line == NULL) {
                abort();
            }
        }
        (*line)[used++] = (char)letter;
    }
    if (used == 0 && letter == EOF) {
        return 0;
    }
    if (*line != NULL) {
        (*line)[used] = '\0';
    }
    return 1;
}

static void print_escaped(const char *text)
{
    for (; *text != '\0'; text += 1) {
        if (*text == '\n') {
            fputs("\\n", stdout);
        } else if (*text == '\\') {
            fputs("\\\\", stdout);
        } else {
            putchar(*text);
        }
    }
}

static void print_failure(MastStatus status)
{
    const char *hint = mast_last_error_hint();
    printf("error\t%s\t", mast_status_name(status));
    print_escaped(mast_last_error());
    if (hint != NULL) {
        fputs("\\nhint: ", stdout);
        print_escaped(hint);
    }
    putchar('\n');
}

static void *answer_all(void *argument)
{
    MastEngine *engine = (MastEngine *)argument;
    char *line = NULL;
    size_t room = 0;
    MastStatus status;

    while (read_line(&line, &room)) {
        char *input = line == NULL ? NULL : strchr(line, '\t');
        char *answer = NULL;
        if (input != NULL) {
            *input++ = '\0';
        }
        status = mast_call(engine, line, input, &answer);
        if (status == MAST_STATUS_OK) {
            printf("ok\t%s\n", answer);
        } else {
            print_failure(status);
        }
        mast_free(answer);
        fflush(stdout);
    }
    free(line);
    return NULL;
}

int main(int count, char **arguments)
{
    MastEngine *engine = NULL;
    pthread_t thread;
    pthread_attr_t attributes;
    MastStatus status = mast_open(count > 1 ? arguments[count - 1] : NULL, NULL, &engine);

    if (status != MAST_STATUS_OK) {
        print_failure(status);
        return EXIT_FAILURE;
    }
    /* A little more than what a call takes to be enough: it gets no other stack, and must come through with this one. */
    if (pthread_attr_init(&attributes) != 0 || pthread_attr_setstacksize(&attributes, 1152 * 1024) != 0 ||
        pthread_create(&thread, &attributes, answer_all, engine) != 0 || pthread_join(thread, NULL) != 0) {
        return EXIT_FAILURE;
    }
    pthread_attr_destroy(&attributes);
    return mast_close(engine) == MAST_STATUS_OK ? EXIT_SUCCESS : EXIT_FAILURE;
}
