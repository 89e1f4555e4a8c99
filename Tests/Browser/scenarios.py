"""Whole stories in a real browser: games, accounts, races."""

import os
import re
import socket
import sys

from looks import clean
from phone import open_room
from server import Server
from steps import (COLOURS, SORTED, WORDLE, ask_for, begin_race, check, command, fill_in, guess, learn, open_game, open_row,
                   rows, sound, take_name)

HERE = os.path.dirname(os.path.abspath(__file__))


def wordle(browser, url):
    """A phone plays today's Wordle to the end and shares it; another sees its letters only after playing, cell by cell."""
    first, second = browser.page(url), browser.page(url)
    open_game(first, "wordle", url)
    first.type("xxxxx")
    first.press("Enter")
    first.wait_for_text("Not in word list")
    for _ in range(5):
        first.press("Backspace")
    for word in ["crane", "moist", WORDLE]:
        guess(first, word, by_touch=True)
    check(first.js("document.querySelector(\".key[aria-label^='r,']\").dataset.tile") == "right", "the key is green")
    first.wait_for_text("Parlor Wordle 324 3/6")
    first.click_text("Share on the wall")
    first.wait_for_text("It is on the wall")
    second.go(f"{url}/#/wall")
    second.wait("document.querySelectorAll('.share .cell').length === 15", "the grid")
    check(second.js("[...document.querySelectorAll('.share .cell')].every((c) => c.textContent === '')"), "no letters")
    second.tap(".share .cell[data-x='1'][data-y='2']")
    second.wait_for_text("Finish that puzzle first")
    check(second.js("document.querySelector('.share .board').textContent") == "", "still no letters")
    second.go(f"{url}/#/room/wordle")
    second.wait("document.querySelector('.room .board .cell')")
    guess(second, WORDLE)
    second.wait_for_text("Parlor Wordle 324 1/6")
    second.go(f"{url}/#/wall")
    second.tap(".share .cell[data-x='1'][data-y='2']")
    second.wait("document.querySelector('.share .board').textContent === 'R'", "one letter, the one that was tapped")
    second.tap(".share .cell[data-x='1'][data-y='2']")
    second.wait("document.querySelector('.share .board').textContent === ''", "hidden again")
    second.drag(".share .cell[data-x='0'][data-y='1']", ".share .cell[data-x='4'][data-y='1']")
    second.wait("document.querySelector('.share .board').textContent === 'MOIST'", "a row, by a swipe along it")
    second.click_text("Letters")
    second.wait("document.querySelector('.share .board').textContent === 'CRANEMOISTWRUNG'", "all of them")
    second.tap(".reaction.add")
    second.click_text("🎉")
    second.wait_for_text("🎉 1")
    first.go(f"{url}/#/wall")
    first.wait_for_text("🎉 1")
    first.js("navigator.share = async ({ url }) => { window.passed = url }")
    first.click_text("Link")
    link = first.wait("window.passed", "an address to pass on")
    stranger = browser.page(link)
    stranger.wait("document.querySelector('.linked img')?.naturalWidth === 600", "the picture")
    check(WORDLE not in stranger.js("document.documentElement.outerHTML").lower(), "no letters at the address")
    stranger.click_text("Play today's puzzle")
    stranger.wait("document.querySelector('.room .board .cell')", "today's puzzle")
    first.click_text("Take down")
    first.click_text("Take it down?")
    second.wait("!document.querySelector('.share')", "gone from the other wall as well")
    return [first, second, stranger]


def names(browser, url):
    """A name keeps what the guest has played: bars, the calendar, and two players side by side."""
    page = browser.page(url, width=1100, height=800, touch=False)
    open_game(page, "wordle", url)
    guess(page, WORDLE)
    page.wait_for_text("Choose a name")
    page.go(f"{url}/#/me")
    take_name(page, "ana")
    page.go(f"{url}/#/player/ana")
    page.wait("document.querySelector('.calendar .today[data-tile=right]')", "today in the calendar")
    check("100" in page.js("document.querySelector('.figures').innerText"), "won all")
    check(page.js("document.querySelectorAll('.bars').length") == 1, "bars")
    page.go(f"{url}/#/wall/ana/ben")
    page.wait_for_text("ana and ben")
    page.go(f"{url}/#/scores")
    page.wait("document.querySelectorAll('.share').length === 3", "three scores")
    page.tap(".share .cell")
    page.wait("document.querySelector('.share .cell').textContent === 'S'", "a letter of a day long past")
    # The token brings the player back in the next visit.
    page.go(f"{url}/?again#/")
    page.wait("document.querySelector('#me').textContent === 'ana'", "back again")
    return [page, *refused(browser)]


def refused(browser):
    """A guest whose address has had its share of tokens is told, as long as the page is open, what a reload would lose."""
    with Server(sys.argv[3], "--season-key", "web", "--clock", "2026-11-20T08:00:00Z", "--limit", "new_tokens_per_address=1") as server:
        url = f"http://localhost:{server.port}"
        pages = [browser.page(url) for _ in range(2)]
        said = "link.innerText.includes('if this page is loaded again, your boards and results are lost')"
        for page in pages:
            open_game(page, "wordle", url)
            guess(page, "crane")
        page.wait(said, "what a reload would lose")
        clean(page, "the line about it")
        guess(page, "moist")
        page.tap(".brand")
        page.wait("document.querySelector('.game')")
        check(page.js(f"{said} && !link.hidden"), "it stays")
        check(pages[0].js("link.hidden"), "whoever has a token is not told")
        return pages


