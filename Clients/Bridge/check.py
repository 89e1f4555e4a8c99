"""Checks settings without posting anything."""

import json
import os
import socket
import ssl
import urllib.parse

import parlor
from session import Session


def check(settings):
    """Prints whether the targets can be reached and the bridge can start; returns whether all is well."""
    fields = settings.parlor
    places = [("parlor", fields["host"], fields["port"], fields["tls"])]
    for name, target in settings.targets.items():
        if target["kind"] == "irc":
            places.append((name, target["server"], target["port"], target["tls"]))
        else:
            address = urllib.parse.urlsplit(target.get("webhook") or target["server"])
            places.append((name, address.hostname, address.port or 443, True))
    found = [can_reach(*place) for place in places]
    return all(found + [can_write(fields["state"]), not found[0] or has_name(fields)])


def can_reach(name, host, port, tls):
    try:
        with socket.create_connection((host, port), 10) as wire:
            if tls:
                ssl.create_default_context().wrap_socket(wire, server_hostname=host).close()
    except (OSError, ValueError) as error:
        print("%s: %s:%d cannot be reached: %s" % (name, host, port, getattr(error, "strerror", None) or error))
        return False
    print("%s: %s:%d can be reached" % (name, host, port))
    return True


def can_write(path):
    folder = os.path.dirname(os.path.realpath(path))
    is_well = os.access(folder, os.W_OK | os.X_OK) and (not os.path.exists(path) or os.access(path, os.R_OK | os.W_OK))
    print("state: %s can%s be written" % (path, "" if is_well else "not"))
    return is_well


def has_name(fields):
    """Whether the bridge has a token for its name, or the name is free. Logging in would end a bridge that runs."""
    try:
        with open(fields["state"], encoding="utf-8") as file:
            if json.load(file)["token"] is not None:
                return True
    except (OSError, ValueError, KeyError, TypeError):
        # The state is checked at the start.
        pass
    if fields["token"]:
        return True
    try:
        where = {key: fields[key] for key in ("host", "port", "tls")}
        client = Session(timeout=10, patience=0, **where)
        try:
            client.request("shares", player=fields["name"], limit=1)
        finally:
            client.close()
    except parlor.ParlorError as error:
        if error.code == "not_found":
            print("parlor: the name %s is free" % fields["name"])
            return True
        print("parlor: %s" % error)
    except (OSError, parlor.LinkLost, parlor.AnswerLost) as error:
        print("parlor: %s" % error)
    else:
        print("parlor: the name %s is taken: choose another, or give its token" % fields["name"])
    return False
