"""What brings players back, and others with them: the goal of a day, how well they played, puzzles of their own, polls."""

import functools
import os
import sys

from looks import clean
from scenarios import odd_games
from server import Server
from steps import SORTED, WORDLE, check, command, guess, open_game, take_name


def stored(story):
    """A story on a server of its own that stores what happens, and lets no analysis wait for another."""
    @functools.wraps(story)
    def told(browser, _):
        with Server(sys.argv[3], "--season-key", "web", "--clock", "2026-11-20T08:00:00Z",
                    "--limit", "puzzle_ms_per_s=1000000", "--limit", "puzzle_ms_per_address=0") as server:
            return story(browser, f"http://localhost:{server.port}")
    return told


@stored
def goal(browser, url):
    """Today's page shows the goal, where its puzzles are chosen, and says when it is reached."""
    page = browser.page(url)
    page.wait("document.querySelector('.game')")
    check(page.js("!document.querySelector('.goal')"), "guests have no goal")
    page.go(f"{url}/#/me")
    take_name(page, "ana")
    page.js("location.hash = '#/'")
    page.wait_for_text("Goal: Wordle –, DailySort –, WordSearch – · streak 0")
    page.tap(".goal button")
    page.wait("document.querySelector('dialog [name=wordle]:checked')")
    clean(page, "the choice of a goal")
    page.tap("dialog [name=wordsearch]")
    page.click_text("Keep it")
    page.wait_for_text("The goal has 3 puzzles: you have chosen 2")
    page.tap("dialog [name=absurdle]")
    page.click_text("Keep it")
    page.wait_for_text("Goal: Wordle –, DailySort –, Absurdle – · streak 0")
    clean(page, "the goal on the first page")
    open_game(page, "wordle", url)
    guess(page, WORDLE)
    page.wait_for_text("Parlor Wordle 324 1/6")
    page.js("location.hash = '#/room/dailysort'")
    page.wait("document.querySelector('.room .board .cell')")
    page.wait("document.querySelector('.tools [name=move]')", "a board to play on")
    page.js("document.querySelector('.tools [name=move]').click()")
    page.wait("document.querySelector('dialog [name=move]')", "a line for a move")
    page.type(SORTED)
    page.press("Enter")
    page.wait("document.querySelector('.result')", "the result")
    page.js("location.hash = '#/room/absurdle'")
    page.wait_for_text("Absurdle")
    page.click_text("Give up")
    page.tap("dialog .primary")
    page.wait_for_text("Goal of the day reached · streak 1")
    page.tap(".brand")
    page.wait("document.querySelector('.goal.reached')", "the goal")
    page.wait_for_text("Goal reached: Wordle ✓, DailySort ✓, Absurdle ✓ · streak 1")
    page.click_text("Calendar")
    page.wait("document.querySelector('dialog .calendar [aria-label=\"2026-11-20, Friday: reached\"]')", "the month")
    page.wait("document.querySelector('dialog .calendar [aria-label=\"2026-11-19, Thursday: no goal yet\"]')", "no day was missed before")
    check(page.js("[...document.querySelectorAll('dialog .months button')].every((one) => one.disabled)"), "no month before the name")
    clean(page, "the calendar of the goal")
    return [page]


@stored
def skilled(browser, url):
    """After the end a button tells what each guess cost and what luck gave, and on request the words that were left."""
    page = browser.page(url)
    open_game(page, "wordle", url)
    for word in ["crane", "moist", WORDLE]:
        guess(page, word)
    page.click_text("Skill and luck")
    page.wait("document.querySelectorAll('dialog .answer li').length === 3", "a line for each guess")
    page.wait_for_text("Solved in 3 guesses; 3.4 were to be expected.")
    clean(page, "skill and luck")
    check("/words-left" not in page.text(), "what to type at a terminal")
    page.tap("dialog .answer li:nth-child(2) button")
    page.wait("document.querySelector('dialog .answer .drawn').innerText.includes('wrung')", "the words that were left")
    clean(page, "the words that were left")
    page.click_text("Back")
    page.wait("document.querySelectorAll('dialog .answer li').length === 3", "the guesses again")
    page.press("Escape")
    page.js("location.hash = '#/room/absurdle'")
    page.click_text("Give up")
    page.tap("dialog .primary")
    page.wait("document.querySelector('.result')", "the result")
    check("Skill and luck" not in page.text(), "a game without analyses")
    return [page]


