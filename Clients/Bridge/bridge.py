"""Posts the results of a Parlor server's channel to other places: see README.md beside this file.

python3 bridge.py --config bridge.ini            runs until SIGTERM
python3 bridge.py --config bridge.ini --check    says what is wrong, and posts nothing
"""

import argparse
import os
import signal
import socket
import ssl
import sys
import threading
import time
import urllib.parse

# parlor.py lies beside this file, or in the checkout.
sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Python"))

import parlor  # noqa: E402
from consent import Consents  # noqa: E402
from irc import IrcOutlet  # noqa: E402
from links import Links  # noqa: E402
from memory import Memory, MemoryFault  # noqa: E402
from outlet import HookOutlet, log  # noqa: E402
from relay import Relay  # noqa: E402
from settings import Mistake, Settings  # noqa: E402

LONGEST_BACKOFF, STOP_S = 30, 25


class Hopeless(Exception):
    """Trying again does not help, in a sentence."""


def connect(settings, memory):
    """A session under the bridge's own name, as soon as the server can be reached."""
    parlor_settings, wait = settings.parlor, 1
    where = {key: parlor_settings[key] for key in ("host", "port", "tls")}
    told = None
    while True:
        try:
            return log_in(where, parlor_settings["name"], memory)
        except parlor.ParlorError as error:
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


def log_in(where, name, memory):
    token = memory.data["token"]
    if token is not None:
        try:
            return parlor.Client(token=token, patience=float("inf"), **where)
        except parlor.ParlorError as error:
            if error.code != "bad_token":
                raise
            # The server's data were made anew: whoever has a name there now has agreed to nothing.
            log("parlor", "knows the bridge no more, which begins anew")
            memory.forget()
    client = parlor.Client(name=name, patience=float("inf"), **where)
    memory.data["token"] = client.token
    try:
        memory.save()
    except OSError as error:
        raise Hopeless("%s cannot be written: %s" % (memory.path, error.strerror)) from None
    return client


def run(settings):
    memory = Memory(settings.parlor["state"])
    where = {key: settings.parlor[key] for key in ("host", "port", "tls")}
    opened = threading.Event()
    links = Links(memory, lambda **login: parlor.Client(bot=False, timeout=10, patience=0, **where, **login))
    outlets = []
    for name, fields in settings.outlets.items():
        if fields["kind"] == "irc":
            outlets.append(IrcOutlet(name, fields, memory, opened, links))
        else:
            outlets.append(HookOutlet(name, fields, memory, opened))
    client = relay = None
    try:
        client = connect(settings, memory)
        log("parlor", "connected as %s" % client.you)
        relay = Relay(client, memory, Consents(memory, client.request), links, outlets, opened, settings.parlor["room"])
        relay.begin()
        for outlet in outlets:
            outlet.start()
        relay.follow()
    finally:
        until = time.monotonic() + STOP_S
        for outlet in outlets:
            outlet.stop()
        for outlet in outlets:
            if outlet.is_alive():
                outlet.join(max(0, until - time.monotonic()))
        if relay is not None:
            relay.save()
        if client is not None:
            client.close()
        memory.close()


def check(settings):
    """Says of each place whether it can be reached; returns whether all can."""
    fields = settings.parlor
    places = [("parlor", fields["host"], fields["port"], fields["tls"])]
    for name, fields in settings.outlets.items():
        if fields["kind"] == "irc":
            places.append((name, fields["server"], fields["port"], fields["tls"]))
        else:
            address = urllib.parse.urlsplit(fields.get("webhook") or fields["server"])
            places.append((name, address.hostname, address.port or 443, True))
    is_well = True
    for name, host, port, tls in places:
        try:
            with socket.create_connection((host, port), 10) as wire:
                if tls:
                    ssl.create_default_context().wrap_socket(wire, server_hostname=host).close()
            print("%s: %s:%d can be reached" % (name, host, port))
        except (OSError, ValueError) as error:
            is_well = False
            print("%s: %s:%d cannot be reached: %s" % (name, host, port, getattr(error, "strerror", None) or error))
    return is_well


def main(arguments):
    parser = argparse.ArgumentParser(description="Posts results of a Parlor server to other places.")
    parser.add_argument("--config", required=True, metavar="FILE", help="the settings, see README.md")
    parser.add_argument("--check", action="store_true", help="say what is wrong with the settings, and post nothing")
    options = parser.parse_args(arguments)
    try:
        settings = Settings(options.config)
        if options.check:
            return 0 if check(settings) else 1
        run(settings)
    except Mistake as mistake:
        print("bridge: %s" % mistake, file=sys.stderr)
        return 78
    except (MemoryFault, Hopeless) as fault:
        print("bridge: %s" % fault, file=sys.stderr)
        return 1
    except (parlor.ParlorError, parlor.LinkLost) as error:
        print("bridge: the server has ended the session: %s" % error, file=sys.stderr)
        return 1
    return 0


SIGNALS = (signal.SIGTERM, signal.SIGINT)


def stop(number, frame):
    # What is under way is finished, which has its own end: asking twice does not hurry it.
    for number in SIGNALS:
        signal.signal(number, signal.SIG_IGN)
    log("bridge", "stops")
    raise SystemExit(0)


if __name__ == "__main__":
    for number in SIGNALS:
        signal.signal(number, stop)
    sys.exit(main(sys.argv[1:]))
