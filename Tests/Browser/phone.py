"""Whole stories of people with a phone: a result that is sent on, sheets and sentences in passing."""

import sys

from looks import clean
from steps import COLOURS, LOADED, SORTED, WORDLE, ask_for, begin_race, check, guess, open_game, take_name


def light(browser, url):
    """What a first visit fetches is small and soon there, on a processor that is four times as slow."""
    page = browser.page("about:blank")
    page.call("Performance.enable", timeDomain="threadTicks")
    page.call("Emulation.setCPUThrottlingRate", rate=4)
    page.call("Page.addScriptToEvaluateOnNewDocument", source="""
        const seen = () => document.querySelector(".game") ? (window.usable ??= performance.now()) : requestAnimationFrame(seen)
        requestAnimationFrame(seen)""")
    page.go(url)
    soon = page.wait("window.usable")
    # The processor's time and not the clock's, since others may have the machine.
    spent = next(one["value"] for one in page.call("Performance.getMetrics")["metrics"] if one["name"] == "ThreadTime")
    check(0 < spent < 3, f"usable after {spent} seconds of work")
    page.wait(LOADED, "all modules")
    sizes = page.js("performance.getEntries().filter((e) => e.encodedBodySize).map((e) => [new URL(e.name).pathname, e.encodedBodySize, e.startTime])")
    # The board and the other styles are fetched next, so that they are there when a puzzle is tapped.
    first = [size for path, size, start in sizes if start < soon and path not in ("/web/room.js", "/web/board.css", "/web/pages.css")]
    check(sum(first) < 18_000, f"the first page weighs {sum(first)} bytes in {len(first)} files")
    check(sum(size for _, size, _ in sizes) < 95_000, f"all of it weighs {sizes}")
    print(f"first page: {sum(first)} bytes in {len(first)} files, usable after {spent:.2f} s of work and {soon / 1000:.2f} s;"
          f" all: {sum(size for _, size, _ in sizes)} bytes in {len(sizes)} files", file=sys.stderr)
    return [page]


def round_of_two(browser, url):
    """A phone plays and sends its result's link; another opens it, plays, and finds its way back to the letters."""
    ana = browser.page(url)
    for page in [ana]:
        page.call("Emulation.setCPUThrottlingRate", rate=4)
    open_game(ana, "wordle", url)
    guess(ana, "crane", by_touch=True)
    guess(ana, WORDLE, by_touch=True)
    ana.wait_for_text("Parlor Wordle 324 2/6")
    check(ana.js("document.querySelectorAll('.picture').length") == 0, "the grid stands on the board, and not twice")
    ana.js("navigator.share = async (what) => { window.passed = what }")
    ana.click_text("Send the grid")
    passed = ana.wait("window.passed", "what was passed on")
    check("url" not in passed and ana.js("!document.body.innerText.includes('It is on the wall')"), "what is sent is not published")
    ana.js("window.passed = undefined")
    ana.click_text("Share on the wall")
    ana.click_text("Send grid and link")
    passed = ana.wait("window.passed", "what was passed on")
    check(passed["title"] == "Parlor Wordle 324 2/6", passed)
    check(passed["text"].splitlines()[2:] == ["⬛🟩⬛🟩⬛", "🟩🟩🟩🟩🟩"], f"one tap passes on the grid, too: {passed}")
    # Who comes back to the room finds it shared.
    ana.go(f"{url}/?again#/room/wordle")
    ana.wait_for_text("It is on the wall")
    ben = browser.page(passed["url"])
    ben.click_text("See its letters")
    ben.wait("document.querySelectorAll('.share .cell').length === 10", "the grid")
    ben.tap(".share .cell[data-x='0'][data-y='1']")
    ben.wait_for_text("Finish that puzzle first")
    check(ben.js("document.querySelector('.share .board').textContent") == "", "no letter")
    ben.click_text("Play today’s Wordle")
    ben.wait("document.querySelector('.room .board .cell')", "the board")
    guess(ben, WORDLE, by_touch=True)
    ben.click_text("See the result you were sent")
    ben.wait("document.querySelectorAll('.share .cell').length === 10", "the grid")
    ben.wait_for_text("Tap a cell to see its letter")
    ben.tap(".share .cell[data-x='0'][data-y='0']")
    ben.wait("document.querySelector('.share .board').textContent === 'C'", "the letter that was tapped")
    # Another one goes straight to the puzzle, and is led back as well.
    kim = browser.page(passed["url"])
    kim.click_text("Play today's puzzle")
    kim.wait("document.querySelector('.room .board .cell')", "the board")
    check(kim.js("location.hash") == "#/room/wordle", "the address of the room, and nothing besides")
    guess(kim, WORDLE, by_touch=True)
    kim.click_text("See the result you were sent")
    kim.wait_for_text("Tap a cell to see its letter")
    ana.go(f"{url}/#/result/1")
    ana.wait_for_text("Take down")
    ana.click_text("Take down")
    ana.click_text("Take it down?")
    for page in [ana, ben, kim]:
        page.wait_for_text("This result has been taken down")
    return [ana, ben, kim]


