"""An IMAP server in this process, with the extensions of Dovecot and with mail in memory.

It answers at once and never waits for a disk, so it shows what the compared programs themselves take.
"""

import base64
import bisect
import pathlib
import re
import shutil
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.append(str(HERE.parent / "hostile"))
import scriptable_mail_server  # noqa: E402

BEFORE = b"IMAP4rev1 SASL-IR LOGIN-REFERRALS ID ENABLE IDLE LITERAL+ AUTH=PLAIN AUTH=LOGIN"
AFTER = (b"IMAP4rev1 SASL-IR LOGIN-REFERRALS ID ENABLE IDLE MULTIAPPEND UNSELECT CHILDREN NAMESPACE UIDPLUS LIST-EXTENDED "
         b"CONDSTORE QRESYNC ESEARCH LIST-STATUS MOVE STATUS=SIZE LITERAL+ SPECIAL-USE")
USES = {"Archive": rb"\Archive", "Drafts": rb"\Drafts", "Junk": rb"\Junk", "Sent": rb"\Sent", "Trash": rb"\Trash"}
# FETCH responses are sent in pieces of about this size.
PIECE = 1 << 18


def uid_set(uids):
    """Returns ascending UIDs as a set, with ranges."""
    ranges = []
    for uid in uids:
        if ranges and ranges[-1][1] == uid - 1:
            ranges[-1][1] = uid
        else:
            ranges.append([uid, uid])
    return b",".join(b"%d" % low if low == high else b"%d:%d" % (low, high) for low, high in ranges)


class Mailbox(scriptable_mail_server.Mailbox):
    """A mailbox with mod-sequences and a record of what was expunged."""

    def __init__(self):
        super().__init__(validity=1_700_000_007)
        self.sequence, self.sequences, self.expunged = 1, {}, {}

    def add(self, octets, flags=()):
        uid = super().add(octets, flags)
        self.sequence += 1
        self.sequences[uid] = self.sequence
        return uid

    def store(self, uids, sign, flags):
        """Returns the messages whose flags have changed."""
        self.sequence += 1
        changed = []
        for uid in uids:
            former = self.flags[uid]
            self.flags[uid] = {b"+": former | flags, b"-": former - flags}.get(sign, flags)
            if self.flags[uid] != former:
                self.sequences[uid] = self.sequence
                changed.append(uid)
        return changed

    def expunge(self, uid):
        self.sequence += 1
        self.expunged[uid] = self.sequence
        del self.messages[uid], self.flags[uid], self.sequences[uid]

    def status(self, name):
        unseen = sum(rb"\Seen" not in flags for flags in self.flags.values())
        return b'* STATUS "%s" (MESSAGES %d UIDNEXT %d UIDVALIDITY %d UNSEEN %d HIGHESTMODSEQ %d)\r\n' % (
            name, len(self.messages), self.next, self.validity, unseen, self.sequence)


