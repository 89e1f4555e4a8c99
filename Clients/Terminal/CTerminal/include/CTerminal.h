#ifndef CTERMINAL_H
#define CTERMINAL_H

#include <stddef.h>

/// Remembers how the terminal is set, and installs handlers that bring it back when the program crashes.
///
/// Signals that end, suspend, resume or resize are written to `wake` as one byte each, their number.
/// Returns 0, or -1 when `input` is no terminal.
int cterminal_open(int input, int output, int wake);

/// What to write when the terminal is given back: at most 255 bytes.
void cterminal_set_restoring(const char *bytes, size_t count);

/// Takes the terminal: keys come one by one and unchanged. In the background it stops until it is in the foreground.
/// Returns 0 or -1.
int cterminal_take(void);

/// Gives the terminal back: what is to be written then, and the settings as they were. Safe in a signal handler; does nothing when
/// the terminal is not taken.
void cterminal_give_back(void);

/// Ends the program by a signal, as if it had no handler for it.
void cterminal_die(int signal);

/// Suspends the program and its group, as ^Z does; returns when it is taken up again, or at once where nobody could.
void cterminal_suspend(void);

/// The window's size in `columns` and `rows`; returns 0 or -1.
int cterminal_size(int *columns, int *rows);

/// The terminal opened once more for writing that never blocks; -1 when that is not possible.
int cterminal_open_output(void);

#endif
