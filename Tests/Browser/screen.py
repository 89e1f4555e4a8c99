"""A quiz led from a big screen, and the QR codes by which pupils come in."""

import hashlib
import json

from looks import clean
from phone import open_room
from school import picture
from steps import check, take_name

# More than the limit digest_members.
CROWD = 70
# By text and mask: the version, and SHA-256 of the modules row by row, as the package qrcode 8.2 draws them
# (error correction M, byte mode).
CODES = [
    ("A", 0, 1, "3f594cfc1843904d"),
    ("q" * 20, 1, 2, "7ee4061a7de11769"),
    ("https://parlor.example/room/class#1234", 1, 3, "b2c2351d7dc0f8eb"),
    ("x" * 60, 2, 4, "4f3878a3552770dc"),
    ("p" * 80, 3, 5, "8e494eb359c72e0e"),
    ("ñandú " * 12, 3, 6, "ccea32b9772ad91d"),
    ("z" * 122, 5, 7, "2c6384d4f6b89643"),
    ("w" * 150, 6, 8, "177ef3c8a70f35d1"),
    ("v" * 180, 7, 9, "4c38c215fbd599d1"),
    ("u" * 213, 0, 10, "46f0b3df7635541d"),
]


def codes(browser, url):
    """QR codes of versions 1 to 10 are, module by module, those of another encoder."""
    page = browser.page(url)
    page.wait("document.querySelector('.game')")

    def drawn(text, mask):
        return page.js(f"import('/web/qr.js').then(({{ qrCode }}) => qrCode({json.dumps(text)}, {mask}).map((row) => row.map(Number).join('')))")

    for text, mask, version, digest in CODES:
        rows = drawn(text, mask)
        check(len(rows) == 17 + 4 * version, f"{text[:20]}: {len(rows)} modules for version {version}")
        check(hashlib.sha256("".join(rows).encode()).hexdigest()[:16] == digest, f"{text[:20]}, mask {mask}")
    # Without a mask that is asked for it is one of the eight.
    check(drawn("A", "undefined") in [drawn("A", mask) for mask in range(8)], "the best mask")
    refused = page.js("import('/web/qr.js').then(({ qrCode }) => { try { qrCode('u'.repeat(214)) } catch (error) { return error.message } })")
    check(refused == "214 bytes are too many for a code", refused)
    return [page]


def fits_screen(host, what):
    """Everything is in the window of a projector, as large as can be read from the back, and clean."""
    for width, height in [(1920, 1080), (1280, 720)]:
        host.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        host.wait(f"innerWidth === {width} && innerHeight === {height}")
        outside = host.js("[...document.querySelectorAll('.host *')].filter((e) => { const r = e.getBoundingClientRect();"
                          " return r.width && (r.top < 0 || r.left < 0 || r.bottom > innerHeight + 1 || r.right > innerWidth + 1) })"
                          ".map((e) => [e.tagName, e.className.baseVal ?? e.className, Math.round(e.getBoundingClientRect().bottom)])")
        check(not outside, f"{what} at {width}x{height}: {outside[:4]}")
    clean(host, what)