def account(browser, url):
    """A phone registers with a password, learns a language, logs out and in elsewhere, and deletes all of it."""
    page = browser.page(url)
    page.wait("document.querySelector('.game')")
    page.go(f"{url}/#/words")
    page.wait_for_text("kept under your name")
    page.click_text("Choose one")
    ask_for(page, "Register", name="eva", password="short")
    page.wait("document.querySelector('dialog .bad').innerText", "too short a password")
    check(not page.js("document.querySelector('#me').textContent === 'eva'"), "too short a password")
    page.type(" but long")
    page.press("Enter")
    page.wait("document.querySelector('#me').textContent === 'eva'", "the name")
    page.click_text("Words to learn")
    page.wait_for_text("You are not learning a language yet")
    learn(page, "Spanish", casa="house", sol="sun")
    page.wait_for_text("2 words · 0 due · 2 new")
    page.tap(".rooms a")
    page.click_text("Study")
    page.wait_for_text("What does casa mean?")
    check("house" not in page.js("document.querySelector('#page').outerHTML"), "the other side is not in the page")
    page.js("document.querySelector('.tools [name=\"?\"]').focus()")
    page.press(" ")
    page.wait_for_text("casa = house")
    check(page.js("document.activeElement.matches('.choices')"), "whoever shows a card by a key is before its ratings")
    # Who comes back finds the card on the side on which it was left.
    page.go(f"{url}/?again{page.js('location.hash')}")
    page.wait_for_text("casa = house")
    page.wait("document.querySelectorAll('.choices button').length > 0", "the ratings")
    tools = page.js("document.querySelector('.tools').innerText")
    check(not any(word in tools for word in ["Pause", "Skip", "Rules"]), tools)
    page.tap(".choices button:nth-child(3)")
    page.wait_for_text("What does sol mean?")
    # A key that comes before the answer neither rates what nobody has seen nor begins a text.
    page.js("""for (const key of [" ", "3"]) document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }))""")
    page.wait_for_text("easy, ")
    check(page.js("document.querySelector('.move-line input').value") == "", "an early key")
    page.press("4")
    page.wait_for_text("Nothing more to study in Spanish today")
    # The same word again is asked about; a wrong one is found and mended, and one too many goes.
    page.go(f"{url}/#/words")
    page.wait_for_text("2 words · 0 due · 0 new")
    fill_in(page, None, original="Sol", translation="floor")
    page.wait_for_text("You have sol = sun already")
    page.press("Enter")
    page.wait_for_text("3 words")
    page.tap(".rooms a")
    page.click_text("All its words")
    page.wait("document.querySelectorAll('.rooms .line').length === 3", "all words")
    page.js("document.querySelector('[type=search]').focus()")
    page.type("floo")
    page.wait("document.querySelectorAll('.rooms .line').length === 1", "the wrong one")
    page.tap(".rooms .line")
    page.wait("document.querySelector('dialog [name=original]')?.value === 'Sol'")
    page.js("document.querySelector('dialog [name=original]').value = 'suelo'")
    page.click_text("Go on")
    page.wait_for_text("suelo floor")
    page.tap(".rooms [aria-label='Mark: suelo']")
    page.wait("document.querySelector(\".rooms [aria-label='Unmark: suelo']\")", "a mark")
    page.click_text("Delete")
    page.wait("document.querySelector('dialog .primary')?.innerText === 'Delete'", "it asks")
    page.tap("dialog .primary")
    page.wait_for_text("suelo is deleted")
    page.go(f"{url}/#/words")
    page.wait_for_text("2 words")
    page.go(f"{url}/#/me")
    ask_for(page, "Log out")
    page.wait("document.querySelector('#me').textContent === 'You'", "a guest")
    check(page.js("localStorage.getItem('parlor.token')") is None, "the token is forgotten")
    other = browser.page(f"{url}/#/me")
    ask_for(other, "Log in with", name="eva", password="wrong horse")
    other.wait_for_text("wrong")
    other.js("document.querySelector('dialog [name=password]').value = ''")
    other.js("document.querySelector('dialog [name=password]').focus()")
    other.type("short but long")
    other.press("Enter")
    other.wait("document.querySelector('#me').textContent === 'eva'", "logged in")
    # A change of the password, from the list that the command opens as well, ends all tokens but the new one.
    token = other.js("localStorage.getItem('parlor.token')")
    other.tap(".brand")
    open_game(other, "dailysort", url)
    command(other, "account")
    other.wait_for_text("Change the password")
    ask_for(other, "Change the password", old="short but long", new="battery staple")
    other.wait_for_text("Your password is set")
    check(other.js("localStorage.getItem('parlor.token')") not in (token, None), "the new token is kept")
    other.go(f"{url}/?again#/me")
    other.wait("document.querySelector('#me').textContent === 'eva'", "it brings back")
    # Where the old one is kept, it is said that it has ended.
    page.js(f"localStorage.setItem('parlor.token', {token!r})")
    page.go(f"{url}/?ended#/me")
    page.wait_for_text("your password was changed elsewhere")
    check(page.js("localStorage.getItem('parlor.token')") is None, "the old token is forgotten")
    # A token is not shown while it is typed, and neither is a password.
    ask_for(other, "Delete the account", name="bob", password="battery staple")
    other.wait_for_text("If you mean it, give your name: eva")
    check("/forget" not in other.text(), "nobody types commands here")
    check(other.js("document.querySelector('dialog [name=password]').type") == "password", "the password is hidden")
    other.js("document.querySelector('dialog [name=name]').value = 'eva'")
    other.press("Enter")
    other.wait("document.querySelector('#me').textContent === 'You'", "gone")
    ask_for(page, "Come back with a token", token="p1_00")
    page.wait_for_text("token is not valid")
    check(page.js("document.querySelector('dialog [name=token]').type") == "password", "the token is hidden")
    page.press("Escape")
    ask_for(page, "Log in with", name="eva", password="battery staple")
    page.wait_for_text("wrong")
    return [page, other]


