"""Drives Chromium over the DevTools protocol, through a pipe: standard library only.

Each page has a browser context of its own, so that two of them are two visitors. Everything waits for a state that
stays, with a deadline, and never sleeps for a guess.
"""

import base64
import json
import os
import select
import shutil
import subprocess
import tempfile
import time

PATIENCE = float(os.environ.get("PARLOR_PATIENCE", "120"))
NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "headless_shell"]
# What the page keeps once it has shown how a game is played.
READ = "try { localStorage['parlor.howto'] ??= JSON.stringify(['wordle', 'dailysort', 'wordsearch', 'absurdle', 'cards', 'seas', 'four', 'tictactoe', 'sticks', 'hangman', 'quiz', 'lastword', 'quordle', 'octordle']) } catch {}"


def find():
    """The browser's path, or None."""
    given = os.environ.get("PARLOR_CHROMIUM")
    return given if given else next((path for path in map(shutil.which, NAMES) if path), None)


class Failure(Exception):
    pass


class Browser:
    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="parlor-browser-")
        to_browser, self.write_end = os.pipe()
        self.read_end, from_browser = os.pipe()

        def place():
            # The browser reads from descriptor 3 and writes to 4; these may be in each other's way.
            first, second = os.dup(to_browser), os.dup(from_browser)
            os.dup2(first, 3)
            os.dup2(second, 4)

        arguments = [
            find(), "--headless=new", "--remote-debugging-pipe", "--no-sandbox", "--disable-gpu", "--no-first-run",
            "--disable-dev-shm-usage", "--hide-scrollbars", "--disable-background-networking",
            "--disable-component-update", "--disable-sync", "--disable-default-apps", "--mute-audio",
            f"--user-data-dir={self.folder}", "about:blank",
        ]
        self.process = subprocess.Popen(
            arguments, preexec_fn=place, close_fds=False, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        os.close(to_browser)
        os.close(from_browser)
        self.buffer, self.number, self.pages = b"", 0, {}

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        os.close(self.read_end)
        os.close(self.write_end)
        shutil.rmtree(self.folder, ignore_errors=True)

    def call(self, method, session=None, **parameters):
        self.number += 1
        number = self.number
        message = {"id": number, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        os.write(self.write_end, json.dumps(message).encode() + b"\0")
        deadline = time.monotonic() + PATIENCE
        while True:
            answer = self.receive(deadline)
            if answer.get("id") == number:
                if "error" in answer:
                    raise Failure(f"{method}: {answer['error']['message']}")
                return answer["result"]
            self.note(answer)

    def note(self, event):
        page = self.pages.get(event.get("sessionId"))
        if page and event.get("method") == "Runtime.exceptionThrown":
            details = event["params"]["exceptionDetails"]
            page.errors.append(details.get("exception", {}).get("description") or details["text"])
        if page and event.get("method") == "Log.entryAdded" and event["params"]["entry"]["level"] == "error":
            page.errors.append(event["params"]["entry"]["text"])

    def receive(self, deadline):
        while b"\0" not in self.buffer:
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([self.read_end], [], [], left)[0]:
                raise Failure("the browser does not answer")
            piece = os.read(self.read_end, 1 << 20)
            if not piece:
                raise Failure("the browser has ended")
            self.buffer += piece
        message, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(message)

    def page(self, url, width=390, height=844, touch=True, beside=None, is_new=False):
        """A new visitor's page, by default of a phone's size; or another window of the visitor whose page is `beside`.

        The visitor has read how the games are played unless `is_new`.
        """
        context = beside.context if beside else self.call("Target.createBrowserContext")["browserContextId"]
        target = self.call("Target.createTarget", url="about:blank", browserContextId=context)["targetId"]
        session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        page = Page(self, session, context)
        self.pages[session] = page
        for domain in ["Page", "Runtime", "Log", "Network"]:
            page.call(f"{domain}.enable")
        page.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=2, mobile=touch)
        page.call("Emulation.setTouchEmulationEnabled", enabled=touch)
        page.is_touch = touch
        if not is_new:
            page.call("Page.addScriptToEvaluateOnNewDocument", source=READ)
        page.go(url)
        return page


class Page:
    def __init__(self, browser, session, context):
        self.browser, self.session, self.context, self.errors, self.is_touch = browser, session, context, [], False

    def call(self, method, **parameters):
        return self.browser.call(method, session=self.session, **parameters)

    def go(self, url):
        self.call("Page.navigate", url=url)

    def js(self, expression):
        """The value of an expression; promises are waited for."""
        result = self.call("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in result:
            raise Failure(f"{expression}: {result['exceptionDetails'].get('exception', {}).get('description')}")
        return result["result"].get("value")

    def wait(self, expression, what=None):
        """Waits until an expression is true, and returns its value."""
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                value = self.js(f"((v) => v instanceof Node ? true : v)({expression})")
            except Failure:
                # The page is being replaced by another.
                value = None
            if value:
                return value
            if time.monotonic() > deadline:
                raise Failure(f"in vain: {what or expression}\n{self.text()}\n{self.errors}")
            time.sleep(0.03)

    def text(self):
        return self.js("document.body.innerText")

    def wait_for_text(self, text):
        return self.wait(f"document.body.innerText.includes({json.dumps(text)})")

    def place(self, selector):
        """The middle of what a selector finds, scrolled into sight."""
        return self.wait(
            f"""(() => {{ const e = document.querySelector({json.dumps(selector)}); if (!e) return null
            e.scrollIntoView({{block: "nearest"}}); const r = e.getBoundingClientRect()
            return r.width ? [r.x + r.width / 2, r.y + r.height / 2] : null }})()""", selector)

    def tap(self, selector):
        # What turns or shakes is not where it will be.
        self.wait("!document.querySelector('.flip, .shake, .pop, .bounce')", "at rest")
        x, y = self.place(selector)
        if self.is_touch:
            self.touch(x, y)
        else:
            self.mouse("mousePressed", x, y)
            self.mouse("mouseReleased", x, y)

    def touch(self, x, y):
        self.call("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
        self.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    def mouse(self, kind, x, y):
        self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", buttons=1, clickCount=1)

    def drag(self, start, end):
        """A finger or a mouse goes from one element to another."""
        points = [self.place(start), self.place(end)]
        steps = [[points[0][i] + (points[1][i] - points[0][i]) * n / 6 for i in (0, 1)] for n in range(7)]
        if self.is_touch:
            for n, (x, y) in enumerate(steps):
                self.call("Input.dispatchTouchEvent", type="touchMove" if n else "touchStart", touchPoints=[{"x": x, "y": y}])
            self.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
        else:
            self.mouse("mousePressed", *steps[0])
            for x, y in steps[1:]:
                self.call("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y, button="left", buttons=1)
            self.mouse("mouseReleased", *steps[-1])

    def press(self, key):
        extra = {"text": key} if len(key) == 1 else {"text": "\r"} if key == "Enter" else {}
        code = {"Enter": 13, "Escape": 27, "Backspace": 8, "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39,
                "ArrowDown": 40, "Tab": 9, " ": 32}.get(key)
        if code is None:
            # Of signs the numbers are those of other keys: & would be the arrow up.
            code = ord(key.upper()) if len(key) == 1 and key.isascii() and key.isalnum() else 0
        self.call("Input.dispatchKeyEvent", type="keyDown", key=key, windowsVirtualKeyCode=code, **extra)
        self.call("Input.dispatchKeyEvent", type="keyUp", key=key, windowsVirtualKeyCode=code)

    def type(self, text):
        for letter in text:
            self.press(letter)

    def click_text(self, text):
        """Clicks the button or link that says so."""
        self.wait(
            f"""(() => {{ const e = [...document.querySelectorAll("button, a, summary")].find((e) => e.innerText.trim() === {json.dumps(text)} && e.offsetParent)
            if (e) e.click(); return Boolean(e) }})()""", f"a button that says {text}")

    def offline(self, is_offline):
        self.call("Network.emulateNetworkConditions", offline=is_offline, latency=0, downloadThroughput=-1, uploadThroughput=-1)

    def picture(self, path):
        data = self.call("Page.captureScreenshot", format="png")["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))
