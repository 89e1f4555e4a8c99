"""Lines that break: in the middle of a game, with the server's death, and before a page is loaded again."""

import glob
import os
import shutil
import sys
import tempfile

from phone import open_room
from proxy import Proxy
from server import Server
from steps import COLOURS, JUDGED, LOADED, OPEN_CELLS, begin_race, check, guess, open_game, rows, take_name

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")


def no_line(page):
    """What a browser says of a line that is cut is no fault of the page."""
    page.errors = [error for error in page.errors
                   if not any(word in error for word in ["WebSocket connection", "Failed to load resource", "fetching the script"])]


def lost(browser, url):
    """The line is cut in the middle: the move that was under way is played once, and the board is as it was left."""
    proxy = Proxy(int(url.rsplit(":", 1)[1]))
    page = browser.page(f"http://localhost:{proxy.port}")
    open_game(page, "wordle", url)
    guess(page, "crane")
    proxy.cut()
    page.wait("document.body.dataset.line === 'lost' || document.body.dataset.line === 'connecting'", "it notices")
    page.type("moist")
    page.press("Enter")
    page.wait("!document.querySelector('#link').hidden", "it says so")
    proxy.mend()
    page.wait("document.body.dataset.line === 'open'", "it comes back")
    page.wait_for_text("3/6")
    page.wait("document.querySelectorAll('.board .cell[data-tile=open]').length === 20", "the move was played once")
    # The server has the move and its answer is lost: it is sent again, and played once.
    proxy.is_mute, before = True, proxy.carried
    page.type("bulky")
    page.press("Enter")
    proxy.wait_for_more(before)
    proxy.cut()
    page.wait("document.body.dataset.line !== 'open'", "it notices")
    proxy.mend()
    page.wait("document.body.dataset.line === 'open'", "it comes back")
    page.wait_for_text("4/6")
    page.wait("!document.querySelector('.board .cell[data-tile=typed]')", "the word that was played has left the row")
    guess(page, "fudge")
    page.wait_for_text("5/6")
    no_line(page)
    return [page, frozen(browser)]


def frozen(browser):
    """A server that stands still, as a phone in a tunnel meets it: the page says so until the answer comes, and gives the
    connection up without waiting for the other end."""
    with Server(sys.argv[3], "--season-key", "web", "--clock", "2026-11-20T08:00:00Z") as server:
        url = f"http://localhost:{server.port}"
        page = browser.page("about:blank")
        page.call("Page.addScriptToEvaluateOnNewDocument",
                  source="const Line = WebSocket; window.lines = []; window.WebSocket = class extends Line { constructor(url) { super(url); lines.push(this) } }")
        page.go(url)
        open_game(page, "wordle", url)
        guess(page, "crane")
        page.wait(LOADED, "all modules")
        page.js("""window.unsaid = 0; new MutationObserver(() => { if (window.isSaid && link.hidden) unsaid++ }).observe(link, { attributes: true })""")
        server.stop()
        page.type("moist")
        page.press("Enter")
        page.wait("link.innerText.startsWith('No answer yet')", "it says that there is no answer")
        page.js("isSaid = true; dispatchEvent(new Event('online'))")
        page.wait("document.body.dataset.line !== 'open'", "it gives up")
        check(page.js("lines[0].readyState !== WebSocket.CLOSED"), "it has waited for the other end")
        check(page.js("unsaid") == 0, "it was silent meanwhile")
        server.go_on()
        page.wait("document.body.dataset.line === 'open' && link.hidden", "it comes back")
        page.wait_for_text("3/6")
        page.wait(f"{OPEN_CELLS} === 20", "the move was played once")
        no_line(page)
        return page