def passing(browser, url):
    """A sheet stays with its page, and what is said in passing is one thing at a time and hides nothing."""
    page = browser.page(url)
    open_game(page, "wordle", url)
    page.js("window.seen = []; new MutationObserver(() => { const all = [...document.querySelectorAll('.toast')]"
            "; if (all.length) seen.push([all.length, all[0].getBoundingClientRect().bottom]) })"
            ".observe(document.body, { childList: true, subtree: true })")
    page.js("addEventListener('animationstart', ({ animationName }) => { window.last = animationName })")
    page.press("Enter")
    page.wait("window.last === 'shake'", "that nothing was typed")
    page.type("xxxxx")
    for number in range(1, 4):
        page.press("Enter")
        page.wait(f"seen.length >= {number}", "it is said")
    top = page.js("document.querySelector('.room .board').getBoundingClientRect().top")
    for count, bottom in page.js("seen"):
        check(count == 1, "one at a time")
        check(bottom <= top, "the board is in sight")
    page.js("location.hash = '#/wall'")
    page.wait("document.querySelector('.wall')")
    check(page.js("document.querySelectorAll('.toast').length") == 0, "it has stayed behind")
    page.js("history.back()")
    page.wait("document.querySelector('.room .board .cell')")
    for _ in range(5):
        page.press("Backspace")
    guess(page, WORDLE)
    page.click_text("Share on the wall")
    page.wait_for_text("It is on the wall")
    page.go(f"{url}/#/wall")
    page.tap(".reaction.add")
    page.wait("document.querySelector('dialog[open]')", "the sheet")
    page.js("history.back()")
    page.wait("document.querySelector('.room .board .cell')")
    check(page.js("!document.querySelector('dialog')"), "no sheet over another page")
    page.tap(".brand")
    page.wait("document.querySelector('.game')", "the first tap counts")
    # Above a sheet it is seen, too.
    page.click_text("New race")
    page.wait("document.querySelector('dialog [name=room]')")
    page.js("document.querySelector('dialog [name=room]').value = 'wordle'")
    page.click_text("Open the room")
    page.wait("document.querySelector('dialog .ask .bad').innerText.includes('wordle')", "why not")
    page.press("Escape")
    page.wait("!document.querySelector('dialog')")
    open_game(page, "dailysort", url)
    page.wait_for_text("Drag a tile onto another")
    # A move is no place for a password either.
    page.click_text("Type a move")
    page.wait("document.querySelector('dialog [name=move]')")
    page.js("document.querySelector('dialog [name=move]').focus()")
    page.type("login ana secret-word")
    page.press("Enter")
    page.wait_for_text("This may hold a password, so it was not sent")
    check("secret-word" not in page.js("document.body.innerText + document.querySelector('dialog [name=move]').value"), "it is shown")
    page.type(SORTED)
    page.press("Enter")
    page.wait_for_text("Parlor DailySort 324")
    text = page.text()
    check(text.count("Given off a smell") == 1, "its meaning, once")
    return [page]


def open_room(page, name, request):
    """Somebody else, `window.NAME`, opens a room over a line of its own, and keeps what it hears as text."""
    page.js(f"""(window.{name} = new WebSocket(location.origin.replace('http', 'ws') + '/line'), {name}.heard = '',
        {name}.onmessage = (event) => {{ {name}.heard += event.data }},
        {name}.onopen = () => {name}.send('{request}'), true)""")
    page.wait(f"{name}.heard.includes('joined')", "the room")


