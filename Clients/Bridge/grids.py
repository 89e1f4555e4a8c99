"""What leaves the server: a header and rows of tiles, as text that means nothing to the service which it is sent to."""

import re
import unicodedata

ROWS, ROW_CHARACTERS, HEADER_CHARACTERS = 60, 100, 120


class Post:
    """A result on its way: whose it is, and its lines."""

    def __init__(self, result):
        self.share_id, self.player = result["share_id"], result["player"]
        first, *rest = result["text"].split("\n")
        self.header = clean(first)[:HEADER_CHARACTERS] + (" (claimed)" if result.get("claimed") else "")
        self.rows = [row for row in map(clean, rest) if is_row(row)][:ROWS]


def clean(text):
    """Without what could end a line or command a terminal: control, format and unassigned characters."""
    # Keys such as 4️⃣ need U+FE0F, which is a mark. A newline becomes a space.
    kept = (" " if character.isspace() else character for character in text)
    return "".join(part for part in kept if part == " " or unicodedata.category(part)[0] != "C").strip()


def is_row(row):
    """Whether a line holds tiles alone: a letter in it is no tile, and is never passed on."""
    return bool(row) and len(row) <= ROW_CHARACTERS and not any(part.isalpha() for part in row)


def harmless(text):
    """With mentions and addresses broken by zero-width spaces."""
    return text.replace("@", "@\u200b").replace("://", ":\u200b//")


def markdown(text):
    """For Discord and Mattermost. Characters that only one of them lets escape are broken instead."""
    return re.sub(r"([\\`*_{}\[\]()#+\-.!|~>])", r"\\\1", harmless(text)).replace("<", "<\u200b")


def mrkdwn(text):
    """For Slack, which wants these three escaped and nothing else."""
    return harmless(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def lines(post, escape=harmless):
    return "\n".join(map(escape, ["%s · %s" % (clean(post.player), post.header)] + post.rows))


def irc_lines(post, room):
    """One line where it fits into `room` bytes, rows after each other; more where it does not."""
    # A name is cut in two by a zero-width space, or everybody of that nick would be called at each result.
    name = clean(post.player)[:1] + "\u200b" + clean(post.player)[1:]
    said = [cut(harmless("%s · %s" % (name, post.header)), room)]
    for row in post.rows:
        longer = said[-1] + " " + harmless(row)
        if len(longer.encode()) <= room:
            said[-1] = longer
        else:
            said.append(cut(harmless(row), room))
    return said


def cut(text, room):
    """At most so many bytes, ending with a whole character."""
    return text.encode()[:room].decode(errors="ignore")
