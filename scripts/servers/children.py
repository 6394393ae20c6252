"""Sees to it that no process outlives the one that started it."""

import ctypes
import os
import pathlib
import signal
import time

PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36
STOP_SECONDS = 10


def adopt_orphans():
    """What a child leaves behind when it ends becomes a child of this process."""
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1)


def end_children(sparing=()):
    """Ends all children but these: Dovecot's wait for their clients, and others may wait for anything."""
    begin = time.monotonic()
    told = set()
    while True:
        listed = pathlib.Path("/proc/self/task", str(os.getpid()), "children").read_text().split()
        children = [child for child in map(int, listed) if child not in sparing]
        if not children:
            return
        is_late = time.monotonic() > begin + STOP_SECONDS
        for child in children:
            if child not in told or is_late:
                os.kill(child, signal.SIGKILL if is_late else signal.SIGTERM)
                told.add(child)
            os.waitpid(child, os.WNOHANG)
        time.sleep(0.02)


def end_with_parent():
    """The system counts the thread that starts a process as its parent: only the main one may."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
