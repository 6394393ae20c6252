#!/usr/bin/env python3
"""Sign in at an authorization server with headless Chromium, as a user does.

usage: sign-in-with-browser.py ADDRESS USER PASSWORD [deny]

Opens the address, types the user name and the password, and allows (or denies) the access. Prints one line of JSON: the
addresses of all requests with their Referer, the address and the text of the last page, and its title.
"""

import json
import shutil
import signal
import sys
import tempfile
import time

sys.dont_write_bytecode = True
from headless_chromium import SECONDS, Browser  # noqa: E402


def main(address, user, password, answer="allow"):
    # The caller may block signals, and the browser would inherit that.
    signal.pthread_sigmask(signal.SIG_SETMASK, [])
    folder = tempfile.mkdtemp(prefix="petrel-browser-")
    browser = None
    try:
        browser = Browser(folder, "MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1")
        browser.open(address)
        browser.type("input[name=username]", user)
        browser.type("input[name=password]", password)
        browser.click("#login")
        browser.click("input[name=allow]" if answer == "allow" else "input[type=submit]:not([name=allow])")
        end = time.monotonic() + SECONDS
        while "petrel" != browser.command("GET", "/title") and time.monotonic() < end:
            time.sleep(0.05)
        text = browser.command("GET", browser.find("body") + "/text")
        # The browser's own pages are not of interest.
        requests = [request for request in browser.requests() if request["address"].startswith("http")]
        print(json.dumps({"requests": requests, "address": browser.command("GET", "/url"), "text": text}))
    finally:
        if browser:
            browser.end()
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
