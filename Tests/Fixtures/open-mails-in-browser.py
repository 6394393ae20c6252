#!/usr/bin/env python3
"""Open HTML files in headless Chromium, and report what they load and run.

usage: open-mails-in-browser.py FOLDER

Opens each .html file of the folder. The files name hosts below canary.example, and their scripts set `window.canary`. All
hosts are this program, which counts the connections to those of the files; others are the browser's own. Prints one line of JSON: each script that ran, each page that was
left and each request, with the name of its file; and the number of connections to those hosts.
"""

import json
import pathlib
import shutil
import signal
import socket
import sys
import tempfile
import threading
import time

sys.dont_write_bytecode = True
from headless_chromium import Browser  # noqa: E402

HOST = "canary.example"
# A prepared connection may come after the page was loaded.
LATE_SECONDS = 1


class Listener:
    """Accepts connections, counts them, and says nothing. `host`: counts only those that name this host first."""

    def __init__(self, host=b""):
        self.host = host
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.address = f"127.0.0.1:{self.socket.getsockname()[1]}"
        self.connections = 0
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                connection, _ = self.socket.accept()
            except OSError:
                return
            if not self.host:
                self.connections += 1
            threading.Thread(target=self.hear, args=[connection], daemon=True).start()

    def hear(self, connection):
        with connection:
            connection.settimeout(3)
            try:
                heard = connection.recv(4096)
            except OSError:
                return
            if self.host and self.host in heard:
                self.connections += 1


def main(folder):
    # The caller may block signals, and the browser would inherit that.
    signal.pthread_sigmask(signal.SIG_SETMASK, [])
    canary, others = Listener(), Listener(HOST.encode())
    rules = [f"MAP {HOST} {canary.address}", f"MAP *.{HOST} {canary.address}", f"MAP * {others.address}"]
    profile = tempfile.mkdtemp(prefix="petrel-browser-")
    browser = None
    loud = []
    try:
        browser = Browser(profile, ",".join(rules))
        opened = {file.as_uri(): file for file in sorted(pathlib.Path(folder).glob("*.html"))}
        for address, file in opened.items():
            browser.open(address)
            # The answer comes after the timers that were due, such as a refresh after no time.
            ran, last = browser.evaluate(
                "return new Promise(done => setTimeout(() => done([window.canary || '', location.href]), 0))")
            if ran or last != address:
                loud.append({"name": file.stem, "ran": bool(ran), "left": last != address})
        for request in browser.requests():
            own = request["address"].startswith(("data:image/", "about:", "chrome"))
            if not own and request["address"] not in opened:
                loud.append({"name": request["page"], "request": request["address"]})
        time.sleep(LATE_SECONDS)
        print(json.dumps({"loud": loud, "connections": canary.connections + others.connections}))
    finally:
        canary.socket.close()
        others.socket.close()
        if browser:
            browser.end()
        shutil.rmtree(profile, ignore_errors=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
