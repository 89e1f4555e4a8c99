"""What stories in a browser have in common: steps, and the puzzles of their server."""

import os

from browser import Failure

# The puzzles of the season `web` on 2026-11-20.
WORDLE, SORTED = "wrung", "stunk"


def check(condition, what):
    if not condition:
        raise Failure(what)


def sound(page, what):
    """What a page's looks must keep: contrast, sizes, names, nothing beside the window."""
    faults = page.js(open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "accessible.js")).read())
    check(not faults, f"{what}: {faults}")


def open_game(page, name, url):
    page.wait("document.querySelector('.game')")
    page.tap(f".game[href='#/room/{name}']")
    page.wait("document.querySelector('.room .board .cell')", "a board")


# How many rows of the board have been judged and have turned over.
JUDGED = ("[...document.querySelectorAll('.room .place .board .row')].filter((row) => [...row.children].every((cell) =>"
          " !['open', 'typed'].includes(cell.dataset.tile))).length")


def rows(page):
    return page.js(JUDGED)


def guess(page, word, by_touch=False):
    before = rows(page)
    for letter in word:
        if by_touch:
            page.tap(f".key[aria-label='{letter}'], .key[aria-label^='{letter},']")
        else:
            page.press(letter)
    page.tap(".key.enter") if by_touch else page.press("Enter")
    page.wait(f"{JUDGED} > {before}", f"{word} judged")


def fill_in(page, summary, **fields):
    """Opens what is folded together under a summary, and sends its form."""
    if summary:
        page.wait(f"document.querySelector('details[open] summary')?.innerText === {summary!r} ||"
                  f" ([...document.querySelectorAll('summary')].find((s) => s.innerText === {summary!r})?.click(), false)")
    place = "details[open] form" if summary else "section > form"
    for name, text in fields.items():
        page.js(f"document.querySelector({f'{place} [name={name}]'!r}).focus()")
        page.type(text)
    page.press("Enter")


def open_row(page, row):
    """Chooses a row of a list in the server's words by its first words."""
    found = f"[...document.querySelectorAll('.answer .line')].reverse().find((line) => line.innerText.startsWith({row!r}))"
    page.wait(f"document.body.dataset.line === 'open' && {found}", row)
    page.js(f"{found}.click()")


def ask_for(page, row, **fields):
    """Opens the form of a row, and sends it."""
    open_row(page, row)
    page.wait("document.querySelector('dialog form.ask')", "its form")
    for name, text in fields.items():
        page.js(f"(field => (field.focus(), field.select()))(document.querySelector('dialog form.ask [name={name}]'))")
        page.type(text)
    page.press("Enter") if fields else page.tap("dialog .primary")


def command(page, text):
    """Carries out a command in a room."""
    page.wait("document.querySelector('.tools button')", "a room")
    page.press("/")
    page.wait("document.querySelector('dialog [name=move]')")
    page.type(text)
    page.press("Enter")


def take_name(page, name, password=None):
    """Takes a name on the page about oneself, with a password or without."""
    if password:
        ask_for(page, "Register", name=name, password=password)
    else:
        ask_for(page, "Take a name", name=name)
    page.wait(f"document.querySelector('#me').textContent === {name!r}", "the name")


def learn(page, language, **words):
    """Begins a language with words, on the page of words."""
    page.wait("document.querySelector('[name=language]')")
    fill_in(page, None, language=language)
    for original, translation in words.items():
        page.wait("document.querySelector('[name=original]')?.value === ''")
        fill_in(page, None, original=original, translation=translation)
        page.wait_for_text(f"{original} = {translation}")


def begin_race(browser, url, other=None):
    """Two visitors in a private room whose race has begun; the second one may come by another address."""
    ana, ben = browser.page(url), browser.page(other or url, width=1100, height=800, touch=False)
    ana.wait("document.querySelector('.game')")
    ana.click_text("New race")
    ana.wait("document.querySelector('dialog [name=code]')")
    ana.js("document.querySelector('dialog [name=code]').focus()")
    ana.type("tacos")
    ana.click_text("Open the room")
    ana.wait("/^#\\/room\\/race-.*\\/tacos$/.test(location.hash)")
    ben.go((other or url) + "/" + ana.js("location.hash"))
    ben.wait_for_text("begins the ")
    ana.wait_for_text("2 here")
    ana.click_text("Start")
    for page in (ana, ben):
        page.wait("document.querySelectorAll('.room .place .board .cell').length === 30", "the board")
    return ana, ben


# Whether all of the page has been fetched: what comes last is there.
LOADED = "performance.getEntriesByType('resource').some((entry) => entry.name.endsWith('/scores.js'))"
# How many of one's own tiles are left, and how many of a rival's have a colour.
OPEN_CELLS = "document.querySelectorAll('.room .place .board .cell[data-tile=open]').length"
COLOURS = "document.querySelectorAll('.others .mini i:not([data-tile=open])').length"
