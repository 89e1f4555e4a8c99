"""Every page is held against what can be read, pressed and named, in every theme."""

import importlib.util
import os

from steps import WORDLE, check, fill_in, guess, learn, open_game

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


def looks(browser, url):
    """Names, sizes and contrast on every page, in every theme, at the size of a small phone."""
    with open(os.path.join(HERE, "accessible.js"), encoding="utf-8") as file:
        ask = file.read()
    axe = source_of_axe()
    page = browser.page(url, width=320, height=568)
    page.wait("document.querySelector('.game')")
    open_game(page, "wordle", url)
    for word in ["crane", WORDLE]:
        guess(page, word)
    page.wait_for_text("Parlor Wordle 324 2/6")
    page.click_text("Share on the wall")
    page.wait_for_text("Shared")
    page.go(f"{url}/#/me")
    page.wait("document.querySelector('[name=name]')")
    fill_in(page, None, name="ana")
    page.wait("document.querySelector('#me').textContent === 'ana'")
    page.go(f"{url}/#/words")
    learn(page, "Spanish", casa="house")
    views = {"": ".game", "room/wordle": ".result", "room/dailysort": ".board .cell", "room/wordsearch": ".board .cell",
             "wall": ".share", "result/1": ".result-page .share", "wall/ana/ben": ".empty", "me": ".themes", "words": ".rooms a",
             "words/Spanish": ".flash", "run/Spanish": "[name=count]", "decks": ".line", "scores": ".share",
             "best": ".buttons.themes", "player/ana": ".rooms a", "match": ".months"}
    for theme in ["dark", "light", "contrast"]:
        page.js(f"localStorage.setItem('parlor.theme', '\"{theme}\"')")
        page.go(f"{url}/?{theme}#/")
        for view, sign in views.items():
            if view == "match":
                view = page.js("window.match ??= document.querySelector('[href^=\"#/match\"]').getAttribute('href').slice(2)")
            page.js(f"location.hash = '#/{view}'")
            page.wait(f"document.querySelector({sign!r})", view)
            page.wait("!document.querySelector('.flip, .pop, .bounce, .toast')", "at rest")
            faults = page.js(ask)
            check(not faults, f"{theme}, {view}: {faults}")
            if axe:
                faults = page.js(f"{axe}\n;axe.run(document, {{ resultTypes: ['violations'] }}).then(({{ violations }}) =>"
                                 " violations.map(({ id, help, nodes }) => [id, help, nodes.map((node) => node.html.slice(0, 120))]))")
                check(not faults, f"axe says, {theme}, {view}: {faults}")
    tree = page.call("Accessibility.getFullAXTree")["nodes"]
    nameless = [node for node in tree if node.get("role", {}).get("value") in ("button", "link", "textbox", "image")
                and not node.get("ignored") and not node.get("name", {}).get("value")]
    check(not nameless, f"nameless in the accessibility tree: {nameless[:3]}")
    return [page]
