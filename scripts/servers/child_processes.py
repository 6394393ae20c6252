"""Ensures that no process outlives the one that started it."""

import ctypes
import os
import pathlib
import signal
import time

PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36
STOP_SECONDS = 10


def adopt_orphans():
    """Makes this process the parent of processes that its children leave behind."""
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1)


def end_children(sparing=()):
    """Terminates all children but these, and kills those that do not end, such as those of Dovecot with clients."""
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
    """Terminates this process when the thread that started it ends, so only the main thread may use this."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
