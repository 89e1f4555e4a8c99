"""Learns words in the terminal: adds them, studies what is due, brings in a file.

    python3 learn.py NAME                                    what there is to learn
    python3 learn.py NAME add LANGUAGE casa = house, home    a word; the language is begun if it is new
    python3 learn.py NAME study [LANGUAGE]                   what is due, then what is new, until you have enough
    python3 learn.py NAME import FILE [LANGUAGE]             a CSV, a TSV, or what Anki exports as text

The words are on the server, under NAME, and there in every client. The token that proves the name is kept in
~/.parlor-NAME.token, or in the file that PARLOR_TOKEN_FILE names.
"""

import os
import sys

import parlor

VERDICTS = {
    "right": "Right.", "accents": "Right, but for the accents.", "typo": "Right, but for a slip.", "wrong": "Wrong."}
RATINGS = ["again", "hard", "good", "easy"]


def show_languages(server):
    languages = server.request("languages")["languages"]
    for entry in languages:
        print("%(language)s: %(words)d words, %(due)d due, %(new)d new" % entry)
    if not languages:
        print("You are not learning a language yet: add Spanish casa = house")


def add(server, language, text):
    original, equals, translation = (part.strip() for part in text.partition("="))
    if not equals:
        raise SystemExit("A word is such as: casa = house, home")
    names = [entry["language"].lower() for entry in server.request("languages")["languages"]]
    if language.lower() not in names:
        server.request("add_language", name=language)
    answer = server.request("add_word", language=language, original=original, translation=translation)
    print("%s = %s" % (answer["word"]["original"], answer["word"]["translation"]))
    if "duplicate_of" in answer:
        print("You have it already, as word %d." % answer["duplicate_of"])


def when(days):
    return "today" if days < 1 else "1 day" if days == 1 else "%d days" % days


def show(word):
    """What is on the other side of a card."""
    print("  %(original)s = %(translation)s" % word + (" (%s)" % word["part"] if "part" in word else ""))
    for key in ("note", "example"):
        if key in word:
            print("  " + word[key])


def rate_oneself(server, card):
    """Shows the other side and asks how well it was known; None where there is no more to read."""
    turned = server.request("turn", word=card["word"])
    show(turned["card"]["back"])
    days = turned.get("intervals", {})
    print("  ".join(
        "%d %s" % (number, name) + (" (%s)" % when(days[name]) if name in days else "")
        for number, name in enumerate(RATINGS, 1)))
    while True:
        said = read("1-4> ")
        if said is None or said in ("1", "2", "3", "4"):
            return said and server.request("rate", word=card["word"], rating=RATINGS[int(said) - 1])


def read(prompt):
    """A line; None at the end of the input, or for a full stop alone."""
    try:
        line = input(prompt).strip()
    except EOFError:
        return None
    return None if line == "." else line


def study(server, language=None):
    there = server.request("study", language=language)
    language, done = there["language"], 0
    print("%s. Type what a word means; Enter alone shows it; a full stop ends." % language)
    while "card" in there:
        card = there["card"]
        print("\n%s   (%d due, %d new)" % (card["front"], there["due"], there["new"]))
        typed = read("> ")
        if typed is None:
            break
        try:
            if typed:
                there = server.request("rate", word=card["word"], answer=typed)
                print(VERDICTS[there["answer"]])
                show(there["word"])
                print("  due on " + there["word"]["due"])
            else:
                there = rate_oneself(server, card)
                if there is None:
                    break
        except parlor.AnswerLost:
            # It may have been counted or not: the server knows, and says what comes next.
            there = server.request("study", language=language)
            continue
        done += 1
    print("\n%d done%s" % (done, "" if "card" in there else ": that is all for today"))


def bring_in(server, path, language=None):
    """Sends a file in parts, shows what would come of it, and adds it when that is what was meant."""
    with open(path, encoding="utf-8-sig", newline="") as file:
        text = file.read()
    # A line of JSON has at most 16,384 bytes, and a character six.
    at = 0
    for start in range(0, max(1, len(text)), 2500):
        part = text[start:start + 2500]
        at = server.request("import", text=part, at=at, language=language if at == 0 else None)["bytes"]
    preview = server.request("import_preview")
    print("%s%s: %d notes, %d of them new" % (
        preview["language"], " (a new language)" if preview.get("new_language") else "", preview["notes"],
        preview["new"]))
    for word in preview.get("first", []):
        print("  %(original)s = %(translation)s" % word)
    for fault in preview.get("faults", []):
        print("  line %(line)d: %(message)s" % fault)
    if preview["new"] > 0 and (read("Add them? y/n> ") or "n").lower().startswith("y"):
        print("%d added" % server.request("import_add")["added"])
    else:
        server.request("import", text="", at=0)
        print("Nothing was added.")


def main(arguments):
    name, *rest = arguments or [""]
    command, rest = (rest[0], rest[1:]) if rest else ("languages", [])
    counts = {"languages": (0, 0), "add": (2, None), "study": (0, 1), "import": (1, 2)}
    least, most = counts.get(command, (1, 0))
    if not name or len(rest) < least or (most is not None and len(rest) > most):
        raise SystemExit(__doc__)
    token_file = os.environ.get("PARLOR_TOKEN_FILE") or os.path.expanduser("~/.parlor-%s.token" % name)
    try:
        server = parlor.connect(name=name, token_file=token_file, bot=False)
        try:
            if command == "add":
                add(server, rest[0], " ".join(rest[1:]))
            elif command == "study":
                study(server, *rest)
            elif command == "import":
                bring_in(server, *rest)
            else:
                show_languages(server)
        finally:
            server.close()
    except (parlor.ParlorError, parlor.LinkLost, OSError) as error:
        raise SystemExit("learn.py: %s" % error)


if __name__ == "__main__":
    main(sys.argv[1:])
