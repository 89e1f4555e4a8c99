"""Makes the pictures of the READMEs with the real programs: `pictures.py PARLOR-SERVER PARLOR`, both built.

Needs Chromium, and a font with emoji for the reactions on the wall.
"""

import json
import os
import socket
import sys
import tempfile

from browser import Browser
from server import Server
from steps import SORTED, WORDLE, guess, take_name
from terminal import Terminal

CLIENTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../Clients")
PUPILS = ["amir", "bea", "chloé", "dana", "emil", "fay", "goran", "hana", "ivo", "jana", "kofi", "lina", "mats", "nora"]
DARK = [{"name": "prefers-color-scheme", "value": "dark"}]


class Player:
    """Somebody who plays over TCP."""

    def __init__(self, port, name):
        self.file = socket.create_connection(("127.0.0.1", port)).makefile("rw", encoding="utf-8")
        self.file.readline()
        self.ask("login", name=name)

    def ask(self, type, **fields):
        self.file.write(json.dumps({"type": type, "id": 1, **fields}) + "\n")
        self.file.flush()
        while True:
            answer = json.loads(self.file.readline())
            if answer.get("re") == 1:
                assert answer["type"] != "error", answer
                return answer


def visitor(browser, url, name, **size):
    page = browser.page(f"{url}/#/me", **size)
    page.call("Emulation.setEmulatedMedia", features=DARK)
    take_name(page, name)
    return page


def save(page, name):
    # Bars move for as long as their clocks run.
    page.wait("!document.querySelector('.toast') && document.getAnimations().every((one) => one instanceof CSSTransition || one.playState !== 'running')", "at rest")
    page.picture(os.path.join(CLIENTS, "Web/Pictures", name))


def race(browser, url, port, program):
    """One race: at a terminal, on a phone, and over TCP."""
    kim = Player(port, "kim")
    kim.ask("create", room="lunch", game="wordle", mode="race", seed=7)
    ben = visitor(browser, url, "ben")
    ben.js("location.hash = '#/room/lunch'")
    ben.wait("document.querySelector('.waiting')")
    os.environ["XDG_CONFIG_HOME"] = os.environ["HOME"] = tempfile.mkdtemp(prefix="parlor-pictures-")
    with Terminal(program, f"localhost:{port}", "--name", "ana", "--dark", "--no-animation") as ana:
        ana.wait("Today")
        ana.type("g")
        ana.wait("Go to a room")
        ana.type("lunch\r")
        ana.wait("3 here")
        kim.ask("start", room="lunch")
        ana.wait("Round 1")
        ben.wait("document.querySelector('.key.enter')?.offsetParent")
        for word in ["slate", "shirt"]:
            kim.ask("move", room="lunch", move={"guess": word})
        ana.type("crane\r")
        ana.wait("2/6")
        for word in ["about", "train"]:
            guess(ben, word)
        ana.type("moist\r")
        ana.wait("3/6")
        kim.ask("say", room="lunch", text="Nearly there!")
        ana.wait("Nearly there!")
        ana.type("sai")
        ana.wait("S     A     I")
        ben.type("st")
        ben.wait("document.querySelectorAll('.others figure').length === 2")
        save(ben, "race.png")
        with open(os.path.join(CLIENTS, "Terminal/Pictures/race.svg"), "w", encoding="utf-8") as file:
            file.write(ana.svg("A race in Wordle in the terminal client"))


def screen(browser, address):
    """A page on a projector."""
    page = browser.page(address, width=1280, height=720, touch=False)
    page.call("Emulation.setEmulatedMedia", features=DARK)
    page.call("Emulation.setDeviceMetricsOverride", width=1280, height=720, deviceScaleFactor=1, mobile=False)
    return page