def sent_away(browser, url):
    """Who comes with a wrong code is told so, and who is sent away by the owner too, at once."""
    page = browser.page(url)
    page.wait("document.querySelector('.game')")
    open_room(page, "owner", '{"type":"create","room":"lunch","game":"wordle","mode":"race","code":"tacos"}')
    page.go(f"{url}/#/room/lunch/nachos")
    page.wait_for_text("That is not its code.")
    page.js("document.querySelector('[name=code]').focus()")
    page.type("tacos")
    page.press("Enter")
    page.wait_for_text("begins the ")
    page.wait("owner.heard.includes('entered')", "the owner hears of it")
    page.js("""owner.send(JSON.stringify({ type: 'kick', room: 'lunch',
        player: owner.heard.match(/"type":"entered".*?"player":"([^"]+)"/)[1] }))""")
    page.wait_for_text("The owner of this room has sent you away")
    check(page.js("!document.querySelector('.room .board, .keyboard')"), "nothing to play with is left")
    return [page]


def duel(browser, url):
    """A match against somebody else: who plays, time that runs down by itself, typed letters that stay, and the end."""
    page = browser.page(url)
    page.wait("document.querySelector('.game')")
    open_room(page, "rival", '{"type":"create","room":"duel","game":"lastword","settings":{"seconds":600}}')
    page.go(f"{url}/#/room/duel")
    page.wait_for_text("begins the match")
    page.wait("document.querySelector('h1').innerText.includes('Last Word · match')", "what is played in a room with a name")
    page.js("rival.send('{\"type\":\"start\"}')")
    page.wait("document.querySelectorAll('.room .place .board .cell').length === 30", "the board")
    page.wait("document.querySelectorAll('.seats .seat').length === 2", "both")
    page.wait("/you\\s+9:5\\d/.test(document.querySelector('.seats').innerText)", "a clock that runs")
    page.type("mo")
    page.js("rival.send('{\"type\":\"move\",\"text\":\"crane\"}')")
    page.wait("rival.heard.includes('tiles')", "the rival's move")
    page.type("ist")
    page.press("Enter")
    page.wait("document.querySelectorAll('.room .place .board .cell:not([data-tile=open])').length === 5", "five letters")
    page.js("rival.send('{\"type\":\"resign\"}')")
    page.wait("document.querySelector('.end').innerText.includes('1st of 2')", "the result")
    check(page.js("document.querySelector('.praise').innerText").startswith("You won. The word was "), "the winner reads of the win first, then the word")
    page.wait("document.querySelectorAll('.standings tr').length === 2", "the standings")
    page.go(f"{url}/#/best/lastword")
    page.wait_for_text("matches between players with names are rated")
    page.click_text("Wordle")
    page.wait_for_text("wordle · dailies · this week · average points")
    return [page]


def quiz(browser, url):
    """A quiz on a phone: answers are buttons, keys choose them too, the right one is shown, and then how it ended."""
    page = browser.page(url)
    page.wait("document.querySelector('.game')")
    open_room(page, "rival", '{"type":"create","room":"class","game":"quiz","settings":{"questions":2,"seconds":120}}')
    page.go(f"{url}/#/room/class")
    page.wait_for_text("begins the ")
    page.js("rival.send('{\"type\":\"start\"}')")
    page.wait("document.querySelectorAll('.choices button').length === 4", "four answers")
    page.wait("document.querySelector('.prompt').innerText.includes('mean?')", "the question")
    check(page.js("document.querySelector('.choices button').getBoundingClientRect().height >= 44"), "answers are large enough for a finger")
    page.js("document.querySelectorAll('.choices button')[1].click()")
    page.wait("document.querySelector('.choices button[data-tile=blue]')", "one's own answer")
    check(page.js("[...document.querySelectorAll('.choices button')].every((one) => one.disabled)"), "nobody answers twice")
    page.js("rival.send('{\"type\":\"move\",\"text\":\"1\"}')")
    page.wait("document.querySelectorAll('.choices button[data-tile=right]').length === 1", "the right answer")
    page.js("rival.send('{\"type\":\"skip\"}')")
    page.wait("document.querySelectorAll('.choices button:enabled').length === 4", "the next question")
    page.type("3")
    page.wait("document.querySelector('.choices button[data-tile=blue]')", "an answer by its key")
    page.js("rival.send('{\"type\":\"move\",\"text\":\"1\"}')")
    page.wait("document.querySelectorAll('.standings tr').length === 2", "the standings")
    page.wait("/\\/2 · \\d+ points/.test(document.querySelector('.end').innerText)", "the result")
    return [page]


