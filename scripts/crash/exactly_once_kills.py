"""petrel is killed at each call that changes a file while it sends mail, replaces a draft on the server, or syncs."""

import os
import random
import signal
import subprocess
import time

import servers_and_homes
import preloaded_shims
from servers_and_homes import letter


class Scene:
    """A home that is used from one kill to the next, and unrelated messages that must not change."""

    name = verb = user = ""
    mailboxes = ("Drafts", "Sent")

    def __init__(self, servers, folder, mark="", user=None):
        self.servers, self.mark, self.user = servers, mark, user or self.user
        self.log, self.count = folder / f"{self.name}.log", 0
        # Number of runs that were killed before they ended.
        self.struck = 0
        self.client = servers_and_homes.Client(servers, self.user)
        for mailbox in self.mailboxes:
            self.client.imap.create(mailbox)
            self.client.append(mailbox, letter(f"theirs in {mailbox}"), "")
        self.home = servers_and_homes.Home(servers, folder / self.name, self.user)
        self.home.petrel("sync")
        self.wanted = {mailbox: [f"theirs in {mailbox}"] for mailbox in self.mailboxes}
        self.prepare()

    def prepare(self):
        """Called once, before all kills."""

    def strike(self, action, at):
        """Runs the command once, killed at a call; returns what is wrong after three more starts."""
        self.count += 1
        subject = f"{self.name}{self.count}{self.mark}"
        words = self.set(subject)
        self.log.unlink(missing_ok=True)
        environment = {**os.environ, "LD_PRELOAD": str(preloaded_shims.build("file_calls_shim")), "PETREL_CRASH_ROOT": str(self.home.folder),
                       "PETREL_CRASH_LOG": str(self.log), "PETREL_CRASH_DO": action, "PETREL_CRASH_AT": str(at)}
        if action == "moment":
            code = self.kill(words, at)
        else:
            code = self.home.petrel(*words, environment=environment, codes=None).returncode
        # A background process has its own count of calls.
        calls = self.log.read_text().splitlines() if self.log.exists() else []
        self.calls = max((int(line.split()[0]) for line in calls), default=0)
        # A background process may still be syncing, and a second sync then reports that.
        found = []
        for _ in range(3):
            notices, error = self.home.sync(codes=None)
            found += notices + ([error] if error else [])
        found += self.settle(subject, code)
        for mailbox, wanted in self.wanted.items():
            there, here = self.client.subjects(mailbox), self.home.mailbox(mailbox)
            if there != sorted(wanted):
                found.append(f"{mailbox} on the server: {difference(there, wanted)}")
            if here != there:
                found.append(f"{mailbox} here and there: {difference(here, there)}")
        return found

    def kill(self, words, milliseconds):
        """Starts a command and kills it after the given time."""
        run = subprocess.Popen(self.home.command(*words), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL)
        time.sleep(milliseconds / 1000)
        run.send_signal(signal.SIGKILL)
        self.struck += run.wait() == -signal.SIGKILL
        return run.returncode

    def set(self, subject):
        """Prepares what is to be sent or replaced, and returns the command."""
        raise NotImplementedError

    def settle(self, subject, code):
        """Returns what is wrong, and completes whatever was interrupted."""
        raise NotImplementedError

    def close(self):
        self.client.clear(*self.wanted)
        self.client.close()


