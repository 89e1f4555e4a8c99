"""IRC lines (RFC 1459, IRCv3 message tags): parsing, formatting, rate."""

LINE_BYTES, READ_BYTES = 512, 16384


def folded(text):
    """Lower case of A to Z alone: a server may tell others apart, such as k and the Kelvin sign."""
    return "".join(part.lower() if part.isascii() else part for part in text)


class Line:
    """A received line. Missing parts are empty."""

    def __init__(self, raw):
        text = raw.decode(errors="replace").strip("\r\n")
        self.tags, self.prefix, self.params = {}, "", []
        if text.startswith("@"):
            tags, _, text = text[1:].partition(" ")
            self.tags = dict(tag.partition("=")[::2] for tag in tags.split(";"))
        text = text.lstrip(" ")
        if text.startswith(":"):
            self.prefix, _, text = text[1:].partition(" ")
        text, colon, last = text.partition(" :")
        self.params = text.split() + ([last] if colon else [])
        self.command = self.params.pop(0).upper() if self.params else ""

    @property
    def nick(self):
        return self.prefix.split("!")[0]

    @property
    def last(self):
        return self.params[-1] if self.params else ""

    def __getitem__(self, index):
        return self.params[index] if index < len(self.params) else ""


def line(command, *params, last=None):
    """Formats a line of at most 512 bytes. Control characters in the arguments become spaces."""
    words = [command, *params] + ([":" + last] if last is not None else [])
    # U+200B is used by grids.py.
    text = "".join(part if part.isprintable() or part == "\u200b" else " " for part in " ".join(words))
    return text.encode()[: LINE_BYTES - 2].decode(errors="ignore").encode() + b"\r\n"


class Pace:
    """A token bucket: `burst` lines at once, then one per `interval` seconds."""

    def __init__(self, burst, interval, now):
        self.burst, self.interval = burst, interval
        self._left, self._at = burst, now

    def wait(self, now):
        """Seconds until the next line can be sent."""
        if self.interval == 0:
            return 0
        self._left = min(self.burst, self._left + (now - self._at) / self.interval)
        self._at = now
        return 0 if self._left >= 1 else (1 - self._left) * self.interval

    def spend(self):
        self._left -= 1


class Lines:
    """Splits input into lines; skips lines of more than READ_BYTES."""

    def __init__(self):
        self._buffer, self._skips = bytearray(), False

    def feed(self, piece):
        self._buffer += piece
        found = []
        while True:
            end = self._buffer.find(b"\n")
            if end < 0:
                if len(self._buffer) > READ_BYTES:
                    self._buffer.clear()
                    self._skips = True
                return found
            if not self._skips and end <= READ_BYTES:
                found.append(bytes(self._buffer[:end]))
            self._skips = False
            del self._buffer[: end + 1]
