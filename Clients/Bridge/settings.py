"""Reads and checks bridge.ini."""

import configparser
import ipaddress
import os
import re
import stat
import urllib.parse

KINDS = {
    "discord": ({"webhook"}, set()),
    "slack": ({"webhook"}, set()),
    "mattermost": ({"webhook"}, set()),
    "matrix": ({"server", "room", "token"}, set()),
    "irc": (
        {"server", "channel", "nick"},
        {"port", "tls", "key", "account", "password", "identity", "line_interval", "line_burst"},
    ),
}
SECRETS = ("webhook", "token", "password", "key")
PARLOR = {
    "host": "127.0.0.1",
    "port": "",
    "tls": "no",
    "name": "bridge",
    "room": "bridge",
    "state": "",
    "token": "",
    "deny": "",
    "posts_per_hour": "30",
}


class Mistake(Exception):
    """An error in the settings; the message is a sentence without secrets."""


class Settings:
    """`parlor` is the section of the server, `targets` has the others by name, such as `discord:friends`."""

    def __init__(self, path):
        parser = configparser.ConfigParser(interpolation=None, default_section="\0")
        try:
            with open(path, encoding="utf-8") as file:
                mode = os.fstat(file.fileno()).st_mode
                parser.read_file(file)
        except OSError as error:
            raise Mistake("%s cannot be read: %s" % (path, error.strerror)) from None
        except (configparser.Error, UnicodeDecodeError) as error:
            # The line can hold a secret: only its number is printed.
            lines = [number for number, _ in getattr(error, "errors", [])] or [getattr(error, "lineno", None)]
            where = " (line %s)" % lines[0] if lines[0] else ""
            raise Mistake("%s is not a valid INI file%s" % (path, where)) from None
        folder = os.path.dirname(os.path.abspath(path))
        holds_secret = False
        self.targets = {}
        self.parlor = dict(PARLOR)
        for section in parser.sections():
            fields = dict(parser[section])
            kind = section.split(":")[0].strip()
            if section != "parlor" and kind not in KINDS:
                raise Mistake("[%s] is not one of parlor, %s" % (shown(section), ", ".join(KINDS)))
            self._check(section, fields, *(KINDS[kind] if section != "parlor" else (set(), set(PARLOR))))
            for field in SECRETS:
                if fields.get(field):
                    fields[field], is_here = secret(section, field, fields[field], folder)
                    holds_secret = holds_secret or is_here
            if section == "parlor":
                self.parlor.update((field, value) for field, value in fields.items() if value)
                # The names of deny may be on several lines.
                check_plain(section, [value for field, value in fields.items() if field != "deny"])
                if not is_host(self.parlor["host"]):
                    raise Mistake("[parlor] host is no name or address of a machine")
            else:
                self.targets[section] = dict(check_target(section, kind, fields), kind=kind)
        if holds_secret and mode & (stat.S_IRWXG | stat.S_IRWXO) and not is_credential(path):
            raise Mistake("%s has secrets and is readable by others: chmod 600 %s" % (path, path))
        if not self.targets:
            raise Mistake("%s has no target such as [discord:friends]" % path)
        self.parlor["tls"] = flag("parlor", "tls", self.parlor["tls"])
        port = self.parlor["port"] or ("7779" if self.parlor["tls"] else "7770")
        self.parlor["port"] = number("parlor", "port", port)
        self.parlor["deny"] = {name.strip().lower() for name in self.parlor["deny"].split(",")} - {""}
        if not re.fullmatch("[1-9][0-9]{0,8}", self.parlor["posts_per_hour"]):
            raise Mistake("[parlor] posts_per_hour is a number, at least 1")
        self.parlor["posts_per_hour"] = int(self.parlor["posts_per_hour"])
        self.parlor["state"] = os.path.join(folder, self.parlor["state"] or "bridge-state.json")

    def _check(self, section, fields, needed, possible):
        for field in fields:
            if field not in needed | possible:
                raise Mistake("[%s] has no setting %s" % (shown(section), shown(field)))
        for field in sorted(needed):
            if not fields.get(field):
                raise Mistake("[%s] lacks %s" % (shown(section), field))