def others(browser, url):
    """Games that the page knows nothing of: tiles sorted by a finger alone, a field drawn over."""
    page = browser.page(url)
    open_game(page, "dailysort", url)
    row = "[...document.querySelectorAll('.board .row')].at(-1).innerText.replace(/\\s/g, '')"
    before = page.wait(row)
    # Enter on tiles that nobody has touched is no try, and neither is a letter that no tile has.
    page.tap(".key.enter")
    page.wait_for_text("Sort the tiles first")
    page.tap(f".key[aria-label^='{next(letter for letter in 'qxzjkwv' if letter.upper() not in before)}']")
    check(page.js(row) == before, "a letter that is not there")
    page.drag(".board .cell[data-x='0']", ".board .cell[data-x='4']")
    swapped = before[4] + before[1:4] + before[0]
    page.wait(f"{row} === '{swapped}'", "the tiles have changed places")
    for one, other, letters in [(1, 4, None), (2, 3, SORTED.upper())]:
        page.drag(f".board .cell[data-x='{one}']", f".board .cell[data-x='{other}']")
        page.wait(f"{row} === '{letters}'" if letters else f"{row}[1] === '{SORTED[1].upper()}'", "one tile more in its place")
    page.tap(".key.enter")
    page.wait_for_text("Parlor DailySort 324")
    page.wait("[...document.querySelectorAll('.facts dt')].map((one) => one.innerText).join() === 'The word,Part of speech,Definition,Example'", "what its facts are called")
    page.go(f"{url}/#/room/wordsearch")
    page.wait_for_text("Find the Spanish word for cow")
    page.drag(".board .cell[data-x='1'][data-y='0']", ".board .cell[data-x='5'][data-y='3']")
    page.wait_for_text("Select a straight line")
    page.drag(".board .cell[data-x='1'][data-y='0']", ".board .cell[data-x='4'][data-y='0']")
    # The one that was finished stays until it has been looked at.
    page.wait_for_text("cow is la vaca")
    check("Select a straight line" not in page.text(), "what was said of the move before")
    check(page.js("document.querySelectorAll('.board [data-tile=purple]').length") == 4, "what was found")
    check("B1 E1" not in page.text(), "names of cells that stand nowhere")
    give_up = "Boolean(document.querySelector('.tools [name=\"Give up\"]'))"
    check(not page.js(give_up), "the grid that would be given up is the next one, which nobody has seen")
    page.click_text("Go on")
    page.wait_for_text("grid 2/5")
    check(page.js(give_up), "this one may be given up")
    return [page]


def hold_back(page, other):
    """Who mistypes a command about an account tells nobody the password; what is no command is said, asked about or not."""
    def enter(line):
        page.js("document.querySelector('.talk input').focus()")
        page.type(line)
        page.press("Enter")

    page.click_text("Talk · 2 here")
    with open(os.path.join(HERE, "mistyped.txt"), encoding="utf-8") as file:
        lines = ["/login ana secret-word", *file.read().splitlines()]
    for number, line in enumerate(lines):
        enter(line)
        page.wait_for_text("This may hold a password, so it was not sent")
        check("secret-word" not in page.text(), f"{line} is shown")
        enter(f"logic {number}")
        page.wait_for_text(f"logic {number}")
        check(page.js("document.querySelector('.held').innerText") == "", "the question is gone")
    enter("sign in is broken")
    page.click_text("Say it")
    said = "document.querySelector('.said').textContent"
    other.wait(f"{said}.includes('sign in is broken')", "what was asked about is said")
    check("logic 0" in other.js(said) and "secret-word" not in other.js(said), "a password was said")
    page.js("document.activeElement.blur()")