@stored
def listed(browser, url):
    """Lists and forms that the page does not know are the server's: their rows lead on, and what a request lacks is asked for."""
    sources = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "Clients", "Web")
    for name in set(os.listdir(sources)) - {"wire.js", "README.md"}:
        if name.endswith((".js", ".html")):
            with open(os.path.join(sources, name), encoding="utf-8") as file:
                check('"compare"' not in file.read(), f"{name} knows the request")
    page = browser.page(url, width=360, height=740)
    page.wait("document.querySelector('.game')")
    page.go(f"{url}/#/me")
    take_name(page, "ana")
    page.js("location.hash = '#/'")
    open_game(page, "wordle", url)
    guess(page, "crane")
    guess(page, WORDLE)
    page.wait("document.querySelector('.result')", "the result")
    command(page, "/history")
    page.wait("document.querySelector('dialog .answer .card')?.innerText.includes('Wordle 324 2/6')", "a grid")
    clean(page, "a list on a phone")
    # By keyboard alone: to the last button, and into the form that it opens.
    page.wait("document.querySelector('dialog .answer')")
    for _ in range(20):
        page.press("Tab")
        if page.js("document.activeElement.innerText === 'Compare'"):
            break
    page.press("Enter")
    page.wait("document.querySelector('dialog [name=with]')", "a form")
    clean(page, "a form")
    check(page.js("document.querySelector('dialog:last-of-type').innerText.includes('With · The other player.')"), "the schema's words")
    page.js("document.querySelector('dialog [name=with]').focus()")
    page.type("ana")
    page.press("Enter")
    page.wait_for_text("That is you")
    check(page.js("document.querySelector('dialog .answer .card') !== null"), "the list stays below what is said")
    page.click_text("Leaderboard")
    page.wait("document.querySelector('dialog .answer').innerText.includes('ana')", "a list in place of the other")
    page.click_text("Back")
    page.wait("document.querySelector('dialog .answer .card')", "the list before")
    page.click_text("Replay")
    page.wait("location.hash.startsWith('#/match/') && document.querySelector('.months')", "the page of a match")
    return [page]


def unforeseen(browser, url):
    """A game that the page was not built with is played to its end: a question with answers, then a hand of cards."""
    with odd_games() as server:
        page = browser.page(f"http://localhost:{server.port}", width=360, height=740, is_new=True)
        page.click_text("Practise")
        page.wait("document.querySelector('dialog option[value=stairs]')", "the game among those to choose from")
        page.js("{ const game = document.querySelector('dialog select'); game.value = 'stairs'; game.dispatchEvent(new Event('change')) }")
        page.click_text("Begin")
        page.wait_for_text("Which way do stairs go first?")
        page.wait("document.querySelector('dialog')?.innerText.includes('Type the number of an answer')", "its rules")
        page.press("Escape")
        page.wait("!document.querySelector('dialog')")
        clean(page, "a question")
        page.tap(".choices button:nth-of-type(1)")
        page.wait_for_text("1 miss")
        page.tap(".choices button:nth-of-type(2)")
        page.wait("document.querySelectorAll('.part[aria-label=Hand] button').length === 5", "a hand")
        clean(page, "a hand of cards")
        for card in range(1, 6):
            page.wait("performance.now() > (window.playedAt ?? 0) + 500")
            page.js("window.playedAt = performance.now()")
            page.js(f"[...document.querySelectorAll('.part[aria-label=Hand] button')].find((one) => one.innerText === '{card}').click()")
            page.wait(f"document.querySelectorAll('.part[aria-label=Hand] button').length === {5 - card}", f"card {card}")
        page.wait_for_text("Step by step")
    return [page]


@stored
def made(browser, url):
    """A form makes a puzzle, whose link another plays; at the end nothing offers another round."""
    ana, ben = browser.page(url), browser.page(url)
    ana.wait("document.querySelector('.game')")
    ana.click_text("Make a puzzle")
    ana.wait_for_text("A puzzle is made under your name")
    ana.click_text("Choose a name")
    take_name(ana, "ana")
    ana.wait_for_text("You have made no puzzle")
    ana.click_text("Make a puzzle")
    ana.wait("document.querySelector('form [name=words]')", "the form")
    clean(ana, "the form for a puzzle")
    for name, text in [("words", "xxxxx"), ("clue", "what tea should be")]:
        ana.js(f"document.querySelector('form [name={name}]').focus()")
        ana.type(text)
    ana.press("Enter")
    ana.wait("document.querySelector('dialog .ask .bad').innerText", "what Wordle takes")
    ana.js("document.querySelector('form [name=words]').value = 'brisk'")
    ana.click_text("Go on")
    ana.wait_for_text("Anybody plays it, without an account")
    check("/puzzle" not in ana.text(), "what there is to tap is not to be typed")
    clean(ana, "a puzzle that is ready")
    ana.js("navigator.share = async (what) => { window.passed = what }")
    ana.click_text("Copy the link")
    ana.wait("window.passed?.url.includes('/puzzle/')", "a link to pass on")
    check(ana.js("passed.text").endswith("by ana: what tea should be"), "the words with it")
    ben.go(ana.js("passed.url"))
    ben.wait("document.querySelector('.room .board .cell')", "the board")
    ben.wait_for_text("what tea should be")
    guess(ben, "brisk")
    ben.wait_for_text("1 of 1 solved it")
    check("Start" not in ben.text().split() and "Next round" not in ben.text(), ben.text())
    ana.click_text("Back")
    ana.js("location.hash = '#/'")
    ana.wait("document.querySelector('.game')")
    ana.click_text("Make a puzzle")
    ana.wait_for_text("1 finished, 1 solved it")
    ana.click_text("Take it down")
    ana.tap("dialog .primary")
    ana.wait_for_text("You have made no puzzle")
    return [ana, ben]


