"""Stories of a class: a quiz with many on small phones, one made of words of one's own, a link that asks for a name."""

import os

from looks import HERE
from phone import open_room
from steps import ask_for, check, learn, take_name

PUPILS = 24
SIZES = [(375, 667), (320, 568), (568, 320), (390, 844), (1100, 800)]


def pupils(browser, url):
    """Twenty-five are asked: on each phone question and answers are in sight, and oneself in the list; all can be read."""
    page = browser.page(url, width=375, height=667)
    page.wait("document.querySelector('.game')")
    # The same quiz before the class has it: which answer is right.
    open_room(page, "scout", '{"type":"create","room":"rehearsal","game":"quiz","seed":7,"settings":{"questions":2,"seconds":120}}')
    page.js("scout.send('{\"type\":\"start\"}'); scout.send('{\"type\":\"skip\"}')")
    right = page.wait("scout.heard.match(/\"answer\":(\\d)/)?.[1]", "the right answer")
    open_room(page, "teacher", '{"type":"create","room":"class","game":"quiz","seed":7,"settings":{"questions":2,"seconds":120}}')
    page.js(f"""window.pupils = Array.from({{ length: {PUPILS - 1} }}, (_, index) => {{
        const one = new WebSocket(location.origin.replace('http', 'ws') + '/line')
        one.onopen = () => {{ one.send(JSON.stringify({{ type: 'login', name: `wwwwwwwwwwwwwwwww${{index}}` }})); one.send('{{"type":"join","room":"class"}}') }}
        one.onmessage = ({{ data }}) => {{ one.isIn ||= data.includes('"joined"') }}
        return one }}), true""")
    page.wait("pupils.every(({ isIn }) => isIn)", "a class")
    page.go(f"{url}/#/room/class")
    page.wait_for_text("begins the ")
    page.js("teacher.send('{\"type\":\"start\"}')")
    page.wait("document.querySelectorAll('.choices button:enabled').length === 4", "four answers")
    page.wait("document.querySelector('.seats .own')", "oneself")
    for width, height in SIZES:
        page.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=2, mobile=True)
        page.wait(f"innerHeight === {height}")
        outside = page.js(
            "[...document.querySelectorAll('.choices button, .question, .seats .own')].filter((e) => { const r ="
            " e.getBoundingClientRect(); return !r.width || r.top < 0 || r.left < 0 || r.bottom > innerHeight || r.right > innerWidth })"
            ".map((e) => e.className + e.textContent)")
        check(not outside, f"out of sight at {width}x{height}: {outside}")
        cut = page.js("""[...document.querySelectorAll('.seats .seat')].filter((seat) => seat.offsetParent && [...seat.querySelectorAll('.seat-line > *, .seat-line')]
            .some((one) => one.getBoundingClientRect().right > seat.getBoundingClientRect().right + 1)).map((seat) => seat.innerText)""")
        check(not cut, f"points behind a long name at {width}x{height}: {cut}")
        picture(page, f"class-{width}x{height}")
        covered = page.js("""(() => { const all = [...document.querySelectorAll('.choices button, .prompt b, .prompt small, .tools button, .seats')]
            .map((e) => [e.textContent, e.getBoundingClientRect()])
            return all.flatMap(([one, a], index) => all.slice(index + 1).filter(([, b]) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1
              && b.top < a.bottom - 1).map(([other]) => [one, other])) })()""")
        check(not covered, f"one over another at {width}x{height}: {covered}")
    check(page.js("parseFloat(getComputedStyle(document.querySelector('.question')).fontSize) >= 20"), "the question is large")
    # Where the count of answers and the clock stand below each other, neither flies over the question.
    page.call("Emulation.setDeviceMetricsOverride", width=240, height=667, deviceScaleFactor=2, mobile=True)
    page.js("""(() => { window.flown = []; const animate = Element.prototype.animate
        Element.prototype.animate = function (...steps) { if (!this.dataset.player) flown.push(this.textContent); return animate.apply(this, steps) } })()""")
    page.js("pupils.slice(0, 11).forEach((one) => one.send('{\"type\":\"move\",\"text\":\"1\"}'))")
    page.wait_for_text("11 of 25 answered")
    check(page.js("flown.length") == 0, page.js("flown.join()"))
    page.call("Emulation.setDeviceMetricsOverride", width=375, height=667, deviceScaleFactor=2, mobile=True)
    page.tap(f".choices button:nth-child({right})")
    page.wait("document.querySelector('.choices button[data-tile=blue]')", "one's own answer")
    page.js("teacher.send('{\"type\":\"skip\"}')")
    page.wait("document.querySelectorAll('.choices button[data-tile=right]').length === 1", "the right answer")
    page.wait("/place \\d+ of 25/.test(document.querySelector('.prompt').innerText)", "one's own place")
    with open(os.path.join(HERE, "accessible.js"), encoding="utf-8") as file:
        ask = file.read()
    for theme in ["dark", "light", "contrast"]:
        page.js(f"document.documentElement.dataset.theme = '{theme}'")
        faults = page.js(ask)
        check(not faults, f"{theme}: {faults}")
        picture(page, f"answer-{theme}")
    return [page]


