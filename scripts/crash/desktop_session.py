"""A user's session with a home, a D-Bus and GNOME's keyring, which shares nothing with the desktop of this machine."""

import os
import pathlib
import shutil
import subprocess
import time

COLLECTION = "/org/freedesktop/secrets/collection/login"
MASTER_PASSWORD = b"the password of the login keyring"
# A bus on which nothing is started when it is needed.
BUS_WITHOUT_SERVICES = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:tmpdir=/tmp</listen>
  <policy context="default">
    <allow send_destination="*"/>
    <allow eavesdrop="false"/>
    <allow own="*"/>
  </policy>
</busconfig>
"""


class Unavailable(Exception):
    """A session cannot run here; the message says why."""


class DesktopSession:
    """`folder` must not exist, and is left behind by `stop`."""

    def __init__(self, folder):
        programs = [shutil.which("dbus-run-session"), shutil.which("dbus-send"),
                    shutil.which("gnome-keyring-daemon"), shutil.which("secret-tool")]
        if None in programs:
            raise Unavailable("D-Bus, GNOME's keyring or secret-tool is not installed. Run: scripts/deps --crash")
        self.folder, self.home = folder, folder / "home"
        self.keyring = None
        folder.mkdir(mode=0o700)
        for name in ("home", "runtime", "temporary"):
            (folder / name).mkdir(mode=0o700)
        self.environment = {"PATH": os.environ["PATH"], "HOME": str(self.home), "LANG": "C.UTF-8",
                            "XDG_RUNTIME_DIR": str(folder / "runtime"), "TMPDIR": str(folder / "temporary")}
        self.bus, address = self.start_bus()
        self.without_bus = dict(self.environment)
        self.environment["DBUS_SESSION_BUS_ADDRESS"] = address

    def start_bus(self, *options):
        """Starts a bus that ends with its standard input. Returns its process and its address."""
        bus = subprocess.Popen(
            ["dbus-run-session", *options, "--", "sh", "-c", 'echo "$DBUS_SESSION_BUS_ADDRESS"; exec cat'],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=self.environment)
        address = bus.stdout.readline().decode().strip()
        if not address:
            raise Unavailable("dbus-run-session does not start a bus")
        return bus, address

    def start_bus_without_services(self):
        """Returns the process of another bus, and an environment for its clients."""
        configuration = self.folder / "bus.conf"
        configuration.write_text(BUS_WITHOUT_SERVICES)
        bus, address = self.start_bus(f"--config-file={configuration}")
        return bus, {**self.environment, "DBUS_SESSION_BUS_ADDRESS": address}

    def start_keyring(self, is_unlocked=True):
        """Starts the keyring, or another one in its place. The login keyring is created if it must be unlocked."""
        self.stop_keyring()
        words = ["gnome-keyring-daemon", "--foreground", "--components=secrets", *(["--unlock"] if is_unlocked else [])]
        self.keyring = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
                                        stderr=subprocess.DEVNULL, env=self.environment)
        self.keyring.stdin.write(MASTER_PASSWORD if is_unlocked else b"")
        self.keyring.stdin.close()
        deadline = time.monotonic() + 10
        while self.is_locked() is not (not is_unlocked):
            if time.monotonic() > deadline:
                raise Unavailable("GNOME's keyring does not start")
            time.sleep(0.05)

    def is_locked(self):
        """Returns whether the login keyring is locked; `None` if there is no answer."""
        if not pathlib.Path(self.environment["XDG_RUNTIME_DIR"], "keyring/control").exists():
            return None
        answer = self.send(COLLECTION, "org.freedesktop.DBus.Properties.Get", "string:org.freedesktop.Secret.Collection",
                           "string:Locked")
        return True if b"boolean true" in answer else False if b"boolean false" in answer else None

    def lock(self):
        self.send("/org/freedesktop/secrets", "org.freedesktop.Secret.Service.Lock", f"array:objpath:{COLLECTION}")

    def send(self, *words):
        return subprocess.run(["dbus-send", "--session", "--print-reply", "--dest=org.freedesktop.secrets", *words],
                              env=self.environment, capture_output=True, timeout=30).stdout

    def secrets(self, *attributes):
        """Returns the secrets of all entries with these attributes."""
        found = subprocess.run(["secret-tool", "search", "--all", *attributes], env=self.environment,
                               capture_output=True, timeout=30)
        return [line.partition(b"= ")[2] for line in found.stdout.splitlines() if line.startswith(b"secret = ")]

    def store(self, secret, label, *attributes):
        subprocess.run(["secret-tool", "store", f"--label={label}", *attributes], env=self.environment, check=True,
                       input=secret, timeout=30)

    def stop_keyring(self):
        if self.keyring:
            self.keyring.terminate()
            self.keyring.wait()
            self.keyring = None

    def stop(self):
        self.stop_keyring()
        self.bus.stdin.close()
        self.bus.wait()
