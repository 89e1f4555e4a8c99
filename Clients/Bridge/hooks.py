"""Requests to webhook services, and the meaning of their responses."""

import email.utils
import json
import math
import time
import urllib.parse

from grids import lines, markdown, mrkdwn
from https import send

# Seconds: the longest wait that a service can ask for, and the wait after a response that will not change soon.
LONGEST_WAIT, CLOSED_WAIT = 3600, 600


class Delivered:
    """`message` identifies the post if it can be deleted; `pause` is the time until the next request in seconds."""

    def __init__(self, message=None, pause=0):
        self.message, self.pause = message, pause


class Retry:
    """Retry after `pause` seconds; with `backs_off` after a time that grows."""

    def __init__(self, why, pause=0, backs_off=False):
        self.why, self.pause, self.backs_off = why, pause, backs_off


class Rejected:
    """The service rejects this message for good."""

    def __init__(self, why):
        self.why = why


class Hook:
    """A webhook that takes JSON; services override what differs."""

    can_delete = False
    interval = 1
    """Least seconds between messages."""

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
            return Delivered(self.message(said), max(self.interval, self.rest(answer)))
        if status == 429:
            return Retry("rate limited", self.wait(answer, said))
        if status >= 500 or status in (408, 425):
            return Retry("answered %d" % status, backs_off=True)
        # With a wrong token or at an old address posts fail too, and what has to be deleted is still there.
        is_kept = status < 400 or status in (401, 407)
        # Another deletion that fails, for example with 404, must not block posts.
        if deletes and not is_kept or status in (400, 413, 422):
            return Rejected("answered %d" % status)
        # Gone, forbidden or moved until somebody fixes it. Discord bans clients that keep sending such requests.
        return Retry("answered %d: is the address right?" % status, CLOSED_WAIT)

    def message(self, said):
        return None

    def rest(self, answer):
        return 0

    def wait(self, answer, said):
        """Seconds until a retry after a 429."""
        return bounded(retry_after(answer.headers), self.interval)


class Discord(Hook):
    can_delete, interval = True, 0.4

    def __init__(self, settings):
        # Deletion needs the webhook's query, such as thread_id, too.
        parts = urllib.parse.urlsplit(settings["webhook"])
        self.base = urllib.parse.urlunsplit(parts[:3] + ("", ""))
        self.query = parts.query
        self.address = "%s?%s" % (self.base, "&".join(filter(None, [self.query, "wait=true"])))

    def body(self, post):
        # Flag 4 suppresses embeds.
        return {"content": lines(post, markdown)[:2000], "allowed_mentions": {"parse": []}, "flags": 4}

    def message(self, said):
        id = said.get("id")
        return id if isinstance(id, str) and len(id) < 32 and id.isascii() and id.isdigit() else None

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
        # Mattermost's X-RateLimit-Reset is in seconds from now.
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
        # A transaction id makes the request idempotent.
        body = {"msgtype": "m.notice", "body": lines(post), "m.mentions": {}}
        return self._send("PUT", "%s/send/m.room.message/parlor-%d" % (self.rooms, post.share_id), body, self.headers)

    def message(self, said):
        id = said.get("event_id")
        # Half a surrogate pair, which JSON can have, could not be stored.
        return id if isinstance(id, str) and 0 < len(id) < 256 and id.isprintable() else None

    def delete(self, message):
        event = urllib.parse.quote(message, safe="")
        return self._send("PUT", "%s/redact/%s/parlor-%s" % (self.rooms, event, event), {}, self.headers, True)

    def wait(self, answer, said):
        after = retry_after(answer.headers)
        if after is None and isinstance(said.get("retry_after_ms"), (int, float)):
            after = bounded(said["retry_after_ms"], 0, 1000 * LONGEST_WAIT) / 1000
        return bounded(after, self.interval)


SERVICES = {"discord": Discord, "slack": Slack, "mattermost": Mattermost, "matrix": Matrix}


def parsed(body):
    try:
        said = json.loads(body)
    except (ValueError, RecursionError):
        return {}
    return said if isinstance(said, dict) else {}


def retry_after(headers):
    """Seconds; a date is compared with the local clock."""
    value = headers.get("Retry-After")
    if value is None or value.strip().replace(".", "", 1).isdigit():
        return value
    try:
        return max(0, email.utils.parsedate_to_datetime(value).timestamp() - time.time())
    except (TypeError, ValueError, OverflowError):
        return None


def bounded(value, least, most=LONGEST_WAIT):
    """The value, which is in seconds, at least `least` and at most `most`; 5 if it is no number."""
    try:
        seconds = float(value)
    except OverflowError:
        return most
    except (TypeError, ValueError):
        return max(least, 5)
    return max(least, min(most, seconds)) if not math.isnan(seconds) else max(least, 5)
