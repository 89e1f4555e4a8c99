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


def read(prompt):
    """A line; None at the end of the input, or for a full stop alone."""
    try:
        line = input(prompt).strip()
    except EOFError:
        return None
    return None if line == "." else line


def show(board):
    """What a card asks, the answers to choose from, and what can be done besides."""
    notes = ", ".join(board.get("notes", []))
    print("\n" + board["prompt"] + (" (%s)" % notes if notes else ""))
    for entry in board.get("choices", []) + board.get("actions", []):
        print("  %(move)s  %(text)s" % entry)


def study(server, language=None):
    """Plays in the room of cards: what is typed is a move, and Enter alone is what the board says."""
    joined = server.request("study", language=language)
    room, board, done = joined["room"], joined["board"], 0
    print("%s. Type what a word means; Enter alone shows it; a full stop ends." % board["title"])
    while board.get("prompt"):
        show(board)
        typed = read("> ")
        if typed is None:
            break
        enter = [gesture["text"] for gesture in board.get("gestures", []) if gesture["on"] == "enter"]
        try:
            moved = server.move(typed or "".join(enter), room=room)
        except parlor.ParlorError as error:
            print(error)
            continue
        board = moved["board"]
        done += "rating" in moved["turn"]
        if moved.get("remark"):
            print(moved["remark"])
    print("\n%d done%s" % (done, "" if board.get("prompt") else ": that is all for today"))


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