def race(browser, url):
    """Two visitors race for three words: an invitation, talk, each other's colours, and a table at the end."""
    ana, ben = begin_race(browser, url)
    hold_back(ben, ana)
    words = ["crane", "moist", "bulky", "fudge", "whomp", "vivid"]
    for word in words:
        for page in (ana, ben):
            if not page.js("document.querySelector('.standings')") and rows(page) == words.index(word):
                guess(page, word)
        if word == "crane":
            ana.wait(f"{COLOURS} === 5", "ben's colours")
            check(ana.js("document.querySelector('.others').innerText.includes('CRANE')") is False, "no letters of his")
    for page in (ana, ben):
        page.wait("document.querySelectorAll('.standings tr').length === 2", "the table")
    # The next round begins by itself, and the result stays within reach.
    ana.wait("document.querySelector('.tools [name=previous]')", "the next round")
    ana.tap(".tools [name=previous]")
    ana.wait("document.querySelector('dialog .standings')", "the table of the round before")
    check("Send the grid" in ana.js("document.querySelector('dialog').innerText"), "its result")
    return [ana, ben]


def keeping(browser, url):
    """A room's owner lets the round wait, gives it more time, stops it, and hands the room over."""
    ana, ben = begin_race(browser, url)
    said, mode = "document.querySelector('.said').textContent", "document.querySelector('h1 small').textContent"
    sheet = "document.querySelector('dialog[open]')"

    def decide(words):
        ana.click_text("This room")
        ana.wait(sheet, "the owner's sheet")
        ana.click_text(words)

    check("This room" not in ben.text(), "who owns no room decides nothing")
    decide("Pause")
    ben.wait(f"{mode}.includes('paused')", "the clock stands")
    decide("Go on")
    ben.wait(f"{mode}.includes('ends in')", "the clock runs")
    ana.click_text("This room")
    ana.wait(sheet, "the owner's sheet")
    ana.js(f"{sheet}.querySelector('input[name=seconds]').value = 600")
    ana.click_text("Set the time")
    ben.wait(f"{said}.includes('gives each round 600 s')", "the time")
    decide("Stop here")
    ben.wait("document.querySelectorAll('.standings tr').length === 2", "what the round has come to")
    ana.click_text("This room")
    ana.wait(sheet, "the owner's sheet")
    ana.click_text("Hand the room over")
    ana.tap("dialog .here button")
    ben.wait(f"{said}.includes('This room is yours now')", "another owner")
    ben.wait_for_text("This room")
    return [ana, ben]


def disturbed(browser, url):
    """Who is disturbed reports a line of talk, hears no more of its author, and later hears again."""
    ana, ben = begin_race(browser, url)

    def say(page, line):
        page.js("document.querySelector('.talk').classList.contains('open')"
                " || [...document.querySelectorAll('button')].find((b) => b.innerText.startsWith('Talk')).click()")
        page.js("document.querySelector('.talk input').focus()")
        page.type(line)
        page.press("Enter")
        page.wait(f"document.querySelector('.said').textContent.includes('{line}')", "what was said")

    def about(words):
        ana.js("[...document.querySelectorAll('.said button.name')].pop().click()")
        ana.wait("document.querySelector('dialog[open]')", "the sheet about a player")
        ana.click_text(words)

    say(ben, "mustard")
    ana.wait("document.querySelector('.said').textContent.includes('mustard')", "what ben says")
    about("Report")
    ana.wait("document.querySelector('dialog select')", "reasons")
    ana.js("document.querySelector('dialog select').value = 'spam'")
    ana.click_text("Send")
    ana.wait_for_text("Thank you")
    about("Block")
    ana.wait_for_text("You hear no more of")
    say(ben, "ketchup")
    say(ana, "hola")
    check("ketchup" not in ana.text(), "who is blocked is heard")
    check("Thank you" not in ben.text() and "block" not in ben.text().lower(), "ben is told")
    room = ana.js("location.hash")
    ana.go(f"{url}/#/me")
    open_row(ana, "Whom you do not hear")
    open_row(ana, "guest-")
    ana.wait_for_text("You have blocked nobody")
    ana.go(f"{url}/{room}")
    ana.wait("document.querySelector('.talk')", "the room")
    say(ben, "relish")
    ana.wait("document.querySelector('.said').textContent.includes('relish')", "ben is heard again")
    return [ana, ben]


def looking(browser, url):
    """A finished match is played again move by move, leads a board, and a race has the game's own settings."""
    page = browser.page(url)
    open_game(page, "wordle", url)
    for word in ["crane", WORDLE]:
        guess(page, word)
    page.wait_for_text("Choose a name")
    page.go(f"{url}/#/me")
    take_name(page, "ana")
    page.go(f"{url}/#/player/ana")
    page.wait("document.querySelector('.answer .card')?.innerText.startsWith('2026-11-20\\nWordle 324 2/6')", "what was played")
    page.click_text("Replay")
    page.wait("document.querySelectorAll('.board .cell:not([data-tile=open])').length === 10", "both tries")
    check(page.js("document.querySelector('.board').textContent") == "CRANE" + WORDLE.upper(), "their letters")
    page.tap("[aria-label='A move back']")
    page.wait_for_text("1 of 2")
    check(page.js("document.querySelector('.board').textContent") == "CRANE", "one try less")
    page.press("ArrowRight")
    page.wait_for_text("2 of 2")
    page.go(f"{url}/#/best")
    page.wait_for_text("1 of 1 won")
    page.click_text("Period")
    page.wait_for_text("all time")
    page.click_text("DailySort")
    page.wait_for_text("Nobody yet")
    page.go(f"{url}/#/")
    page.js("window.sent = []; const send = WebSocket.prototype.send;"
            " WebSocket.prototype.send = function (text) { sent.push(text); return send.call(this, text) }")
    page.click_text("New race")
    page.click_text("Settings")
    page.tap("dialog [name=hard]")
    page.click_text("Open the room")
    page.wait("sent.some((text) => text.includes('\"settings\":{\"hard\":true}'))", "hard, and nothing that is as usual")
    page.wait("location.hash.startsWith('#/room/')", "the room")
    return [page]


