"""Meeting others by keyboard: a seek, a challenge that comes in the middle of a word, once more, an arena, a poll, leaving."""

from habits import stored
from looks import clean
from steps import check, command, open_game, take_name

FOCUSED = "document.activeElement.getAttribute('aria-label') || document.activeElement.innerText"


def stand(page, what, words=None):
    """The focus is on a control, and not at the top of the page."""
    page.wait(f"document.activeElement.matches('button, a, summary, input')" + (f" && ({FOCUSED}) === {words!r}" if words else ""),
              f"the focus after {what}, not on {page.js('document.activeElement.outerHTML')[:200]}")


def enter_on(page, words):
    """Presses Enter on the button or link that says so."""
    page.wait(f"""(() => {{ const one = [...(document.querySelector('dialog:modal') ?? document).querySelectorAll('button, a, summary')].find((one) =>
        (one.ariaLabel || one.innerText.trim()) === {words!r} && one.checkVisibility()); one?.focus(); return one }})()""", words)
    page.press("Enter")


def choose_game(page, game):
    page.wait("document.querySelector('dialog select')", "what to play")
    page.js(f"document.querySelector('dialog select').value = {game!r}; document.querySelector('dialog select').dispatchEvent(new Event('change'))")


@stored
def meeting(browser, url):
    """By keyboard alone: what is used up leaves the focus at its neighbour, and nothing takes it from who types a word."""
    ana, ben = [browser.page(url, width=1280, height=720, touch=False) for _ in range(2)]
    for page, name in [(ana, "ana"), (ben, "ben")]:
        page.go(f"{url}/#/me")
        take_name(page, name)
        stand(page, "a name")
        page.js("location.hash = '#/'")
        page.wait("document.querySelector('.game')")
    enter_on(ana, "Look for somebody")
    choose_game(ana, "lastword")
    enter_on(ana, "Go on")
    ana.wait("document.querySelector('.answer').innerText.includes('lastword together')", "the seek")
    stand(ana, "a seek", "Look for somebody")
    enter_on(ana, "End your seek")
    ana.wait("document.querySelector('.answer').innerText.includes('Nobody looks for an opponent')", "no seek")
    stand(ana, "the end of a seek")
    # Somebody types a word when a challenge comes.
    open_game(ben, "wordle", url)
    ben.type("cr")
    ana.js("location.hash = '#/player/ben'")
    enter_on(ana, "Challenge")
    choose_game(ana, "lastword")
    enter_on(ana, "Go on")
    ana.wait_for_text("ben is asked")
    stand(ana, "a challenge", "Challenge")
    ben.wait_for_text("ana would play with you")
    ben.wait_for_text("Last Word · match")
    clean(ben, "a challenge beside a board")
    ben.type("ane")
    ben.press("Enter")
    ben.wait("[...document.querySelectorAll('.room .place .board .row')][0].innerText.replace(/\\s/g, '') === 'CRANE'", "the word")
    ben.wait("document.querySelector('.cell[data-tile=right], .cell[data-tile=elsewhere], .cell[data-tile=absent]')", "it is judged")
    enter_on(ben, "Play")
    for page in (ana, ben):
        page.wait("location.hash.startsWith('#/room/') && document.querySelector('.seats .seat')", "the match")
    enter_on(ben, "Give up")
    ben.wait("document.querySelector('dialog')")
    enter_on(ben, "Give up")
    ben.wait("document.querySelectorAll('.standings tr').length === 2", "the standings")
    stand(ben, "giving up")
    # A match that counts begins again once both want it.
    ana.wait_for_text("Play once more")
    check("Next round" not in ana.text() and "Next round" not in ben.text(), "nobody begins it alone")
    enter_on(ana, "Play once more")
    ana.wait_for_text("Waiting for ben to play once more.")
    stand(ana, "asking once more")
    ben.wait_for_text("ana would play once more.")
    enter_on(ben, "Play once more")
    for page in (ana, ben):
        page.wait("[...document.querySelectorAll('.tools button')].some((one) => one.innerText === 'Give up')", "another match")
    # From the table, too, somebody is challenged.
    enter_on(ben, "Give up")
    ben.wait("document.querySelector('dialog')")
    enter_on(ben, "Give up")
    enter_on(ana, "ben")
    ana.wait("document.querySelector('dialog')")
    enter_on(ana, "Challenge")
    choose_game(ana, "wordle")
    enter_on(ana, "Go on")
    ben.wait_for_text("ana would play with you")
    ben.press("Escape")
    ana.wait_for_text("ben has declined")
    check("declined" not in ben.text(), "who declines is told nothing")
    ben.js("location.hash = '#/'")
    enter_on(ben, ben.wait("document.querySelector('.rooms [aria-label^=Leave]')?.ariaLabel"))
    ben.wait("document.querySelector('dialog')")
    enter_on(ben, "Leave")
    ben.wait("!document.querySelector('dialog') && !document.querySelector('.rooms .own a')", "no room")
    stand(ben, "leaving")
    ana.wait_for_text("The others have left")
    return [ana, ben]