def fits(browser, url):
    """A race on a phone: nobody starts alone, and board, keyboard and the rival's colours are in sight at once."""
    alone = browser.page(url)
    alone.click_text("New race")
    alone.wait("document.querySelector('dialog input')")
    alone.click_text("Open the room")
    alone.wait_for_text("Nobody else is here yet")
    alone.click_text("Copy the invitation")
    check("Start" not in alone.text().split(), "nobody starts alone")
    check("race-" not in alone.text(), "a name that the server has made up is shown")
    link = alone.wait("document.querySelector('dialog textarea')?.value || navigator.clipboard.readText()", "the address")
    check("/room/race-" in link, link)
    ana, ben = begin_race(browser, url)
    for page in (ana, ben):
        guess(page, "crane")
    ana.wait(f"{COLOURS} === 5", "ben's colours")
    ana.call("Emulation.setTouchEmulationEnabled", enabled=True)
    for width, height in [(390, 844), (375, 667), (320, 568), (844, 390), (667, 375), (568, 320)]:
        ana.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=2, mobile=True)
        ana.wait(f"innerHeight === {height}")
        outside = ana.js(
            "[...document.querySelectorAll('.room .cell, .room .key, .room .tools button, .others i')].filter((e) => { const r ="
            " e.getBoundingClientRect(); return r.top < 0 || r.left < 0 || r.bottom > innerHeight || r.right > innerWidth })"
            ".map((e) => e.className + e.textContent)")
        check(not outside, f"out of sight at {width}x{height}: {outside}")
        enter = ana.js("(() => { const e = document.querySelector('.key.enter'); return [e.scrollWidth, e.clientWidth] })()")
        check(enter[0] <= enter[1], f"ENTER is cut off at {width}: {enter}")
        # In a key's round corner there is none, and yet a thumb gets its letter.
        corner = ana.js("(() => { const { left, top } = document.querySelector('.key').getBoundingClientRect(); return [Math.ceil(left), Math.ceil(top)] })()")
        check(ana.js(f"!document.elementFromPoint({corner[0]}, {corner[1]}).matches('.key')"), "a corner")
        ana.touch(*corner)
        ana.wait("document.querySelector('.room .place [data-tile=typed]')?.textContent === 'Q'", f"a letter at {width}x{height}")
        ana.tap(".key.delete")
        ana.wait("!document.querySelector('.room .place [data-tile=typed]')", "none again")
    return [alone, ana, ben]


def called(browser, url):
    """Another name, with the password of the account; what is empty says what to do; filters offer what there is."""
    page = browser.page(f"{url}/#/wall/ana/ben")
    page.wait_for_text("Nobody here is called ana")
    page.go(f"{url}/#/me")
    take_name(page, "ana", "correct horse")
    ask_for(page, "Take another name", name="evita")
    page.wait("document.querySelector('dialog .bad').innerText", "without the password")
    check(page.js("document.querySelector('#me').textContent") == "ana", "it is the old one")
    page.js("document.querySelector('dialog [name=password]').focus()")
    page.type("correct horse")
    page.press("Enter")
    page.wait("document.querySelector('#me').textContent === 'evita'", "the new name")
    page.go(f"{url}/#/wall/evita")
    page.wait_for_text("You have shared nothing yet.")
    page.click_text("Finish a puzzle")
    open_game(page, "wordle", url)
    guess(page, WORDLE)
    page.click_text("Share on the wall")
    page.wait_for_text("It is on the wall")
    page.go(f"{url}/#/wall")
    page.wait("document.querySelector('.share')")
    options = "[...document.querySelectorAll('.filters option')].map((o) => o.innerText).join()"
    page.wait(f"{options} === 'All games,Wordle'", "only what hangs here")
    page.go(f"{url}/#/scores")
    page.wait_for_text("whoever runs this server writes down")
    return [page]