def offers(browser, url):
    """What a game offers besides its tries has buttons, which say what it costs before anything is sent."""
    tools = "[...document.querySelectorAll('.tools button')].map((one) => one.innerText).join()"
    page = browser.page(url)
    open_game(page, "wordle", url)
    page.wait(f"{tools} === 'Give up,Type a move,Talk · 1 here,Rules'", "no hint in Wordle")
    # What has a button asks as the button does when it is typed.
    page.click_text("Type a move")
    page.wait("document.querySelector('dialog label').innerText.includes('Your move: a try, or “give up”')", "what there is")
    check("hint" not in page.js("document.querySelector('dialog').innerText"), "no hint is proposed")
    page.type("Give up")
    page.press("Enter")
    page.wait("document.querySelector('dialog .primary')?.innerText === 'Give up' && document.querySelectorAll('dialog').length === 1", "it asks")
    page.click_text("Not now")
    page.wait("!document.querySelector('dialog')")
    check(page.js("document.querySelector('.room.playing') !== null"), "the puzzle is not given up")
    page.tap(".brand")
    # What comes later moves no key under a thumb, also where it takes two lines.
    page.call("Emulation.setDeviceMetricsOverride", width=320, height=640, deviceScaleFactor=2, mobile=True)
    page.js("""window.tops = new Set(), (function look() {
        const top = document.querySelector('.key.enter')?.getBoundingClientRect().top
        if (top) tops.add(Math.round(top))
        requestAnimationFrame(look) })()""")
    open_game(page, "dailysort", url)
    page.wait(f"{tools}.startsWith('Hint,Give up,')", "both in DailySort")
    check(page.js("tops.size") == 1, page.js("[...tops].join()"))
    page.click_text("Hint")
    page.wait("document.querySelector('dialog').innerText.includes('for 3 points')", "what it costs")
    page.click_text("Not now")
    page.wait("!document.querySelector('dialog')")
    check("1 hint" not in page.text(), "a hint that nobody wanted")
    page.click_text("Hint")
    page.wait("document.querySelector('dialog .primary')")
    page.tap("dialog .primary")
    page.wait_for_text("1 hint: S")
    page.click_text("Give up")
    page.wait("document.querySelector('dialog .primary')")
    page.tap("dialog .primary")
    page.wait_for_text("gave up after 0 tries")
    page.wait(f"!{tools}.includes('up')", "nothing is left to give up")
    # A match against somebody else is given up as well.
    page.js("""(window.rival = new WebSocket(location.origin.replace('http', 'ws') + '/line'), rival.heard = '',
        rival.onmessage = (event) => { rival.heard += event.data },
        rival.onopen = () => rival.send('{"type":"create","room":"duel","game":"lastword","settings":{"seconds":600}}'), true)""")
    page.wait("rival.heard.includes('joined')", "the room")
    page.js("location.hash = '#/room/duel'")
    page.wait_for_text("begins the ")
    page.js("rival.send('{\"type\":\"start\"}')")
    page.wait(f"{tools}.startsWith('Give up,')", "the match")
    page.click_text("Give up")
    page.wait("document.querySelector('dialog .primary')")
    page.tap("dialog .primary")
    page.wait("document.querySelector('.end').innerText.includes('2nd of 2')", "it is lost")
    return [page]


def sorted_again(browser, url):
    """A word that was sorted by finger is played again with its letters, try by try."""
    page = browser.page(f"{url}/#/me")
    take_name(page, "ana")
    page.tap(".brand")
    open_game(page, "dailysort", url)
    row = "[...document.querySelectorAll('.board .row')].at(-1).innerText.replace(/\\s/g, '').toLowerCase()"
    place = "document.querySelectorAll('.place .row').length"
    tries = 0
    now = page.wait(row)
    # Each letter goes to its place by a swap; the first one is tried at once.
    for x, letter in enumerate(SORTED):
        if now[x] == letter:
            continue
        other = now.index(letter, x + 1)
        page.drag(f".place .row:last-child .cell[data-x='{x}']", f".place .row:last-child .cell[data-x='{other}']")
        swapped = list(now)
        swapped[x], swapped[other] = swapped[other], swapped[x]
        now = "".join(swapped)
        page.wait(f"{row} === '{now}'", "a swap")
        if tries == 0:
            page.press("Enter")
            tries += 1
            page.wait(f"{place} === 2", "a try")
            first = now
    # The last try is the row as it lies, without its letters in the move.
    page.click_text("Type a move")
    page.wait("document.querySelector('dialog [name=move]')")
    page.js("document.querySelector('dialog [name=move]').focus()")
    page.type(".")
    page.press("Enter")
    page.wait_for_text("Parlor DailySort 324")
    page.wait("document.activeElement.matches('.end')", "the focus goes on at the result")
    page.js("location.hash = '#/player/ana'")
    page.wait("document.querySelector('[href^=\"#/match/\"]')", "the match")
    page.tap("[href^='#/match/']")
    page.wait("document.querySelectorAll('.board .cell:not([data-tile=open])').length === 10", "both tries")
    shown = "document.querySelector('.board').textContent"
    check(page.js(shown) == (first + SORTED).upper(), "their letters")
    page.press("ArrowLeft")
    page.wait(f"{shown} === '{(first + now).upper()}'", "the last swap, before it was tried")
    return [page]


