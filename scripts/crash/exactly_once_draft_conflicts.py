"""Two homes and another client that change the same draft, in any order."""

import concurrent.futures
import random
import re

import servers_and_homes

USER = "sol"
STEPS = 10
MOST_ROUNDS = 12
FORMER = re.compile(rb"d\d+t\d+")


class Run:
    """One random sequence of changes, and the texts that must exist at the end."""

    def __init__(self, servers, folder, client, number, seed):
        self.random, self.client, self.number = random.Random(seed), client, number
        self.homes = [servers_and_homes.Home(servers, folder / f"device{number}-{place}", USER) for place in "ab"]
        # The notices of each home.
        self.told = {home: [] for home in self.homes}
        self.owed, self.count, self.story = set(), 0, []

    def text(self):
        self.count += 1
        subject = f"d{self.number}t{self.count}"
        self.owed.add(subject)
        return subject

    def sync(self, home):
        notices, error = home.sync(codes=None)
        self.told[home] += notices
        return notices, error

    def write(self, home):
        """Continues a draft at this home with knowledge of its current text, or writes a new one."""
        drafts = home.listed("drafts")
        subject = self.text()
        file = home.folder / "letter.eml"
        file.write_bytes(servers_and_homes.letter(subject))
        if not drafts:
            home.petrel("drafts", "import", file)
            return f"writes {subject}"
        draft = self.random.choice(drafts)
        self.owed.discard(draft["subject"])
        home.petrel("drafts", "import", "--replace", draft["id"], file)
        return f"makes {subject} of {draft['subject']}"

    def write_there(self):
        """Changes a draft with the other client, which deletes it and appends the new text. Such clients keep unknown
        header fields, the Message-ID, or both."""
        messages = self.client.messages("Drafts")
        if not messages:
            return "finds no draft"
        uid = self.random.choice(sorted(messages))
        former = servers_and_homes.subject_of(messages[uid])
        subject = self.text()
        self.owed.discard(former)
        head, _, body = FORMER.sub(subject.encode(), messages[uid]).partition(b"\r\n\r\n")
        lines = head.split(b"\r\n")
        keeps = self.random.choice(["all", "fields", "Message-ID"])
        if keeps != "fields":
            # FORMER also matches in the Message-ID, which must not change.
            lines = [line for line in lines if not line.startswith(b"Message-ID:")] + [
                line for line in messages[uid].split(b"\r\n") if line.startswith(b"Message-ID:")][:1]
        else:
            lines = [line for line in lines if not line.startswith(b"Message-ID:")] + [
                f"Message-ID: <{subject}@other.example>".encode()]
        if keeps == "Message-ID":
            lines = [line for line in lines if not line.startswith(b"X-Petrel")]
        octets = b"\r\n".join(lines) + b"\r\n\r\n" + body
        is_first = self.random.random() < 0.5
        if is_first:
            self.client.append("Drafts", octets, r"(\Draft \Seen)")
        self.client.delete("Drafts", uid)
        if not is_first:
            self.client.append("Drafts", octets, r"(\Draft \Seen)")
        return f"makes {subject} of {former}, keeping {keeps}"

    def step(self):
        place = self.random.randrange(2)
        home = self.homes[place]
        kind = self.random.randrange(10)
        if kind < 3:
            self.story.append(f"home {place} {self.write(home)}")
        elif kind < 5:
            self.story.append(f"the other client {self.write_there()}")
        elif kind < 9:
            self.story.append(f"home {place} syncs: {self.sync(home)}")
        else:
            with concurrent.futures.ThreadPoolExecutor(2) as pool:
                self.story.append(f"both sync: {list(pool.map(self.sync, self.homes))}")

    def settle(self):
        """Syncs until all three have the same drafts. A deletion on the server takes two syncs to be believed."""
        for number in range(MOST_ROUNDS):
            quiet = True
            for home in self.homes:
                before = home.drafts()
                notices, error = self.sync(home)
                quiet &= not notices and not error and home.drafts() == before
            if quiet and number and len({tuple(home.drafts()) for home in self.homes}) == 1:
                return

    def faults(self):
        there = self.client.subjects("Drafts")
        found = []
        texts = set(there)
        for place, home in zip("ab", self.homes):
            here = home.drafts()
            if here != there:
                found.append(f"home {place} has {here}, the server {there}")
            versions = home.listed("recover")
            texts |= {version["subject"] for version in versions} | set(here)
            told = " ".join(self.told[home])
            if any(version["reason"] == "conflict" for version in versions) and "and elsewhere" not in told \
                    and "deleted elsewhere" not in told:
                found.append(f"home {place} keeps a text that lost a conflict, without a notice")
        if self.owed - texts:
            found.append(f"lost: {sorted(self.owed - texts)}")
        return found

    def play(self):
        self.story.append(f"home 0 {self.write(self.homes[0])}")
        for home in self.homes:
            self.sync(home)
        for _ in range(STEPS):
            self.step()
        self.settle()
        found = self.faults()
        for home in self.homes:
            home.remove()
        return found


def play(servers, folder, seed, count):
    client = servers_and_homes.Client(servers, USER)
    found = []
    for number in range(count):
        client.clear("Drafts")
        run = Run(servers, folder, client, number, seed + number)
        faults = run.play()
        if faults:
            found.append((f"PETREL_SEED={seed + number}, first case", faults + run.story))
    client.close()
    return count, found
