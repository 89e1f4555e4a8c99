"""The page as an app: installed, opened for the first time, used for past puzzles, and by its accessibility tree alone."""

import json
import sys
import urllib.request

from looks import clean
from server import Server
from steps import WORDLE, check, guess, learn, open_game, take_name


def fetch(url):
    with urllib.request.urlopen(url) as answer:
        return answer.headers.get_content_type(), answer.read()


def size(png):
    """Width and height of a PNG."""
    check(png[:8] == b"\x89PNG\r\n\x1a\n", "a PNG")
    return int.from_bytes(png[16:20], "big"), int.from_bytes(png[20:24], "big")


def installable(browser, url):
    """The browser takes the manifest as that of an app, and messengers find what they preview."""
    page = browser.page(url)
    page.wait("document.querySelector('.game')")
    found = page.call("Page.getAppManifest")
    check(not found.get("errors"), found.get("errors"))
    manifest = json.loads(found["data"])
    check(manifest["display"] == "standalone" and manifest["start_url"] == "/", manifest)
    for icon in manifest["icons"]:
        kind, bytes_ = fetch(url + icon["src"])
        check(kind == icon["type"], f"{icon}: {kind}")
        if kind == "image/png":
            check("{}x{}".format(*size(bytes_)) == icon["sizes"], f"{icon}: {size(bytes_)}")
    page.wait("navigator.serviceWorker.controller || navigator.serviceWorker.ready.then(() => true)", "the worker")
    faults = [one["errorId"] for one in page.call("Page.getInstallabilityErrors")["installabilityErrors"]]
    # Each visitor of these tests is one whose browser forgets, which installs nothing.
    check(set(faults) <= {"in-incognito"}, faults)
    preview = "Object.fromEntries([...document.querySelectorAll('meta[property^=og]')].map((e) => [e.getAttribute('property').slice(3), e.content]))"
    shown = page.js(preview)
    check(shown["image"] == f"{url}/web/card.png" and shown["title"] == "Word puzzles of the day", shown)
    check(size(fetch(shown["image"])[1]) == (int(shown["image:width"]), int(shown["image:height"])), "the picture's size")
    invited = browser.page(f"{url}/room/wordle#secret")
    invited.wait("document.querySelector('.room .board .cell')", "the room of an invitation")
    check(invited.js("location.href") == f"{url}/#/room/wordle/secret", "the address in the page")
    check(b"Come and play: lunch" in fetch(f"{url}/room/lunch")[1], "the room's name in the preview")
    # The browser's offer is made by the page.
    page.js("""(() => { const offer = new Event("beforeinstallprompt", { cancelable: true }); offer.prompt = () => { window.prompted = true }
        dispatchEvent(offer); window.kept = offer.defaultPrevented })()""")
    check(page.js("kept"), "the browser's own bar stays away")
    page.click_text("Install as an app")
    page.wait("window.prompted", "the browser's prompt")
    return [page, invited]


def newcomer(browser, url):
    """At the first visit of a game the server's rules are shown, once; later they are behind a button."""
    page = browser.page(url, is_new=True)
    open_game(page, "wordle", url)
    page.wait("document.querySelector('dialog[open] .howto')", "the rules")
    page.wait_for_text("Type any five-letter word")
    check(not any(word in page.text() for word in ("/practice", "/join", "hints you have been given")), "no commands, and no rules of other settings")
    check(page.js("[...document.querySelectorAll('.howto p')].every((one) => one.childNodes.length <= 7)"), "a text is one node")
    check(page.js("document.querySelectorAll('.howto .cell[role=img]').length") >= 3, "tiles as they are on the board")
    clean(page, "the rules")
    page.click_text("Play")
    page.wait("!document.querySelector('dialog')")
    page.go(f"{url}/?again#/room/wordle")
    page.wait("document.querySelector('.tools [name=howto]')")
    guess(page, "crane")
    check(page.js("!document.querySelector('dialog')"), "they are not shown again")
    page.tap(".tools [name=howto]")
    page.wait("document.querySelector('dialog[open] .howto')", "the rules again")
    page.press("Escape")
    # A win shows as one, but moves nothing where the system asks for calm.
    page.js("new MutationObserver((all) => { for (const { addedNodes } of all) for (const one of addedNodes) if (one.className === 'cheer') window.cheered = true })"
            ".observe(document.body, { childList: true })")
    guess(page, WORDLE)
    page.wait("document.querySelector('.result.won .praise')?.innerText === 'Magnificent'", "the praise")
    page.wait("document.activeElement.matches('.end')", "keys go on at the result")
    page.wait("window.cheered", "the cheer")
    calm = browser.page(url)
    calm.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-reduced-motion", "value": "reduce"}])
    open_game(calm, "wordle", url)
    guess(calm, WORDLE)
    calm.wait("document.querySelector('.result.won .praise')", "the praise")
    check(calm.js("!document.querySelector('.cheer') && !document.getAnimations().length"), "nothing moves")
    return [page, calm]


