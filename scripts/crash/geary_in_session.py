"""Geary on a display of its own, with an account on private servers, driven as by a user's keyboard and mouse."""

import contextlib
import shutil
import sqlite3
import subprocess
import time

from desktop_session import DesktopSession, Unavailable

APPLICATION, WINDOW = "/org/gnome/Geary", "/org/gnome/Geary/window/1"
ACCOUNT = """[Metadata]
version=1
status=enabled

[Account]
ordinal=1
label={user}
prefetch_days=-1
save_drafts=true
save_sent=true
use_signature=false
signature=
sender_mailboxes=Kim <{user}@example.net>;
service_provider=other

[Folders]
archive_folder=Archive;
drafts_folder=Drafts;
sent_folder=Sent;
junk_folder=Junk;
trash_folder=Trash;

[Incoming]
login={user}
remember_password=true
host=localhost
port={imaps}
transport_security=transport
credentials=custom

[Outgoing]
remember_password=true
host=localhost
port={submissions}
transport_security=transport
credentials=use-incoming
"""
SETTINGS = """[org/gnome/Geary]
migrated-config=true
autoselect=false
window-width=1024
window-height=768
"""
KEYS = {"star": "ctrl+d", "unstar": "ctrl+shift+d", "read": "ctrl+u", "unread": "ctrl+shift+u", "archive": "ctrl+k",
        "trash": "Delete", "junk": "ctrl+j"}
# Places in a window of 1024 × 768 that have no keys.
SUBJECT_FIELD, TEXT, SAVE_AND_CLOSE, EDIT_DRAFT = (517, 113), (577, 327), (759, 26), (961, 173)
LETTERS = {"\\seen": "S", "\\flagged": "F", "\\answered": "R"}
MESSAGES = """
    select folder.name, message.subject, message.flags, message.id, location.ordering
    from MessageLocationTable location join MessageTable message on message.id = location.message_id
    join FolderTable folder on folder.id = location.folder_id where not location.remove_marker"""
START_SECONDS, SECONDS, TRY_SECONDS = 40, 15, 3


class NotDriven(Exception):
    """Geary did not do what it was told."""


def missing_programs():
    programs = [shutil.which("geary"), shutil.which("Xvfb"), shutil.which("xdotool"), shutil.which("gdbus")]
    return None in programs