@stored
def polled(browser, url):
    """In a room for talking one asks and others vote by a tap; who comes later sees the open poll, and all the end."""
    ana, ben = browser.page(url), browser.page(url, width=1100, height=800, touch=False)
    for page, name in [(ana, "ana"), (ben, "ben")]:
        page.go(f"{url}/#/me")
        take_name(page, name)
    ana.js("location.hash = '#/room/wordle'")
    command(ana, "create patio")
    ana.wait("location.hash === '#/room/patio'")
    ana.click_text("Ask everybody")
    ana.wait("document.querySelector('dialog [name=question]')")
    check(ana.js("[...document.querySelectorAll('.tools button')].every((one) => !one.innerText.includes('here'))"), "no button hides the talk")
    clean(ana, "the question of a poll")
    ana.js("document.querySelector('dialog [name=question]').value = 'Where to lunch?'")
    ana.js("document.querySelector('dialog [name=options]').value = 'thai\\npizza'")
    ana.tap("dialog .primary")
    ana.wait("document.querySelectorAll('.poll .options button').length === 2", "the answers")
    clean(ana, "an open poll")
    ben.go(f"{url}/#/room/patio")
    ben.wait_for_text("ana asks")
    ben.click_text("pizza")
    ben.wait("document.querySelector('.poll [aria-pressed=true]')?.innerText === 'pizza'", "the vote")
    check("1 vote so far" in ben.text() and "End the poll" not in ben.text(), ben.text())
    ana.click_text("End the poll")
    for page in (ana, ben):
        page.wait_for_text("Closed: 1 vote")
    check("pizza (your vote)" in ben.text() and "your vote" not in ana.text(), ben.text())
    clean(ana, "a closed poll")
    ana.click_text("Take it away")
    ana.tap("dialog .primary")
    ben.wait("document.querySelector('.poll').hidden", "no poll")
    return [ana, ben]


def paired(browser, url):
    """One looks for an opponent, another finds that in the list and plays; then they play once more, and one asks the other."""
    ana, ben = browser.page(url, width=360, height=640), browser.page(url)
    for page, name in [(ana, "ana"), (ben, "ben")]:
        page.go(f"{url}/#/me")
        take_name(page, name)
        page.js("location.hash = '#/'")
        page.wait("document.querySelector('.game')")
    ana.click_text("Look for somebody")
    ana.wait("document.querySelector('dialog select')", "what to play")
    clean(ana, "the search for an opponent")
    choose = "document.querySelector('dialog select').value = 'lastword'; document.querySelector('dialog select').dispatchEvent(new Event('change'))"
    ana.js(choose + "; document.querySelector('dialog [name=clock]').value = '3+2'")
    ana.click_text("Go on")
    ana.wait("document.querySelector('.answer').innerText.includes('lastword together 3+2')", "the seek")
    check("/seek" not in ana.text(), "what there is to tap is not to be typed")
    ana.wait("[...document.querySelectorAll('button')].some((one) => one.innerText === 'End your seek')", "what ends it")
    clean(ana, "a seek on the first page")
    ben.go(f"{url}/?again")
    ben.wait("document.querySelector('.answer .line[aria-description=\"play this\"]')?.innerText.startsWith('ana')", "the seek")
    ben.tap(".answer .line[aria-description='play this']")
    match = "location.hash.startsWith('#/room/') && document.querySelector('.seats .seat') && [...document.querySelectorAll('button')].some((one) => one.innerText === 'Give up')"
    for turn in range(2):
        for page in (ana, ben):
            page.wait(match, "the match")
        ana.click_text("Give up")
        ana.tap("dialog .primary")
        for page in (ana, ben):
            page.wait("document.querySelectorAll('.standings tr').length === 2", "the standings")
        if not turn:
            ana.click_text("Play once more")
            ben.wait_for_text("would play once more")
            ben.click_text("Play once more")
    kim = browser.page(url)
    kim.go(f"{url}/#/me")
    take_name(kim, "kim")
    kim.js("location.hash = '#/'")
    ben.js("location.hash = '#/'")
    kim.go(f"{url}/?again")
    kim.wait("document.querySelector('.game')")
    ben.go(f"{url}/?again")
    ben.wait("document.querySelector('.answer .line[aria-description=challenge]')?.innerText === 'kim'", "who is here")
    ben.tap(".answer .line[aria-description=challenge]")
    ben.wait("document.querySelector('dialog select')", "what to play")
    ben.click_text("Go on")
    ben.wait_for_text("kim is asked")
    kim.wait_for_text("would play with you")
    kim.press("Escape")
    ben.wait_for_text("kim has declined")
    return [ana, ben, kim]
