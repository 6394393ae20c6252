"""A link to a server on this machine whose octets take their time."""

import pathlib
import subprocess

HERE = pathlib.Path(__file__).resolve().parent


def build(folder):
    """The program behind the links, built in a folder."""
    program = pathlib.Path(folder) / "slow-link"
    subprocess.run(["cc", "-O2", "-o", program, HERE / "native/slow-link.c"], check=True)
    return program


class SlowLink:
    """Hands on what comes to a port of its own, each direction `delay` seconds later, at any rate."""

    def __init__(self, program, port, delay):
        self.process = subprocess.Popen([program, str(port), str(delay * 1000)], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True, bufsize=1)
        self.port = int(self.process.stdout.readline())

    @property
    def trips(self):
        """How often the client of the last connection waited for the server before it said more, its handshake of TCP
        included."""
        self.process.stdin.write("\n")
        return int(self.process.stdout.readline())

    def close(self):
        self.process.stdin.close()
        self.process.wait()
