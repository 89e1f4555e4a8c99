"""Turns a result into a post: a header and rows of tiles, escaped for each service."""

import re
import unicodedata

ROWS, ROW_CHARACTERS, HEADER_CHARACTERS = 60, 100, 120


class Post:
    """A result as a header and rows of tiles, with the key of the consent by which it is posted."""

    def __init__(self, result, consent=None):
        self.share_id, self.player, self.consent = result["share_id"], result["player"], consent
        first, *rest = result["text"].split("\n")
        self.header = clean(first)[:HEADER_CHARACTERS] + (" (claimed)" if result.get("claimed") else "")
        self.rows = [row for row in map(clean, rest) if is_row(row)][:ROWS]


def clean(text):
    """Removes control, format and unassigned characters; white space becomes a space."""
    # U+FE0F in keycaps such as 4️⃣ is a mark and stays.
    kept = (" " if character.isspace() else character for character in text)
    return "".join(part for part in kept if part == " " or unicodedata.category(part)[0] != "C").strip()


def is_row(row):
    """Whether a line is a row of tiles. A line with a letter is not: letters are never posted."""
    return bool(row) and len(row) <= ROW_CHARACTERS and not any(part.isalpha() for part in row)


def harmless(text):
    """Breaks mentions and links with zero-width spaces. A name such as `ana.com` would be a link as well."""
    text = text.replace("@", "@\u200b").replace("://", ":\u200b//")
    return re.sub(r"(?<=\w)\.(?=[^\W\d_])", ".\u200b", text)


def markdown(text):
    """Escapes Markdown for Discord and Mattermost. `<` is broken instead, since Mattermost cannot escape it."""
    return re.sub(r"([\\`*_{}\[\]()#+\-.!|~>])", r"\\\1", harmless(text)).replace("<", "<\u200b")


def mrkdwn(text):
    """Escapes the three characters that Slack requires."""
    return harmless(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def lines(post, escape=harmless):
    return "\n".join(map(escape, ["%s · %s" % (clean(post.player), post.header)] + post.rows))


def irc_lines(post, room):
    """The result as lines of at most `room` bytes; rows share a line while they fit."""
    # A zero-width space in the name keeps clients from alerting a user of the same nick.
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
    """Truncates to whole characters within `room` bytes."""
    return text.encode()[:room].decode(errors="ignore")