def led(browser, url):
    """A host without a seat leads a class: it comes in, is asked, sees what was right, and the first three."""
    host = browser.page(f"{url}/#/quiz", width=1280, height=720, touch=False)
    host.wait("document.querySelector('[name=questions]')")
    host.js("for (const [name, value] of [['questions', 2], ['room', 'class7'], ['code', 'tacos']]) document.querySelector(`[name=${name}]`).value = value")
    host.click_text("Lead it on a big screen")
    host.wait("document.querySelector('.qr')", "the code")
    check(host.js("document.querySelector('.qr').ariaLabel") == f"QR code of {url}/room/class7#tacos", "its address")
    host.wait_for_text("tacos")
    host.wait_for_text("class7")
    check("Start" not in host.text(), "there is nobody to start for")
    # Two of them have a name: the quiz counts for no rating, so that who leads it may end it.
    pupils = [browser.page(f"{url}/#/me") for _ in range(2)]
    for pupil, name in zip(pupils, ["dora", "emil"]):
        take_name(pupil, name)
        pupil.go(f"{url}/room/class7#tacos")
    pupils.append(browser.page(f"{url}/room/class7#tacos"))
    for pupil in pupils:
        pupil.wait("document.querySelector('.waiting')", "the room")
    host.wait("document.querySelectorAll('.names li').length === 3", "their names")
    fits_screen(host, "entrance")
    # Who opens the same address without being the owner sees it all, and leads nothing.
    other = browser.page(f"{url}/#/host/class7/tacos", width=1280, height=720, touch=False)
    other.wait("document.querySelector('.host .buttons')")
    check("Start" not in other.text(), "nothing to lead with")
    # A name that does not belong there goes with a tap; others of the class, from the same address, still come in.
    fourth = browser.page(f"{url}/room/class7#tacos")
    host.wait("document.querySelectorAll('.names li').length === 4", "one more")
    host.tap(".names li:nth-child(4) button")
    host.click_text("Send away")
    fourth.wait_for_text("has sent you away")
    host.wait("document.querySelectorAll('.names li').length === 3", "one less")
    fourth.go(f"{url}/#/")
    fourth.wait("document.querySelector('.game')")
    fourth.go(f"{url}/#/room/class7/tacos")
    fourth.wait_for_text("has sent you away")
    # Against a raid the room is locked.
    host.click_text("Lock the room")
    host.wait_for_text("Let others in")
    spoken = "document.querySelector('.spoken').textContent"
    host.wait(f"{spoken} === 'class7 is locked: nobody new comes in'", "what a screen reader says")
    late = browser.page(f"{url}/room/class7#tacos")
    late.wait_for_text("is locked")
    check(host.js("document.querySelectorAll('.names li').length") == 3, "who is in stays")
    check(not host.js("document.querySelector('.qr')"), "a locked room invites")
    fits_screen(host, "locked")
    host.click_text("Let others in")
    host.wait_for_text("Lock the room")
    host.wait("document.querySelector('.qr')", "the way in")
    host.wait(f"{spoken} === 'class7 lets others in again'", "that it is open")
    late.click_text("Try again")
    late.wait("document.querySelector('.waiting')", "the room")

    def choose(nickname):
        late.wait("document.querySelector('.nickname input')", "who is asked for a nickname")
        late.js("document.querySelector('.nickname input').focus()")
        late.type(nickname)
        late.press("Enter")

    choose("5")
    late.wait("document.querySelector('.nickname .bad').innerText.includes('begins with a letter')", "why not, at the field")
    late.js("document.querySelector('.nickname input').value = ''")
    choose("rascal")
    late.wait("document.querySelector('.here li').innerText === 'rascal (you)'", "oneself, first")
    check(not late.js("document.querySelector('.nickname input')"), "nobody asks once more")
    check(late.js("document.querySelector('#me').textContent") == "You", "it claims no name")
    # A nickname that does not belong there is taken away, and another one asked for.
    gina = "[...document.querySelectorAll('.names li')].find((one) => one.innerText === '{}')"
    host.wait(gina.format("rascal"), "the nickname")
    host.js(gina.format("rascal") + ".querySelector('button').click()")
    host.click_text("Ask for another name")
    late.wait_for_text("asks you for another name")
    choose("gina")
    host.wait(gina.format("gina"), "the name")
    # Who was sent away can be let in again.
    host.click_text("Who was sent away?")
    host.wait("document.querySelectorAll('dialog .choices button').length === 1", "one")
    host.tap("dialog .choices button")
    host.wait_for_text("may come in again")
    late.js("location.hash = '#/'")
    late.click_text("Leave")
    late.tap("dialog .primary")
    host.wait("document.querySelectorAll('.names li').length === 3", "one less")
    host.click_text("Start")
    host.wait("document.querySelectorAll('.answers li').length === 4", "the question")
    host.wait_for_text("0 of 3 answered")
    check(len(set(host.js("[...document.querySelectorAll('.answers path')].map((e) => e.getAttribute('d'))"))) == 4, "a shape each")
    check(len(set(host.js("[...document.querySelectorAll('.answers li')].map((e) => getComputedStyle(e).backgroundColor)"))) == 4, "a colour each")
    check(host.js("parseFloat(getComputedStyle(document.querySelector('.asked h1')).fontSize)") >= 70, "the question is large")
    check(host.js("parseFloat(getComputedStyle(document.querySelector('.answers li')).fontSize)") >= 40, "the answers are large")
    fits_screen(host, "a question")
    for number, pupil in enumerate(pupils, start=1):
        pupil.wait("document.querySelector('.choices button')")
        if number == 3:
            host.wait_for_text("2 of 3 answered")
        pupil.tap(f".choices button:nth-child({number})")
    host.wait("document.querySelector('.histogram')", "what was right")
    counts = host.js("[...document.querySelectorAll('.histogram b')].map((e) => Number(e.innerText))")
    check(counts[0] <= 1 and sum(counts) == 3 and counts[2] == 0, counts)
    check(host.js("document.querySelectorAll('.answers .is-right').length") == 1, "one answer is right")
    fits_screen(host, "an answer")
    check(sum(host.js("[...document.querySelectorAll('.answers small')].map((e) => Number(e.innerText))")) == 3, "how many chose what")
    check(host.js("document.querySelectorAll('.leaders li').length") == counts[0], "who is ahead")
    host.click_text("Pause")
    host.wait("[...document.querySelectorAll('.host button')].some((e) => e.innerText === 'Go on')", "a pause")
    host.click_text("Go on")
    host.wait("document.querySelector('.host .top span').innerText.startsWith('Question 2')", "the next question")
    # A press right after a question has come is taken for one that was meant for what stood there before.
    host.wait("(document.querySelector('dialog[open]') || [...document.querySelectorAll('.host button')].find((e) => e.innerText === 'Skip')?.click(), "
              "document.querySelector('dialog[open]'))", "it asks first, since nobody has answered")
    host.wait_for_text("0 of 3 have answered")
    host.tap("dialog .primary")
    host.wait("document.querySelector('.podium')", "the end")
    # At most one was right: nobody else stands there.
    check(host.js("document.querySelectorAll('.podium li').length") == counts[0] and " 0 points" not in host.text(), host.text())
    check(host.js("document.querySelector('.podium h1').innerText") == ["Nobody has points", "The first"][counts[0]], host.text())
    fits_screen(host, "the podium")
    pupils[0].wait("/^[^:]*(place \\d of 3|nobody has points)/.test(document.querySelector('.room .spoken').textContent)", "the end, in words")
    other.wait(f"document.querySelector('.podium') && document.querySelectorAll('.podium li').length === {counts[0]}", "the same for who looks on")
    check("Next round" not in other.text(), "nothing to lead with")
    host.click_text("Next round")
    host.wait("document.querySelectorAll('.answers li').length === 4", "a question of the next round")
    host.js("[...document.querySelectorAll('.host button')].find((e) => e.innerText === 'End it').focus()")
    pupils[0].wait("document.querySelector('.choices button')")
    pupils[0].tap(".choices button")
    host.wait_for_text("1 of 3 answered")
    check(host.js("document.activeElement.innerText") == "End it", "an answer takes no focus away")
    host.click_text("End it")
    host.wait("document.querySelector('dialog[open]')", "it asks first")
    clean(host, "the question whether to end it")
    host.click_text("Not now")
    host.wait("!document.querySelector('dialog') && document.querySelector('.answers')", "the quiz goes on")
    host.click_text("End it")
    host.tap("dialog .primary")
    host.wait("document.querySelector('.podium') && !document.querySelector('.answers')", "the end of the round")
    # What it has come to is there again after the page was loaded anew, on the screen and on a phone.
    host.go(f"{url}/?again#/host/class7")
    host.wait("document.querySelector('.podium')", "the podium once more")
    host.wait_for_text("Results as a table")
    pupils[0].wait("document.querySelectorAll('.standings tr').length === 3", "the standings")
    pupils[0].go(f"{url}/?again#/room/class7")
    pupils[0].wait("document.querySelectorAll('.standings tr').length === 3", "the standings once more")
    check("not done" not in pupils[0].text() and " left" not in pupils[0].text() and not pupils[0].js("document.querySelector('.choices button')"),
          pupils[0].text())
    host.click_text("Next round")
    host.wait("document.querySelector('.top span')?.innerText === 'Question 1 of 2'", "a question of a new round")
    word = host.js("document.querySelector('.asked h1').innerText")
    host.click_text("Pause")
    host.wait_for_text("counts for nobody")
    host.click_text("Not now")
    host.click_text("End it")
    host.tap("dialog .primary")
    host.wait("document.querySelector('.podium')", "the end")
    # From elsewhere it is begun again: the screen has the new word.
    host.click_text("Leave this screen")
    host.wait_for_text("To the big screen")
    host.click_text("Next round")
    host.wait("document.querySelectorAll('.choices button').length === 4", "the question, in the room")
    host.go(f"{url}/#/host/class7")
    host.wait("document.querySelector('.asked h1')", "the question")
    check(host.js("document.querySelector('.asked h1').innerText") != word, "another word")
    return [host, *pupils, fourth, late, other]