def classroom(browser, url):
    """A pupil adds the class's words from a file, practises them for a score, and sends the result."""
    page = browser.page(f"{url}/#/decks")
    page.wait_for_text("kept under your name")
    page.click_text("Choose one")
    take_name(page, "eva")
    page.click_text("Words to learn")
    page.click_text("Add many words at once")
    page.wait("document.querySelector('input[type=file]')")
    # As a spreadsheet on Windows writes it, too long for one line, with one that is broken.
    lines = "".join(f"palabra{number};word {number}\n" for number in range(1500))
    page.js(f"""(() => {{
        const text = {lines + 'mañana;tomorrow' + chr(10) + 'noche;' + chr(10)!r}
        const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0))
        const files = new DataTransfer()
        files.items.add(new File([bytes], "class.csv", {{ type: "text/csv" }}))
        document.querySelector('input[type=file]').files = files.files
    }})()""")
    page.js("document.querySelector('[name=language]').value = 'Spanish'")
    page.click_text("Look at it")
    page.wait_for_text("1501 words found")
    page.click_text("1 line that cannot be read")
    page.wait_for_text("Line 1502")
    page.wait_for_text("For a new language, called")
    page.click_text("Add 1501 words")
    page.wait("location.hash === '#/words/Spanish'")
    page.click_text("Practise for a score")
    page.wait("document.querySelector('dialog [name=section]')?.value === 'random' && document.querySelector('[name=count]').value === '20'", "what is usual")
    page.js("document.querySelector('[name=section]').value = 'all'; document.querySelector('[name=count]').value = '10'")
    page.click_text("Go on")
    page.wait_for_text("card 1 of 10, 0 remembered")
    check("word 0" not in page.js("document.querySelector('#page').outerHTML"), "the other side is not in the page")
    for number in range(9):
        page.wait_for_text(f"What does palabra{number} mean?")
        if number == 2:
            # A run that is under way is gone on with, also after the page was loaded again.
            page.go(f"{url}/?again#/words/Spanish")
            page.click_text("Practise for a score")
            page.click_text("Go on")
            page.wait_for_text("What does palabra2 mean?")
            page.click_text("show it")
            page.wait_for_text("= word 2")
            page.tap(".choices button:nth-child(3)")
        else:
            page.js("document.querySelector('.move-line input').focus()")
            page.type("moon" if number == 1 else f"word {number}")
            page.press("Enter")
            if number == 1:
                page.wait_for_text("Wrong: palabra1 = word 1")
                check("Go on" in page.text() and "mark" not in page.text().split(), "what concerns the next card waits")
                page.click_text("I knew palabra1")
    page.wait_for_text("card 10 of 10, 8 remembered")
    page.click_text("show it")
    page.wait("document.querySelectorAll('.choices button').length === 4", "four ratings")
    page.tap(".choices button:nth-child(1)")
    page.wait_for_text("Parlor Cards 324 8/10")
    page.js("navigator.share = async (what) => { window.passed = what }")
    page.click_text("Share on the wall")
    page.click_text("Send grid and link")
    page.wait("window.passed?.url.includes('/s/1-')", "its address")
    page.click_text("Next round")
    page.wait_for_text("card 1 of 10")
    page.click_text("choices")
    page.wait("document.querySelectorAll('.choices button').length === 4", "four to choose from")
    page.tap(".choices button")
    page.wait("/Right: |Wrong: /.test(document.body.innerText)", "what it was")
    # A deck of the server.
    page.go(f"{url}/#/decks")
    page.wait("([...document.querySelectorAll('.line')].find((e) => e.innerText.startsWith('Spanish to English'))?.click(), document.querySelector('caption'))", "what the deck holds")
    page.wait_for_text("words found")
    page.click_text("Not these")
    page.wait_for_text("Look at it")
    return [page]


