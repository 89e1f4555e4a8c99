"""Every page is held against what can be read, pressed and named, in every theme."""

import importlib.util
import json
import os

from steps import LOADED, WORDLE, check, guess, learn, open_game, sound, take_name

HERE = os.path.dirname(os.path.abspath(__file__))


def source_of_axe():
    """The text of axe-core, of which some packages for Python have a copy; none where none of them is installed."""
    for package in ["axe_playwright_python", "axe_core_python"]:
        found = importlib.util.find_spec(package)
        path = found and os.path.join(os.path.dirname(found.origin or ""), "axe.min.js")
        if path and os.path.exists(path):
            with open(path, encoding="utf-8") as file:
                return file.read()
    return None


def open_rules(page):
    page.js("location.hash = '#/room/wordsearch'")
    page.wait("document.querySelector('.tools [name=howto]')")
    page.tap(".tools [name=howto]")


# What opens over a page.
SHEETS = {
    "a race": lambda page: page.click_text("New race"), "a room": lambda page: page.click_text("Enter a room"),
    "the rules": open_rules,
}


def clean(page, what):
    """Neither our own rules nor axe's find anything."""
    sound(page, what)
    if axe := source_of_axe():
        faults = page.js(f"{axe}\n;axe.run(document, {{ resultTypes: ['violations'] }}).then(({{ violations }}) =>"
                         " violations.map(({ id, help, nodes }) => [id, help, nodes.map((node) => node.html.slice(0, 120))]))")
        check(not faults, f"axe says, {what}: {faults}")


def looks(browser, url):
    """Names, sizes and contrast on every page, in every theme, at the size of a small phone."""
    page = browser.page(url, width=320, height=568)
    page.wait("document.querySelector('.game')")
    open_game(page, "wordle", url)
    for word in ["crane", WORDLE]:
        guess(page, word)
    page.wait_for_text("Parlor Wordle 324 2/6")
    page.click_text("Share on the wall")
    page.wait_for_text("It is on the wall")
    page.go(f"{url}/#/me")
    take_name(page, "ana")
    page.go(f"{url}/#/words")
    learn(page, "Spanish", casa="house")
    views = {"": ".game", "room/wordle": ".result", "room/dailysort": ".board .cell", "room/wordsearch": ".board .cell",
             "wall": ".share", "result/1": ".result-page .share", "wall/ana/ben": ".empty", "me": ".themes", "words": ".rooms a",
             "words/Spanish": ".primary", "decks": ".line", "scores": ".share",
             "best": ".buttons.themes", "archive/dailysort": ".calendar button", "quiz": "form", "list/Spanish": ".rooms li", "player/ana": ".answer a", "match": ".months"}
    for theme in ["dark", "light", "contrast"]:
        page.js(f"localStorage.setItem('parlor.theme', '\"{theme}\"')")
        page.go(f"{url}/?{theme}#/")
        for view, sign in views.items():
            if view == "match":
                view = page.js("window.match ??= document.querySelector('[href^=\"#/match\"]').getAttribute('href').slice(2)")
            page.js(f"location.hash = '#/{view}'")
            page.wait(f"document.querySelector({sign!r})", view)
            page.wait("!document.querySelector('.flip, .pop, .bounce, .toast')", "at rest")
            clean(page, f"{theme}, {view}")
        for name, act in SHEETS.items():
            page.js("document.querySelector('dialog')?.close(); location.hash = '#/'")
            page.wait("document.querySelector('.game') && !document.querySelector('dialog')")
            act(page)
            page.wait("document.querySelector('dialog[open]')", name)
            clean(page, f"{theme}, sheet {name}")
        page.press("Escape")
    page.js("localStorage.removeItem('parlor.theme')")
    page.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "light"}])
    page.go(f"{url}/?system#/room/wordsearch")
    page.wait("document.querySelector('.board .cell')")
    page.js("document.querySelectorAll('.board .cell:nth-child(2)').forEach((cell) => cell.classList.add('lit'))")
    clean(page, "cells that are being selected, light by the system")
    tree = page.call("Accessibility.getFullAXTree")["nodes"]
    nameless = [node for node in tree if node.get("role", {}).get("value") in ("button", "link", "textbox", "image")
                and not node.get("ignored") and not node.get("name", {}).get("value")]
    check(not nameless, f"nameless in the accessibility tree: {nameless[:3]}")
    return [page]


