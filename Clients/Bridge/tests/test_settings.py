"""The file of settings: what is taken, what is refused, and that no secret is told."""

import json
import os
import unittest

import support
from state import EMPTY, State, StateFault
from settings import Mistake, Settings


class Files(unittest.TestCase):
    def setUp(self):
        self.path = os.path.join(support.folder(), "bridge.ini")

    def read(self, text, mode=0o600):
        with open(self.path, "w") as file:
            file.write(text)
        os.chmod(self.path, mode)
        return Settings(self.path)

    def refused(self, text, part, mode=0o600):
        with self.assertRaises(Mistake) as caught:
            self.read(text, mode)
        self.assertIn(part, str(caught.exception))
        self.assertNotIn("hush", str(caught.exception))

    def test_places_are_read_with_their_defaults(self):
        read = self.read(
            "[parlor]\ntls = yes\n[irc:a]\nserver=x\nchannel=#y\nnick=z\n[slack]\nwebhook=https://x/hush\n"
        )
        self.assertEqual((read.parlor["port"], read.targets["irc:a"]["port"]), (7779, 6697))
        self.assertEqual(read.parlor["state"], os.path.join(os.path.dirname(self.path), "bridge-state.json"))

    def test_a_secret_in_a_file_that_others_may_read_is_refused(self):
        for mode in (0o640, 0o604, 0o666):
            self.refused("[slack]\nwebhook = https://x.example/hush\n", "chmod 600", mode)

    def test_secrets_come_from_the_environment_and_from_files(self):
        secret = self.path + ".secret"
        with open(secret, "w") as file:
            file.write("https://y.example/hush\n")
        os.environ["BRIDGE_HOOK"] = "https://x.example/hush"
        self.addCleanup(os.environ.pop, "BRIDGE_HOOK")
        with open(os.path.join(os.path.dirname(self.path), "token"), "w") as file:
            file.write("p1_x\n")
        read = self.read(
            "[parlor]\ntoken = file:token\n[slack]\nwebhook = env:BRIDGE_HOOK\n[discord]\nwebhook = file:%s\n" % secret,
            0o644,
        )
        self.assertEqual(read.parlor["token"], "p1_x")
        self.assertEqual(read.targets["discord"]["webhook"], "https://y.example/hush")
        self.refused("[slack]\nwebhook = env:BRIDGE_NONE\n", "the environment has no BRIDGE_NONE")
        self.refused("[slack]\nwebhook = file:/hush\n", "its file cannot be read: No such file")

    def test_what_systemd_hands_over_is_private_whatever_its_rights_say(self):
        os.environ["CREDENTIALS_DIRECTORY"] = os.path.dirname(self.path)
        self.addCleanup(os.environ.pop, "CREDENTIALS_DIRECTORY")
        self.read("[slack]\nwebhook = https://x.example/hush\n", 0o440)

    def test_the_example_of_the_page_is_taken(self):
        with open(os.path.join(support.FOLDER, "README.md"), encoding="utf-8") as file:
            example = file.read().split("```ini\n")[1].split("```")[0]
        secret = self.path + ".secret"
        with open(secret, "w") as file:
            file.write("https://mattermost.example/hooks/hush\n")
        os.environ.update(SLACK_WEBHOOK="https://hooks.slack.example/hush", MATRIX_TOKEN="hush")
        for name in ("SLACK_WEBHOOK", "MATRIX_TOKEN"):
            self.addCleanup(os.environ.pop, name)
        read = self.read(example.replace("/etc/parlor/mattermost-webhook", secret))
        self.assertEqual(
            list(read.targets), ["discord:friends", "slack:team", "mattermost:school", "matrix:home", "irc:libera"]
        )

    def test_mistakes_are_sentences_without_secrets(self):
        for text, part in (
            ("", "has no target"),
            ("[slak]\n", "[slak] is not one of"),
            ("[slack]\n", "lacks webhook"),
            ("[slack]\nwebhook=https://x/hush\nhush=1\n".replace("hush=1", "hook=1"), "no setting hook"),
            ("[slack]\nwebhook=http://x/hush\n", "begins with https://"),
            ("[slack]\nwebhook=file:\n", "cannot be read"),
            ("[slack]\nwebhook=env:https://x/hush\n", "the environment has no …"),
            ("[https://x/hush]\n", "[…] is not one of"),
            ("[slack]\nx/hush = webhook\n", "[slack] has no setting …"),
            ("[parlor]\nposts_per_hour=0\n[slack]\nwebhook=https://x/hush\n", "at least 1"),
            ("[slack]\nwebhook=https://x:99999/hush\n", "https://"),
            ("[slack]\nwebhook hush\n", "line 2"),
            ("webhook=hush\n", "line 1"),
            ("[slack]\nwebhook=https://x/hush\n[slack]\nwebhook=hush\n", "line 3"),
            ("[parlor]\nport=0\n[slack]\nwebhook=https://x/hush\n", "from 1 to 65535"),
            ("[irc]\nserver=x\nchannel=y\nnick=z\n", "channel"),
            ("[irc]\nserver=x\nchannel=#y\nnick=z\ntls=maybe\n", "yes or no"),
            ("[irc]\nserver=x\nchannel=#y\nnick=z\naccount=a\npassword=hush\ntls=no\n", "over TLS"),
            ("[irc]\nserver=x\nchannel=#y\nnick=z\npassword=hush\n", "go together"),
            ("[irc]\nserver=x\nchannel=#y\nnick=z\nline_interval=-1\n", "0 to 3600"),
            ("[irc]\nserver=https://x\nchannel=#y\nnick=z\n", "name or address of a machine"),
            ("[slack]\nwebhook=https://[hush/\n", "https://"),
            ("[slack]\nwebhook=https://%s/hush\n" % ("a" * 64), "https://"),
            ("[parlor]\nhost=a b\n[slack]\nwebhook=https://x/hush\n", "name or address of a machine"),
            ("[parlor]\nhost=%s\n[slack]\nwebhook=https://x/hush\n" % ("a" * 64), "name or address of a machine"),
            ("[parlor]\nstate=a\0b\n[slack]\nwebhook=https://x/hush\n", "control character"),
            ("[matrix]\nserver=https://x\nroom=#a:b\ntoken=hush\n", "id of a room"),
        ):
            with self.subTest(text):
                self.refused(text, part)

    def test_an_empty_setting_has_its_default(self):
        read = self.read("[parlor]\nhost =\nname =\ndeny = a,\n  b\n[slack]\nwebhook=https://x/hush\n")
        self.assertEqual(
            (read.parlor["host"], read.parlor["name"], read.parlor["deny"]), ("127.0.0.1", "bridge", {"a", "b"})
        )

    def test_a_file_that_is_not_there_or_not_text(self):
        with self.assertRaisesRegex(Mistake, "cannot be read"):
            Settings(self.path)
        with open(self.path, "wb") as file:
            file.write(b"[slack]\nwebhook=\xff\xfe")
        with self.assertRaises(Mistake):
            Settings(self.path)