def quiz(browser, url, port):
    """A question on the big screen, while a class answers."""
    host = screen(browser, f"{url}/#/quiz")
    host.wait("document.querySelector('[name=questions]')")
    host.js("document.querySelector('[name=room]').value = 'class7'")
    host.click_text("Lead it on a big screen")
    host.wait("document.querySelector('.qr')")
    pupils = [Player(port, name) for name in PUPILS]
    for pupil in pupils:
        pupil.ask("join", room="class7")
    host.wait(f"document.querySelectorAll('.names li').length === {len(PUPILS)}")
    host.click_text("Start")
    host.wait("document.querySelectorAll('.answers li').length === 4")
    for number, pupil in enumerate(pupils[:9]):
        pupil.ask("move", room="class7", text=str(number % 4 + 1))
    host.wait_for_text(f"9 of {len(PUPILS)} answered")
    save(host, "host.png")


def clocks(browser, url, port):
    """Last Word, looked on at: somebody has just found a word."""
    players = {name: Player(port, name) for name in ["uma", "vera", "will", "xaver", "yuki"]}
    play = lambda name, *words: [players[name].ask("move", room="arena", move={"guess": word}) for word in words]
    players["uma"].ask("create", room="arena", game="lastword", seed=7, settings={"seconds": 90})
    for name in list(players)[1:]:
        players[name].ask("join", room="arena")
    page = screen(browser, f"{url}/#/watch/arena")
    page.wait("document.querySelector('.tools button')")
    players["uma"].ask("start", room="arena")
    page.wait("document.querySelectorAll('.seats.alone .bar').length === 5")
    # The first words of this seed are dread, spree, gorge and forth.
    play("vera", "crane", "dread", "spree", "stone", "gorge")
    play("will", "about", "trace", "dread", "fruit")
    play("yuki", "moist", "blade")
    players["xaver"].ask("resign", room="arena")
    play("uma", "crane", "bread", "dread")
    page.wait("document.querySelectorAll('.news .cell').length === 5 && document.querySelectorAll('.lost:not(:empty)').length > 2")
    save(page, "clocks.png")


def wall(browser, url, port):
    """Results of the day, of which some letters are shown to somebody who has finished."""
    for name, words in [("noa", ["about", "drunk", "wring", WORDLE]), ("kai", ["crane", "drunk", WORDLE])]:
        player = Player(port, name)
        player.ask("join", room="wordle")
        for word in words:
            player.ask("move", room="wordle", move={"guess": word})
        number = player.ask("share", room="wordle")["share_id"]
    lea = Player(port, "lea")
    lea.ask("join", room="dailysort")
    lea.ask("move", room="dailysort", text=SORTED)
    lea.ask("share", room="dailysort")
    lea.ask("react", share_id=number, emoji="🎉")
    page = visitor(browser, url, "mia")
    page.js("location.hash = '#/room/wordle'")
    page.wait("document.querySelector('.room .board .cell')")
    for word in ["moist", WORDLE]:
        guess(page, word)
    page.js("location.hash = '#/wall'")
    page.wait("document.querySelectorAll('.share').length === 3 && !document.querySelector('.cheer')")
    # Who has finished sees a letter in each cell that is tapped.
    for y, x in [(0, 1), (0, 3), (1, 0), (1, 1), (1, 2), (1, 3), (1, 4)]:
        cell = f".share:nth-of-type(2) .row:nth-child({y + 1}) .cell:nth-child({x + 1})"
        page.tap(cell)
        page.wait(f"document.querySelector({cell!r}).textContent")
    page.js("scrollTo(0, 0)")
    save(page, "wall.png")


if __name__ == "__main__":
    with Server(sys.argv[1], "--season-key", "web", "--clock", "2026-11-20T08:00:00Z") as server, Browser() as chromium:
        address = f"http://localhost:{server.port}"
        race(chromium, address, server.line_port, sys.argv[2])
        quiz(chromium, address, server.line_port)
        clocks(chromium, address, server.line_port)
        wall(chromium, address, server.line_port)
