"""Homes of petrel with an account on private mail servers, and what another client sees there."""

import collections
import copy
import email
import email.policy
import imaplib
import json
import os
import pathlib
import shutil
import ssl
import subprocess
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
PETREL = os.environ.get("PETREL_CRASH_PROGRAM") or str(ROOT / ".build/release/petrel")
SECONDS = 60


class Unavailable(Exception):
    """Why there are no servers."""


class Servers:
    """Dovecot or Cyrus, and a server that takes mail before it. They end, and their directory goes, when this process
    does.

    Others can be named besides; what does not run of them is left out.
    """

    def __init__(self, mta="exim", others=(), imap="dovecot"):
        names = (imap, mta)
        self.companions = []
        self.process = subprocess.Popen(
            [ROOT / "scripts/servers/servers", *names, *others], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            start_new_session=True)
        line = self.process.stdout.readline()
        facts = json.loads(line) if line else {"servers": {}}
        if not set(names) <= set(facts["servers"]):
            self.stop()
            raise Unavailable(f"{' and '.join(names)} do not both run here. Run: scripts/deps --servers")
        self.all = facts["servers"]
        self.imap, self.mta = (self.all[name] for name in names)
        self.authorities = facts["authorities"]
        self.passwords = {user["name"]: user["password"] for user in facts["users"]}
        # Whatever is below it goes with the servers.
        self.folder = pathlib.Path(self.authorities).parent
        self.accepted = {"exim": TakenByExim, "postfix": TakenByPostfix}[mta](pathlib.Path(self.mta["log"]))

    def on(self, name, port="imaps"):
        """The same with another server of mailboxes, at one of its ports; `None` where that does not run."""
        if name not in self.all:
            return None
        other = copy.copy(self)
        other.imap = {"imaps": self.all[name][port]}
        return other

    def beside(self, imap):
        """Other servers, which end with these."""
        self.companions.append(Servers(imap=imap))
        return self.companions[-1]

    def pids(self):
        return [self.process.pid, *(one.process.pid for one in self.companions)]

    def stop(self):
        for one in self.companions:
            one.stop()
        self.process.stdin.close()
        self.process.wait()


class Accepted:
    """What a server has taken, by what names a message in its log, with the moments; and all of that in order."""

    def __init__(self, log):
        self.log, self.moments, self.order = log, collections.defaultdict(list), []
        self.news = threading.Condition()
        threading.Thread(target=self.watch, daemon=True).start()

    def name(self, line):
        """What a line says that it has taken; mostly `None`."""
        raise NotImplementedError

    def watch(self):
        while not self.log.exists():
            time.sleep(0.01)
        with open(self.log, encoding="utf-8", errors="replace") as log:
            rest = ""
            while True:
                rest += log.read()
                *lines, rest = rest.split("\n")
                moment = time.monotonic()
                for name in filter(None, map(self.name, lines)):
                    with self.news:
                        self.moments[name].append(moment)
                        self.order.append(name)
                        self.news.notify_all()
                time.sleep(0.0005)

    def count(self, subject):
        return len(self.moments[subject])

    def wait(self, subject, seconds):
        """Until it was taken: whether it was."""
        with self.news:
            return bool(self.news.wait_for(lambda: self.moments[subject], seconds))


class TakenByExim(Accepted):
    """By subjects: Exim writes its line before it says that it has the message."""

    def name(self, line):
        words = line.split(" ")
        is_taken = len(words) > 4 and words[3] == "<=" and words[4] != "<>" and ' T="' in line
        return line.split(' T="', 1)[1].split('"')[0] if is_taken else None


class TakenByPostfix(Accepted):
    """By Message-IDs: the queue has a message when its manager says so, just before the client hears of it."""

    def __init__(self, log):
        self.identifiers = {}
        super().__init__(log)

    def name(self, line):
        _, _, text = line.partition("postfix/")
        program, *rest = text.split(": ", 2)
        if len(rest) == 2 and program.startswith("cleanup") and rest[1].startswith("message-id="):
            self.identifiers[rest[0]] = rest[1].removeprefix("message-id=")
        if len(rest) == 2 and program.startswith("qmgr") and rest[1].startswith("from=<kim"):
            return self.identifiers.get(rest[0])
        return None