class Connection(scriptable_mail_server.IMAPConnection):
    boxes = None
    is_enabled = False

    def capabilities(self):
        return AFTER if self.boxes else BEFORE

    # Signing in

    def sign_in(self, name, password):
        if self.peer.passwords.get(name.decode()) != password.decode():
            return b"", b"NO [AUTHENTICATIONFAILED] no"
        self.boxes = self.peer.boxes.setdefault(name.decode(), {box: Mailbox() for box in (*USES, "INBOX")})
        return b"", b"OK [CAPABILITY %s] in" % AFTER

    def do_AUTHENTICATE(self, tag, words):
        if len(words) < 2:
            self.say(b"+ \r\n")
            words.append(self.line())
        return self.sign_in(*base64.b64decode(words[1]).split(b"\0")[1:])

    def do_LOGIN(self, tag, words):
        return self.sign_in(*words)

    def do_ID(self, tag, words):
        return b"* ID NIL\r\n", b"OK"

    def do_ENABLE(self, tag, words):
        self.is_enabled = True
        return b"* ENABLED %s\r\n" % b" ".join(words), b"OK"

    # Mailboxes

    def do_LIST(self, tag, words):
        if words[1:2] == [b""]:
            return b'* LIST (\\Noselect) "/" ""\r\n', b"OK"
        said = []
        for name, box in self.boxes.items():
            said.append(b'* LIST (\\HasNoChildren %s) "/" "%s"\r\n' % (USES.get(name, b""), name.encode()))
            if any(b"STATUS" in word.upper() for word in words[2:]):
                said.append(box.status(name.encode()))
        return b"".join(said), b"OK"

    do_LSUB = do_LIST

    def do_CREATE(self, tag, words):
        self.boxes.setdefault(words[0].decode(), Mailbox())
        return b"", b"OK"

    def do_STATUS(self, tag, words):
        box = self.boxes.get(words[0].decode())
        return (box.status(words[0]), b"OK") if box else (b"", b"NO [NONEXISTENT] no")

    def do_SELECT(self, tag, words):
        said = [b"* OK [CLOSED] x\r\n"] if self.box else []
        self.box = box = self.boxes.get(words[0].decode())
        if box is None:
            return b"", b"NO [NONEXISTENT] no"
        flags = rb"\Answered \Flagged \Deleted \Seen \Draft"
        said.append(b"* FLAGS (%s)\r\n* OK [PERMANENTFLAGS (%s \\*)] x\r\n* %d EXISTS\r\n* 0 RECENT\r\n"
                    b"* OK [UIDVALIDITY %d] x\r\n* OK [UIDNEXT %d] x\r\n* OK [HIGHESTMODSEQ %d] x\r\n" % (
                        flags, flags, len(box.messages), box.validity, box.next, box.sequence))
        known = re.search(rb"QRESYNC \((\d+) (\d+)", b" ".join(words[1:]).upper())
        if known and int(known[1]) == box.validity:
            self.is_enabled = True
            since = int(known[2])
            gone = sorted(uid for uid, sequence in box.expunged.items() if sequence > since)
            if gone:
                said.append(b"* VANISHED (EARLIER) %s\r\n" % uid_set(gone))
            said += [self.fetched(number, uid, b"FLAGS (%s) MODSEQ (%d)" % (b" ".join(box.flags[uid]), box.sequences[uid]))
                     for number, uid in enumerate(box.messages, 1) if box.sequences[uid] > since]
        return b"".join(said), b"OK [READ-WRITE] selected"

    do_EXAMINE = do_SELECT
    do_CLOSE = scriptable_mail_server.IMAPConnection.do_UNSELECT
    do_CHECK = scriptable_mail_server.IMAPConnection.do_NOOP

    def do_APPEND(self, tag, words):
        box, flags, uids = self.boxes[words[0].decode()], [], []
        for word in words[1:]:
            if word.startswith(b"(") and len(word) < 100:
                flags = word.strip(b"()").split()
            elif len(word) > 40:
                uids.append(box.add(word, flags))
        return b"", b"OK [APPENDUID %d %s]" % (box.validity, uid_set(uids))

    # Messages

    @staticmethod
    def fetched(number, uid, rest):
        return b"* %d FETCH (UID %d %s)\r\n" % (number, uid, rest)

    def do_SEARCH(self, tag, words):
        if words[0].upper() == b"RETURN":
            return b'* ESEARCH (TAG "%s") UID ALL %s\r\n' % (tag, uid_set(self.box.messages)), b"OK"
        return super().do_SEARCH(tag, words)

    def do_FETCH(self, tag, words):
        box, uids, places = self.box, list(self.box.messages), set()
        for part in words[0].split(b","):
            ends = [(uids[-1] if uids else 0) if end == b"*" else int(end) for end in part.split(b":")]
            places.update(range(bisect.bisect_left(uids, min(ends)), bisect.bisect_right(uids, max(ends))))
        items = scriptable_mail_server.tokens(words[1].removeprefix(b"(").removesuffix(b")"), [])
        pieces, size = [], 0
        for place in sorted(places):
            uid = uids[place]
            pieces.append(self.fetched(place + 1, uid, b" ".join(self.item(item, box, uid) for item in items)))
            size += len(pieces[-1])
            if size > PIECE:
                self.say(b"".join(pieces))
                pieces, size = [], 0
        return b"".join(pieces), b"OK"

    @staticmethod
    def item(item, box, uid):
        upper, octets = item.upper(), box.messages[uid]
        if upper.startswith(b"BODY"):
            name = item[item.index(b"[") + 1:item.rindex(b"]")]
            content = scriptable_mail_server.section(octets, name)
            return b"BODY[%s] {%d}\r\n%s" % (name, len(content), content)
        return {b"UID": b"UID %d" % uid, b"FLAGS": b"FLAGS (%s)" % b" ".join(box.flags[uid]),
                b"MODSEQ": b"MODSEQ (%d)" % box.sequences[uid], b"RFC822.SIZE": b"RFC822.SIZE %d" % len(octets),
                b"INTERNALDATE": b'INTERNALDATE "12-Oct-2026 14:03:00 +0000"'}[upper]

    def do_STORE(self, tag, words):
        *_, verb, flags = words
        uids = scriptable_mail_server.uid_set(words[0], self.box)
        is_silent = b"SILENT" in verb.upper()
        changed = self.box.store(uids, verb[:1], set(flags.strip(b"()").split()))
        said = []
        if self.is_enabled or not is_silent:
            numbers = {uid: number for number, uid in enumerate(self.box.messages, 1)}
            for uid in changed if is_silent else uids:
                shown = b"" if is_silent else b" FLAGS (%s)" % b" ".join(self.box.flags[uid])
                said.append(self.fetched(numbers[uid], uid, b"MODSEQ (%d)%s" % (self.box.sequences[uid], shown)))
        return b"".join(said), b"OK [HIGHESTMODSEQ %d] stored" % self.box.sequence

    def do_EXPUNGE(self, tag, words):
        wanted = scriptable_mail_server.uid_set(words[0], self.box) if words else list(self.box.messages)
        gone = [uid for uid in wanted if rb"\Deleted" in self.box.flags[uid]]
        for uid in gone:
            self.box.expunge(uid)
        return b"* VANISHED %s\r\n" % uid_set(gone) if gone else b"", b"OK"


class MemoryServer:
    """The server, with what `sync_servers.Server` has for its users."""

    name, format = "memory", ""

    def __init__(self, users):
        self.place = pathlib.Path(tempfile.mkdtemp())
        authorities, chain = scriptable_mail_server.make_certificates(self.place)
        self.authorities = str(authorities)
        self.users = [{"name": f"user{number}", "password": f"secret-{number}"} for number in range(users)]
        self.peer = scriptable_mail_server.Peer(chain, Connection, mail=None)
        self.peer.passwords = {user["name"]: user["password"] for user in self.users}
        self.peer.boxes = {}
        self.port = self.peer.port

    def stop(self):
        self.peer.close()
        shutil.rmtree(self.place, ignore_errors=True)