class Sending(Scene):
    """A draft that the server has is sent, and its copy is filed in Sent."""

    name, verb, user = "send", "sends", "kim"

    def set(self, subject):
        self.home.petrel("new", "leo@example.net", "-s", subject, "-m", f"The text of {subject}.", "--draft")
        self.home.petrel("sync")
        draft = next(draft["id"] for draft in self.home.listed("drafts") if draft["subject"] == subject)
        return "send", draft, "--undo", "0", "--wait", "20"

    def settle(self, subject, code):
        found = []
        accepted = self.servers.accepted.count(subject)
        if accepted > 1:
            found.append(f"accepted {accepted} times without a command")
        for message in self.home.listed("outbox"):
            if message["subject"] != subject:
                continue
            if message["outcome"] != "unknown":
                found.append(f"{message['sendState']} after three starts: {message['error']}")
            # A user who has asked the recipient decides.
            order = ("outbox", "sent") if accepted else ("outbox", "retry")
            self.home.petrel(*order, message["id"])
            # A background process may be sending it already.
            self.home.petrel("outbox", "flush", "--wait", "20", codes=None)
            self.servers.accepted.wait(subject, 20)
            self.sync_until_sent(subject)
            accepted = self.servers.accepted.count(subject)
        drafts = [draft for draft in self.home.listed("drafts") if draft["subject"] == subject]
        if drafts:
            if accepted:
                found.append("sent, but still a draft")
            if self.client.subjects("Drafts").count(subject) != 1:
                found.append("a local draft that is not exactly once on the server")
            self.home.petrel("discard", drafts[0]["id"], "--yes")
            self.home.petrel("sync")
            if code == 0:
                found.append("the command reported success, but nothing was sent")
        else:
            self.wanted["Sent"].append(subject)
            if accepted != 1:
                found.append(f"accepted {accepted} times")
        return found

    def sync_until_sent(self, subject):
        for _ in range(3):
            self.home.sync(codes=None)
            if subject in self.client.subjects("Sent"):
                return


class Replacing(Scene):
    """A draft that the server has is replaced there by its next revision."""

    name, verb, user = "replace", "replaces a draft", "ana"

    def prepare(self):
        self.write("replace0")
        self.home.petrel("drafts", "import", self.file)
        self.home.petrel("sync")
        self.wanted["Drafts"].append("replace0")

    def write(self, subject):
        self.file = self.home.folder / "letter.eml"
        self.file.write_bytes(letter(subject))

    def set(self, subject):
        self.write(subject)
        draft = next(draft["id"] for draft in self.home.listed("drafts") if draft["subject"].startswith("replace"))
        self.home.petrel("drafts", "import", "--replace", draft, self.file)
        self.wanted["Drafts"][1] = subject
        return "sync",

    def settle(self, subject, code):
        kept = self.home.listed("recover")
        return [f"a conflict without another change: {version['subject']}" for version in kept if version["reason"] == "conflict"]


class Syncing(Scene):
    """Both sides were changed by other programs: messages were added, moved, deleted and flagged."""

    name, verb, user = "sync", "syncs", "leo"
    mailboxes = ("Left", "Right")

    def prepare(self):
        for number in range(4):
            self.client.append("Left", letter(f"old{number}"), "")
            self.wanted["Left"].append(f"old{number}")
        self.home.petrel("sync")

    def file(self, mailbox, subject):
        place = self.home.folder / "mail" / self.user / mailbox
        return next(file for part in ("cur", "new") for file in sorted((place / part).glob("[!.]*"))
                    if servers_and_homes.subject_of(file.read_bytes()) == subject)

    def place(self, mailbox, subject, flags):
        return self.home.folder / "mail" / self.user / mailbox / "cur" / f"17000.{subject}{self.count}.other:2,{flags}"

    def set(self, subject):
        moved, gone, flagged = self.wanted["Left"][1:4]
        self.file("Left", moved).rename(self.place("Right", moved, "S"))
        self.file("Left", flagged).rename(self.place("Left", flagged, "F"))
        self.place("Right", f"{subject}w", "S").write_bytes(letter(f"{subject}w"))
        uids = {servers_and_homes.subject_of(octets): uid for uid, octets in self.client.messages("Left").items()}
        self.client.delete("Left", uids[gone])
        for number in range(2):
            self.client.append("Left", letter(f"{subject}n{number}"), "")
        self.wanted["Left"] = self.wanted["Left"][:1] + self.wanted["Left"][3:] + [f"{subject}n0", f"{subject}n1"]
        self.wanted["Right"] += [moved, f"{subject}w"]
        return "sync",

    def settle(self, subject, code):
        return []


