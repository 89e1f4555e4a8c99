"""A TCP proxy on loopback whose connections a test can cut, and refuse until it says otherwise."""

import socket
import threading
import time


class Proxy:
    def __init__(self, target):
        self.target, self.is_open, self.links, self.lock = target, True, [], threading.Lock()
        # Whether answers are swallowed; how many pieces have gone to the server.
        self.is_mute, self.carried = False, 0
        # Seconds that each piece of an answer takes.
        self.delay = 0
        # Connections of pages' lines.
        self.pages = []
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            client, _ = self.listener.accept()
            with self.lock:
                if not self.is_open:
                    client.close()
                    continue
                try:
                    server = socket.create_connection(("127.0.0.1", self.target))
                except OSError:
                    # The server has just been killed; the proxy lives on.
                    client.close()
                    continue
                self.links += [client, server]
            for one, other, is_answer in [(client, server, False), (server, client, True)]:
                threading.Thread(target=self.carry, args=(one, other, is_answer), daemon=True).start()

    def carry(self, one, other, is_answer):
        try:
            while piece := one.recv(65536):
                if is_answer and b"101 Switching Protocols" in piece:
                    self.pages.append(other)
                if is_answer and self.is_mute:
                    continue
                if is_answer and self.delay:
                    time.sleep(self.delay)
                other.sendall(piece)
                self.carried += not is_answer
        except OSError:
            pass
        for end in (one, other):
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def cut(self):
        """Ends every connection and takes no new ones."""
        with self.lock:
            self.is_open = False
            for link in self.links:
                try:
                    link.shutdown(socket.SHUT_RDWR)
                except OSError:
                    pass
            self.links = []

    def say(self, text):
        """Says something to the page in the server's place, where that is mute: at most 125 bytes."""
        self.pages[-1].sendall(bytes([0x81, len(text)]) + text.encode())

    def wait_for_more(self, than, patience=240.0):
        """Until the server has been sent more than so many pieces."""
        deadline = time.monotonic() + patience
        while self.carried <= than and time.monotonic() < deadline:
            time.sleep(0.01)

    def mend(self):
        with self.lock:
            self.is_open, self.is_mute = True, False
