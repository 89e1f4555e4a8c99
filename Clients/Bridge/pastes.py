"""Collects pasted results from a chat, where each row is a message."""

import re

# First lines of results from elsewhere (Protocol/Features/channel.md).
HEADER = re.compile(
    r"#?wor(d|ld)le\b.*\b[\dx]/\d|daily quordle #?\d|connections(\s+puzzle #\d.*)?$|strands #\d", re.IGNORECASE
)
# Many IRC servers pass on a line every two seconds after the first few.
QUIET_S, LINES, CHARACTERS = 5, 20, 1500


class Pastes:
    """Collects a header and the rows after it by sender. `now` is seconds of a monotonic clock."""

    def __init__(self):
        self._open = {}

    def feed(self, who, line, now):
        """Adds a line; returns the paste that it completes, or None."""
        lines = self._open.get(who, (None, None))[1]
        if lines is not None and is_part(line) and len(lines) < LINES and sum(map(len, lines)) < CHARACTERS:
            lines.append(line)
            self._open[who] = (now + QUIET_S, lines)
            return None
        ended = self.end(who)
        if HEADER.match(line):
            self._open[who] = (now + QUIET_S, [line[:CHARACTERS]])
        return ended

    def end(self, who):
        ends, lines = self._open.pop(who, (None, None))
        return None if lines is None else "\n".join(lines)

    def due(self, now):
        """Pastes whose sender has been quiet for QUIET_S."""
        return [(who, self.end(who)) for who in [who for who, (ends, _) in self._open.items() if ends <= now]]

    @property
    def next_s(self):
        """When the next paste is due, or None."""
        return min((ends for ends, _ in self._open.values()), default=None)


def is_part(line):
    """Whether a line belongs to a paste: tiles, the second line of Connections, the title of Strands."""
    return (
        bool(re.fullmatch(r"puzzle #[\d,.]+", line, re.IGNORECASE))
        or line[:1] in '“"„«'
        or any(ord(part) > 0x2000 for part in line)
        and not any(part.isalpha() for part in line)
    )