def odd_games():
    """A server with games that the page does not know."""
    return Server(os.path.join(os.path.dirname(sys.argv[3]), "OddGamesServer"))


HAND = "[...document.querySelectorAll('.part.hand[aria-label=\"Your hand\"] li > *')].map((one) => one.innerText).join()"
PLAYABLE = "document.querySelectorAll('.part.hand button')"


def cards(browser, url):
    """A game of cards is played to its end by tapping them: a hand, what lies on the table, a deck that lies face down."""
    with odd_games() as server:
        page = browser.page(f"http://localhost:{server.port}")
        page.wait("document.body.dataset.line === 'open'")
        open_room(page, "rival", '{"type":"create","room":"table","game":"highcard"}')
        page.js("location.hash = '#/room/table'")
        page.wait_for_text("begins the ")
        page.js("""rival.hand = () => [...rival.heard.matchAll(/"hand":\\[([\\d,]+)/g)].at(-1)[1].split(",");
            rival.send('{"type":"start"}')""")
        page.wait(f"{HAND}.split(',').length === 3", "three cards")
        check(page.js(f"{PLAYABLE}.length") == 0, "cards are offered while it is another's turn")
        check(page.js("document.querySelector('.face.down').getAttribute('aria-label')") == "24 cards, face down", "the deck")
        page.wait("rival.heard.includes('\"hand\":')", "the rival's hand")
        page.js("rival.send(JSON.stringify({ type: 'move', text: rival.hand()[0] }))")
        for turn in range(5):
            page.wait(f"{PLAYABLE}.length > 0 || document.querySelectorAll('.standings tr').length === 2", "one's own turn")
            if page.js("document.querySelectorAll('.standings tr').length === 2"):
                break
            before = page.js(HAND)
            # So soon after a card it would be the second click of a double click.
            page.wait("performance.now() > (window.playedAt ?? 0) + 500")
            page.js("window.playedAt = performance.now()")
            if turn == 0:
                sound(page, "the hand")
                check(page.js("document.querySelector('.part[aria-label^=Played]').innerText").startswith("Played · guest-"), "what lies there, and whose it is")
            if turn == 1:
                # The second click of a double click falls on the card that has come under it, and plays nothing.
                page.js(f"{PLAYABLE}[0].click(); {PLAYABLE}[0]?.click()")
            elif turn == 2:
                page.js(f"{PLAYABLE}[1].focus()")
                page.press("Enter")
            else:
                page.tap(".part.hand button")
            page.wait(f"{HAND} !== {before!r} && {PLAYABLE}.length === 0 || document.querySelectorAll('.standings tr').length === 2", "it is played")
            if turn == 2:
                check(page.js("document.querySelector('.parts').contains(document.activeElement)"), "who plays by keyboard stays at the hand")
            page.wait("document.querySelector('.seats .turn') === null || !document.querySelector('.seats .turn').innerText.includes('you')")
            held = page.js(f"{HAND}.split(',').length")
            check(held == 3 or turn == 4, f"{held} cards are held")
            page.js("rival.send(JSON.stringify({ type: 'move', text: rival.hand()[0] }))")
        page.wait("document.querySelectorAll('.standings tr').length === 2", "the standings")
        page.wait("/won|lost|drawn/.test(document.querySelector('.end').innerText)", "the result")
    return [page]


