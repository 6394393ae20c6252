"""The programs that a benchmark of syncing compares: petrel, mbsync and OfflineIMAP."""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
SYNCS = ("fsync", "fdatasync", "syncfs", "sync_file_range")
WRITES = ("write", "pwrite64", "writev", "pwritev")


def build_measure(folder):
    """Builds the program that measures others, and returns its path."""
    program = pathlib.Path(folder) / "measure"
    subprocess.run(["cc", "-O2", "-o", program, HERE / "native/measure-process.c"], check=True)
    return program


class Figures:
    """What one run has taken."""

    def __init__(self, seconds, cpu, memory):
        self.seconds, self.cpu, self.memory = float(seconds), float(cpu), int(memory)


class Program:
    """A program with its mail in one directory, which `begin` makes anew.

    Former directories are not removed: ext4 is slow to create files where many were just removed.
    """

    name = ""
    environment = {}

    def __init__(self, measure, mailboxes, folder, port=None):
        self.measure, self.mailboxes = measure, mailboxes
        self.server, self.user = mailboxes.server, mailboxes.user
        self.port = port or self.server.port
        self.base, self.count, self.added = folder, 0, 0

    def begin(self):
        self.count += 1
        self.folder = self.base / f"{self.name}-{self.port}-{self.count}"
        self.folder.mkdir(parents=True, mode=0o700)
        self.password = self.folder / "password"
        self.password.touch(mode=0o600)
        self.password.write_text(self.user["password"] + "\n")
        self.set_up()

    def set_up(self):
        raise NotImplementedError

    def command(self):
        raise NotImplementedError

    def run(self):
        """Syncs, and returns what that has taken."""
        ended = subprocess.run([self.measure, *map(str, self.command())], stdin=subprocess.DEVNULL,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, env={**os.environ, **self.environment})
        *words, code = ended.stderr.decode(errors="replace").rsplit("measured ", 1)[1].split()
        if code != "0":
            sys.exit(f"bench: {self.name} ended with {code}: {ended.stderr.decode(errors='replace')}")
        self.output = ended.stdout
        return Figures(*words)

    def calls(self):
        """Syncs under strace, and returns the numbers of system calls, of writes and of syncs to disk."""
        with tempfile.NamedTemporaryFile(mode="r") as table:
            subprocess.run(["strace", "-f", "-c", "-o", table.name, *map(str, self.command())], check=True,
                           stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                           env={**os.environ, **self.environment})
            found = {}
            for line in table.read().splitlines():
                words = line.split()
                if len(words) >= 5 and re.fullmatch(r"[\d.]+", words[0]) and words[3].isdigit():
                    found[words[-1]] = int(words[3])
        total = found.pop("total", 0)
        return total, sum(found.get(name, 0) for name in WRITES), sum(found.get(name, 0) for name in SYNCS)

    def maildir(self, name="INBOX"):
        return next(path for path in (self.folder / "mail").rglob(name) if (path / "cur").is_dir())

    def messages(self):
        return sum(len(os.listdir(place)) for part in ("cur", "new") for place in (self.folder / "mail").rglob(part))

    def add(self, messages):
        """Adds messages to the inbox, as a mail program does."""
        place = self.maildir() / "cur"
        for octets in messages:
            self.added += 1
            (place / f"1700000000.M{self.added}P1.bench:2,S").write_bytes(octets)

    def flag(self, count, is_set):
        """Flags or unflags the first messages of the inbox, as a mail program does: by renaming their files."""
        place = self.maildir() / "cur"
        for name in sorted(os.listdir(place))[:count]:
            base, _, flags = name.partition(":2,")
            letters = set(flags) | {"F"} if is_set else set(flags) - {"F"}
            (place / name).rename(place / f"{base}:2,{''.join(sorted(letters))}")


class Petrel(Program):
    """With attachments, because the other programs have no choice. Its time includes the index."""

    name = "petrel"
    program = None

    def set_up(self):
        subprocess.run([self.program, "--home", self.folder, "account", "add", "bench", "--address", "ana@example.net",
                        "--user", self.user["name"], "--password-file", self.password, "--ca-file", self.server.authorities,
                        "--window", "all", "--imap", f"imaps://localhost:{self.port}",
                        "--smtp", f"smtps://localhost:{self.port}"], check=True, stdout=subprocess.DEVNULL)
        configuration = self.folder / "accounts/bench.json"
        settings = json.loads(configuration.read_text())
        settings["attachments"] = "all"
        configuration.write_text(json.dumps(settings))

    def command(self):
        return [self.program, "--home", self.folder, "sync", "--json"]


class Baseline(Petrel):
    """Another build of petrel."""

    name = "baseline"


class Mbsync(Program):
    """With its defaults, which pipeline without a limit and sync files to disk."""

    name = "mbsync"
    more = ""

    @classmethod
    def is_installed(cls):
        return shutil.which("mbsync")

    def set_up(self):
        (self.folder / "mail").mkdir()
        self.configuration = self.folder / "configuration"
        self.configuration.touch(mode=0o600)
        self.configuration.write_text(f"""{self.more}
IMAPAccount bench
Host localhost
Port {self.port}
User {self.user["name"]}
Pass {self.user["password"]}
SSLType IMAPS
AuthMechs PLAIN LOGIN
CertificateFile {self.server.authorities}

IMAPStore far
Account bench

MaildirStore near
Path {self.folder}/mail/
Inbox {self.folder}/mail/INBOX
SubFolders Verbatim

Channel bench
Far :far:
Near :near:
Patterns *
Create Near
Sync All
Expunge Both
SyncState *
""")

    def command(self):
        return ["mbsync", "-q", "-c", self.configuration, "-a"]


class MbsyncWithoutSync(Mbsync):
    """With `FSync no`, so a power cut may lose mail."""

    name = "mbsync-nofsync"
    more = "FSync no\n"


class OfflineIMAP(Program):
    name = "offlineimap"

    @classmethod
    def is_installed(cls):
        return shutil.which("offlineimap")

    def set_up(self):
        self.configuration = self.folder / "configuration"
        self.configuration.touch(mode=0o600)
        self.configuration.write_text(f"""
[general]
accounts = bench
metadata = {self.folder}/metadata
ui = quiet
fsync = True
maxsyncaccounts = 1

[Account bench]
localrepository = near
remoterepository = far

[Repository near]
type = Maildir
localfolders = {self.folder}/mail

[Repository far]
type = IMAP
remotehost = localhost
remoteport = {self.port}
remoteuser = {self.user["name"]}
remotepass = {self.user["password"]}
ssl = yes
sslcacertfile = {self.server.authorities}
maxconnections = 2
""")

    def command(self):
        return ["offlineimap", "-o", "-c", self.configuration]


PEERS = {peer.name: peer for peer in (Mbsync, MbsyncWithoutSync, OfflineIMAP)}
