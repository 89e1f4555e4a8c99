"""A TCP proxy on loopback whose connections a test can cut, and refuse until it says otherwise."""

import socket
import threading


class Proxy:
    def __init__(self, target):
        self.target, self.is_open, self.links, self.lock = target, True, [], threading.Lock()
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
                server = socket.create_connection(("127.0.0.1", self.target))
                self.links += [client, server]
            for one, other in [(client, server), (server, client)]:
                threading.Thread(target=self.carry, args=(one, other), daemon=True).start()

    def carry(self, one, other):
        try:
            while piece := one.recv(65536):
                other.sendall(piece)
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

    def mend(self):
        with self.lock:
            self.is_open = True