def is_credential(path):
    """Whether it is a systemd credential, which is private although an ACL makes its mode look wider."""
    folder = os.environ.get("CREDENTIALS_DIRECTORY")
    return bool(folder) and os.path.dirname(os.path.realpath(path)) == os.path.realpath(folder)


def shown(name):
    """The name of a section or of a setting, if it cannot be a secret in the wrong place."""
    return name if re.fullmatch(r"[\w.: -]{1,32}", name) else "…"


def secret(section, field, value, folder):
    """The value that `env:NAME` or `file:PATH` refers to, and whether the value is in the settings itself.

    PATH is relative to the folder of the settings, which under systemd has all credentials.
    """
    where = "[%s] %s" % (shown(section), field)
    if value.startswith("env:"):
        if not os.environ.get(value[4:]):
            raise Mistake("%s: the environment has no %s" % (where, shown(value[4:])))
        return os.environ[value[4:]].strip(), False
    if value.startswith("file:"):
        try:
            with open(os.path.join(folder, value[5:]), encoding="utf-8") as file:
                return file.read().strip(), False
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", None) or "is not text"
            raise Mistake("%s: its file cannot be read: %s" % (where, why)) from None
    return value, True


def check_plain(section, values):
    if any(ord(part) < 32 or ord(part) == 127 for value in values for part in value):
        raise Mistake("[%s] has a value with a control character" % shown(section))


def check_target(section, kind, fields):
    check_plain(section, fields.values())
    if kind == "irc":
        return check_irc(section, fields)
    field = "server" if kind == "matrix" else "webhook"
    try:
        address = urllib.parse.urlsplit(fields[field])
        is_well = address.scheme == "https" and is_host(address.hostname or "") and address.port != 0
    except ValueError:
        is_well = False
    if not is_well or not fields[field].isascii() or " " in fields[field]:
        raise Mistake("[%s] %s is no address that begins with https://" % (section, field))
    if kind == "matrix" and not (fields["room"].startswith("!") and fields["token"].isascii()):
        raise Mistake("[%s] room is the id of a room, such as !abc:example.org, and token a token" % section)
    return fields


def check_irc(section, fields):
    fields = dict({"tls": "yes", "key": "", "account": "", "password": "", "identity": "account"}, **fields)
    fields["tls"] = flag(section, "tls", fields["tls"])
    fields["port"] = number(section, "port", fields.get("port") or ("6697" if fields["tls"] else "6667"))
    for field, default in (("line_interval", "2"), ("line_burst", "4")):
        try:
            fields[field] = float(fields.get(field, default))
        except ValueError:
            fields[field] = -1
        if not 0 <= fields[field] <= 3600:
            raise Mistake("[%s] %s is a number from 0 to 3600" % (section, field))
    fields["line_burst"] = max(1, fields["line_burst"])
    if fields["identity"] not in ("account", "mask"):
        raise Mistake("[%s] identity is account or mask" % section)
    if not is_host(fields["server"]):
        raise Mistake("[%s] server is no name or address of a machine" % section)
    if (
        fields["channel"][:1] not in "#&+!"
        or any(part in fields["channel"] for part in " ,")
        or len(fields["channel"]) > 64
    ):
        raise Mistake("[%s] channel is a channel, such as #parlor" % section)
    if any(part in fields[field] for field in ("nick", "key", "account") for part in " ,:"):
        raise Mistake("[%s] nick, key and account have no spaces, commas and colons" % section)
    if bool(fields["account"]) != bool(fields["password"]):
        raise Mistake("[%s] account and password go together" % section)
    if fields["password"] and not fields["tls"] and not is_loopback(fields["server"]):
        raise Mistake("[%s] a password is sent over TLS alone: tls = yes" % section)
    return fields


def is_host(text):
    """Whether it can be the name or the address of a machine."""
    try:
        # What is asked of the name service.
        text.encode("idna")
    except UnicodeError:
        return False
    return bool(text) and not any(part.isspace() or part in "/@[]" for part in text)


def is_loopback(host):
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def flag(section, field, value):
    if value not in ("yes", "no"):
        raise Mistake("[%s] %s is yes or no" % (section, field))
    return value == "yes"


def number(section, field, value):
    if not (value.isascii() and value.isdigit() and 0 < int(value) < 65536):
        raise Mistake("[%s] %s is a port, from 1 to 65535" % (section, field))
    return int(value)