def aside(browser, url):
    """From the room, without a seat: who is here, somebody sent away by a typed command, the start, and the way back."""
    host = browser.page(f"{url}/#/quiz", width=1280, height=720, touch=False)
    host.wait("document.querySelector('[name=questions]')")
    host.js("for (const [name, value] of [['seconds', 120], ['room', 'yard']]) document.querySelector(`[name=${name}]`).value = value")
    host.click_text("Lead it on a big screen")
    host.wait("document.querySelector('.qr')", "the code")
    host.wait("/no phone|--http-host/i.test(document.body.innerText)", "that nobody else reaches this computer")
    host.js("""window.pupils = Array.from({ length: 30 }, (_, index) => {
        const one = new WebSocket(location.origin.replace('http', 'ws') + '/line')
        one.onopen = () => { one.send(JSON.stringify({ type: 'login', name: `pupil-of-7b-${index}` })); one.send('{"type":"join","room":"yard"}') }
        return one }), true""")
    host.wait_for_text("30 players here")
    host.wait("/^and \\d+ more$/.test(document.querySelector('.names li:last-child').innerText)", "more than there is room for")
    host.tap(".names li:last-child button")
    host.wait("document.querySelectorAll('dialog .here button').length === 30", "all of them")
    clean(host, "all who are here")
    host.tap("dialog .here li:nth-child(30) button")
    host.click_text("Send away")
    host.wait_for_text("29 players here")
    host.click_text("Leave this screen")
    host.wait_for_text("You look on, without a seat")
    check(host.js("location.hash") == "#/watch/yard" and host.js("document.querySelectorAll('.here li').length") == 13, "twelve, and the rest")
    host.wait("document.querySelector('.talk input')", "the talk")
    host.js("document.querySelector('.talk input').focus()")
    host.type("/kick pupil-of-7b-3")
    host.press("Enter")
    host.wait_for_text("28 here")
    check(host.js("location.hash") == "#/watch/yard", "the owner stays")
    host.click_text("Start")
    host.wait("document.querySelectorAll('.choices button').length === 4", "the question")
    host.click_text("To the big screen")
    host.wait_for_text("0 of 28 answered")
    return [host]


