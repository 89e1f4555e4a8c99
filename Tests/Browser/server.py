"""A server of a story's own, with a data folder, that can be killed and started again."""

import re
import shutil
import signal
import subprocess
import tempfile


class Server:
    def __init__(self, program, *flags):
        self.program, self.flags, self.folder = program, flags, tempfile.mkdtemp(prefix="parlor-story-")
        self.start()

    def start(self):
        """Starts on the folder as it is; the ports, for lines and for HTTP, are others each time."""
        self.process = subprocess.Popen(
            [self.program, "--port", "0", "--http", "0", "--http-allow-host", "localhost", "--data", self.folder,
             *self.flags],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        for line in self.process.stdout:
            if found := re.search(r" listens on [^ ]*:(\d+)", line):
                self.line_port = int(found[1])
            if found := re.search(r"answers HTTP on http://[^ ]*:(\d+)", line):
                self.port = int(found[1])
                return
        raise RuntimeError("the server has ended")

    def stop(self):
        """Lets the process stand still, with its connections open."""
        self.process.send_signal(signal.SIGSTOP)

    def go_on(self):
        self.process.send_signal(signal.SIGCONT)

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)
