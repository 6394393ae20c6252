"""Mail with an attachment on the server is forwarded without a network, and sent complete when the network returns."""

import base64
import email
import email.policy
import os
import random
import selectors
import socket
import threading
import time

import servers_and_homes
import preloaded_shims

LATE = 20
# The process that sends makes at least so many calls that change a file.
FEWEST_CALLS = 12


class Line:
    """A proxy for a local port that can be cut; connections are then refused."""

    def __init__(self, port):
        self.target, self.server, self.pairs = port, socket.create_server(("127.0.0.1", 0)), []
        self.port = self.server.getsockname()[1]
        threading.Thread(target=self.serve, args=(self.server,), daemon=True).start()

    def serve(self, server):
        while True:
            try:
                near, _ = server.accept()
                far = socket.create_connection(("127.0.0.1", self.target))
            except OSError:
                return
            self.pairs.append((near, far))
            threading.Thread(target=self.carry, args=(near, far), daemon=True).start()

    @staticmethod
    def carry(near, far):
        with near, far, selectors.DefaultSelector() as selector:
            selector.register(near, selectors.EVENT_READ, far)
            selector.register(far, selectors.EVENT_READ, near)
            try:
                while True:
                    for key, _ in selector.select():
                        octets = key.fileobj.recv(1 << 16)
                        if not octets:
                            return
                        key.data.sendall(octets)
            except OSError:
                return

    def cut(self):
        # shutdown wakes the thread that waits in accept, which would keep the port open.
        self.server.shutdown(socket.SHUT_RDWR)
        self.server.close()
        for pair in self.pairs:
            for end in pair:
                try:
                    end.shutdown(socket.SHUT_RDWR)
                except OSError:
                    pass
        self.pairs = []

    def mend(self):
        self.server = socket.create_server(("127.0.0.1", self.port))
        threading.Thread(target=self.serve, args=(self.server,), daemon=True).start()


class Row:
    """What happens to the original while there is no network, and the expected result."""

    def __init__(self, name, word, act=None, is_lost=False, is_killed=False):
        self.name, self.word, self.act, self.is_lost, self.is_killed = name, word, act, is_lost, is_killed


def move(client, uid):
    client.imap.create("Kept")
    client.imap.select("INBOX")
    client.imap.uid("MOVE", str(uid), "Kept")


def delete(client, uid):
    client.delete("INBOX", uid)


ROWS = (
    Row("nothing else happens", "plain"),
    Row("another client moves the original", "moved", move),
    Row("another client deletes the original", "deleted", delete, is_lost=True),
    Row("petrel is killed while the attachment is downloaded", "killed", is_killed=True),
)


def original(subject, content):
    encoded = base64.encodebytes(content).replace(b"\n", b"\r\n")
    return (
        f"From: Ana <ana@example.net>\r\nTo: sol@example.net\r\nSubject: {subject}\r\n"
        f"Date: Mon, 12 Oct 2026 10:00:00 +0000\r\nMessage-ID: <{subject}@example.net>\r\nMIME-Version: 1.0\r\n"
        "Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\nSee the file.\r\n"
        "--b\r\nContent-Type: application/pdf; name=\"plan.pdf\"\r\nContent-Disposition: attachment\r\n"
        "Content-Transfer-Encoding: base64\r\n\r\n").encode() + encoded + b"\r\n--b--\r\n"