class States(unittest.TestCase):
    def setUp(self):
        self.path = os.path.join(support.folder(), "state.json")

    def open(self):
        state = State(self.path)
        self.addCleanup(state.close)
        return state

    def test_what_was_saved_is_there_again_for_its_owner_alone(self):
        state = State(self.path)
        state.data["token"] = "p1_x"
        state.save()
        state.close()
        self.assertEqual(self.open().data["token"], "p1_x")
        self.assertEqual(os.stat(self.path).st_mode & 0o777, 0o600)

    def test_a_file_of_somebody_else_where_the_state_is_written_gives_nothing_away(self):
        with open(os.open(self.path + ".new", os.O_WRONLY | os.O_CREAT, 0o644), "w"):
            os.chmod(self.path + ".new", 0o644)
        self.open().save()
        self.assertEqual(os.stat(self.path).st_mode & 0o777, 0o600)

    def test_two_bridges_do_not_share_a_memory(self):
        self.open()
        with self.assertRaisesRegex(StateFault, "another bridge"):
            State(self.path)

    def test_another_path_to_the_same_file_is_the_same_memory(self):
        self.open()
        other = os.path.join(support.folder(), "other.json")
        os.symlink(self.path, other)
        with self.assertRaisesRegex(StateFault, "another bridge"):
            State(other)

    def test_a_full_disk_leaves_the_old_file(self):
        state = self.open()
        state.save()
        with open(self.path) as file:
            before = file.read()
        state.data["token"] = "p1_x"
        fsync = os.fsync
        self.addCleanup(setattr, os, "fsync", fsync)

        def full(_):
            raise OSError(28, "No space left on device")

        os.fsync = full
        with self.assertRaises(OSError):
            state.save()
        with open(self.path) as file:
            self.assertEqual(file.read(), before)
        self.assertEqual(sorted(os.listdir(os.path.dirname(self.path))), ["state.json", "state.json.lock"])

    def test_a_damaged_file_is_not_taken_for_an_empty_one(self):
        for text in ("", "{", "[]", "{}", '{"version": 1}', "null", "[" * 100000):
            with open(self.path, "w") as file:
                file.write(text)
            with self.assertRaisesRegex(StateFault, "is damaged"):
                State(self.path)
        for damage in (
            {"targets": {"discord": {}}},
            {"targets": {"discord": {"cursor": 1, "posted": [[1]], "deletions": []}}},
            {"consents": {"1": 1}},
            {"consents": {"1": {"player": "ana", "since": 0, "anchors": ["x"]}}},
            {"links": {"a": 1}},
            {"rooms": {"shares": "x"}},
            {"forgetting": [1]},
            {"token": 5},
            {"epoch": 1},
            {"version": 0},
            {"version": True},
        ):
            with open(self.path, "w") as file:
                json.dump(dict(EMPTY, **damage), file)
            with self.subTest(damage), self.assertRaisesRegex(StateFault, "is damaged"):
                State(self.path)
        with open(self.path, "w") as file:
            file.write('{"version": 2, "rooms": {}, "consents": {}, "targets": {}, "links": {}}')
        with self.assertRaisesRegex(StateFault, "newer"):
            State(self.path)


if __name__ == "__main__":
    unittest.main()
