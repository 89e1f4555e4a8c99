#!/usr/bin/env python3
"""Makes guesses.txt from the Debian package scowl and checks both word lists.

    python3 derive.py            write guesses.txt beside this file, then check
    python3 derive.py --check    write nothing; fail if guesses.txt would differ
    python3 derive.py --source DIR    SCOWL's files, /usr/share/dict/scowl unless told

answers.txt is chosen by people and only checked here. guesses.txt holds no word of ours except through
answers.txt and EVERYDAY: the same package gives the same bytes. Exit status 0 when every check holds, 1 when one fails,
2 when the package's files are not there. NOTICE.md tells the sources and their licences.
"""

import argparse
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
WORD = re.compile(r"[a-z]{5}")

# SCOWL's size 80 is "all the strange and unusual words people like to use in word games"; 95 is the rest,
# much of it names written in small letters, so a word from there has to show that it is one.
WHOLE_SIZE = 80
SIEVED_SIZE = 95
ENDINGS = ("s", "es", "ed", "ing", "er", "ly", "ness")

# The worst slurs: no guess, so never shown back to a room. Words that mostly mean something else (spade,
# slope, paddy) stay guesses, and so do words that are only crude.
EXCLUDED = frozenset("""
    boong chink cooly coons dagos darky dykey faggy fagot gippo gippy gooks gooky gyppo hebes homos honky
    jewed kafir kikes kraut lesbo lezes lezzy mongs munts negro nigga poofs poofy poove poovy sambo spazz
    spick spics squaw zambo
""".split())

# Everyday words that SCOWL lists up to no size, or only as names: each is in WordNet 3.0 or in FreeDict's English
# headwords, and was chosen by hand.
EVERYDAY = frozenset("""
    adios admin aioli blase bokeh botox comms craic crunk cyber defib etude femto fixie forex gouda hacky impro
    intra intro judgy maths melee memed milli monty mutex nerfs niqab noobs outro prefs spork stans therm vaper
    vibed vlogs wifey
""".split())

# Guesses in number: the floor that the game promises.
FEWEST_GUESSES = 10_000
ANSWERS_RANGE = range(2_250, 2_401)

# Answers that look like a shorter word with an ending and are none: named one by one, so that a new one
# is seen.
ALLOWED_S = frozenset("chaos genus kudos yikes".split())
ALLOWED_ED = frozenset("bleed breed creed greed tweed".split())
# Answers that SCOWL files under some countries' spelling, or as a variant, although every country writes
# them so.
ALLOWED_REGIONAL = frozenset("among".split())


def listed(source, category, low, high):
    """The words of the files `category` (a glob before `.size`) with low <= size <= high, as they are there.

    The files are Latin-1 with one word a line; words with apostrophes and accents are still among these.
    """
    words = set()
    for path in sorted(source.glob(category + ".*")):
        size = path.name.rpartition(".")[2]
        if size.isdigit() and low <= int(size) <= high:
            words.update(path.read_text(encoding="latin-1").split())
    return words


def five(words):
    """Those of `words` that are five letters a-z, nothing else."""
    return {word for word in words if WORD.fullmatch(word)}


def sieved(source):
    """The words of size 95 that are no name and are known with an ending, or are a listed word with -s."""
    every = listed(source, "*-words", 0, SIEVED_SIZE)
    names = listed(source, "*-upper", 0, SIEVED_SIZE) | listed(source, "*-proper-names", 0, SIEVED_SIZE)
    names = {name.lower() for name in names}
    return {
        word
        for word in five(listed(source, "*-words", WHOLE_SIZE + 1, SIEVED_SIZE))
        if word not in names
        and (any(word + ending in every for ending in ENDINGS) or (word[-1] == "s" and word[:-1] in every))
    }


def derived(source, answers):
    """All accepted guesses, sorted bytewise."""
    words = five(listed(source, "*-words", 0, WHOLE_SIZE)) | sieved(source) | EVERYDAY | set(answers)
    return sorted(words - EXCLUDED)


def looks_plural(word, known):
    """Whether `word` reads as a known word with -s, -es or -ies: cat-s, box-es, cr(y)-ies."""
    if word[-1] != "s" or word[-2] == "s":
        return False
    return (
        word[:-1] in known
        or (word[-2] == "e" and word[:-2] in known)
        or (word[-3:] == "ies" and word[:-3] + "y" in known)
        or (word[-3:] == "ves" and (word[:-3] + "f" in known or word[:-3] + "fe" in known))
    )


def looks_past(word, known):
    """Whether `word` reads as a known word with -d, -ed or -ied: bake-d, own-ed, cr(y)-ied."""
    if word[-2:] != "ed":
        return False
    return word[:-1] in known or word[:-2] in known or (word[-3:] == "ied" and word[:-3] + "y" in known)


