#ifndef CONFINE_H
#define CONFINE_H

// Restricts this process irrevocably to a Landlock rule set and a seccomp filter. Returns NULL or the failed step.
// Runs between vfork and execve, so it may only make system calls.
const char *confine(int ruleset, int filters_calls);

#endif
