"""Posts the results of a Parlor server's channel to chat services: see README.md in this folder.

python3 bridge.py --config bridge.ini            runs until SIGTERM
python3 bridge.py --config bridge.ini --check    checks settings and connections, posts nothing
"""

import argparse
import os
import signal
import sys
import threading
import time

# parlor.py is in this folder or in the checkout.
sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Python"))

import parlor  # noqa: E402
from check import check  # noqa: E402
from consent import Consents  # noqa: E402
from irc import IrcTarget  # noqa: E402
from links import Links  # noqa: E402
from state import State, StateFault  # noqa: E402
from target import WebhookTarget, log  # noqa: E402
from relay import Relay  # noqa: E402
from session import Session  # noqa: E402
from settings import Mistake, Settings  # noqa: E402

LONGEST_BACKOFF, STOP_S = 30, 25
# The state stays as it is: by it players have opted in, and only it has the tokens of the links.
BAD_TOKEN = (
    "the server refuses the token. If this is another server, correct host and port, or move the state file away to "
    "begin anew. If the token was reset, give the new one as token in [parlor]."
)


class Hopeless(Exception):
    """An error that a retry does not fix, as a sentence."""


def connect(settings, state):
    """Logs in under the bridge's name; retries until the server can be reached."""
    parlor_settings, wait = settings.parlor, 1
    where = {key: parlor_settings[key] for key in ("host", "port", "tls")}
    told = None
    while True:
        try:
            return log_in(where, parlor_settings, state)
        except parlor.ParlorError as error:
            if error.code == "bad_token":
                raise
            if error.code not in ("too_fast", "storage_unavailable", "server_full"):
                raise Hopeless("the server refuses the bridge: %s" % error) from None
            why = str(error)
        except (OSError, parlor.LinkLost, parlor.AnswerLost) as error:
            why = getattr(error, "strerror", None) or str(error)
        if why != told:
            log("parlor", "%s:%d cannot be reached: %s" % (where["host"], where["port"], why))
            told = why
        time.sleep(wait)
        wait = min(LONGEST_BACKOFF, wait * 2)


def log_in(where, fields, state):
    token = fields["token"] or state.data["token"]
    client = Session(token=token, patience=float("inf"), **where)
    if token is None:
        client.login()
    if client.token != state.data["token"]:
        state.data["token"] = client.token
        try:
            # Before the name is claimed, which only this token opens again.
            state.save()
        except OSError as error:
            raise Hopeless("%s cannot be written: %s" % (state.path, error.strerror)) from None
    if client.you.startswith("guest-"):
        client.login(fields["name"])
    return client


def run(settings):
    state = State(settings.parlor["state"])
    where = {key: settings.parlor[key] for key in ("host", "port", "tls")}
    enabled = threading.Event()
    links = Links(state, lambda **login: parlor.Client(bot=False, timeout=10, patience=0, **where, **login))
    targets = []
    for name, fields in settings.targets.items():
        if fields["kind"] == "irc":
            targets.append(IrcTarget(name, fields, state, enabled, links))
        else:
            targets.append(WebhookTarget(name, fields, state, enabled))
    client = relay = None
    try:
        client = connect(settings, state)
        log("parlor", "connected as %s" % client.you)
        consents = Consents(state, client.request, settings.parlor["deny"])
        limit = settings.parlor["posts_per_hour"]
        relay = Relay(client, state, consents, links, targets, enabled, settings.parlor["room"], limit)
        relay.begin()
        for target in targets:
            target.start()
        relay.follow()
    finally:
        until = time.monotonic() + STOP_S
        for target in targets:
            target.stop()
        for target in targets:
            if target.is_alive():
                target.join(max(0, until - time.monotonic()))
        if relay is not None:
            relay.save()
        if client is not None:
            client.close()
        state.close()


def main(arguments):
    parser = argparse.ArgumentParser(description="Posts results of a Parlor server to chat services.")
    parser.add_argument("--config", required=True, metavar="FILE", help="settings, see README.md")
    parser.add_argument("--check", action="store_true", help="check settings and connections, post nothing")
    options = parser.parse_args(arguments)
    try:
        settings = Settings(options.config)
        if options.check:
            return 0 if check(settings) else 1
        run(settings)
    except Mistake as mistake:
        print("bridge: %s" % mistake, file=sys.stderr)
        return 78
    except (StateFault, Hopeless) as fault:
        print("bridge: %s" % fault, file=sys.stderr)
        return 1
    except (parlor.ParlorError, parlor.LinkLost) as error:
        if getattr(error, "code", None) == "bad_token":
            print("bridge: %s" % BAD_TOKEN, file=sys.stderr)
            return 78
        print("bridge: the server has ended the session: %s" % error, file=sys.stderr)
        return 1
    return 0


SIGNALS = (signal.SIGTERM, signal.SIGINT)


def stop(number, frame):
    # Running requests finish within their own time limit; a second signal would lose their results.
    for number in SIGNALS:
        signal.signal(number, signal.SIG_IGN)
    log("bridge", "stops")
    raise SystemExit(0)


if __name__ == "__main__":
    for number in SIGNALS:
        signal.signal(number, stop)
    # A parent can leave signals blocked.
    signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)
    sys.exit(main(sys.argv[1:]))
