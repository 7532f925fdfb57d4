#ifndef CNCURSES_SHIM_H
#define CNCURSES_SHIM_H

#ifndef _XOPEN_SOURCE_EXTENDED
#define _XOPEN_SOURCE_EXTENDED 1
#endif
#define NCURSES_NOMACROS 1
#include <ncurses.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <term.h>
#include <wchar.h>

// Macros, variadics and globals of curses as functions that Swift can call.

/// Attributes of a cell.
enum { CN_BOLD = 1, CN_DIM = 2, CN_REVERSE = 4, CN_UNDERLINE = 8 };

/// A string of terminfo; NULL if the terminal has none.
static inline const char *cn_capability(const char *name) {
    const char *value = tigetstr((char *)name);
    return value == (char *)-1 ? NULL : value;
}

/// Why `$TERM` will not do: 0 it will, 1 unknown, 2 it cannot place the cursor (dumb, printing terminals).
static inline int cn_terminal_fault(int descriptor) {
    int state = 0;
    if (setupterm(NULL, descriptor, &state) != OK || state != 1) {
        return 1;
    }
    return cn_capability("cup") == NULL ? 2 : 0;
}

/// Starts curses for a terminal of this size with all its output going to `output`; false if it cannot.
static inline bool cn_start(FILE *output, int width, int height) {
    // Curses asks the terminal behind its output for the size, which a file has not; a terminal type says 24 rows or
    // none, and the scrolling region is set to as many rows. The environment goes before both.
    const struct {
        const char *name;
        int value;
        char *before;
    } sizes[] = {
        {"LINES", height, getenv("LINES") == NULL ? NULL : strdup(getenv("LINES"))},
        {"COLUMNS", width, getenv("COLUMNS") == NULL ? NULL : strdup(getenv("COLUMNS"))},
    };
    for (int index = 0; index < 2; index++) {
        char text[16];
        snprintf(text, sizeof text, "%d", sizes[index].value);
        setenv(sizes[index].name, text, 1);
    }
    SCREEN *screen = newterm(NULL, output, output);
    // From now on `resize_term` says the size.
    use_env(FALSE);
    for (int index = 0; index < 2; index++) {
        if (sizes[index].before == NULL) {
            unsetenv(sizes[index].name);
        } else {
            setenv(sizes[index].name, sizes[index].before, 1);
            free(sizes[index].before);
        }
    }
    if (screen == NULL) {
        return false;
    }
    set_escdelay(25);
    typeahead(-1);
    nonl();
    scrollok(stdscr, FALSE);
    return true;
}

/// Switches colors on, with the terminal's own as -1; the number of colors, 0 if there are none.
static inline int cn_start_colors(void) {
    if (!has_colors() || start_color() != OK) {
        return 0;
    }
    return use_default_colors() == OK ? COLORS : 0;
}

/// How many color pairs may be in use at once.
static inline int cn_pair_limit(void) { return COLOR_PAIRS < 32767 ? COLOR_PAIRS : 32767; }

/// Columns that the C library and curses give to a scalar; negative: not drawn.
static inline int cn_width(uint32_t scalar) { return wcwidth((wchar_t)scalar); }

/// Fills a cell: up to 5 scalars, the first of them not combining.
static inline void cn_set_cell(cchar_t *cell, const uint32_t *scalars, int count, unsigned attributes, short pair) {
    wchar_t text[CCHARW_MAX + 1];
    int length = 0;
    for (; length < count && length < CCHARW_MAX; length++) {
        text[length] = (wchar_t)scalars[length];
    }
    text[length] = L'\0';
    attr_t look = A_NORMAL;
    look |= attributes & CN_BOLD ? A_BOLD : 0;
    look |= attributes & CN_DIM ? A_DIM : 0;
    look |= attributes & CN_REVERSE ? A_REVERSE : 0;
    look |= attributes & CN_UNDERLINE ? A_UNDERLINE : 0;
    setcchar(cell, text, look, pair, NULL);
}

/// Makes a cell of one printing character show another one, in the same look.
static inline void cn_set_scalar(cchar_t *cell, uint32_t scalar) { cell->chars[0] = (wchar_t)scalar; }

/// Puts cells at a place; the cursor stays.
static inline void cn_put(int row, int column, const cchar_t *cells, int count) {
    mvwadd_wchnstr(stdscr, row, column, cells, count);
}

/// Brings the terminal up to date, with the cursor at a place, or hidden if `row` is negative.
static inline void cn_update(int row, int column) {
    bool shown = row >= 0;
    leaveok(stdscr, !shown);
    curs_set(shown ? 1 : 0);
    if (shown) {
        wmove(stdscr, row, column);
    }
    wnoutrefresh(stdscr);
    doupdate();
}

/// The next update draws every place again.
static inline void cn_forget_screen(void) { clearok(curscr, TRUE); }

/// Blanks curses' picture of the screen.
static inline void cn_blank(void) { werase(stdscr); }

#endif