SCENES = (Sending, Replacing, Syncing)


class Place:
    """An IMAP server: its name, port and scenes, and the users whose mailboxes the scenes use."""

    def __init__(self, words, server, port="imaps", users=None, scenes=SCENES):
        self.words, self.server, self.port, self.users, self.scenes = words, server, port, users or {}, scenes


# Without UIDPLUS, EXPUNGE must not remove other messages, and the server does not report the UID of a copy.
PLACES = (
    Place("Dovecot", "dovecot"),
    Place("Dovecot without UIDPLUS", "dovecot-plain", scenes=(Sending, Replacing)),
    Place("Cyrus", "cyrus", scenes=(Sending, Replacing)),
    Place("Cyrus without UIDPLUS", "cyrus", "bare", {Sending: "sol", Replacing: "leo"}, (Sending, Replacing)),
)
OTHERS = sorted({place.server for place in PLACES} - {"dovecot"})


def jobs(servers, folder, seed, most):
    """Yields a name for each scene with each server, and a function that plays it, or None if the server is missing."""
    for number, place in enumerate(PLACES):
        there = servers.on(place.server, place.port)
        for kind in place.scenes:
            name = f"kills while it {kind.verb}, {place.words}"
            if there is None:
                yield name, None
                continue
            ground = folder / f"kills{number}"
            ground.mkdir(exist_ok=True)
            yield name, (lambda kind=kind, place=place, there=there, ground=ground, number=number: play(
                kind, there, ground, seed, most, f"at{number}", place.users.get(kind)))


def difference(found, wanted):
    extra, missing = list(found), []
    for subject in wanted:
        if subject in extra:
            extra.remove(subject)
        else:
            missing.append(subject)
    return f"too many {extra}, missing {missing}"


def play(kind, servers, folder, seed, most, mark, user):
    """Plays one scene, killed at each call. Returns the number of kills and the failures."""
    scene = kind(servers, folder, mark, user)
    faults = scene.strike("", 0)
    if faults:
        return 0, [("without a kill", faults)]
    # After one call is before the next one.
    points = [("before", 1)] + [("after", at) for at in range(1, scene.calls + 1)]
    if most is not None:
        points = random.Random(seed).sample(points, min(most, len(points)))
    found, _ = strike(scene, points, folder)
    return len(points), found


def play_moments(servers, folder, seed, wanted):
    """Kills syncs at random moments, until `wanted` of them were killed before they ended."""
    folder.mkdir(mode=0o700)
    scene = Syncing(servers, folder)
    begin = time.monotonic()
    scene.home.petrel("sync")
    longest = 3 * (time.monotonic() - begin) * 1000
    choice = random.Random(seed)
    count, struck, found = 0, 0, []
    while struck < wanted and not found and count < 6 * wanted:
        found, scene = strike(scene, [("moment", choice.uniform(1, longest))], folder, closes=False)
        struck, count = scene.struck, count + 1
    scene.close()
    if not found and struck < wanted:
        found = [("moments", [f"only {struck} of {count} kills came before the end"])]
    return struck, found


def strike(scene, points, folder, closes=True):
    """Kills at each of the points. Returns the failures, and the scene to continue with."""
    found = []
    for action, at in points:
        faults = scene.strike(action, at)
        if faults:
            found.append((f"{scene.name} killed {action} {at}", faults))
            # The following kills would only repeat the failure, so start with a new home.
            scene.client.clear(*scene.wanted)
            scene.close()
            folder = folder / f"{scene.name}-again{len(found)}"
            folder.mkdir()
            scene = type(scene)(scene.servers, folder, scene.mark, scene.user)
        if len(found) >= 5:
            break
    if closes:
        scene.close()
    return found, scene