def past(browser, url):
    """Past puzzles: a day by a tap, then the next one that is not solved; solved ones are marked. More are looked at, one
    after the other, than rooms may be owned: each is left for the next one, and the last one stands on the first page."""
    page = browser.page(url)
    page.wait("document.querySelector('.game')")
    page.click_text("Past puzzles")
    page.wait("document.querySelector('.calendar button')")
    clean(page, "past puzzles")
    check(page.js("document.querySelectorAll('.calendar button').length") == 19, "the days before today")
    days = page.js("[...document.querySelectorAll('.calendar li[aria-label]')].map((one) => one.ariaLabel)")
    check(days[:2] == ["2026-11-20, Friday: today, not finished", "2026-11-21, Saturday: to come"], days)
    page.tap(".calendar button[aria-label^='2026-11-18']")
    page.wait_for_text("Wordle archive 322")
    page.js("history.back()")
    page.wait("document.querySelector('.calendar button')")
    page.click_text("Next unsolved")
    page.wait_for_text("Wordle archive 323")
    # Its word is no secret any more: it is in what was opened. Here it is enough that it counts as solved.
    page.js("localStorage.setItem('parlor.solved', JSON.stringify({ wordle: ['2026-11-19', '2026-11-18'] }))")
    page.js("location.hash = '#/archive/wordle/next'")
    page.wait_for_text("Wordle archive 321")
    page.js("location.hash = '#/archive/wordle'")
    page.wait("document.querySelector('.calendar [data-tile=right] button[aria-label=\"2026-11-19, Thursday: solved\"]')", "a day that was solved")
    for day in range(1, 11):
        page.js("location.hash = '#/archive/wordle'")
        page.wait("document.querySelector('.calendar button')")
        page.tap(f".calendar button[aria-label^='2026-11-{day:02}']")
        page.wait_for_text(f"Wordle archive {304 + day}")
    own = "[...document.querySelectorAll('.rooms .own')].map((one) => one.innerText.replace(/\\s+/g, ' ').trim()).join()"
    page.go(f"{url}/?again#/")
    page.wait(f"{own} === 'Wordle practice Leave'", "the last one, after the page was loaded again")
    clean(page, "the first page with a room of one's own")
    page.tap(".own a")
    page.wait_for_text("Wordle archive 314")
    page.tap(".brand")
    page.click_text("Leave")
    page.wait("document.querySelector('.game') && !document.querySelector('.own')", "nothing")
    # A room with others in it is left as well, once it is meant.
    page.js("location.hash = '#/quiz'")
    page.click_text("Open the room")
    page.wait("location.hash.startsWith('#/room/quiz-') && document.querySelector('.tools button')", "the room")
    page.tap(".brand")
    page.wait(f"{own} === 'Quiz match · 1 here Leave'", "the room")
    page.tap(".own button")
    page.wait_for_text("A match that is under way is given up.")
    page.tap("dialog .primary")
    page.wait("!document.querySelector('.own, dialog')", "it is left")
    page.js("history.back()")
    page.wait_for_text("There is no room quiz-")
    page.js("location.hash = '#/room/practice-0'")
    page.wait_for_text("This practice is over")
    return [page, *after_midnight(browser)]


def after_midnight(browser):
    """In the hour in which yesterday's puzzle may be finished, the next unsolved one is that of the day before."""
    with Server(sys.argv[3], "--season-key", "web", "--clock", "2026-11-20T00:10:00Z") as server:
        page = browser.page(f"http://localhost:{server.port}/#/archive/wordle")
        page.click_text("Next unsolved")
        page.wait_for_text("Wordle archive 322")
        return [page]