def maker(browser, url):
    """A teacher finds the quiz, chooses words of their own, sees some of them, and opens a room with them."""
    page = browser.page(url)
    page.wait("document.querySelector('.game')")
    page.click_text("Words to learn")
    page.click_text("Choose one")
    take_name(page, "teacher")
    page.go(f"{url}/#/words")
    learn(page, "Unidad 3", casa="house", sol="sun", luna="moon", mar="sea")
    page.tap(".brand")
    page.wait("[...document.querySelectorAll('h2')].some((one) => one.textContent === 'Quiz')", "a heading")
    page.tap(".game[href='#/quiz']")
    page.wait("document.querySelector('.quiz select[name=deck]')", "a list of decks")
    labels = page.js("[...document.querySelectorAll('optgroup')].map((one) => one.label)")
    check(labels == ["Your words", "Decks of this server"], labels)
    page.wait("document.querySelectorAll('.preview tr').length === 5", "some words of a deck")
    page.js("(() => { const e = document.querySelector('select[name=deck]'); e.value = 'my-Unidad 3';"
            " e.dispatchEvent(new Event('change', { bubbles: true })) })()")
    page.wait("document.querySelector('.preview').innerText.includes('casa')", "one's own words")
    picture(page, "maker")
    page.js("document.querySelector('[name=questions]').value = 2")
    page.click_text("Open the room")
    page.wait("location.hash.startsWith('#/room/quiz-')", "the room")
    page.wait_for_text("Start")
    page.click_text("Start")
    page.wait("document.querySelectorAll('.choices button:enabled').length === 4", "four answers")
    return [page]


def headed(browser, url):
    """A list with the names of two languages at its top, and equals signs: the page says what was taken how."""
    page = browser.page(f"{url}/#/me")
    take_name(page, "lena")
    page.go(f"{url}/#/decks")
    page.wait("document.querySelector('textarea[name=words]')")
    page.js("document.querySelector('textarea[name=words]').value = 'English = Español\\nhouse, home = casa\\nsun = sol'")
    page.js("document.querySelector('[name=language]').value = 'Spanish'")
    page.click_text("Look at it")
    page.wait_for_text("2 words found")
    page.wait_for_text("taken apart at the equals sign: what it means, the word")
    page.wait_for_text("The first line (English, Español) is a heading")
    page.click_text("Add 2 words")
    page.wait("location.hash === '#/words/Spanish'")
    page.click_text("A quiz of them")
    page.wait("document.querySelector('select[name=deck]')?.value === 'my-Spanish'", "these words are chosen")
    page.wait("document.querySelector('.preview').innerText.includes('casa')", "and shown")
    return [page]


def returning(browser, url):
    """A link to a room for players with a name: whoever has chosen one there is in the room."""
    page = browser.page(url)
    page.wait("document.querySelector('.game')")
    page.js("""(window.owner = new WebSocket(location.origin.replace('http', 'ws') + '/line'), owner.heard = '',
        owner.onmessage = (event) => { owner.heard += event.data },
        owner.onopen = () => { owner.send('{"type":"login","name":"dora"}'); owner.send('{"type":"create","room":"lesson","game":"quiz","named_only":true}') }, true)""")
    page.wait("owner.heard.includes('joined')", "the room")
    guest = browser.page(f"{url}/#/room/lesson")
    guest.click_text("Choose a name")
    take_name(guest, "emil")
    guest.wait("location.hash === '#/room/lesson'", "the way back")
    guest.wait_for_text("begins the ")
    # Who chooses a name for another reason stays on that page.
    guest.go(f"{url}/#/me")
    guest.wait_for_text("without a password only your token brings you back")
    ask_for(guest, "Log out")
    take_name(guest, "fred")
    check(guest.js("location.hash") == "#/me", "the page of oneself")
    return [page, guest]


def picture(page, name):
    """Keeps what is seen where a folder is named for it."""
    folder = os.environ.get("PARLOR_PICTURES")
    if folder:
        page.picture(os.path.join(folder, f"{name}.png"))


def undone(browser, url):
    """A rating that was a slip is taken back, and new words come as many a day as one likes."""
    page = browser.page(f"{url}/#/me")
    take_name(page, "ana")
    page.go(f"{url}/#/words")
    learn(page, "Spanish", casa="house", sol="sun", mar="sea")
    page.go(f"{url}/#/words/Spanish")
    page.click_text("Study")
    page.wait_for_text("What does casa mean?")
    check("undo" not in page.text(), "there is nothing to undo")
    page.click_text("show it")
    page.wait("document.querySelectorAll('.choices button').length === 4", "four ratings")
    page.tap(".choices button:nth-child(4)")
    page.wait_for_text("What does sol mean?")
    page.click_text("undo")
    page.wait_for_text("What does casa mean?")
    page.wait_for_text("0 due, 3 new")
    check("house" not in page.text() and "undo" not in page.text(), "its other side is hidden, and only one is undone")
    page.go(f"{url}/#/words/Spanish")
    page.click_text("Change it")
    page.wait("document.querySelector('dialog [name=new_per_day]')?.value === '20'", "how many there are")
    page.js("document.querySelector('[name=new_per_day]').value = 1")
    page.click_text("Go on")
    page.wait_for_text("0 due · 1 new (2 more on other days)")
    return [page]
