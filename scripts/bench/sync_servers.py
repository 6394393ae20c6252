"""Real servers with generated mail, for benchmarks of syncing."""

import imaplib
import json
import os
import pathlib
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.append(str(HERE / "mail"))
import in_memory_imap_server  # noqa: E402
import realistic_mail  # noqa: E402

SERVERS = HERE.parent / "servers/run-mail-servers"
NAMES = ("memory", "dovecot-maildir", "dovecot-mdbox", "cyrus")
BATCH = 200
# One of this many messages is unread.
UNREAD = 12
PATIENCE = 20


class Unavailable(Exception):
    """The server does not run here; the message says why."""


def start(name, users):
    """Starts a server with so many users. Raises `Unavailable` if it does not run here."""
    return in_memory_imap_server.MemoryServer(users) if name == "memory" else Server(name, users)


class Server:
    """Dovecot, with one file per message or with mdbox, or Cyrus.

    SCRAM is disabled, because not every compared program supports it, and key stretching takes both sides some
    milliseconds.
    """

    def __init__(self, name, users):
        program, _, self.format = name.partition("-")
        environment = {**os.environ, "PETREL_MORE_USERS": str(users)}
        self.process = subprocess.Popen([SERVERS, program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                                        env=environment)
        line = self.process.stdout.readline()
        facts = json.loads(line) if line else {"servers": {}}
        if program not in facts["servers"]:
            self.stop()
            raise Unavailable(f"{program} does not run here. Run: scripts/deps --servers")
        self.name, self.facts = name, facts["servers"][program]
        self.authorities, self.port = facts["authorities"], self.facts["imaps"]
        self.place = pathlib.Path(self.authorities).parent
        self.users = [user for user in facts["users"] if user["name"].startswith("user")]
        if program == "dovecot":
            self.prepare_dovecot()
        else:
            self.prepare_cyrus()

    def prepare_dovecot(self):
        folder = pathlib.Path(self.facts["homes"]).parent
        self.doveadm = [shutil.which("doveadm", path=f"{os.environ['PATH']}:/usr/bin:/usr/sbin"), "-c", folder / "dovecot.conf"]
        settings = folder / "dovecot.conf"
        text = settings.read_text().replace(" scram-sha-256", "")
        if self.format == "mdbox":
            text = text.replace("mail_location = maildir:~/Maildir", "mail_location = mdbox:~/mdbox")
        settings.write_text(text)
        subprocess.run([*self.doveadm, "reload"], check=True)

    def prepare_cyrus(self):
        folder = self.place / "cyrus"
        settings = folder / "imapd.conf"
        settings.write_text(settings.read_text().replace(" SCRAM-SHA-256", ""))
        # Processes with the former settings end.
        os.kill(int((folder / "pid").read_text()), signal.SIGHUP)
        limit = time.monotonic() + PATIENCE
        while "AUTH=SCRAM-SHA-256" in self.capabilities():
            if time.monotonic() > limit:
                raise Unavailable("cyrus does not reload its settings")
            time.sleep(0.2)

    def capabilities(self):
        client = imaplib.IMAP4_SSL("localhost", self.port, ssl_context=ssl.create_default_context(cafile=self.authorities))
        found = client.capabilities
        client.shutdown()
        return found

    def stop(self):
        self.process.stdin.close()
        self.process.wait()


class Line:
    """A raw IMAP connection that sends as many commands as possible at once. It shows what the server itself takes."""

    def __init__(self, server, user, port=None):
        context = ssl.create_default_context(cafile=server.authorities)
        plain = socket.create_connection(("localhost", port or server.port))
        plain.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.link = context.wrap_socket(plain, server_hostname="localhost")
        self.buffer = memoryview(bytearray(1 << 18))
        self.wait(b"\r\n")
        self.octets = b""
        self.first = f"x1 LOGIN {user['name']} {user['password']}\r\n".encode()

    def wait(self, end):
        tail = b""
        while True:
            count = self.link.recv_into(self.buffer)
            if not count:
                raise ConnectionError("the server closed the connection")
            tail = (tail + self.buffer[max(0, count - 4096):count].tobytes())[-8192:]
            if end in tail:
                return tail

    def run(self, *commands):
        """Sends commands, and reads until the response to the last one."""
        lines = b"".join(f"c{number} {command}\r\n".encode() for number, command in enumerate(commands))
        self.link.sendall(self.first + lines)
        self.first = b""
        tail = self.wait(f"\r\nc{len(commands) - 1} ".encode() if len(commands) > 1 else b"c0 ")
        if b" BAD " in tail or f"c{len(commands) - 1} NO".encode() in tail:
            raise ValueError(tail[-300:])

    def close(self):
        self.link.close()


class Mailboxes:
    """The mailboxes of a user, and the changes that another client makes."""

    def __init__(self, server, user, counts, seed):
        self.server, self.user, self.counts = server, user, counts
        self.mail = realistic_mail.Mail(seed)
        self.number, self.size = 0, sum(counts.values())
        if server.format:
            self.fill_dovecot()
        else:
            self.fill_by_append()
        client = self.client()
        for name, count in counts.items():
            if int(client.select(name)[1][0]) != count:
                sys.exit(f"bench: {server.name} has not all messages of {name}")
        client.logout()

    def arriving(self, count):
        self.number += count
        return self.mail.messages(count, self.number - count)

    def fill_dovecot(self):
        homes = pathlib.Path(self.server.facts["homes"])
        owner = homes.stat()
        folder = homes / self.user["name"] / "Maildir"
        if self.server.format == "mdbox":
            folder = pathlib.Path(tempfile.mkdtemp(dir=self.server.place))
        for name, count in self.counts.items():
            place = folder / (f".{name}" if name != "INBOX" else ".")
            for part in ("cur", "new", "tmp"):
                (place / part).mkdir(parents=True)
            for number, octets in enumerate(self.arriving(count)):
                flags = "" if number % UNREAD == 0 else "S"
                file = f"{1_700_000_000 + number}.M{number}.bench,S={len(octets)},W={len(octets)}:2,{flags}"
                (place / "cur" / file).write_bytes(octets)
        top = folder if self.server.format == "mdbox" else homes / self.user["name"]
        for path in (top, *top.rglob("*")):
            os.chown(path, owner.st_uid, owner.st_gid)
        if self.server.format == "mdbox":
            subprocess.run([*self.server.doveadm, "-o", "mail_fsync=never", "import", "-u", self.user["name"],
                            f"maildir:{folder}", "", "all"], check=True)

    def fill_by_append(self):
        client = self.client()
        for name, count in self.counts.items():
            if name != "INBOX":
                client.create(name)
            messages = list(self.arriving(count))
            for start in range(0, count, BATCH):
                self.append(client, name, messages[start:start + BATCH], start)
        client.logout()

    @staticmethod
    def append(client, name, messages, start=0):
        """Appends messages with one command, without waiting for the server's permission."""
        tag = client._new_tag().decode()  # noqa: SLF001
        pieces = [f"{tag} APPEND {name}".encode()]
        for number, octets in enumerate(messages, start):
            flags = "" if number % UNREAD == 0 else "\\Seen"
            pieces.append(f" ({flags}) {{{len(octets)}+}}\r\n".encode() + octets)
        client.send(b"".join([*pieces, b"\r\n"]))
        while True:
            line = client.readline()
            if not line:
                raise ConnectionError("the server closed the connection")
            if line.startswith(tag.encode()):
                if b" OK" not in line:
                    raise ValueError(line)
                return

    def client(self):
        context = ssl.create_default_context(cafile=self.server.authorities)
        client = imaplib.IMAP4_SSL("localhost", self.server.port, ssl_context=context)
        client.login(self.user["name"], self.user["password"])
        return client

    def deliver(self, count):
        client = self.client()
        if self.server.format:
            for octets in self.arriving(count):
                client.append("INBOX", None, None, octets)
        else:
            self.append(client, "INBOX", list(self.arriving(count)))
        self.counts["INBOX"] += count
        client.logout()

    def change(self, count, is_set):
        client = self.client()
        client.select("INBOX")
        client.uid("STORE", f"1:{count}", "+FLAGS.SILENT" if is_set else "-FLAGS.SILENT", r"(\Flagged)")
        client.logout()

    def status(self, name="INBOX"):
        """Returns UIDVALIDITY, UIDNEXT and HIGHESTMODSEQ."""
        client = self.client()
        line = client.status(name, "(UIDVALIDITY UIDNEXT HIGHESTMODSEQ)")[1][0].decode()
        client.logout()
        words = line[line.rindex("(") + 1:-1].split()
        found = dict(zip(words[::2], map(int, words[1::2])))
        return found["UIDVALIDITY"], found["UIDNEXT"], found["HIGHESTMODSEQ"]