def slow(browser, url):
    """On a line of 300 ms nothing is lost that is typed, drawn or entered before an answer is there."""
    proxy = Proxy(int(url.rsplit(":", 1)[1]))
    page = browser.page(f"http://localhost:{proxy.port}")
    open_game(page, "wordle", url)
    letters = "document.querySelector('.room .place .board').innerText.replace(/\\s/g, '')"
    proxy.delay = 0.3
    page.type("crane")
    page.press("Enter")
    page.type("moist")
    check(page.js(letters) == "CRANEMOIST", "what is typed meanwhile is not to be seen")
    page.press("Enter")
    page.press("Enter")
    page.type("bulkx")
    judged = "document.querySelectorAll('.room .place .cell:not([data-tile=open], [data-tile=typed])').length / 5"
    page.wait(f"{judged} === 2 && {letters} === 'CRANEMOISTBULKX'", "both words, and the third in its row")
    page.press("Backspace")
    page.type("y")
    page.press("Enter")
    page.wait(f"{judged} === 3", "three words")
    # A word that is refused makes room for what was typed on, and nothing is sent by itself.
    page.type("xxxxx")
    page.press("Enter")
    page.type("fudge")
    page.press("Enter")
    page.wait_for_text("Not in word list")
    page.wait(f"{letters} === 'CRANEMOISTBULKYFUDGE'", "the next word")
    check(page.js(judged) == 3, "it was sent by itself")
    page.press("Enter")
    page.wait_for_text("5/6")
    # Tiles that are moved while an answer is pending are moved, and then tried.
    proxy.delay = 0
    page.tap(".brand")
    open_game(page, "dailysort", url)
    proxy.delay = 0.3
    row = "[...document.querySelectorAll('.board .row')].at(-1).innerText.replace(/\\s/g, '')"
    before = page.wait(row)
    page.drag(".board .cell[data-x='0']", ".board .cell[data-x='4']")
    page.drag(".board .cell[data-x='1']", ".board .cell[data-x='2']")
    page.press("Enter")
    page.wait("document.querySelectorAll('.board .row').length === 2", "a try")
    first = "document.querySelector('.board .row').innerText.replace(/\\s/g, '')"
    page.wait(f"{first} === '{before[4] + before[2] + before[1] + before[3] + before[0]}'", "both swaps, then the try")
    # What is drawn on a field that the pending move completes is not drawn on the next one.
    proxy.delay = 0
    page.tap(".brand")
    open_game(page, "wordsearch", url)
    page.js("window.moves = 0; const send = WebSocket.prototype.send;"
            " WebSocket.prototype.send = function (text) { moves += text.includes('\"move\"'); return send.call(this, text) }")
    proxy.delay = 0.3
    page.drag(".board .cell[data-x='1'][data-y='0']", ".board .cell[data-x='4'][data-y='0']")
    page.drag(".board .cell[data-x='0'][data-y='1']", ".board .cell[data-x='3'][data-y='1']")
    page.wait_for_text("cow is la vaca")
    page.click_text("Go on")
    page.wait_for_text("grid 2/5")
    check(page.js("moves") == 1, "it was drawn on the next field")
    return [page]


def windows(browser, url):
    """Two windows of one browser: the game goes on in the one that somebody turns to, and neither takes it by itself."""
    first = browser.page(url, width=1100, height=800, touch=False)
    first.js("window.made = 0; const Line = WebSocket; window.WebSocket = class extends Line { constructor(url) { super(url); made++ } }")
    first.wait("document.querySelector('.game')")
    second = browser.page(f"{url}/#/room/wordle", width=1100, height=800, touch=False, beside=first)
    letters = "document.querySelector('.room .place .board')?.innerText.replace(/\\s/g, '')"
    second.wait(f"{letters} === ''", "a board of a guest's own")
    open_game(first, "wordle", url)
    guess(first, "crane")
    first.type("mo")
    # Both are guests until there is something to keep: then both are the same one.
    turn_to(second)
    second.wait(f"{letters} === 'CRANE'", "the same board")
    first.wait_for_text("The game goes on in another window or on another device")
    turn_to(first)
    first.wait("document.body.dataset.line === 'open'", "the game is back")
    second.wait_for_text("The game goes on in another window or on another device")
    check(first.js(letters) == "CRANEMO", "what was typed has stayed")
    first.type("ist")
    first.press("Enter")
    first.wait(f"{OPEN_CELLS} === 20", "a move")
    turn_to(second)
    second.wait(f"{letters} === 'CRANEMOIST'", "what was played in the first window")
    first.wait_for_text("The game goes on in another window or on another device")
    # Neither takes it back by itself, nor does a window that was loaded behind another.
    second.call("Page.addScriptToEvaluateOnNewDocument", source="Object.defineProperty(document, 'hidden', { get: () => true })")
    turn_to(first)
    first.wait("document.body.dataset.line === 'open'", "the game is back")
    made = first.js("made")
    second.go(f"{url}/?behind#/room/wordle")
    second.wait_for_text("The game goes on in another window or on another device")
    check(first.js("made") == made and first.js("document.body.dataset.line") == "open", "a window has taken the session by itself")
    # A name that one window has taken is the name in the other.
    turn_to(first)
    first.js("location.hash = '#/me'")
    take_name(first, "ana")
    second.click_text("Play here")
    second.wait("document.querySelector('#me').textContent === 'ana'", "the same name")
    return [first, second]


def turn_to(page):
    """Somebody turns to a window."""
    page.js("dispatchEvent(new Event('focus'))")


