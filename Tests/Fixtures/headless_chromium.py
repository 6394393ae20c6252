"""Headless Chromium, steered by chromedriver [W3C WebDriver]. Used by the programs beside it."""

import json
import os
import subprocess
import sys
import time
import urllib.request

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
SECONDS = 40
ATTEMPTS = 5


class Browser:
    """A session of chromedriver, which reaches other hosts only as `resolver` says."""

    def __init__(self, folder, resolver):
        self.base = f"http://127.0.0.1:{self.start(folder)}"
        options = {"args": ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                            "--no-first-run", "--disable-background-networking", f"--user-data-dir={folder}",
                            f"--host-resolver-rules={resolver}"],
                   "perfLoggingPrefs": {"enableNetwork": True}}
        session = self.command("POST", "/session", {"capabilities": {"alwaysMatch": {
            "acceptInsecureCerts": True, "goog:chromeOptions": options,
            "goog:loggingPrefs": {"performance": "ALL"}}}})
        self.base += f"/session/{session['sessionId']}"

    def start(self, folder):
        """Starts chromedriver and returns its port.

        chromedriver takes a free port of IPv6 and then the same of IPv4. If another program has the latter, it exits.
        """
        output = ""
        for _ in range(ATTEMPTS):
            self.driver = subprocess.Popen(
                ["chromedriver", "--port=0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                env={**os.environ, "TMPDIR": folder})
            for line in self.driver.stdout:
                if "started successfully on port" in line:
                    return line.split()[-1].rstrip(".")
                output += line
            output += f"chromedriver exited with {self.driver.wait()}\n"
        sys.exit(output)

    def command(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.base + path, data, {"Content-Type": "application/json"}, method=method)
        with urllib.request.urlopen(request, timeout=SECONDS) as answer:
            return json.load(answer)["value"]

    def open(self, address):
        self.command("POST", "/url", {"url": address})

    def evaluate(self, script):
        return self.command("POST", "/execute/sync", {"script": script, "args": []})

    def find(self, selector):
        end = time.monotonic() + SECONDS
        while True:
            found = self.command("POST", "/elements", {"using": "css selector", "value": selector})
            if found:
                return f"/element/{found[0][ELEMENT]}"
            if time.monotonic() > end:
                sys.exit(f"the page {self.command('GET', '/url')} has no {selector}")
            time.sleep(0.05)

    def type(self, selector, text):
        self.command("POST", self.find(selector) + "/value", {"text": text})

    def click(self, selector):
        self.command("POST", self.find(selector) + "/click", {})

    def requests(self):
        """Returns the requests of all pages since the last call: address, page and Referer."""
        found = []
        for entry in self.command("POST", "/se/log", {"type": "performance"}):
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                request = message["params"]["request"]
                found.append({"address": request["url"], "page": message["params"].get("documentURL", ""),
                              "referer": request["headers"].get("Referer", "")})
        return found

    def end(self):
        try:
            self.command("DELETE", "")
        finally:
            self.driver.kill()
            self.driver.wait()