def marked(browser, url):
    """A card is marked, and asked in the other direction; both by a tap."""
    page = browser.page(f"{url}/#/me")
    take_name(page, "kim")
    page.go(f"{url}/#/words")
    learn(page, "Spanish", casa="house")
    page.js("location.hash = '#/words/Spanish'")
    page.click_text("Study")
    page.wait_for_text("What does casa mean?")
    mark = "[...document.querySelectorAll('.tools button')].find((one) => one.innerText === 'mark')"
    page.wait(mark, "the button")
    page.js(f"{mark}.focus()")
    page.press("Enter")
    page.wait_for_text("0 due, 1 new · marked")
    page.wait("document.activeElement.innerText === 'unmark'", "the focus stays")
    page.click_text("ask for the word")
    page.wait_for_text("Which word means house?")
    page.click_text("show it")
    page.wait_for_text("casa = house")
    clean(page, "a card")
    page.js("location.hash = '#/list/Spanish'")
    page.wait("document.querySelector('.rooms .line')")
    page.click_text("Unmark")
    page.wait("[...document.querySelectorAll('button')].some((e) => e.innerText === 'Mark')", "no mark")
    return [page]


class Tree:
    """A page as a screen reader has it: nodes by role and name, pressed by the keyboard."""

    def __init__(self, page):
        self.page = page
        page.call("DOM.enable")

    def nodes(self, role):
        nodes = [node for node in self.page.call("Accessibility.getFullAXTree")["nodes"] if not node.get("ignored")]
        return [node for node in nodes if node["role"]["value"] == role]

    def names(self, role):
        return [node.get("name", {}).get("value", "") for node in self.nodes(role)]

    def press(self, role, name, key="Enter"):
        """Focuses what has this role, and a name that begins so, and presses a key."""
        found = [node for node in self.nodes(role) if node.get("name", {}).get("value", "").startswith(name)]
        check(found, f"no {role} {name!r} among {self.names(role)}")
        self.page.call("DOM.focus", backendNodeId=found[0]["backendDOMNodeId"])
        self.page.press(key)


def heard(browser, url):
    """A game from the first page to the shared result by roles and names alone."""
    page = browser.page(url, width=1100, height=800, touch=False, is_new=True)
    tree = Tree(page)
    page.wait("document.querySelector('.game')")
    check("Friday, November 20" in tree.names("heading"), tree.names("heading"))
    tree.press("link", "Wordle")
    page.wait("document.querySelector('dialog[open]')")
    check(tree.names("dialog") == ["Wordle: Guess the word in six tries"], tree.names("dialog"))
    tree.press("button", "Play")
    page.wait("!document.querySelector('dialog')")
    check("Wordle 324 daily" in tree.names("heading"), tree.names("heading"))
    check([name for name in tree.names("group") if name.startswith("Row")] == [f"Row {n}" for n in range(1, 7)], tree.names("group"))
    said = "document.querySelector('.spoken[role=status]').textContent"
    for word, words in [("crane", "C not in the puzzle, R right place, A not in the puzzle, N right place, E not in the puzzle"),
                        (WORDLE, ", ".join(f"{letter} right place" for letter in WORDLE.upper()))]:
        for letter in word:
            tree.press("button", letter)
        tree.press("button", "Enter")
        page.wait(f"{said}.startsWith({words!r})", words)
    check("r, right place" in tree.names("button") or not tree.names("button")[:1] == ["q"], "keys say their colours")
    page.wait("document.querySelector('.result')", "the result")
    page.wait(f"{said}.endsWith('Magnificent')", "the praise is read")
    page.wait("document.activeElement.matches('.end')", "the focus is where the result is")
    check("Parlor Wordle 324 2/6" in tree.names("heading"), tree.names("heading"))
    # Tab leads from there to the first thing that can be done with it.
    page.press("Tab")
    check(page.js("document.activeElement.innerText") == "Send the grid", page.js("document.activeElement.outerHTML"))
    tree.press("button", "Share on the wall")
    page.wait_for_text("It is on the wall")
    tree.press("link", "See it")
    page.wait("document.querySelector('.result-page .share')")
    tree.press("button", "row 1, 2:")
    page.wait("document.querySelector('.share .cell[data-x=\"1\"]').ariaLabel === 'row 1, 2: right place, R'", "a letter")
    check(not [name for role in ["button", "link", "image", "textbox"] for name in tree.names(role) if not name], "all have names")
    return [page]