def taken_over(browser, url):
    """Another machine takes over: the line stays, the page says so meanwhile, and a move without an answer is played once."""
    proxy = Proxy(int(url.rsplit(":", 1)[1]))
    page = browser.page(f"http://localhost:{proxy.port}")
    open_game(page, "wordle", url)
    page.wait(LOADED, "all modules")
    proxy.is_mute, before = True, proxy.carried
    page.type("crane")
    page.press("Enter")
    proxy.wait_for_more(before)
    proxy.say('{"type":"takeover","state":"waiting"}')
    page.wait_for_text("another server is taking over")
    proxy.say('{"type":"takeover","state":"reading"}')
    page.wait_for_text("may be out of date")
    proxy.is_mute = False
    proxy.say('{"type":"takeover","state":"resumed"}')
    page.wait_for_text("2/6")
    page.wait("document.querySelector('#link').hidden", "all is well")
    page.wait(f"{OPEN_CELLS} === 25", "the move was played once")
    guess(page, "moist")
    return [page]


def killed(browser, url):
    """Two visitors race over a kill -9 of the server: what was played stands, what was under way is played once."""
    with Server(sys.argv[3]) as server:
        ways = [Proxy(server.port), Proxy(server.port)]
        ana, ben = begin_race(browser, *[f"http://localhost:{proxy.port}" for proxy in ways])
        for page in (ana, ben):
            guess(page, "crane")
        ben.js("document.querySelector('.talk input').focus()")
        ben.type("good luck")
        ben.press("Enter")
        ben.wait_for_text("good luck")
        ben.js("document.activeElement.blur()")
        ana.wait(f"{COLOURS} === 5", "ben's colours")
        server.kill()
        for proxy in ways:
            proxy.cut()
        for page in (ana, ben):
            page.wait("document.body.dataset.line !== 'open'", "it notices")
        ana.type("moist")
        ana.press("Enter")
        server.start()
        # The second one is back only when there is something that was missed.
        for proxy, page in zip(ways, (ana, ben)):
            proxy.target = server.port
            proxy.mend()
            page.wait("document.body.dataset.line === 'open'", "it comes back")
            if page is ana:
                page.wait(f"{OPEN_CELLS} === 20", "both moves, once")
        ben.wait_for_text("is back")
        ana.wait("[...document.querySelectorAll('.tools button')].some((one) => one.innerText.startsWith('Talk') && (one.innerText.includes('new') || one.innerText === 'Talk · 2 here'))", "who has come back later is counted")
        check(ben.js(COLOURS) == 10, "ana's colours, once")
        ben.wait_for_text("good luck")
        check(rows(ben) == 1, "ben's board is as it was")
        ana.wait(f"{JUDGED} === 2", "the word that was under way is judged")
        for number, word in enumerate(["moist", "bulky", "fudge", "whomp", "vivid"], start=1):
            for page in (ana, ben):
                # One of these may be the word.
                if page.js("document.querySelector('.room.playing') !== null") and rows(page) == number:
                    guess(page, word)
        for page in (ana, ben):
            page.wait("document.querySelectorAll('.standings tr').length === 2", "the table")
            no_line(page)
    return [ana, ben]


def offline(browser, url):
    """Without a line a page that was never loaded says so and opens by itself later; those that were are there."""
    proxy = Proxy(int(url.rsplit(":", 1)[1]))
    here = f"http://localhost:{proxy.port}"
    page = browser.page("about:blank")
    page.call("Network.setBlockedURLs", urls=["*/web/wall.js"])
    page.go(here)
    page.wait("document.querySelector('.game')")
    page.wait("document.body.dataset.line === 'open'")
    proxy.cut()
    page.wait("document.body.dataset.line !== 'open'", "it notices")
    page.tap("nav a[href='#/wall']")
    page.wait_for_text("opens by itself when the connection is back")
    page.call("Network.setBlockedURLs", urls=[])
    proxy.mend()
    page.wait_for_text("Nothing hangs here yet")
    no_line(page)
    # All else is fetched while there is nothing to do, so that the next time nothing is missing.
    page.wait(LOADED, "all modules")
    page.tap(".brand")
    open_game(page, "wordle", here)
    guess(page, "crane")
    page.type("mo")
    proxy.cut()
    page.wait("document.body.dataset.line !== 'open'", "it notices")
    page.js("history.back()")
    page.wait("document.querySelector('.game')", "today's puzzles, as they were")
    page.js("history.forward()")
    letters = "document.querySelector('.room .board')?.innerText.replace(/\\s/g, '')"
    page.wait(f"{letters} === 'CRANEMO'", "the board, with what was typed")
    page.tap("#me")
    page.wait("document.querySelector('.me .themes')", "a page that was not seen before")
    page.js("history.back()")
    page.wait(f"{letters} === 'CRANEMO'", "the board once more")
    proxy.mend()
    page.wait("document.body.dataset.line === 'open'", "it comes back")
    page.type("ist")
    page.press("Enter")
    page.wait_for_text("3/6")
    page.wait("document.querySelectorAll('.board .cell[data-tile=open]').length === 20", "both tries, once")
    no_line(page)
    return [page]