def unseen(browser, url):
    """Talk that is out of sight is counted on its button and passes by; whoever opens it has seen it."""
    ana, ben = begin_race(browser, url)
    ben.js("document.querySelector('.talk').classList.contains('open') || document.querySelector('.tools [name=talk]').click()")
    for line in ["hola", "que tal"]:
        ben.js("document.querySelector('.talk input').focus()")
        ben.type(line)
        ben.press("Enter")
        ana.wait(f"document.querySelector('.toast')?.innerText.endsWith(': {line}')", "it passes by")
    button = "document.querySelector('.tools [name=talk]').innerText.replace(/\\s+/g, ' ')"
    ana.wait(f"{button} === 'Talk 2 new'", "it is counted")
    check("new" not in ben.js(button), "ben has seen what he has said")
    ana.js("document.querySelector('.tools [name=talk]').focus()")
    ana.press("Enter")
    ana.wait(f"{button} === 'Talk · 2 here'", "it has been seen")
    ana.wait_for_text("que tal")
    check(ana.js("document.activeElement.name") == "talk", "the button keeps the focus")
    return [ana, ben]


def keeping_name(browser, url):
    """A guest who has finished a daily is asked for a name where it ends, and the result is then the name's."""
    other = browser.page(f"{url}/#/me")
    take_name(other, "ana")
    page = browser.page(url)
    open_game(page, "wordle", url)
    guess(page, WORDLE)
    page.wait("document.querySelector('.result [name=player]')", "a field for a name")
    for name in ["ana", "eva"]:
        page.js("document.querySelector('.result [name=player]').value = ''; document.querySelector('.result [name=player]').focus()")
        page.type(name)
        page.press("Enter")
        page.wait_for_text("ana is taken" if name == "ana" else "You are eva")
    page.wait("document.querySelector('.result .figures')?.innerText.includes('100')", "the statistics, with this result")
    return [page, other]


def carried(browser, url):
    """A guest who has finished a daily and logs in is told that it went along, or why not."""
    owner = browser.page(f"{url}/#/me")
    take_name(owner, "ana", "correct horse")
    pages = []
    for words in ["which you have finished as guest-", "ana has begun that puzzle"]:
        page = browser.page(url)
        open_game(page, "wordle", url)
        guess(page, WORDLE)
        page.click_text("I have a name")
        ask_for(page, "Log in with", name="ana", password="correct horse")
        page.wait("document.querySelector('#me').textContent === 'ana'", "logged in")
        page.wait_for_text(words)
        pages.append(page)
    pages[1].js("location.hash = '#/player/ana'")
    pages[1].wait("document.querySelector('.calendar .today[data-tile=right]')", "the day that was solved as a guest")
    return [owner, *pages]


def last_word(browser, url):
    """Whoever finds a word sees its tiles though the next one has come, and the word that was not found stands at the end."""
    page = browser.page(url)
    page.wait("document.querySelector('.game')")
    words, late = [], []
    for number, name in enumerate(["once", "twice"]):
        open_room(page, name, f'{{"type":"create","room":"{name}","game":"lastword","seed":7,"settings":{{"seconds":600}}}}')
        page.js(f"location.hash = '#/room/{name}'")
        page.wait_for_text("begins the ")
        page.js(f"{name}.send('{{\"type\":\"start\"}}')")
        page.wait("document.querySelectorAll('.room .place .board .cell').length === 30", "the board")
        check("match" in page.js("document.querySelector('h1').innerText") and "as one" not in page.text(), "nobody plays as one")
        # Both who comes for a seat and who looks on at first have one from the next match on.
        late.append(browser.page(f"{url}/#/{['room', 'watch'][number]}/{name}"))
        if number == 1:
            late[-1].wait_for_text("You look on, without a seat.")
            late[-1].click_text("Take a seat")
        late[-1].wait_for_text("You look on at this match, and play from the next one on.")
        if number == 0:
            for word in ["crane", "moist", "bulky", "fudge", "whomp"]:
                guess(page, word)
            page.type("vivid")
            page.press("Enter")
            words.append(page.wait("document.querySelector('.prompt').innerText.match(/missed ([A-Z]{5})/)?.[1]", "the word that was missed"))
            check(page.js("document.querySelector('.last').textContent") == "VIVID", "the last try")
        else:
            page.type(words[0].lower())
            page.press("Enter")
            page.wait(f"document.querySelector('.last')?.textContent === '{words[0]}'", "the tiles of what was found")
            check(page.js("[...document.querySelectorAll('.last .cell')].every(({ dataset }) => dataset.tile === 'right')"), "their colours")
            page.wait("document.querySelector('.spoken').textContent.endsWith('right place')", "they are read out")
        page.js(f"{name}.send('{{\"type\":\"resign\"}}')")
        page.wait("/^You won\\. The word was [A-Z]{5}$/.test(document.querySelector('.praise')?.innerText)", "the word that nobody has found")
        late[-1].wait_for_text("begins the ")
        page.js("location.hash = '#/'")
        page.wait("document.querySelector('.game')")
    return [page, *late]


