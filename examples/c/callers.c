/*
 * Finds a symbol in a project and says who calls it:
 *
 *     callers <directory> <symbol>
 *
 * The index is built at the first run, in `.mast` of the directory, and brought up to date at each.
 * `make` builds it where pkg-config finds mast; README.md says more.
 */
#include <mast.h>

#include <stdio.h>
#include <stdlib.h>

/* Says what went wrong and what to do, and ends the program. */
static void give_up(MastStatus status)
{
    const char *hint = mast_last_error_hint();
    fprintf(stderr, "callers: %s (%s)\n", mast_last_error(), mast_status_name(status));
    if (hint != NULL) {
        fprintf(stderr, "hint: %s\n", hint);
    }
    exit(EXIT_FAILURE);
}

static void expect(MastStatus status)
{
    if (status != MAST_STATUS_OK) {
        give_up(status);
    }
}

/* A JSON object with the one field `name`; the caller frees it. */
static char *object(const char *name, const char *value)
{
    size_t size = 16;
    const char *letter;
    char *text;
    char *end;

    for (letter = name; *letter != '\0'; letter += 1) {
        size += 1;
    }
    for (letter = value; *letter != '\0'; letter += 1) {
        size += 6;
    }
    text = (char *)malloc(size);
    if (text == NULL) {
        abort();
    }
    end = text + sprintf(text, "{\"%s\": \"", name);
    for (letter = value; *letter != '\0'; letter += 1) {
        if ((unsigned char)*letter < ' ' || *letter == '"' || *letter == '\\') {
            end += sprintf(end, "\\u%04x", (unsigned)(unsigned char)*letter);
        } else {
            *end++ = *letter;
        }
    }
    end[0] = '"';
    end[1] = '}';
    end[2] = '\0';
    return text;
}

/* Told how far the index is. */
static int32_t tell(uint64_t done, uint64_t total, void *user_data)
{
    FILE *out = (FILE *)user_data;
    fprintf(out, "indexed %llu of %llu files\n", (unsigned long long)done, (unsigned long long)total);
    return 0;
}

int main(int count, char **arguments)
{
    MastEngine *engine = NULL;
    char *page = NULL;
    char *input;

    if (count != 3) {
        fprintf(stderr, "usage: callers <directory> <symbol>\n");
        return 2;
    }
    expect(mast_open(arguments[1], NULL, &engine));
    expect(mast_index(engine, MAST_EXTENT_INCREMENTAL, tell, stderr, NULL));

    input = object("symbol", arguments[2]);
    expect(mast_text(engine, "mast_callers", input, &page));
    fputs(page, stdout);
    mast_free(page);
    free(input);

    expect(mast_close(engine));
    return EXIT_SUCCESS;
}
