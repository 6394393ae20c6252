#!/usr/bin/env python3
"""Run a program in a terminal of its own and print what it shows there; exit as it does.

usage: run-in-terminal.py PROGRAM [ARGUMENT…]
"""

import os
import pty
import sys

process, terminal = pty.fork()
if process == 0:
    os.environ.update(TERM="vt100", LINES="24", COLUMNS="80")
    os.execvp(sys.argv[1], sys.argv[1:])
shown = b""
while True:
    try:
        piece = os.read(terminal, 65536)
    except OSError:  # the other end is closed
        break
    if not piece:
        break
    shown += piece
sys.stdout.buffer.write(shown)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]))