@stored
def polling(browser, url):
    """Who ends a poll by keyboard stays at it."""
    ana = browser.page(url, width=320, height=568)
    ana.go(f"{url}/#/me")
    take_name(ana, "ana")
    ana.js("location.hash = '#/room/wordle'")
    command(ana, "create patio")
    ana.wait("location.hash === '#/room/patio'")
    enter_on(ana, "Ask everybody")
    ana.wait("document.querySelector('dialog [name=question]')")
    ana.js("document.querySelector('dialog [name=question]').value = 'Where to lunch?'")
    ana.js("document.querySelector('dialog [name=options]').value = 'thai\\npizza'")
    enter_on(ana, "Go on")
    enter_on(ana, "End the poll")
    ana.wait_for_text("Closed: 0 votes")
    stand(ana, "the end of a poll", "Take it away")
    return [ana]


@stored
def arena(browser, url):
    """One opens an arena, two play in it; its page leads back to the game, and has the results."""
    ana, ben = browser.page(url, width=320, height=568), browser.page(url, width=1280, height=720, touch=False)
    for page, name in [(ana, "ana"), (ben, "ben")]:
        page.go(f"{url}/#/me")
        take_name(page, name)
        page.js("location.hash = '#/'")
        page.wait("document.querySelector('.game')")
    enter_on(ana, "Arenas")
    enter_on(ana, "A new arena")
    choose_game(ana, "lastword")
    # What is usual stands in the form.
    check(ana.js("document.querySelector('dialog [name=minutes]').value + document.querySelector('dialog [name=in_minutes]').value") == "605", "what is usual")
    ana.js("document.querySelector('dialog [name=in_minutes]').value = 0")
    clean(ana, "what an arena is to be")
    enter_on(ana, "Go on")
    ana.wait("location.hash.startsWith('#/arena/')", "the arena")
    address = ana.js("location.hash")
    enter_on(ana, "Take part")
    ana.wait_for_text("opponents come by themselves")
    stand(ana, "taking part")
    enter_on(ana, "Pause")
    ana.wait_for_text("Take part")
    stand(ana, "a pause")
    enter_on(ana, "Take part")
    ben.js(f"location.hash = {address!r}")
    enter_on(ben, "Take part")
    for page in (ana, ben):
        page.wait("location.hash.startsWith('#/room/') && document.querySelector('.seats .seat')", "the game")
    ana.js(f"location.hash = {address!r}")
    ana.wait_for_text("Back to your game against ben")
    check("Stay here" not in ana.text(), ana.text())
    clean(ana, "an arena during a game")
    check(ana.js("document.querySelector('.answer a[href$=ben]') !== null"), "names lead to players")
    ana.click_text("Results as a table")
    enter_on(ana, "Back to your game against ben")
    ana.wait("location.hash.startsWith('#/room/') && document.querySelector('.seats .seat')", "the game again")
    return [ana, ben]
