"""Homes of petrel with an account on private mail servers, and another client of the same servers."""

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
    """Servers are not available; the message says why."""


class Servers:
    """Dovecot or Cyrus, and a submission server. They stop, and their directory is removed, when this process ends.

    `others` are started too; those that cannot run are left out.
    """

    def __init__(self, mta="exim", others=(), imap="dovecot"):
        names = (imap, mta)
        self.companions = []
        self.process = subprocess.Popen(
            [ROOT / "scripts/servers/run-mail-servers", *names, *others], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
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
        # Everything below it is removed with the servers.
        self.folder = pathlib.Path(self.authorities).parent
        self.accepted = {"exim": TakenByExim, "postfix": TakenByPostfix}[mta](pathlib.Path(self.mta["log"]))

    def on(self, name, port="imaps"):
        """Returns the same with another IMAP server, at one of its ports, or `None` if that server does not run."""
        if name not in self.all:
            return None
        other = copy.copy(self)
        other.imap = {"imaps": self.all[name][port]}
        return other

    def beside(self, imap):
        """Starts other servers, which stop together with these."""
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
    """The messages that a server has accepted, in order and with their times, identified as in the server's log."""

    def __init__(self, log):
        self.log, self.moments, self.order = log, collections.defaultdict(list), []
        self.news = threading.Condition()
        threading.Thread(target=self.watch, daemon=True).start()

    def name(self, line):
        """Returns the message that this log line reports as accepted, or `None`."""
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
        """Waits until the message is accepted, and returns whether it was."""
        with self.news:
            return bool(self.news.wait_for(lambda: self.moments[subject], seconds))


class TakenByExim(Accepted):
    """Messages by subject: Exim writes its log line before it confirms the message."""

    def name(self, line):
        words = line.split(" ")
        is_taken = len(words) > 4 and words[3] == "<=" and words[4] != "<>" and ' T="' in line
        return line.split(' T="', 1)[1].split('"')[0] if is_taken else None


class TakenByPostfix(Accepted):
    """Messages by Message-ID: the queue manager logs a message just before the client gets the confirmation."""

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
    """A home with one account, on which petrel's commands can be run. `imap_port`, `smtp_port`: those of proxies, if there
    are any."""

    def __init__(self, servers, folder, user, has_servers=True, imap_port=None, smtp_port=None):
        self.servers, self.folder, self.user = servers, folder, user
        folder.mkdir(mode=0o700)
        password = folder / "password"
        password.touch(mode=0o600)
        password.write_text(servers.passwords[user] + "\n")
        words = ["account", "add", user, "--address", f"{user}@example.net", "--user", user, "--password-file", password,
                 "--ca-file", servers.authorities, "--window", "all", "--sent", "append"]
        if has_servers:
            words += ["--imap", f"imaps://localhost:{imap_port or servers.imap['imaps']}",
                      "--smtp", f"smtps://localhost:{smtp_port or servers.mta['submissions']}"]
        self.petrel(*words)

    def add_account(self, name, **changes):
        """Writes an account like the first one, with changes. A user of the server has its own password."""
        account = json.loads((self.folder / f"accounts/{self.user}.json").read_text())
        if name in self.servers.passwords:
            password = self.folder / f"password-{name}"
            password.touch(mode=0o600)
            password.write_text(self.servers.passwords[name] + "\n")
            account["passwordFile"] = str(password)
        account.update({"address": f"{name}@example.net", "user": name, **changes})
        (self.folder / f"accounts/{name}.json").write_text(json.dumps(account))

    def command(self, *words):
        return [PETREL, "--home", str(self.folder), *map(str, words)]

    def petrel(self, *words, environment=None, codes=(0,)):
        """Runs a command to its end."""
        run = subprocess.run(self.command(*words), stdin=subprocess.DEVNULL, capture_output=True, timeout=SECONDS,
                             env=environment)
        if codes is not None and run.returncode not in codes:
            raise AssertionError(f"petrel {' '.join(map(str, words))} ended with {run.returncode}: "
                                 f"{run.stderr.decode(errors='replace').strip()}")
        return run

    def listed(self, kind, *words):
        """Returns the entries of `petrel drafts`, `petrel outbox` or another list."""
        key = {"recover": "versions", "list": "messages"}.get(kind, kind)
        return json.loads(self.petrel(kind, *words, "--json").stdout)[key]

    def drafts(self):
        return sorted(draft["subject"] for draft in self.listed("drafts"))

    def mailbox(self, name):
        """Returns the subjects of the messages in a mailbox on disk."""
        place = self.folder / "mail" / self.user / name
        files = [file for part in ("cur", "new") for file in sorted((place / part).glob("[!.]*"))]
        return sorted(subject_of(file.read_bytes()) for file in files)

    def sync(self, codes=(0,)):
        """Runs a sync; returns its notices and its error."""
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
    """Another client of a user: Python's imaplib."""

    def __init__(self, servers, user):
        context = ssl.create_default_context(cafile=servers.authorities)
        self.imap = imaplib.IMAP4_SSL("localhost", servers.imap["imaps"], ssl_context=context)
        self.imap.login(user, servers.passwords[user])

    def messages(self, mailbox):
        """Returns the content of each message by UID."""
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


def deliver(maildir, name, octets):
    """Delivers a message as a mail server does: into a Maildir. `name`: part of the file's name."""
    path = maildir / "tmp" / f"{time.time():.6f}.{name}.host"
    path.write_bytes(octets)
    path.rename(maildir / "new" / path.name)


def letter(subject, *fields):
    lines = ["From: kim@example.net", "To: leo@example.net", f"Subject: {subject}",
             "Date: Mon, 12 Oct 2026 14:03:00 +0200", *fields, "", f"The text of {subject}.", ""]
    return "\r\n".join(lines).encode()