def clocked(browser, url):
    """Last Word is to be watched: clocks as bars, what a word takes from them, rivals' tries, who is out."""
    page = browser.page(url, width=360, height=740)
    watcher = browser.page(url, width=1280, height=720, touch=False)
    page.wait("document.querySelector('.game')")
    # The first word of this seed, which the scenario `last_word` finds out.
    open_room(page, "ana", '{"type":"create","room":"arena","game":"lastword","seed":7,"settings":{"seconds":100}}')
    open_room(page, "ben", '{"type":"join","room":"arena"}')
    page.js("location.hash = '#/room/arena'")
    page.wait_for_text("begins the ")
    watcher.js("location.hash = '#/watch/arena'")
    watcher.wait("document.querySelector('.tools button')")
    page.js("ana.send('{\"type\":\"start\"}')")
    watcher.wait("document.querySelectorAll('.seats.alone .bar').length === 3", "bars")
    page.wait("document.querySelectorAll('.seats.clocked .bar').length === 3 && document.querySelector('.key.enter').offsetParent", "bars above the board")
    bar = "document.querySelector('.seats .seat.own .bar i').getBoundingClientRect().width"
    full = page.js(bar)
    page.wait(f"{bar} < {full}", "it shrinks")
    move = lambda player, word: page.js(f"{player}.send(JSON.stringify({{ type: 'move', move: {{ guess: '{word}' }} }}))")
    move("ana", "crane")
    watcher.wait("document.querySelector('.strips .mini')", "a rival's try")
    check(watcher.js("document.querySelector('.strips').innerText") == "", "it has no letters")
    # What goes by is noted, so that a busy machine misses none of it.
    for one in (page, watcher):
        one.js("""window.losses = [], new MutationObserver(() => {
            const now = [...document.querySelectorAll('.lost, .news .cell[data-tile=right]')].map((e) => e.innerText || e.dataset.tile || '').filter(Boolean).join()
            if (!losses.includes(now)) losses.push(now) }).observe(document.querySelector('.room'), { subtree: true, childList: true })""")
    move("ana", "dread")
    # 26 seconds for a word at the second try, from two.
    for one in (page, watcher):
        one.wait("losses.includes('−13 s,−13 s,right,right,right,right,right')", "what it has taken, and the word in green")
        check(one.js("document.querySelectorAll('.score i').length") == 1, "who has found it")
        clean(one, "clocks")
    inside = "[...document.querySelectorAll('.place .cell, .key, .tools button')].every((e) => { const r = e.getBoundingClientRect(); return !r.width || r.top >= 0 && r.bottom <= innerHeight })"
    for width, height in [(360, 740), (320, 568), (844, 390)]:
        page.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=2, mobile=True)
        page.wait(f"innerWidth === {width} && innerHeight === {height}")
        check(page.js(inside), f"all of it is in sight at {width}x{height}")
    check(watcher.js("document.querySelectorAll('.strips .mini').length") == 2, "both tries")
    page.js("ben.send('{\"type\":\"resign\"}')")
    watcher.wait("document.querySelectorAll('.seat.out').length === 1", "who is out")
    watcher.wait("document.querySelector('.said').innerText.includes('gives up')", "why")
    clean(watcher, "somebody is out")
    page.js("ana.send('{\"type\":\"resign\"}')")
    page.wait("document.querySelector('.praise')?.innerText === 'You won. The word was DREAD'", "the word that was not found")
    return [page, watcher]