class Checks:
    """Prints each check with its outcome and remembers whether all held."""

    def __init__(self):
        self.held = True

    def that(self, claim, offenders=()):
        """Holds when there is no offender; names up to twenty of them otherwise."""
        offenders = sorted(offenders)
        self.held = self.held and not offenders
        print(("ok    " if not offenders else "FAIL  ") + claim)
        if offenders:
            print("      " + " ".join(map(str, offenders[:20])) + (" …" if len(offenders) > 20 else ""))


def check_form(checks, name, text):
    """The form of one list: five letters a-z, one a line, sorted bytewise, none twice, newline at the end."""
    lines = text.split("\n")
    checks.that(f"{name}: the last line ends with a newline", [] if text.endswith("\n") else ["no newline"])
    words = lines[:-1]
    malformed = [word for word in words if not WORD.fullmatch(word)]
    checks.that(f"{name}: {len(words)} lines, each five letters a-z", malformed)
    checks.that(
        f"{name}: sorted bytewise, no word twice",
        [after for before, after in zip(words, words[1:]) if before.encode() >= after.encode()],
    )
    return words


def check_answers(checks, source, answers, guesses):
    """The rules for answers that a program can check."""
    known = listed(source, "*-words", 0, WHOLE_SIZE)
    one_country = set()
    for country in ("american", "australian", "british", "british_z", "canadian"):
        one_country |= listed(source, country + "-words", 0, WHOLE_SIZE)
    answer_set = set(answers)
    variants = answer_set & listed(source, "*variant_[123]-words", 0, SIEVED_SIZE)
    counted = len(answers)
    checks.that(
        f"answers.txt: {counted} words, between {ANSWERS_RANGE.start} and {ANSWERS_RANGE.stop - 1}",
        [] if counted in ANSWERS_RANGE else [counted],
    )
    checks.that("answers.txt: every answer is an accepted guess", answer_set - set(guesses))
    checks.that("answers.txt: every answer is in SCOWL up to size 80", answer_set - known)
    plurals = {word for word in answers if looks_plural(word, known)}
    pasts = {word for word in answers if looks_past(word, known)}
    regional = answer_set & one_country
    checks.that(f"answers.txt: no plural in -s ({len(ALLOWED_S)} allowed by name)", plurals - ALLOWED_S)
    checks.that(f"answers.txt: no past tense in -ed ({len(ALLOWED_ED)} allowed by name)", pasts - ALLOWED_ED)
    checks.that(
        f"answers.txt: no spelling of one country ({len(ALLOWED_REGIONAL)} allowed by name)",
        regional - ALLOWED_REGIONAL,
    )
    checks.that("answers.txt: no spelling that SCOWL lists as a variant", variants - ALLOWED_REGIONAL)
    checks.that(
        "derive.py: no allowance without need",
        (ALLOWED_S - plurals) | (ALLOWED_ED - pasts) | (ALLOWED_REGIONAL - regional),
    )


def main():
    parser = argparse.ArgumentParser(description="Makes guesses.txt and checks both lists.")
    parser.add_argument("--source", type=pathlib.Path, default=pathlib.Path("/usr/share/dict/scowl"))
    parser.add_argument("--check", action="store_true", help="write nothing; fail if it would differ")
    options = parser.parse_args()
    if not (options.source / "english-words.10").is_file():
        print(f"no SCOWL files in {options.source}: install the Debian package scowl", file=sys.stderr)
        return 2

    checks = Checks()
    answers = check_form(checks, "answers.txt", (HERE / "answers.txt").read_bytes().decode("ascii"))
    derived_text = "".join(word + "\n" for word in derived(options.source, answers))
    path = HERE / "guesses.txt"
    if options.check:
        same = path.is_file() and path.read_bytes() == derived_text.encode("ascii")
        checks.that("guesses.txt: byte for byte what the package gives", [] if same else ["differs"])
    else:
        path.write_bytes(derived_text.encode("ascii"))
        print("wrote guesses.txt")
    guesses = check_form(checks, "guesses.txt", derived_text)
    too_few = [] if len(guesses) >= FEWEST_GUESSES else [len(guesses)]
    checks.that(f"guesses.txt: at least {FEWEST_GUESSES} words", too_few)
    checks.that(f"guesses.txt: none of the {len(EXCLUDED)} excluded words", EXCLUDED & set(guesses))
    check_answers(checks, options.source, answers, guesses)
    return 0 if checks.held else 1


if __name__ == "__main__":
    sys.exit(main())
