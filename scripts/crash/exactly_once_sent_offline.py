"""Mail that is sent without a network leaves soon after the network returns: at the prompt, and from a shell.

As a program, it starts its own servers, takes down its network, and prints the number of cases and the failures as
JSON. `play` runs it in a separate network namespace.
"""

import ctypes
import fcntl
import json
import os
import pathlib
import pty
import re
import select
import signal
import socket
import struct
import subprocess
import sys
import time

sys.dont_write_bytecode = True
sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent / "servers"))
import servers_and_homes  # noqa: E402
from child_processes import adopt_orphans, end_children  # noqa: E402

SIOCGIFFLAGS, SIOCSIFFLAGS, IFF_UP = 0x8913, 0x8914, 1
CLONE_NEWNET = 0x40000000
# Seconds that mail may take after the network is back; and seconds without a network, of which a slice tries the first.
LIMIT, GONE = 3.0, (3, 1, 6, 12)
CONTROL = re.compile(rb"\x1b\[[0-9;?]*[A-Za-z]|\r")


def set_link(is_up):
    """Brings the only link of this namespace up or down [netdevice(7)]."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as one:
        name, flags = struct.unpack("16sh", fcntl.ioctl(one, SIOCGIFFLAGS, struct.pack("16sh", b"lo", 0)))
        fcntl.ioctl(one, SIOCSIFFLAGS, struct.pack("16sh", name, flags | IFF_UP if is_up else flags & ~IFF_UP))


class Prompt:
    """A user at petrel's prompt."""

    def __init__(self, home):
        self.seen = b""
        self.child, self.terminal = pty.fork()
        if self.child == 0:
            command = home.command()
            os.execve(command[0], command, {**os.environ, "TERM": "xterm"})
        self.wait(rb"> \Z")

    def wait(self, pattern, seconds=30):
        end = time.monotonic() + seconds
        while not re.search(pattern, CONTROL.sub(b"", self.seen)):
            if time.monotonic() > end:
                raise AssertionError(f"no {pattern!r} in {seconds} s: {self.seen[-400:]!r}")
            if select.select([self.terminal], [], [], 0.05)[0]:
                self.seen += os.read(self.terminal, 65536)

    def enter(self, line, pattern=rb"> \Z"):
        self.seen = b""
        os.write(self.terminal, line.encode() + b"\r")
        self.wait(rb"\n", 10)
        self.wait(pattern)

    def end(self):
        os.kill(self.child, signal.SIGKILL)
        os.waitpid(self.child, 0)
        os.close(self.terminal)


def send_at_prompt(home, subject):
    prompt = Prompt(home)
    prompt.enter(f"new leo@example.net -s {subject} -m Hello")
    prompt.enter("send")
    prompt.enter("now")
    return prompt.end


def send_at_shell(home, subject):
    home.petrel("new", "leo@example.net", "-s", subject, "-m", "Hello", "--send")
    return lambda: None


def take_away(servers, folder, way, gone):
    """Returns what is wrong in a sentence, or `None`."""
    subject = f"{way.__name__.replace('_', '-')}-{gone}"
    home = servers_and_homes.Home(servers, folder / subject, "leo")
    set_link(False)
    end = way(home, subject)
    time.sleep(gone)
    if servers.accepted.count(subject):
        return f"{subject}: sent without a network"
    set_link(True)
    begin = time.monotonic()
    is_sent = servers.accepted.wait(subject, LIMIT)
    took = time.monotonic() - begin
    if not is_sent:
        servers.accepted.wait(subject, 60)
        took = time.monotonic() - begin
    time.sleep(0.5)
    count = servers.accepted.count(subject)
    end()
    if count != 1 or not is_sent:
        return f"{subject}: sent {count} times, after {took:.1f} s"
    return None


def main(gone):
    # The caller may block or ignore signals, and petrel would inherit that.
    signal.pthread_sigmask(signal.SIG_SETMASK, [])
    adopt_orphans()
    set_link(True)
    servers = servers_and_homes.Servers()
    try:
        folder = servers.folder / "homes"
        folder.mkdir(mode=0o700)
        ways = [(way, seconds) for way in (send_at_prompt, send_at_shell) for seconds in gone]
        found = [sentence for way in ways if (sentence := take_away(servers, folder, *way))]
        print(json.dumps({"count": len(ways), "found": found}))
    finally:
        set_link(True)
        end_children(sparing=[servers.process.pid])
        servers.stop()


def leave_network():
    """Moves this process to its own network namespace."""
    if ctypes.CDLL(None, use_errno=True).unshare(CLONE_NEWNET):
        raise OSError(ctypes.get_errno(), "cannot create a network namespace")


def play(is_slice):
    if os.geteuid() != 0:
        print("exactly-once: SKIPPED: network: only root can create a network namespace", flush=True)
        return 0, []
    gone = map(str, GONE[:1] if is_slice else GONE)
    run = subprocess.run([sys.executable, pathlib.Path(__file__), *gone], preexec_fn=leave_network,
                         stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, check=True)
    result = json.loads(run.stdout)
    return result["count"], [("network", result["found"])] if result["found"] else []


if __name__ == "__main__":
    main([int(word) for word in sys.argv[1:]])
