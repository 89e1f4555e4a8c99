#ifndef CONFINE_H
#define CONFINE_H

// Holds this process to a rule set and a filter of system calls, for good: NULL, or what failed in words. Called between
// vfork and execve, so it makes system calls and nothing else.
const char *confine(int ruleset, int filters_calls);

#endif
