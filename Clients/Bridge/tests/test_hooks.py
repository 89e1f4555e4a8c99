"""Services over HTTPS: their limits, and answers that are slow, large, wrong or hostile."""

import email.utils
import http.client
import json
import os
import time
import unittest

import support
import https
from grids import Post
from hooks import SERVICES, Delivered, Retry, Rejected
from support import Certificate, Service

RESULT = {"share_id": 7, "player": "ana", "text": "Parlor Wordle 324 2/6\n\n🟩🟩⬛"}


def answering(status, headers=None, body=b""):
    return lambda request: (status, headers or {}, body if isinstance(body, bytes) else json.dumps(body).encode())


@unittest.skipUnless(support.HAS_OPENSSL, "openssl is not installed")
class Hooks(unittest.TestCase):
    def setUp(self):
        before = os.environ.get("SSL_CERT_FILE")
        os.environ["SSL_CERT_FILE"] = Certificate.made().file
        self.addCleanup(
            lambda: os.environ.pop("SSL_CERT_FILE") if before is None else os.environ.update(SSL_CERT_FILE=before)
        )

    def service(self, *answers):
        service = Service(*answers)
        self.addCleanup(service.close)
        return service

    def post(self, kind, *answers):
        self.last = self.service(*answers)
        return self.hook(kind).post(Post(RESULT))

    def hook(self, kind):
        return SERVICES[kind](
            {
                "webhook": self.last.address + "/hook/1/secret?thread_id=5",
                "server": self.last.address,
                "room": "!r/x:test",
                "token": "secret",
            }
        )

    def test_each_service_gets_what_it_documents(self):
        text = "ana · Parlor Wordle 324 2/6\n🟩🟩⬛"
        self.post("discord", answering(200, body={"id": "42"}))
        sent = self.last.accepted[0]
        self.assertEqual(
            (sent.path, sent.body["content"], sent.body["allowed_mentions"]),
            ("/hook/1/secret?thread_id=5&wait=true", text, {"parse": []}),
        )
        self.hook("discord").delete("42")
        deleted = self.last.heard.items[-1]
        self.assertEqual((deleted.method, deleted.path), ("DELETE", "/hook/1/secret/messages/42?thread_id=5"))
        for kind in ("slack", "mattermost"):
            self.assertIsInstance(self.post(kind, support.ok), Delivered)
            self.assertEqual(self.last.accepted[0].body["text"], text)
        done = self.post("matrix", answering(200, body={"event_id": "$a"}))
        sent = self.last.accepted[0]
        self.assertEqual(
            (done.message, sent.method, sent.path, sent.body),
            (
                "$a",
                "PUT",
                "/_matrix/client/v3/rooms/%21r%2Fx%3Atest/send/m.room.message/parlor-7",
                {"msgtype": "m.notice", "body": text, "m.mentions": {}},
            ),
        )
        self.assertEqual(sent.headers["Authorization"], "Bearer secret")

    def test_a_pause_that_is_asked_for_is_kept(self):
        date = email.utils.formatdate(time.time() + 100, usegmt=True)
        for kind, headers, body, least, most in (
            ("discord", {"Retry-After": "65"}, {"retry_after": 64.57, "global": False}, 64.57, 64.57),
            ("discord", {"Retry-After": "65"}, b"<html>Cloudflare", 65, 65),
            ("slack", {"Retry-After": "30"}, b"", 30, 30),
            ("slack", {"Retry-After": date}, b"", 95, 100),
            ("mattermost", {"X-RateLimit-Reset": "3"}, b"limit exceeded", 3, 3),
            ("matrix", {}, {"errcode": "M_LIMIT_EXCEEDED", "retry_after_ms": 2000}, 2, 2),
            ("matrix", {"Retry-After": "9"}, {"errcode": "M_LIMIT_EXCEEDED", "retry_after_ms": 2000}, 9, 9),
            # What no service means is kept within an hour.
            ("discord", {}, {"retry_after": 1e300}, 3600, 3600),
            ("discord", {}, {"retry_after": 10**400}, 3600, 3600),
            ("matrix", {}, {"retry_after_ms": 10**400}, 3600, 3600),
            ("discord", {}, {"retry_after": float("nan")}, 5, 5),
            ("discord", {}, {"retry_after": -5}, 1, 1),
            ("discord", {}, {"retry_after": []}, 5, 5),
            ("discord", {}, [], 5, 5),
            ("slack", {"Retry-After": "soon"}, b"", 5, 5),
            ("slack", {"Retry-After": "Thu, 01 Jan 1970 00:00:00 GMT"}, b"", 1, 1),
        ):
            with self.subTest(kind=kind, headers=headers, body=body):
                later = self.post(kind, answering(429, headers, body))
                self.assertIsInstance(later, Retry)
                self.assertFalse(later.backs_off)
                self.assertTrue(least <= later.pause <= most, later.pause)

    def test_discord_is_not_asked_again_before_its_bucket_is_filled(self):
        headers = {"X-RateLimit-Remaining": "0", "X-RateLimit-Reset-After": "1.5"}
        self.assertEqual(self.post("discord", answering(200, headers, {"id": "1"})).pause, 1.5)

    def test_what_an_answer_means(self):
        for status, kind in (
            (200, Delivered),
            (204, Delivered),
            (400, Rejected),
            (413, Rejected),
            (500, Retry),
            (503, Retry),
            (404, Retry),
            (401, Retry),
            (403, Retry),
            (301, Retry),
            (307, Retry),
        ):
            with self.subTest(status):
                self.assertIsInstance(self.post("discord", answering(status)), kind)
        self.assertGreaterEqual(self.post("discord", answering(404)).pause, 600)

    def test_a_deletion_that_is_refused_keeps_nothing_waiting(self):
        for status, kind in ((204, Delivered), (404, Rejected), (403, Rejected), (429, Retry), (500, Retry)):
            self.last = self.service(answering(status))
            for service in ("discord", "matrix"):
                self.assertIsInstance(self.hook(service).delete("1"), kind)

    def test_a_deletion_outlasts_a_token_that_is_wrong_for_a_while(self):
        for status in (401, 302):
            self.last = self.service(answering(status))
            for service in ("discord", "matrix"):
                later = self.hook(service).delete("1")
                self.assertIsInstance(later, Retry)
                self.assertGreaterEqual(later.pause, 600)

    def test_answers_with_a_message_of_another_form_name_none(self):
        # Half a surrogate pair cannot be written to the state.
        for id in ("\ud800", "$a\n", "", "a" * 256, 5):
            self.assertIsNone(self.post("matrix", answering(200, {}, {"event_id": id})).message)
        self.assertIsNone(self.post("discord", answering(200, {}, {"id": "1" * 1000})).message)
        for body in ({"id": 5}, {"id": "../../x"}, {"id": ""}, {}, [], "x", b"\xff", b"[" * 50000):
            self.assertIsNone(self.post("discord", answering(200, {}, body)).message)

    def test_no_redirect_is_followed(self):
        for place in ("file:///etc/passwd", "http://127.0.0.1:1/", "/again"):
            self.post("slack", answering(302, {"Location": place}))
            self.assertEqual(len(self.last.heard.items), 1)

    def test_of_a_large_answer_little_is_read(self):
        def large(handler):
            handler.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: 10485760\r\n\r\n")
            for _ in range(160):
                handler.wfile.write(b" " * 65536)

        service = self.service(lambda request: large)
        self.assertEqual(len(https.send("POST", service.address, b"{}").body), https.ANSWER_BYTES)

    def test_an_answer_that_trickles_in_has_an_end(self):
        for begin in (b"", b"HTTP/1.1 200 OK\r\n", b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n"):

            def trickle(handler):
                handler.wfile.write(begin)
                moment = support.threading.Event()
                try:
                    while not moment.wait(0.05):
                        handler.wfile.write(b"x")
                except OSError:
                    pass

            service = self.service(lambda request: trickle)
            began = time.monotonic()
            # With a status that is whole the message has arrived, however long the rest takes.
            try:
                answer = https.send("POST", service.address, b"{}", seconds=0.5)
                self.assertEqual((answer.status, begin == b""), (200, False))
            except (OSError, http.client.HTTPException):
                pass
            self.assertLess(time.monotonic() - began, 10)

    def test_answers_that_are_none_are_faults_of_the_connection(self):
        for raw in (
            b"",
            b"hello\r\n\r\n",
            b"HTTP/1.1 abc\r\n\r\n",
            b"HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n",
            b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
            b"HTTP/1.1 200 OK\r\n" + b"a: b\r\n" * 200,
            b"HTTP/1.1 200 OK\r\na: " + b"b" * 70000,
        ):
            service = self.service(
                lambda request: lambda handler: (handler.wfile.write(raw), handler.connection.close())
            )
            try:
                answer = https.send("POST", service.address, b"{}", seconds=1)
                self.assertLessEqual(len(answer.body), https.ANSWER_BYTES)
            except (OSError, http.client.HTTPException):
                pass

    def test_a_certificate_that_is_not_trusted_is_refused(self):
        os.environ["SSL_CERT_FILE"] = "/dev/null"
        service = self.service(support.ok)
        with self.assertRaises(OSError):
            https.send("POST", service.address, b"{}")
        self.assertEqual(service.heard.items, [])

    def test_other_schemes_are_not_asked(self):
        for address in ("http://127.0.0.1/", "file:///etc/passwd", "ftp://127.0.0.1/"):
            with self.assertRaises(OSError):
                https.send("POST", address, b"{}")


if __name__ == "__main__":
    unittest.main()
