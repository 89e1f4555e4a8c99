"""Pasted results in a chat, where each row comes as a message of its own."""

import re

# What the server reads as the first line of a result from elsewhere (Protocol/Features/channel.md).
HEADER = re.compile(
    r"#?wor(d|ld)le\b.*\b[\dx]/\d|daily quordle #?\d|connections(\s+puzzle #\d.*)?$|strands #\d", re.IGNORECASE
)
QUIET_S, LINES, CHARACTERS = 2, 20, 1500


class Pastes:
    """Collects, for each who pastes, a header and the rows below it. `now` is in seconds, of any clock."""

    def __init__(self):
        self._open = {}

    def hear(self, who, line, now):
        """Takes a line; returns the result that it ends, if it does."""
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
        """Those who have been quiet for long enough, and what they have pasted."""
        return [(who, self.end(who)) for who in [who for who, (ends, _) in self._open.items() if ends <= now]]

    @property
    def next_s(self):
        """When the next one is due; None while nobody pastes."""
        return min((ends for ends, _ in self._open.values()), default=None)


def is_part(line):
    """Rows of tiles, Connections' second line, Strands' title."""
    return (
        bool(re.fullmatch(r"puzzle #[\d,.]+", line, re.IGNORECASE))
        or line[:1] in '“"„«'
        or any(ord(part) > 0x2000 for part in line)
        and not any(part.isalpha() for part in line)
    )
