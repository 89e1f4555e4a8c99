"""Derives LookAlikeTable.swift and ScriptTable.swift from Unicode's data.

    python3 derive.py confusables.json Scripts.txt

confusables.json is that of the package confusable_homoglyphs 3.3.1 (PyPI), which is confusables.txt of UTS #39 as JSON;
Scripts.txt is that of the Unicode Character Database (15.0.0). See NOTICE.md.
"""

import json
import os
import re
import sys
import unicodedata

HERE = os.path.dirname(os.path.abspath(__file__))

# Letters that imitate others at the size of a terminal's, beyond what confusables.txt says: letters that look like
# small capitals, and Cyrillic and Greek ones that are read as Latin ones in a word of such letters.
OURS = dict(zip("авекмнптзhβεζικντυɴʙʜɢʀʟ", "abekmnnt3hbezlkvtunbhgrl"))

# Dress that names may not wear at all: as LookAlikes.isDisguise.
DISGUISES = [
    (0x1D00, 0x1DBF), (0x2071, 0x209C), (0x2100, 0x214F), (0x2C7C, 0x2C7D), (0xA730, 0xA7FF), (0xAB30, 0xAB6F),
    (0xFB00, 0xFB06), (0xFF10, 0xFF5A), (0x1D400, 0x1D7FF),
]


def is_disguise(letter):
    return any(first <= ord(letter) <= last for first, last in DISGUISES)


def is_letter(letter):
    return unicodedata.category(letter) in ("Lu", "Ll", "Lt", "Lm", "Lo", "Nd")


def plain(text):
    """Decomposed, in lower case, without direction marks and marks that are hardly seen: as LookAlikes.skeleton."""
    text = unicodedata.normalize("NFD", text.replace("\u200e", "").replace("\u200f", "")).lower()
    return "".join(
        c for c in text if not (0x300 <= ord(c) <= 0x36F and (c == "\u0307" or unicodedata.combining(c) != 230)))


def classes(pairs):
    """Texts that look alike, each with all others that do."""
    parent = {}

    def find(text):
        parent.setdefault(text, text)
        while parent[text] != text:
            parent[text] = parent[parent[text]]
            text = parent[text]
        return text

    for first, second in pairs:
        parent[find(first)] = find(second)
    found = {}
    for text in list(parent):
        found.setdefault(find(text), []).append(text)
    return found.values()


def model(texts):
    """The plainest of texts that look alike: of letters that names may hold, in ASCII where there is one."""
    candidates = {plain(text) for text in texts}
    candidates = [text for text in candidates if text and all(is_letter(c) and not is_disguise(c) for c in text)]
    return min(candidates, key=lambda text: (not text.isascii(), -len(text), text), default=None)


def look_alikes(path):
    with open(path) as file:
        data = json.load(file)
    strip = str.maketrans("", "", "\u200e\u200f")
    pairs = [(text.translate(strip), other["c"].translate(strip)) for text, others in data.items() for other in others]
    table = {}
    for texts in classes(pairs):
        target = model(texts)
        for text in texts if target and target.isascii() else []:
            usable = len(text) == 1 and not text.isascii() and is_letter(text) and not is_disguise(text)
            if usable and unicodedata.normalize("NFD", text) == text and text.lower() != target:
                table[text] = target
    table.update(OURS)
    rows = {}
    for text, target in table.items():
        if not text.isascii():
            rows.setdefault(target, []).append(text)
    return rows


def scripts(path):
    ranges = []
    with open(path) as file:
        for line in file:
            found = re.match(r"([0-9A-F]+)(?:\.\.([0-9A-F]+))?\s*;\s*(\w+)\s*#\s*(\w)", line)
            if found and found[3] not in ("Common", "Inherited") and found[4] in "LMN":
                ranges.append((int(found[1], 16), int(found[2] or found[1], 16), found[3]))
    joined = []
    for first, last, script in sorted(ranges):
        if joined and joined[-1][2] == script:
            joined[-1] = (joined[-1][0], last, script)
        else:
            joined.append((first, last, script))
    rows = {}
    for first, last, script in joined:
        rows.setdefault(script, []).append("%X-%X" % (first, last))
    return rows


def lines(rows):
    """`head part part …`, in lines of 116 characters at most; a row that is longer goes on under the same head."""
    for head, parts in rows:
        line = head
        for part in parts:
            if len(line) + 1 + len(part) > 116:
                yield line
                line = head
            line += " " + part
        yield line


def write(name, comment, rows):
    with open(os.path.join(HERE, name + ".swift"), "w") as file:
        file.write("// Made by derive.py from Unicode's data: see NOTICE.md.\n\n%s\nenum %s {\n" % (comment, name))
        file.write('  static let rows = """\n%s\n    """\n}\n' % "\n".join("    " + line for line in lines(rows)))


def main():
    found = look_alikes(sys.argv[1])
    hexadecimal = [
        ("+".join("%X" % ord(c) for c in target), ["%X" % ord(c) for c in sorted(found[target])])
        for target in sorted(found)
    ]
    comment = "/// Letters that look like ASCII's: the latter, or several of them joined by `+`, then they."
    write("LookAlikeTable", comment, hexadecimal)
    comment = "/// Where each script's letters, digits and marks stand."
    write("ScriptTable", comment, sorted(scripts(sys.argv[2]).items()))


main()