def seas(browser, url):
    """Battleship on a wide window, on a phone and with other colours: two seas, ships that are drawn, shots to the end."""
    with odd_games() as server:
        page = browser.page(f"http://localhost:{server.port}", width=1100, height=800, touch=False)
        page.wait("document.body.dataset.line === 'open'")
        open_room(page, "rival", '{"type":"create","room":"sea","game":"battleship","settings":{"size":4,"seconds":300}}')
        page.js("location.hash = '#/room/sea'")
        sea = lambda title, x, y: f".part[aria-label='{title}'] .cell[data-x='{x}'][data-y='{y}']"
        label = lambda title, x, y: page.js(f"document.querySelector({sea(title, x, y)!r}).getAttribute('aria-label')")
        page.wait(f"document.querySelector({sea('Your sea', 0, 0)!r})", "one's own sea")
        page.wait_for_text("Draw along it from end to end")
        page.drag(sea("Your sea", 0, 0), sea("Your sea", 1, 0))
        page.wait_for_text("Hide a ship of 1")
        check(label("Your sea", 1, 0) == "B1: ship" and label("Your sea", 2, 0) == "C1: open", "what the letters stand for is said")
        # By keyboard: there and back is one cell.
        page.js(f"document.querySelector({sea('Your sea', 0, 0)!r}).focus()")
        for key in ["ArrowDown"] * 3 + ["ArrowRight"] * 3 + [" ", " "]:
            page.press(key)
        page.wait("document.querySelector('.prompt').innerText.includes('Wait for the other')", "both ships")
        check(page.js("document.querySelector('.parts').contains(document.activeElement)"), "who plays by keyboard stays at the sea")
        page.js("for (const text of ['a1 b1', 'd4 d4']) rival.send(JSON.stringify({ type: 'move', text }))")
        page.wait("document.querySelectorAll('.part.grid').length === 2", "two seas")
        tops = page.js("[...document.querySelectorAll('.part.grid')].map((one) => one.getBoundingClientRect().top)")
        check(tops[0] == tops[1], f"side by side: {tops}")
        sound(page, "a wide window")
        page.js("rival.send(JSON.stringify({ type: 'move', text: 'a1' }))")
        page.wait("document.querySelector('.prompt').innerText.includes('Shoot at a cell')", "one's own turn")
        page.wait("document.querySelector('.spoken').textContent.endsWith(': Your sea A1 hit')", "what it has come to is said")
        page.tap(sea("Your sea", 2, 2))
        check(label("Your sea", 2, 2) == "C3: open", "one's own sea is shot at")
        page.tap(sea("Their sea", 0, 0))
        page.wait(f"document.querySelector({sea('Their sea', 0, 0)!r}).getAttribute('aria-label') === 'A1: hit'", "a hit")
        # A phone: below each other, or as narrow as 40 columns are; nothing is wider than the window.
        for width, height in [(390, 844), (320, 568), (844, 390)]:
            page.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=2, mobile=True)
            sound(page, f"{width} x {height}")
        page.js("rival.send(JSON.stringify({ type: 'move', text: 'c3' }))")
        page.wait("document.querySelector('.prompt').innerText.includes('Shoot at a cell')", "one's own turn")
        page.call("Emulation.setEmulatedMedia", features=[{"name": "forced-colors", "value": "active"}])
        looks = page.js(f"""[{sea("Your sea", 0, 0)!r}, {sea("Your sea", 1, 0)!r}, {sea("Your sea", 2, 2)!r}, {sea("Your sea", 3, 2)!r}].map((one) => {{
            const cell = document.querySelector(one), look = getComputedStyle(cell)
            return [cell.textContent, look.backgroundColor, look.borderColor, look.borderStyle].join() }})""")
        check(len(set(looks)) == 4, f"hit, ship, water and open look the same: {looks}")
        page.call("Emulation.setEmulatedMedia", features=[])
        page.tap(sea("Their sea", 1, 0))
        page.wait(f"document.querySelector({sea('Their sea', 1, 0)!r}).getAttribute('aria-label') === 'B1: hit'", "a second hit")
        page.js("rival.send(JSON.stringify({ type: 'move', text: 'c4' }))")
        page.wait("document.querySelector('.prompt').innerText.includes('Shoot at a cell')", "one's own turn")
        page.tap(sea("Their sea", 3, 3))
        page.wait("document.querySelectorAll('.standings tr').length === 2", "the standings")
        page.wait("document.querySelector('.end').innerText.includes('won')", "the result")
    return [page]


def four(browser, url):
    """Connect Four is played to its end by tapping columns."""
    with odd_games() as server:
        page = browser.page(f"http://localhost:{server.port}")
        page.wait("document.body.dataset.line === 'open'")
        open_room(page, "rival", '{"type":"create","room":"den","game":"connectfour"}')
        page.js("location.hash = '#/room/den'")
        turn = "document.querySelector('.prompt').innerText"
        for row in range(5, 2, -1):
            page.wait(f"{turn}.includes('Wait')", "the rival's turn")
            page.js("rival.send(JSON.stringify({ type: 'move', text: '1' }))")
            page.wait(f"{turn}.includes('Your turn')", "one's own turn")
            seats = page.js("[...document.querySelectorAll('.seats .seat-line')].map((one) => [one.querySelector('.dot').ariaLabel, one.querySelector('.for-readers')?.innerText].join())")
            check(sorted(seats) == ["blue,Your turn", "red,"], seats)
            page.tap(f".place .cell[data-x='3'][data-y='{row}']")
        page.wait(f"{turn}.includes('Wait')", "the rival's turn")
        page.js("rival.send(JSON.stringify({ type: 'move', text: '2' }))")
        page.wait(f"{turn}.includes('Your turn')", "one's own turn")
        page.tap(".place .cell[data-x='3'][data-y='0']")
        page.wait("document.querySelectorAll('.standings tr').length === 2", "the standings")
        page.wait("document.querySelector('.end').innerText.includes('won')", "the result")
    return [page]