class Screen:
    """A display in memory. It stops with `stop`."""

    def __init__(self):
        self.process = subprocess.Popen(
            ["Xvfb", "-displayfd", "1", "-screen", "0", "1280x1024x24", "-nolisten", "tcp"], stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        number = self.process.stdout.readline().decode().strip()
        if not number:
            raise Unavailable("Xvfb does not start")
        self.name = f":{number}"

    def stop(self):
        self.process.terminate()
        self.process.wait()


class Geary:
    def __init__(self, servers, user, folder, screen):
        self.session = DesktopSession(folder)
        self.session.environment |= {"DISPLAY": screen.name, "GDK_BACKEND": "x11", "GSETTINGS_BACKEND": "keyfile",
                                     "NO_AT_BRIDGE": "1", "LIBGL_ALWAYS_SOFTWARE": "1"}
        self.folder, self.data = folder, self.session.home / ".local/share/geary"
        self.database = self.data / "account_01/geary.db"
        self.process, self.window = None, None
        try:
            self.session.start_keyring()
            self.write_account(servers, user)
            self.start()
        except BaseException:
            self.stop()
            raise

    def write_account(self, servers, user):
        def write(path, text):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        home = self.session.home
        write(home / ".config/geary/account_01/geary.ini",
              ACCOUNT.format(user=user, imaps=servers.imap["imaps"], submissions=servers.mta["submissions"]))
        write(home / ".config/glib-2.0/settings/keyfile", SETTINGS)
        # As if the user had chosen to trust the server.
        write(self.data / "pinned-certs/localhost.pem", (servers.folder / "server.pem").read_text())
        for protocol in ("IMAP", "SMTP"):
            self.session.store(servers.passwords[user].encode(), "Geary", "xdg:schema", "org.gnome.Geary", "login", user,
                               "host", "localhost", "proto", protocol)

    def start(self):
        with open(self.folder / "geary.log", "ab") as log:
            self.process = subprocess.Popen(["geary", "--debug"], stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                                            env=self.session.environment)
        # A call to a name that nobody has would start another Geary.
        self.wait("start", self.has_name, START_SECONDS)
        self.wait("show its actions", lambda: b"trash-conversation" in self.call(WINDOW, "List"), START_SECONDS)
        self.wait("open a window", self.find_window, START_SECONDS)
        self.wait("create its database", self.has_database, START_SECONDS)

    def has_name(self):
        words = ["gdbus", "wait", "--session", "--timeout", "1", "org.gnome.Geary"]
        return subprocess.run(words, env=self.session.environment, capture_output=True).returncode == 0

    def find_window(self):
        found = self.xdotool("search", "--onlyvisible", "--class", "geary").split()
        if found:
            self.window = found[-1].decode()
            self.xdotool("windowfocus", self.window)
        return self.window

    def restart(self):
        self.call(APPLICATION, "Activate", "quit", "[]", "{}")
        self.process.wait(START_SECONDS)
        self.window = None
        self.start()

    def stop(self):
        if self.process:
            self.process.terminate()
            try:
                self.process.wait(SECONDS)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        self.session.stop()

    # Keys, mouse and actions.

    def xdotool(self, *words):
        return subprocess.run(["xdotool", *map(str, words)], env=self.session.environment, capture_output=True,
                              timeout=30).stdout

    def call(self, path, method, *arguments):
        return subprocess.run(
            ["gdbus", "call", "--session", "--dest", "org.gnome.Geary", "--object-path", path, "--method",
             f"org.gtk.Actions.{method}", *arguments], env=self.session.environment, capture_output=True, timeout=30).stdout

    def activate(self, action, parameter):
        """Does what a notification, a link or another program can ask Geary to do."""
        self.call(APPLICATION, "Activate", action, f"[<{parameter}>]", "{}")

    def click(self, place):
        self.xdotool("mousemove", "--window", self.window, *place, "click", 1)

    def type(self, text):
        self.xdotool("type", "--delay", 20, text)

    def title(self):
        return self.xdotool("getwindowname", self.window).decode().strip()

    @staticmethod
    def comes_true(holds, seconds):
        """Waits until a condition holds, and returns whether it does."""
        deadline = time.monotonic() + seconds
        while not holds():
            if time.monotonic() > deadline:
                return False
            time.sleep(0.1)
        return True

    def wait(self, what, holds, seconds=SECONDS):
        deadline = time.monotonic() + seconds
        while not holds():
            if self.process.poll() is not None:
                raise NotDriven(f"Geary ended with {self.process.returncode} and did not {what}")
            if time.monotonic() > deadline:
                raise NotDriven(f"Geary did not {what}")
            time.sleep(0.1)

    # What it knows.

    def has_database(self):
        try:
            return self.rows() is not None
        except sqlite3.OperationalError:
            return False

    def rows(self):
        with contextlib.closing(sqlite3.connect(f"file:{self.database}?mode=ro", uri=True, timeout=10)) as database:
            return database.execute(MESSAGES).fetchall()

    def messages(self):
        """Returns the subject and the flags of each message, by folder."""
        found = {}
        for folder, subject, flags, _, _ in self.rows():
            letters = "".join(sorted(LETTERS[flag] for flag in (flags or "").lower().split() if flag in LETTERS))
            found.setdefault(folder, []).append(((subject or "").strip(), letters))
        return {folder: sorted(messages) for folder, messages in found.items()}

    def flags(self, folder, subject):
        """Returns the flags of a message, or `None` if it is not in the folder."""
        return dict(self.messages().get(folder, [])).get(subject)

    # What a user does.

    def show_folder(self, folder):
        self.activate("show-folder", f"('account_01', <('$geary-imap', ['{folder}'])>)")

    def select(self, folder, subject):
        """Selects a message. The folder is shown if it is not."""
        for name, text, _, message, uid in self.rows():
            if name == folder and (text or "").strip() == subject:
                self.activate("show-email", f"('account_01', <(byte 0x69, (int64 {message}, int64 {uid}))>)")
                time.sleep(0.5)
                return
        raise NotDriven(f"Geary does not have {subject} in {folder}")

    def act(self, subject, action, has_effect):
        """Selects a message of the inbox, and presses the keys of an action until they have an effect."""
        def try_again():
            self.select("INBOX", subject)
            self.xdotool("key", KEYS[action])
            return self.comes_true(has_effect, TRY_SECONDS)
        self.wait(f"{action} {subject}", try_again)

    def mark(self, subject, action):
        """Stars or reads a message of the inbox, or does the opposite."""
        letter = "F" if "star" in action else "S"
        self.act(subject, action, lambda: (letter in (self.flags("INBOX", subject) or "")) is (not action.startswith("un")))

    def move(self, subject, action):
        """Moves a message out of the inbox. Returns the UID that it had there."""
        uid = next(row[4] for row in self.rows() if row[0] == "INBOX" and (row[1] or "").strip() == subject)
        self.act(subject, action, lambda: self.flags("INBOX", subject) is None)
        return uid

    def write_draft(self, subject):
        self.activate("mailto", f"'mailto:leo@example.net?subject={subject}'")
        # The window sometimes keeps its former title.
        self.comes_true(lambda: self.title() == subject, TRY_SECONDS)
        time.sleep(0.5)
        self.click(TEXT)
        self.type(f"The text of {subject}.")
        self.save(subject)

    def change_draft(self, former, subject):
        """Opens a draft, changes its subject and saves it."""
        self.select("Drafts", former)
        self.xdotool("key", "Return")

        def opens():
            self.click(EDIT_DRAFT)
            return self.comes_true(lambda: self.title() == former, TRY_SECONDS)

        def changes():
            self.click(SUBJECT_FIELD)
            self.xdotool("key", "ctrl+a")
            self.type(subject)
            return self.comes_true(lambda: self.title() == subject, TRY_SECONDS)
        time.sleep(1)
        self.wait(f"open {former}", opens)
        time.sleep(0.5)
        self.wait(f"change {former} to {subject}", changes)
        self.save(subject)

    def save(self, subject):
        def closes():
            self.click(SAVE_AND_CLOSE)
            return self.comes_true(lambda: self.title() != subject, TRY_SECONDS)
        time.sleep(0.3)
        self.wait(f"close {subject}", closes)
        self.wait(f"save {subject}", lambda: self.flags("Drafts", subject) is not None)
