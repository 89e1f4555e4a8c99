"""Processor time, for the measurements beside this file."""

import os

TICK = os.sysconf("SC_CLK_TCK")


def used_in(line, children=False):
    """Microseconds of processor time that a line of /proc/PID/stat tells of.

    With `children` those of its children are counted that have ended.
    """
    fields = line.rpartition(")")[2].split()
    return sum(int(field) for field in fields[11:15 if children else 13]) * 1_000_000 // TICK


def used(process, children=False):
    """The same of a process that runs; 0 where it does not."""
    try:
        with open(f"/proc/{process}/stat") as file:
            return used_in(file.read(), children)
    except OSError:
        return 0


def busy():
    """Microseconds of processor time of the whole machine since its start."""
    with open("/proc/stat") as file:
        fields = [int(field) for field in file.readline().split()[1:]]
    # Not idle, not waiting for a disk; guests are counted among the users.
    return (sum(fields[:8]) - fields[3] - fields[4]) * 1_000_000 // TICK
