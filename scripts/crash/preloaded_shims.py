"""Compiles the shims of Tests/Crash: libraries that intercept calls of the C library."""

import os
import pathlib
import subprocess
import threading

ROOT = pathlib.Path(__file__).resolve().parents[2]
WORK = ROOT / ".build/crash"
LOCK = threading.Lock()


def build(name):
    """Returns the path of a shim, after compiling it if its source is newer."""
    source, library = ROOT / f"Tests/Crash/{name}.c", WORK / f"{name}.so"
    with LOCK:
        WORK.mkdir(parents=True, exist_ok=True)
        if not library.exists() or library.stat().st_mtime < source.stat().st_mtime:
            # Another process may have loaded the old library.
            new = WORK / f"{name}.{os.getpid()}"
            flags = ["-Wall", "-Wextra", "-Werror", "-O1", "-shared", "-fPIC"]
            subprocess.run(["clang", *flags, "-o", new, source], check=True)
            new.rename(library)
    return library
