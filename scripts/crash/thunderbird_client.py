"""A Thunderbird without a screen, in a profile of its own, that does what it is told over Marionette."""

import json
import os
import pathlib
import shutil
import socket
import subprocess
import time

ACTIONS = (pathlib.Path(__file__).parent / "thunderbird_actions.js").read_text()
START_SECONDS, SECONDS, STOP_SECONDS = 60, 120, 20
# Thunderbird may talk to the private servers only: what goes elsewhere goes to a proxy that does not exist.
SETTINGS = {
    "marionette.port": 0, "network.proxy.type": 1, "network.proxy.socks": "127.0.0.1", "network.proxy.socks_port": 9,
    "network.proxy.socks_remote_dns": True, "network.proxy.no_proxies_on": "localhost", "network.dns.disablePrefetch": True,
    "network.captive-portal-service.enabled": False, "network.connectivity-service.enabled": False,
    "app.update.auto": False, "app.update.enabled": False, "extensions.update.enabled": False,
    "extensions.getAddons.cache.enabled": False, "extensions.systemAddon.update.enabled": False,
    "services.settings.server": "data:,", "media.gmp-manager.updateEnabled": False,
    "datareporting.policy.dataSubmissionEnabled": False, "datareporting.healthreport.uploadEnabled": False,
    "toolkit.telemetry.unified": False, "toolkit.telemetry.server": "data:,", "mail.inappnotifications.enabled": False,
    "mail.provider.suppress_dialog_on_startup": True, "mail.shell.checkDefaultClient": False,
    "mailnews.start_page.enabled": False, "mailnews.start_page_override.mstone": "ignore", "mail.rights.version": 1,
    "mail.compose.autosave": False,
}


class Refused(Exception):
    """Thunderbird could not do something; the message says why."""


class Thunderbird:
    """`folder`: a new directory for its profile and home. Ends with the thread that starts it."""

    def __init__(self, folder):
        self.folder, self.number = folder, 0
        profile = folder / "profile"
        profile.mkdir(parents=True)
        (profile / "user.js").write_text("".join(
            f'user_pref("{name}", {json.dumps(value)});\n' for name, value in SETTINGS.items()))
        places = {"HOME": folder, "XDG_RUNTIME_DIR": folder, "XDG_CONFIG_HOME": folder / "config",
                  "XDG_CACHE_HOME": folder / "cache", "XDG_DATA_HOME": folder / "data", "TMPDIR": folder}
        with open(folder / "output", "wb") as output:
            self.process = subprocess.Popen(
                ["setpriv", "--pdeathsig", "TERM", "thunderbird", "--headless", "--no-remote", "--marionette",
                 "--remote-allow-system-access", "--profile", str(profile)], stdin=subprocess.DEVNULL, stdout=output, stderr=output, start_new_session=True,
                env={**os.environ, **{name: str(place) for name, place in places.items()}})
        try:
            self.begin(profile / "MarionetteActivePort")
        except BaseException:
            self.stop()
            raise

    def begin(self, port):
        self.connection = socket.create_connection(("127.0.0.1", self.wait_for(port)))
        self.connection.settimeout(SECONDS + 10)
        self.answers = self.connection.makefile("rb")
        self.answer()
        self.command("WebDriver:NewSession", capabilities={"alwaysMatch": {"unhandledPromptBehavior": "ignore"}})
        self.command("WebDriver:SetTimeouts", script=1000 * SECONDS)
        self.command("Marionette:SetContext", value="chrome")

    def wait_for(self, port):
        limit = time.monotonic() + START_SECONDS
        while not (port.exists() and port.read_text()):
            if self.process.poll() is not None or time.monotonic() > limit:
                raise Refused(f"Thunderbird does not start: {(self.folder / 'output').read_text()[-600:]}")
            time.sleep(0.05)
        return int(port.read_text())

    def answer(self):
        """Reads one message: its length, a colon, and JSON."""
        digits = b""
        while not digits.endswith(b":"):
            octet = self.answers.read(1)
            if not octet:
                raise Refused("Thunderbird has ended")
            digits += octet
        return json.loads(self.answers.read(int(digits[:-1])))

    def command(self, name, **parameters):
        self.number += 1
        text = json.dumps([0, self.number, name, parameters]).encode()
        self.connection.sendall(b"%d:%s" % (len(text), text))
        _, _, error, result = self.answer()
        if error:
            raise Refused(f"{name}: {error['message']}")
        return result

    def do(self, action, *arguments):
        """Runs one of the actions of thunderbird_actions.js and returns its result."""
        script = (f"{ACTIONS}\nconst [name, words, finish] = arguments;\n"
                  "actions[name](...words).then(value => finish({ value }), error => finish({ error: String(error) }));")
        result = self.command("WebDriver:ExecuteAsyncScript", script=script, args=[action, list(arguments)],
                              sandbox="system")["value"]
        if "error" in result:
            raise Refused(f"{action} {arguments}: {result['error']}")
        return result.get("value")

    def stop(self):
        self.process.terminate()
        try:
            self.process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


def is_installed():
    return shutil.which("thunderbird") is not None
