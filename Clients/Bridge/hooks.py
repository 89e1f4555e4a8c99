"""What each service wants to be sent over HTTPS, and what it means by its answers."""

import email.utils
import json
import math
import time
import urllib.parse

from grids import lines, markdown, mrkdwn
from https import send

# What a service may ask for at most, and how long one that refuses everything is left alone.
LONGEST_WAIT, CLOSED_WAIT = 3600, 600


class Done:
    """Delivered; `message` names it where it can be deleted, `pause` says when the next one may come."""

    def __init__(self, message=None, pause=0):
        self.message, self.pause = message, pause


class Later:
    """To be tried again after so many seconds; with `counts` longer each time."""

    def __init__(self, why, pause=0, counts=False):
        self.why, self.pause, self.counts = why, pause, counts


class Never:
    """This one message is not wanted, whenever it comes."""

    def __init__(self, why):
        self.why = why


class Hook:
    """A webhook that takes JSON. What differs from service to service is overridden."""

    can_delete = False
    interval = 1
    """Seconds from one message to the next."""

    def __init__(self, settings):
        self.address = settings.get("webhook")

    def post(self, post):
        return self._send("POST", self.address, self.body(post))

    def _send(self, method, address, body=None, headers=(), deletes=False):
        data = None if body is None else json.dumps(body, ensure_ascii=False).encode()
        headers = dict(headers, **({} if data is None else {"Content-Type": "application/json"}))
        return self.outcome(send(method, address, data, headers), deletes)

    def outcome(self, answer, deletes):
        status = answer.status
        said = parsed(answer.body)
        if 200 <= status < 300:
            return Done(self.message(said), max(self.interval, self.rest(answer)))
        if status == 429:
            return Later("asks for a pause", self.wait(answer, said))
        if status >= 500 or status in (408, 425):
            return Later("answered %d" % status, counts=True)
        # A deletion that is refused, such as of what is gone already, must not keep results waiting.
        if deletes or status in (400, 413, 422):
            return Never("answered %d" % status)
        # Gone, forbidden, moved: nothing passes until somebody mends it. Trying at once and again would bring a ban.
        return Later("answered %d: is the address right?" % status, CLOSED_WAIT)

    def message(self, said):
        return None

    def rest(self, answer):
        return 0

    def wait(self, answer, said):
        """Seconds that a 429 asks for."""
        return bounded(retry_after(answer.headers), self.interval)


class Discord(Hook):
    can_delete, interval = True, 0.4

    def __init__(self, settings):
        # A webhook's query such as thread_id belongs to deleting, too.
        parts = urllib.parse.urlsplit(settings["webhook"])
        self.base = urllib.parse.urlunsplit(parts[:3] + ("", ""))
        self.query = parts.query
        self.address = "%s?%s" % (self.base, "&".join(filter(None, [self.query, "wait=true"])))

    def body(self, post):
        # 4 keeps links from being unfolded.
        return {"content": lines(post, markdown)[:2000], "allowed_mentions": {"parse": []}, "flags": 4}

    def message(self, said):
        id = said.get("id")
        return id if isinstance(id, str) and id.isascii() and id.isdigit() else None

    def delete(self, message):
        return self._send(
            "DELETE", "%s/messages/%s%s" % (self.base, message, "?" + self.query if self.query else ""), deletes=True
        )

    def rest(self, answer):
        if answer.headers.get("X-RateLimit-Remaining") != "0":
            return 0
        return bounded(answer.headers.get("X-RateLimit-Reset-After"), 0)

    def wait(self, answer, said):
        after = said.get("retry_after")
        return bounded(after if after is not None else retry_after(answer.headers), 1)


class Slack(Hook):
    def body(self, post):
        return {
            "text": lines(post, mrkdwn),
            "mrkdwn": False,
            "parse": "none",
            "link_names": False,
            "unfurl_links": False,
            "unfurl_media": False,
        }


class Mattermost(Hook):
    def body(self, post):
        props = {"mentionHighlightDisabled": True, "disable_group_highlight": True}
        return {"text": lines(post, markdown), "props": props}

    def wait(self, answer, said):
        after = retry_after(answer.headers)
        # Mattermost tells in X-RateLimit-Reset how many seconds are left.
        return bounded(after if after is not None else answer.headers.get("X-RateLimit-Reset"), self.interval)


class Matrix(Hook):
    can_delete = True

    def __init__(self, settings):
        self.rooms = "%s/_matrix/client/v3/rooms/%s" % (
            settings["server"].rstrip("/"),
            urllib.parse.quote(settings["room"], safe=""),
        )
        self.headers = {"Authorization": "Bearer " + settings["token"]}

    def post(self, post):
        # The same number again is the same message: whatever is repeated appears once.
        body = {"msgtype": "m.notice", "body": lines(post), "m.mentions": {}}
        return self._send("PUT", "%s/send/m.room.message/parlor-%d" % (self.rooms, post.share_id), body, self.headers)

    def message(self, said):
        id = said.get("event_id")
        return id if isinstance(id, str) and 0 < len(id) < 256 else None

    def delete(self, message):
        event = urllib.parse.quote(message, safe="")
        return self._send("PUT", "%s/redact/%s/parlor-%s" % (self.rooms, event, event), {}, self.headers, True)

    def wait(self, answer, said):
        after = retry_after(answer.headers)
        if after is None and isinstance(said.get("retry_after_ms"), (int, float)):
            after = said["retry_after_ms"] / 1000
        return bounded(after, self.interval)


SERVICES = {"discord": Discord, "slack": Slack, "mattermost": Mattermost, "matrix": Matrix}


def parsed(body):
    try:
        said = json.loads(body)
    except (ValueError, RecursionError):
        return {}
    return said if isinstance(said, dict) else {}


def retry_after(headers):
    """Seconds, or a date, which is told by this machine's clock."""
    value = headers.get("Retry-After")
    if value is None or value.strip().replace(".", "", 1).isdigit():
        return value
    try:
        return max(0, email.utils.parsedate_to_datetime(value).timestamp() - time.time())
    except (TypeError, ValueError, OverflowError):
        return None


def bounded(value, least):
    """Seconds between `least` and an hour, whatever was said."""
    try:
        seconds = float(value)
    except (TypeError, ValueError):
        return max(least, 5)
    return max(least, min(LONGEST_WAIT, seconds)) if not math.isnan(seconds) else max(least, 5)
