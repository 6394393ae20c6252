#!/usr/bin/env python3
"""Type keys into bash, and print the lines that its line editor (GNU Readline) makes of them.

usage: edit-lines-with-readline.py <REQUESTS

Standard input has a line of JSON for each line to type: the mode ("emacs" or "vi"), the lines of the history, and the keys
in hexadecimal. Prints one line of JSON for each: the text that bash read, or null if it read none in time.
"""

import json
import os
import pty
import select
import signal
import sys
import time

# After ESC, bash waits for the rest of a sequence. Keys that come faster than it reads are joined in its kill ring.
PAUSE, KEY_PAUSE, PATIENCE = 0.012, 0.002, 5
PROGRAM = r"""
for setting in 'keyseq-timeout 5' 'bell-style none' 'enable-bracketed-paste off'; do bind "set $setting" 2>&-; done
set -o %s
%s
IFS= read -r -e -p '%%' line && printf '\1%%s\2' "$line" >&3
"""


class Bash:
    """A bash that reads one line on a terminal, and writes it to a pipe. It remembers no earlier lines."""

    def __init__(self, mode, history):
        lines = "\n".join(f"history -s -- '{line}'" for line in history)
        self.results, pipe = os.pipe()
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            os.dup2(pipe, 3)
            os.environ.update({"TERM": "xterm", "HISTFILE": "", "PS1": "", "PS2": "", "INPUTRC": "/dev/null",
                               "LC_ALL": "C.UTF-8"})
            os.execvp("bash", ["bash", "--norc", "--noprofile", "-c", PROGRAM % (mode, lines)])
        os.close(pipe)
        # Its prompt.
        self.discard(PATIENCE, b"%")

    def type(self, keys):
        for index, octet in enumerate(keys):
            os.write(self.terminal, bytes([octet]))
            if octet == 0x1B:
                time.sleep(PAUSE)
            self.discard(KEY_PAUSE)
        return self.line()

    def discard(self, seconds=0, end=None):
        """Reads what bash paints, so that it does not wait."""
        while select.select([self.terminal], [], [], seconds)[0]:
            try:
                painted = os.read(self.terminal, 65536)
            except OSError:
                return
            if not painted or end and end in painted:
                return

    def line(self):
        found, end = b"", time.monotonic() + PATIENCE
        while not found.endswith(b"\x02") and time.monotonic() < end:
            self.discard()
            if select.select([self.results], [], [], 0.002)[0]:
                found += os.read(self.results, 65536)
        if not found.endswith(b"\x02"):
            return None
        return found[found.rindex(b"\x01") + 1:-1].decode(errors="replace")

    def end(self):
        os.close(self.terminal)
        os.close(self.results)
        os.kill(self.process, signal.SIGKILL)
        os.waitpid(self.process, 0)


def main():
    signal.pthread_sigmask(signal.SIG_SETMASK, [])
    for line in sys.stdin:
        request = json.loads(line)
        program = Bash(request["mode"], request["history"])
        print(json.dumps(program.type(bytes.fromhex(request["keys"]))), flush=True)
        program.end()


if __name__ == "__main__":
    main()
