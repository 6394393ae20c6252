"""A proxy for a local server that delays data."""

import pathlib
import subprocess

HERE = pathlib.Path(__file__).resolve().parent


def build(folder):
    """Builds the proxy in a folder and returns its path."""
    program = pathlib.Path(folder) / "slow-link"
    subprocess.run(["cc", "-O2", "-o", program, HERE / "native/slow-link.c"], check=True)
    return program


class SlowLink:
    """Forwards data between its own port and another, `delay` seconds later, without limiting the rate."""

    def __init__(self, program, port, delay):
        self.process = subprocess.Popen([program, str(port), str(delay * 1000)], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True, bufsize=1)
        self.port = int(self.process.stdout.readline())

    @property
    def trips(self):
        """How often the client of the last connection waited for the server before it sent more, the TCP handshake
        included."""
        return self.counts()[0]

    def counts(self):
        """Returns the trips of the last connection, and the bytes that all clients have sent and received so far."""
        self.process.stdin.write("\n")
        return tuple(map(int, self.process.stdout.readline().split()))

    def close(self):
        self.process.stdin.close()
        self.process.wait()