def away(browser, url):
    """Answers that are tapped without a line: marked, one only, sent later, and not to another question."""
    proxy = Proxy(int(url.rsplit(":", 1)[1]))
    page = browser.page(f"http://localhost:{proxy.port}")
    page.wait("document.querySelector('.game')")
    owner = browser.page(url)
    owner.wait("document.querySelector('.game')")
    open_room(owner, "owner", '{"type":"create","room":"away","game":"quiz","settings":{"questions":4,"seconds":120}}')
    page.go(f"http://localhost:{proxy.port}/#/room/away")
    page.wait_for_text("begins the ")
    owner.js("owner.send('{\"type\":\"start\"}')")

    def choose_away(number):
        page.wait("document.querySelectorAll('.choices button:enabled').length === 4", "a question")
        proxy.cut()
        page.wait("document.body.dataset.line !== 'open'", "it notices")
        page.js(f"document.querySelectorAll('.choices button')[{number}].click()")
        page.wait("document.querySelector('.choices .is-sent')?.innerText.includes('is sent when the connection is back')", "the mark")
        page.js("document.querySelector('.choices button:last-child').click()")
        check(page.js("document.querySelectorAll('.choices [aria-disabled=true]').length") == 3, "the others are not to be chosen")

    choose_away(1)
    proxy.mend()
    page.wait("document.querySelector('.choices button:nth-child(2)[data-tile=blue]')", "the first that was tapped")
    check(page.js("!document.querySelector('.choices .is-sent, .choices [aria-disabled]')"), "nothing is on its way")
    for _ in range(2):
        owner.js("owner.send('{\"type\":\"skip\"}')")
    choose_away(0)
    for _ in range(2):
        owner.js("owner.send('{\"type\":\"skip\"}')")
    proxy.mend()
    page.wait_for_text("The question was over before the connection was back")
    page.wait("document.querySelectorAll('.choices button:enabled').length === 4", "the next question, without an answer")
    page.js("document.querySelectorAll('.choices button')[2].click()")
    page.wait("document.querySelector('.choices button:nth-child(3)[data-tile=blue]')", "its own answer")
    no_line(page)
    return [page, owner]


def kept(browser, url):
    """Loaded again without a line the page is there, as it was served the last time that there was one."""
    with tempfile.TemporaryDirectory() as resources, Server(sys.argv[3], "--resources", own_files(resources)) as server:
        proxy = Proxy(server.port)
        page = browser.page(f"http://localhost:{proxy.port}")
        page.wait("navigator.serviceWorker.getRegistration().then((found) => found?.active?.state === 'activated')", "all files are kept")
        [first] = page.js("caches.keys()")
        proxy.cut()
        page.go(f"http://localhost:{proxy.port}/?again#/")
        page.wait_for_text("No connection: trying again")
        page.tap("#me")
        page.wait("document.querySelector('.me .themes')", "a page that was not open before")
        proxy.mend()
        page.tap(".brand")
        page.wait("document.querySelector('.game')", "today's puzzles, once there is a line")
        # Another version of the page: what is kept from then on is all of it and nothing else.
        server.kill()
        proxy.cut()
        path = os.path.join(resources, "Web", "main.js")
        with open(path, encoding="utf-8") as file:
            text = file.read()
        with open(path, "w", encoding="utf-8") as file:
            file.write(text.replace("No connection: trying again", "No line: trying once more"))
        server.start()
        proxy.target = server.port
        proxy.mend()
        page.go(f"http://localhost:{proxy.port}/?newer#/")
        page.wait(f"caches.keys().then((names) => names.length === 1 && names[0] !== {first!r})", "the new files are kept, the old are gone")
        proxy.cut()
        page.go(f"http://localhost:{proxy.port}/?newest#/")
        page.wait_for_text("No line: trying once more")
        no_line(page)
    return [page]


def own_files(folder):
    """A folder of resources whose client for browsers is a copy that may be changed."""
    sources = os.path.join(ROOT, "Sources")
    shutil.copytree(os.path.join(ROOT, "Clients", "Web"), os.path.join(folder, "Web"))
    for path in [*glob.glob(os.path.join(sources, "Games", "*")), os.path.join(sources, "Vocabulary")]:
        os.symlink(path, os.path.join(folder, os.path.basename(path)))
    return folder