def typed_moves(browser, url):
    """A game without anything to point at is played in a line below its board, which keeps the focus and what was refused."""
    with odd_games() as server:
        page = browser.page(f"http://localhost:{server.port}/#/room/sticks", width=360, height=740)
        field = "document.querySelector('.move-line [name=move]')"
        left = "[...document.querySelectorAll('.place .cell')].filter((cell) => cell.textContent === '|').length"
        page.wait(f"{left} === 10 && {field}.offsetParent", "the line")
        check("Type a move" not in page.text() and page.js("!document.querySelector('dialog, .keyboard:not([hidden])')"), "one way to type")
        clean(page, "a line for moves")
        page.tap(".move-line input")
        # A phone's keyboard takes half of the window.
        page.call("Emulation.setDeviceMetricsOverride", width=360, height=420, deviceScaleFactor=2, mobile=True)
        page.wait("innerHeight === 420")
        inside = "['.place .cell', '.move-line'].every((one) => { const r = document.querySelector(one).getBoundingClientRect(); return r.top >= 0 && r.bottom <= innerHeight })"
        check(page.js(inside), "board and line are in sight")
        page.type("7")
        page.press("Enter")
        page.wait("document.querySelector('.move-line [role=alert]').innerText === 'Take one, two or three of the sticks that are left'", "why not")
        check(page.js(f"{field}.value === '7' && {field}.ariaInvalid === 'true' && document.activeElement === {field}"), "what was refused stays")
        check(page.js(inside), "board and line are in sight beside a refusal")
        page.press("Backspace")
        for take in [3, 3, 2]:
            before = page.js(left)
            page.type(str(take))
            page.press("Enter")
            page.wait(f"{left} === {before - take} && {field}.value === ''", "a move")
            check(page.js(f"document.activeElement === {field} && !document.querySelector('.move-line [role=alert]').innerText"), "the focus stays")
        page.js(f"{field}.blur()")
        page.type("/who")
        page.press("Enter")
        page.wait("document.querySelector('dialog .drawn')?.innerText.startsWith('In sticks: ')", "a command")
        page.press("Escape")
        page.wait(f"!document.querySelector('dialog') && document.activeElement === {field}", "back in the line")
        page.type("2")
        page.press("Enter")
        page.wait_for_text("Well taken")
        check(page.js(f"!{field}.offsetParent && document.activeElement !== document.body"), "the end has the focus")
        # Letters that no row shows as they are typed have keys on a phone, too.
        page.call("Emulation.setDeviceMetricsOverride", width=360, height=740, deviceScaleFactor=2, mobile=True)
        page.js("location.hash = '#/room/hangman'")
        page.wait("document.querySelector('.key.enter')?.offsetParent", "keys")
        page.click_text("Type a move")
        page.wait("document.querySelector('dialog label').innerText === 'Your move'", "nothing is proposed that the game does not have")
        page.press("Escape")
        page.tap(".key[aria-label=e]")
        page.wait("document.querySelector('.typed').innerText === 'E'", "the letter")
        page.tap(".key.enter")
        page.wait("document.querySelector('.typed').hidden", "it is played")
    return [page]


def slash(browser, url):
    """What begins with a slash is a command and no guess, on a board and in talk; a room that never was is told so."""
    page = browser.page(url, width=1100, height=800, touch=False)
    open_game(page, "wordle", url)
    page.press("/")
    page.wait("document.querySelector('dialog [name=move]')?.value === '/'", "a line for a command")
    page.type("who")
    page.press("Enter")
    page.wait("document.querySelector('dialog .drawn')?.innerText.startsWith('In wordle: ')", "who is here")
    page.press("Escape")
    check(rows(page) == 0 and "/" not in page.js("document.querySelector('.room .place').innerText"), "it was a guess")
    page.js("document.querySelector('[name=talk]').click(); document.querySelector('.talk input').focus()")
    page.type("/ping")
    page.press("Enter")
    page.wait("document.querySelector('dialog .drawn')?.innerText === 'pong'", "an answer")
    page.press("Escape")
    check(page.js("document.querySelectorAll('.said [data-seq]').length") == 0, "it was said")
    page.js("document.querySelector('.talk input').focus()")
    page.type("/join dailysort")
    page.press("Enter")
    page.wait("location.hash === '#/room/dailysort' && document.querySelector('.room .board .cell')", "the other room")
    page.go(f"{url}/#/room/nowhere")
    page.wait_for_text("There is no room nowhere")
    return [page]


def puzzle(browser, url):
    """The link to a puzzle by a player opens it with its clue, and tells at the end how others did."""
    with Server(sys.argv[3], "--season-key", "web", "--clock", "2026-11-20T08:00:00Z") as server:
        with socket.create_connection(("localhost", server.line_port)) as maker:
            maker.sendall(b'/name ana\n/make wordle brisk clue="what tea should be"\n')
            heard = ""
            while not (code := re.search(r"Puzzle (\S+) by ana", heard)):
                heard += maker.recv(4096).decode()
        page = browser.page(f"http://localhost:{server.port}/puzzle/{code[1]}", width=1100, height=800, touch=False)
        page.wait("document.querySelector('.room .board .cell')", "the board")
        page.wait_for_text("By ana: what tea should be")
        guess(page, "crane")
        page.wait_for_text("2/6")
        check("solved it" not in page.js("document.body.innerText"), "how others did comes too early")
        guess(page, "brisk")
        page.wait_for_text("1 of 1 solved it")
        check(page.js("![...document.querySelectorAll('.end button')].some((b) => b.innerText === 'Next round')"), "a next round")
        page.go(f"http://localhost:{server.port}/puzzle/k7q2m-9xw4d")
        page.wait_for_text("There is no puzzle k7q2m-9xw4d")
    return [page]
