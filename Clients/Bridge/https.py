"""One HTTPS request with a bound on its time and on the response; no redirects."""

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
    """Raises OSError or http.client.HTTPException if no response arrives within `seconds` in total.

    The certificate is checked against the system's or SSL_CERT_FILE's. A redirect is returned like any response. At
    most ANSWER_BYTES of the body are read, then the connection is closed.
    """
    parts = urllib.parse.urlsplit(address)
    if parts.scheme != "https":
        raise OSError("not https")
    connection = http.client.HTTPSConnection(
        parts.hostname, parts.port, timeout=seconds, context=ssl.create_default_context()
    )
    # The timeout of a socket restarts with each byte; the timer bounds the whole request.
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
            raise TimeoutError("no response within %g seconds" % seconds) from None
        # http.client raises ValueError for some malformed responses.
        raise (
            error if not isinstance(error, ValueError) or isinstance(error, OSError) else OSError("malformed response")
        )
    finally:
        timer.cancel()
        connection.close()


def _cut(connection, ended):
    ended.set()
    try:
        # Not SSLSocket's shutdown, which would race with the reading thread.
        socket.socket.shutdown(connection.wire, socket.SHUT_RDWR)
    except OSError:
        pass