def crowded(browser, url):
    """In a room with digests, the screen follows the answers and the clock; a step is as high as its place."""
    host = browser.page(f"{url}/#/quiz", width=1280, height=720, touch=False)
    host.wait("document.querySelector('[name=questions]')")
    host.js("for (const [name, value] of [['questions', 2], ['seconds', 5], ['room', 'hall']]) document.querySelector(`[name=${name}]`).value = value")
    host.click_text("Lead it on a big screen")
    host.wait("document.querySelector('.qr')", "the code")
    host.js(f"""window.pupils = Array.from({{ length: {CROWD} }}, () => {{
        const one = new WebSocket(location.origin.replace('http', 'ws') + '/line')
        one.onopen = () => one.send('{{"type":"join","room":"hall"}}')
        return one }}), true""")
    host.wait_for_text(f"{CROWD} players here")
    # As many names as there is room for, and how many more there are.
    for width, height in [(1280, 720), (1024, 600), (1920, 1080)]:
        host.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        host.wait(f"innerHeight === {height} && document.querySelector('.names').scrollHeight <= document.querySelector('.names').clientHeight + 1")
        host.wait(f"document.querySelectorAll('.names [data-key]').length + Number(document.querySelector('.names li:last-child').innerText.match(/^and (\\d+) more$/)?.[1]) === {CROWD}")
        check(host.js("document.querySelectorAll('.names button').length >= 8"), "room for some")
    picture(host, "crowd")
    # A room's page counts all, too, and whoever looks on there follows the clock.
    other = browser.page(f"{url}/#/watch/hall")
    other.wait_for_text(f"{CROWD} here")
    # The list that a room is told ends before the number of those who are in it.
    late = browser.page(f"{url}/#/room/hall")
    late.wait_for_text(f"and {CROWD + 1 - 12} more")
    host.click_text("Start")
    other.wait("document.querySelectorAll('.choices button').length === 4", "the question")
    host.wait_for_text(f"0 of {CROWD + 1} answered")
    # Nobody answers: the clock alone ends the question.
    host.wait("document.querySelector('.answers .is-right')", "the end of the first question")
    other.wait("document.querySelector('.choices button[data-tile=right]')", "the same for who looks on")
    host.wait("document.querySelector('.host .top span').innerText === 'Question 2 of 2'", "the second question")
    host.js("pupils.slice(0, 20).forEach((one, index) => one.send(JSON.stringify({ type: 'move', text: `${index % 4 + 1}` })))")
    host.wait("/^[1-9]\\d* of/.test(document.querySelector('.host .top b')?.innerText) || document.querySelector('.histogram')", "answers")
    host.wait("document.querySelectorAll('.podium li').length === 3", "the end of the quiz")
    check(host.js("[...document.querySelectorAll('.podium span')].every((one) => /^[1-9]\\d* points?$/.test(one.innerText))"), host.text())
    steps = host.js("[...document.querySelectorAll('.podium i')].map((e) => [e.innerText, Math.round(e.getBoundingClientRect().height)].join())")
    check(len(set(steps)) == len({step.split(',')[0] for step in steps}) == len({step.split(',')[1] for step in steps}), f"steps by place: {steps}")
    return [host, other, crowded_race(browser, url)]


def crowded_race(browser, url):
    """In a race with digests, whoever is done sees how many are."""
    page = browser.page(url)
    page.wait("document.querySelector('.game')")
    open_room(page, "starter", '{"type":"create","room":"track","game":"wordle","mode":"race"}')
    page.js(f"""window.racers = Array.from({{ length: {CROWD} }}, () => {{
        const one = new WebSocket(location.origin.replace('http', 'ws') + '/line')
        one.onopen = () => one.send('{{"type":"join","room":"track"}}')
        return one }}), true""")
    page.js("location.hash = '#/room/track'")
    page.wait_for_text(f"{CROWD + 2} here")
    page.js("starter.send('{\"type\":\"start\"}')")
    page.click_text("Give up")
    page.tap("dialog .primary")
    page.wait_for_text(f"1 of {CROWD + 2} are done")
    page.js("racers.slice(0, 3).forEach((one) => one.send('{\"type\":\"move\",\"text\":\"give up\"}'))")
    page.wait_for_text(f"4 of {CROWD + 2} are done")
    return page