class Forwarding:
    """A home whose network can be cut, and a message whose attachment is on the server only.

    With `is_slice`, the user retries when the network is back. Otherwise the test waits half a minute for the attempt
    that petrel has planned.
    """

    def __init__(self, row, servers, folder, seed, is_slice):
        self.row, self.servers, self.is_slice = row, servers, is_slice
        self.lines = [Line(servers.imap["imaps"]), Line(servers.mta["submissions"])]
        there = servers.on("dovecot")
        there.imap = {"imaps": self.lines[0].port}
        there.mta = {"submissions": self.lines[1].port}
        self.client = servers_and_homes.Client(servers, "sol")
        self.home = servers_and_homes.Home(there, folder / f"forward-{row.word}", "sol")
        self.random, self.count = random.Random(seed), 0

    def run(self, action="", at=0):
        """Forwards one message; returns what is wrong with the result."""
        self.count += 1
        subject = f"forward{self.row.word}{self.count}"
        content = self.random.randbytes(700_000)
        self.client.append("INBOX", original(subject, content), "")
        self.home.petrel("sync")
        message = next(one for one in self.home.listed("list", "subject:" + subject) if one["subject"] == subject)
        if [file["downloaded"] for file in message["attachments"]] != [False]:
            return ["the attachment was downloaded without a request"]
        for line in self.lines:
            line.cut()
        try:
            found = self.forward(message, subject)
            waiting = self.home.listed("outbox")
            if self.row.act:
                uid = next(uid for uid, octets in self.client.messages("INBOX").items()
                           if servers_and_homes.subject_of(octets) == subject)
                self.row.act(self.client, uid)
        finally:
            for line in self.lines:
                line.mend()
        subject = f"Fwd: {subject}"
        if self.is_slice and self.row.act and not self.row.is_lost:
            # Find the moved original first, or the attempt fails and the next one is due in half a minute.
            self.home.petrel("sync", codes=None)
        log = self.home.folder / "calls"
        environment = {**os.environ, "LD_PRELOAD": str(preloaded_shims.build("file_calls_shim")), "PETREL_CRASH_LOG": str(log),
                       "PETREL_CRASH_ROOT": str(self.home.folder), "PETREL_CRASH_DO": action,
                       "PETREL_CRASH_AT": str(at)} if self.row.is_killed else None
        if self.is_slice or self.row.is_lost or self.row.is_killed:
            # A sync may have sent it by now.
            codes = None if self.is_slice or self.row.is_killed else (0, 75)
            self.home.petrel("outbox", "retry", waiting[0]["id"], environment=environment, codes=codes)
        if self.row.is_lost:
            return found + self.refused(subject)
        if self.row.is_killed:
            # The background process of the retry sends it, or this one. Each is killed at the same number of calls.
            self.home.petrel("outbox", "flush", "--wait", LATE, environment=environment, codes=None)
            calls = log.read_text().splitlines() if log.exists() else []
            self.calls = max((int(line.split()[0]) for line in calls), default=0)
            log.unlink(missing_ok=True)
        self.home.petrel("sync", codes=None)
        return found + self.settled(subject, content)

    def forward(self, message, subject):
        self.home.petrel("forward", message["id"], "leo@example.net", "-m", "For you.", "--send")
        found = []
        # In a slice, the other rows check this.
        for _ in range(not self.row.is_killed if self.is_slice else 2):
            self.home.petrel("outbox", "flush", codes=(75,))
        waiting = [one for one in self.home.listed("outbox") if one["subject"] == f"Fwd: {subject}"]
        if [(one["sendState"], [file["filename"] for file in one["pendingAttachments"]]) for one in waiting] != [
                ("queued", ["plan.pdf"])]:
            found.append(f"without a network: {waiting}")
        if self.servers.accepted.count(f"Fwd: {subject}"):
            found.append("sent without a network")
        return found

    def settled(self, subject, content):
        """Returns what is wrong after the network is back and petrel was started three more times."""
        found = []
        for _ in range(3):
            self.home.petrel("outbox", "flush", "--wait", 2 * LATE, codes=None)
        for message in self.home.listed("outbox"):
            if message["outcome"] != "unknown" or not self.row.is_killed:
                found.append(f"{message['sendState']}: {message['error']}")
                continue
            order = "sent" if self.servers.accepted.count(subject) else "retry"
            self.home.petrel("outbox", order, message["id"])
            self.home.petrel("outbox", "flush", "--wait", 20, codes=None)
        self.servers.accepted.wait(subject, LATE)
        for _ in range(3):
            # A background process may still be syncing.
            self.home.petrel("sync", codes=None)
            if subject in self.client.subjects("Sent"):
                break
            time.sleep(1)
        if self.servers.accepted.count(subject) != 1:
            found.append(f"accepted {self.servers.accepted.count(subject)} times")
        copies = [one for one in self.client.messages("Sent").values() if servers_and_homes.subject_of(one) == subject]
        # Other homes of this user have other drafts.
        drafts = [one["id"] for one in self.home.listed("drafts") if one["subject"] == subject]
        if len(copies) != 1 or drafts or self.home.mailbox("Sent").count(subject) != 1:
            found.append(f"{len(copies)} in Sent, drafts {drafts}")
        arrived = self.arrived(subject)
        if len(arrived) != 1:
            found.append(f"arrived {len(arrived)} times")
        for octets in copies + arrived:
            if files(octets) != [("plan.pdf", content)] or b"X-Petrel" in octets:
                found.append("a different attachment")
        return found

    def arrived(self, subject):
        reader = servers_and_homes.Client(self.servers, "leo")
        end = time.monotonic() + LATE
        while True:
            reader.imap.noop()
            messages = [one for one in reader.messages("INBOX").values() if servers_and_homes.subject_of(one) == subject]
            if messages or time.monotonic() > end:
                reader.close()
                return messages
            time.sleep(0.1)

    def refused(self, subject):
        """Checks that an attachment that cannot be downloaded stops the message until the user removes it."""
        found = []
        self.home.petrel("sync", codes=None)
        for _ in range(2):
            self.home.petrel("outbox", "retry", self.home.listed("outbox")[0]["id"])
            # A background process that this started may be sending it.
            self.home.petrel("outbox", "flush", "--wait", LATE, codes=None)
        waiting = self.home.listed("outbox")
        if [one["sendState"] for one in waiting] != ["failed"]:
            return found + [f"outbox: {waiting}"]
        if "could not be fetched" not in waiting[0]["error"] or "then detach" not in waiting[0]["error"]:
            found.append(f"error message: {waiting[0]['error']}")
        self.home.petrel("outbox", "cancel", waiting[0]["id"])
        drafts = [one for one in self.home.listed("drafts") if one["subject"] == subject]
        if len(drafts) != 1 or [file["filename"] for file in drafts[0]["attachments"]] != ["plan.pdf"]:
            found.append(f"drafts: {drafts}")
        self.home.petrel("sync", codes=None)
        if subject in self.client.subjects("Drafts"):
            found.append("a draft on the server without its attachment")
        if self.servers.accepted.count(subject):
            found.append("sent without its attachment")
        return found


def files(octets):
    message = email.message_from_bytes(octets, policy=email.policy.default)
    return [(part.get_filename(), part.get_payload(decode=True)) for part in message.iter_attachments()]


def play(row, servers, folder, seed, most):
    """Returns the number of forwards, and for each failure where it happened and what is wrong."""
    scene = Forwarding(row, servers, folder, seed, most is not None)
    if most is not None and row.is_killed:
        points = random.Random(seed).sample([("after", at) for at in range(1, FEWEST_CALLS + 1)], most)
    else:
        found = scene.run()
        if not row.is_killed or found:
            return 1, [(f"{row.name} (seed {seed})", found)] if found else []
        points = [("before", 1)] + [("after", at) for at in range(1, scene.calls + 1)]
    wrong = []
    for action, at in points:
        found = scene.run(action, at)
        if most is not None and scene.calls < at:
            found.append(f"not killed: it made only {scene.calls} calls")
        if found:
            wrong.append((f"killed {action} {at} (seed {seed})", found))
        if len(wrong) >= 3:
            break
    return len(points), wrong
