"""The terminal client at a pseudo-terminal, and its screen as a picture: standard library only."""

import fcntl
import html
import os
import pty
import re
import select
import signal
import struct
import termios
import time
import unicodedata

from browser import PATIENCE, Failure

SEQUENCE = re.compile(r"\x1b\[([?\d;]*)([A-Za-z])|\x1b\][^\x1b\x07]*(?:\x1b\\|\x07)|\x1b[^\[\]]")
# What text that has no colour of its own is drawn in, faint text, and what is behind it.
INK, FAINT, GROUND = "#d8dade", "#8a8d92", "#101214"
CELL_WIDTH, CELL_HEIGHT = 9, 20


class Terminal:
    """A program and its screen, of which it may use as much as this project's client does."""

    def __init__(self, program, *arguments, width=80, height=24):
        self.width, self.height, self.rest = width, height, ""
        self.cells = [[(" ", "")] * width for _ in range(height)]
        self.x, self.y, self.style = 0, 0, ""
        self.process, self.descriptor = pty.fork()
        if self.process == 0:
            os.environ.update(TERM="xterm-256color", COLORTERM="truecolor")
            os.execv(program, [program, *arguments])
        fcntl.ioctl(self.descriptor, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        os.kill(self.process, signal.SIGKILL)
        os.waitpid(self.process, 0)
        os.close(self.descriptor)

    def text(self):
        return "\n".join("".join(letter for letter, _ in row) for row in self.cells)

    def type(self, text):
        os.write(self.descriptor, text.encode())

    def wait(self, text):
        """Reads until the screen has a text."""
        deadline = time.monotonic() + PATIENCE
        while text not in self.text():
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([self.descriptor], [], [], left)[0]:
                raise Failure(f"in vain: {text}\n{self.text()}")
            self.show(os.read(self.descriptor, 1 << 16))

    def show(self, output):
        text = self.rest + output.decode(errors="ignore")
        # A sequence that is not complete waits for the rest.
        begun = text.rfind("\x1b")
        self.rest = text[begun:] if begun >= 0 and not SEQUENCE.match(text, begun) else ""
        text = text[:begun] if self.rest else text
        place = 0
        for found in SEQUENCE.finditer(text):
            self.write(text[place:found.start()])
            self.obey(found[1] or "", found[2])
            place = found.end()
        self.write(text[place:])

    def write(self, text):
        for letter in text:
            if letter == "\r":
                self.x = 0
            elif letter == "\n":
                self.y += 1
            elif self.x < self.width and self.y < self.height and letter >= " ":
                self.cells[self.y][self.x] = (letter, self.style)
                self.x += 1
                if unicodedata.east_asian_width(letter) == "W" and self.x < self.width:
                    self.cells[self.y][self.x] = ("", self.style)
                    self.x += 1

    def obey(self, values, command):
        if command == "H":
            y, x = (int(one or 1) for one in (values or ";").split(";"))
            self.x, self.y = x - 1, y - 1
        elif command == "m":
            self.style = values
        elif command == "J":
            self.cells = [[(" ", "")] * self.width for _ in range(self.height)]

    def svg(self, title):
        """A rectangle for each run of one background, a text for each run of one style."""
        width, height = self.width * CELL_WIDTH, self.height * CELL_HEIGHT
        lines = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
                 "font-family=\"ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace\" font-size=\"15\">",
                 f"<title>{html.escape(title)}</title>", f'<rect width="{width}" height="{height}" rx="6" fill="{GROUND}"/>']
        for y, row in enumerate(self.cells):
            x = 0
            while x < self.width:
                first, style = x, row[x][1]
                while x < self.width and row[x][1] == style:
                    x += 1
                lines += run("".join(letter for letter, _ in row[first:x]), style, first * CELL_WIDTH, y * CELL_HEIGHT, (x - first) * CELL_WIDTH)
        return "\n".join([*lines, "</svg>", ""])


def run(text, style, left, top, length):
    colours = {kind: "#{:02x}{:02x}{:02x}".format(*map(int, rest.split(";")))
               for kind, rest in re.findall(r"(?:^|;)(38|48);2;(\d+;\d+;\d+)", style)}
    flags = re.sub(r"[34]8;2;\d+;\d+;\d+", "", style).split(";")
    if "48" in colours:
        yield f'<rect x="{left}" y="{top}" width="{length}" height="{CELL_HEIGHT}" fill="{colours["48"]}"/>'
    if text.strip():
        ink = colours.get("38", FAINT if "2" in flags else INK)
        bold = ' font-weight="bold"' if "1" in flags else ""
        yield f'<text x="{left}" y="{top + 15}" textLength="{length}" xml:space="preserve" fill="{ink}"{bold}>{html.escape(text)}</text>'