TILES = ["right", "elsewhere", "absent", "open", "typed", "purple", "blue", "orange", "red", "brown"]


def forced(browser, url):
    """Where the system gives the colours, each tile still differs from each other, and so do keys and small boards."""
    page = browser.page(url)
    page.call("Emulation.setEmulatedMedia", features=[{"name": "forced-colors", "value": "active"}])
    open_game(page, "wordle", url)
    for word in ["crane", "moist"]:
        guess(page, word)
    page.wait("matchMedia('(forced-colors: active)').matches")
    looks = """((place, tiles) => tiles.map((tile) => { const e = document.createElement("i"); e.className = place === ".board" ? "cell" : place === ".keyboard" ? "key" : ""
        e.dataset.tile = tile; e.textContent = "a"; document.querySelector(place).append(e); const s = getComputedStyle(e)
        const look = [s.backgroundColor, s.backgroundImage, s.color, s.borderStyle, s.borderColor, s.boxShadow, s.textDecorationLine, getComputedStyle(e, "::after").content].join("|")
        e.remove(); return look }))"""
    page.js("document.querySelector('.others').append(Object.assign(document.createElement('div'), { className: 'mini' }))")
    for place, tiles in [(".board", TILES), (".keyboard", ["right", "elsewhere", "absent", "unknown"]), (".mini", ["right", "elsewhere", "absent", "open"])]:
        found = page.js(f"{looks}({place!r}, {tiles})")
        same = [(tiles[i], tiles[j]) for i in range(len(tiles)) for j in range(i) if found[i] == found[j]]
        check(not same, f"{place}: these look the same: {same}")
    return [page]


def spoken(browser, url):
    """Who does not see the board hears what each guess has come to, and how the tiles lie after a swap."""
    page = browser.page(url, width=1100, height=800, touch=False)
    open_game(page, "wordle", url)
    said = "document.querySelector('.spoken[role=status]').textContent"
    guess(page, "crane")
    page.wait(f"{said} === 'C not in the puzzle, R right place, A not in the puzzle, N right place, E not in the puzzle'", "the guess")
    tree = page.call("Accessibility.getFullAXTree")["nodes"]
    check(any(node.get("role", {}).get("value") == "status" and not node.get("ignored") for node in tree), "it is no live region")
    page.tap(".brand")
    open_game(page, "dailysort", url)
    row = page.js("[...document.querySelectorAll('.board .row')].at(-1).innerText.replace(/\\s/g, '')")
    page.drag(".board .cell[data-x='0']", ".board .cell[data-x='4']")
    page.wait(f"{said} === '{' '.join(row[4] + row[1:4] + row[0])}'", "the tiles after a swap")
    return [page]


NASTY = ["constructor", "__proto__", "toString", "valueOf", "%", "%00", "../../x", "x" * 3000, "<b>", " "]


def hashes(browser, url):
    """No address after the # leads to an error: what is unknown is today's page, or says what is not there."""
    page = browser.page(url)
    page.wait("document.querySelector('.game')")
    page.wait(LOADED, "all modules")
    views = ["", "room", "watch", "wall", "result", "me", "player", "best", "match", "words", "list", "make", "puzzle", "arena", "decks", "quiz", "scores", "archive", "host"]
    # A browser follows 200 in ten seconds.
    for address in [*(f"#/{one}" for one in NASTY), *(f"#/{view}/{one}" for view in views for one in ["", "constructor", "%E0%A4%A", "-1/b"])]:
        page.js(f"new Promise((done) => {{ location.hash = {json.dumps(address)}; requestAnimationFrame(() => setTimeout(done)) }})")
        check(not page.errors, f"{address[:40]}: {page.errors[:1]}")
    page.js("location.hash = '#/constructor'")
    page.wait("document.querySelector('.game')", "today's puzzles")
    return [page]
