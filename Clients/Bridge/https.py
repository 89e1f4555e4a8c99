"""One request over HTTPS: no redirects, an end to its time and to its answer."""

import http.client
import socket
import ssl
import threading
import urllib.parse

SECONDS, ANSWER_BYTES = 20, 65536


class Answer:
    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body


def send(method, address, body=None, headers=(), seconds=SECONDS):
    """Raises OSError or http.client.HTTPException where no answer comes within so many seconds in all.

    The certificate is checked against what the system trusts, or what SSL_CERT_FILE names. A redirect is an answer like
    any other and is not followed. Of the body so many bytes are read and the connection is closed.
    """
    parts = urllib.parse.urlsplit(address)
    if parts.scheme != "https":
        raise OSError("not https")
    connection = http.client.HTTPSConnection(
        parts.hostname, parts.port, timeout=seconds, context=ssl.create_default_context()
    )
    # A server that sends a byte now and then would keep the timeout of each read from coming.
    ended = threading.Event()
    timer = threading.Timer(seconds, _cut, (connection, ended))
    timer.daemon = True
    try:
        connection.connect()
        connection.wire = connection.sock
        timer.start()
        target = (parts.path or "/") + ("?" + parts.query if parts.query else "")
        connection.request(method, target, body, dict(headers, **{"User-Agent": "ParlorBridge (1.0)"}))
        answer = connection.getresponse()
        return Answer(answer.status, answer.headers, answer.read(ANSWER_BYTES))
    except (OSError, http.client.HTTPException, ValueError) as error:
        if ended.is_set():
            raise TimeoutError("no answer within %g seconds" % seconds) from None
        # A ValueError is of an answer that is none.
        raise error if not isinstance(error, ValueError) or isinstance(error, OSError) else OSError("a broken answer")
    finally:
        timer.cancel()
        connection.close()


def _cut(connection, ended):
    ended.set()
    try:
        # Past TLS, whose own shutdown is for the thread that reads.
        socket.socket.shutdown(connection.wire, socket.SHUT_RDWR)
    except OSError:
        pass