class Home:
    """A home with one account, and petrel's commands run on it."""

    def __init__(self, servers, folder, user, has_servers=True):
        self.servers, self.folder, self.user = servers, folder, user
        folder.mkdir(mode=0o700)
        password = folder / "password"
        password.touch(mode=0o600)
        password.write_text(servers.passwords[user] + "\n")
        words = ["account", "add", user, "--address", f"{user}@example.net", "--user", user, "--password-file", password,
                 "--ca-file", servers.authorities, "--window", "all", "--sent", "append"]
        if has_servers:
            words += ["--imap", f"imaps://localhost:{servers.imap['imaps']}",
                      "--smtp", f"smtps://localhost:{servers.mta['submissions']}"]
        self.petrel(*words)

    def command(self, *words):
        return [PETREL, "--home", str(self.folder), *map(str, words)]

    def petrel(self, *words, environment=None, codes=(0,)):
        """Run a command to its end."""
        run = subprocess.run(self.command(*words), stdin=subprocess.DEVNULL, capture_output=True, timeout=SECONDS,
                             env=environment)
        if codes is not None and run.returncode not in codes:
            raise AssertionError(f"petrel {' '.join(map(str, words))} ended with {run.returncode}: "
                                 f"{run.stderr.decode(errors='replace').strip()}")
        return run

    def listed(self, kind, *words):
        """What `petrel drafts`, `petrel outbox` or another list has."""
        key = {"recover": "versions", "list": "messages"}.get(kind, kind)
        return json.loads(self.petrel(kind, *words, "--json").stdout)[key]

    def drafts(self):
        return sorted(draft["subject"] for draft in self.listed("drafts"))

    def mailbox(self, name):
        """The subjects of the messages in a mailbox, as they stand on the disk."""
        place = self.folder / "mail" / self.user / name
        files = [file for part in ("cur", "new") for file in sorted((place / part).glob("[!.]*"))]
        return sorted(subject_of(file.read_bytes()) for file in files)

    def sync(self, codes=(0,)):
        """What a sync told: its notices, and what did not work."""
        run = self.petrel("sync", "--json", codes=codes)
        account = json.loads(run.stdout)["accounts"][0]
        return account["notices"], account["error"]

    def remove(self):
        shutil.rmtree(self.folder)


def field(name, octets):
    return str(email.message_from_bytes(octets, policy=email.policy.compat32)[name])


def subject_of(octets):
    return field("Subject", octets)


class Client:
    """Another client of a user: Python's."""

    def __init__(self, servers, user):
        context = ssl.create_default_context(cafile=servers.authorities)
        self.imap = imaplib.IMAP4_SSL("localhost", servers.imap["imaps"], ssl_context=context)
        self.imap.login(user, servers.passwords[user])

    def messages(self, mailbox):
        """UID and content of each message."""
        self.imap.select(mailbox)
        _, parts = self.imap.uid("FETCH", "1:*", "(UID BODY.PEEK[])")
        return {int(part[0].split(b"UID ")[1].split()[0]): part[1] for part in parts if isinstance(part, tuple)}

    def subjects(self, mailbox):
        return sorted(map(subject_of, self.messages(mailbox).values()))

    def append(self, mailbox, octets, flags):
        self.imap.append(mailbox, flags, None, octets)

    def delete(self, mailbox, uid):
        self.imap.select(mailbox)
        self.imap.uid("STORE", str(uid), "+FLAGS.SILENT", r"(\Deleted)")
        self.imap.uid("EXPUNGE", str(uid))

    def clear(self, *mailboxes):
        for mailbox in mailboxes:
            self.imap.select(mailbox)
            self.imap.uid("STORE", "1:*", "+FLAGS.SILENT", r"(\Deleted)")
            self.imap.expunge()

    def close(self):
        self.imap.logout()


def letter(subject, *fields):
    lines = ["From: kim@example.net", "To: leo@example.net", f"Subject: {subject}",
             "Date: Mon, 12 Oct 2026 14:03:00 +0200", *fields, "", f"The text of {subject}.", ""]
    return "\r\n".join(lines).encode()
