// A program at a terminal of its own: what posix_spawn cannot do is give a child a controlling terminal.
//
// Every function that can fail returns a negative `errno` value.
#ifndef C_PSEUDO_TERMINAL_H
#define C_PSEUDO_TERMINAL_H

#include <stdint.h>
#include <sys/types.h>

/// A program and the ends of what connects it to whoever started it.
typedef struct {
  pid_t process;
  /// What the person at the terminal has in hand: reads what the program writes, writes what is typed.
  int keyboard;
  /// The program's side, held open so that the terminal's settings outlive the program.
  int terminal;
  /// Reads the end of the stream once the program and all that it started are gone.
  int leash;
} cpty_child;

/// Starts a program as the leader of a session whose terminal has so many columns and rows.
///
/// `arguments` and `environment` end with a null pointer. Descriptors other than the terminal's are not inherited.
int cpty_start(cpty_child *child, const char *path, char *const arguments[], char *const environment[],
               uint16_t columns, uint16_t rows);

/// Makes a pipe, the reading end first, that no program inherits: not even one that another thread starts meanwhile.
int cpty_pipe(int ends[2]);

/// Changes the size of a terminal's window; the kernel tells the program with SIGWINCH.
int cpty_resize(int keyboard, uint16_t columns, uint16_t rows);

/// Whether a terminal edits and echoes lines and turns ^C into a signal, as shells expect: 1 or 0.
int cpty_is_cooked(int terminal);

/// The process group at the terminal's keyboard.
pid_t cpty_foreground_group(int terminal);

#endif
