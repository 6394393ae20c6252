"""A mail server in this process: IMAP and submission over TLS, on loopback, with mail in memory.

It is small and honest. A `Lie` changes what it says at one moment, so that tests can have a server that misbehaves in
exactly one way. Everything that a client sent is kept, and every message that was accepted is counted.
"""

import base64
import copy
import pathlib
import re
import socket
import ssl
import subprocess
import threading

USER, PASSWORD = "kim", "s3cret-Canary-77"
CAPABILITIES = "IMAP4rev1 SASL-IR AUTH=PLAIN LITERAL+ UIDPLUS MOVE SPECIAL-USE IDLE NAMESPACE"
SPECIAL = {"Sent": r" \Sent", "Drafts": r" \Drafts", "Trash": r" \Trash", "Archive": r" \Archive"}
MOST_LINE = 1 << 20


def make_certificates(folder):
    """Returns the files of an authority and of a chain with key for localhost."""
    folder = pathlib.Path(folder)
    authority, key, chain = folder / "authority.pem", folder / "authority.key", folder / "localhost.pem"
    if not chain.exists():
        openssl = lambda *words: subprocess.run(["openssl", *words], check=True, capture_output=True, cwd=folder)
        openssl("req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "30",
            "-subj", "/CN=Test authority", "-keyout", str(key), "-out", str(authority))
        openssl("req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-subj", "/CN=localhost",
            "-addext", "subjectAltName=DNS:localhost", "-keyout", "localhost.key", "-out", "localhost.csr")
        openssl("x509", "-req", "-in", "localhost.csr", "-CA", str(authority), "-CAkey", str(key), "-days", "30",
            "-copy_extensions", "copyall", "-out", "localhost.crt")
        chain.write_bytes((folder / "localhost.crt").read_bytes() + (folder / "localhost.key").read_bytes())
    return authority, chain


# Mail --------------------------------------------------------------------------------------


class Mailbox:
    def __init__(self, validity=7):
        self.validity, self.next, self.messages, self.flags = validity, 1, {}, {}
        # The UIDs of messages that were expunged while the mailbox had the same bytes under another UID.
        self.removed_copies = set()

    def add(self, octets, flags=()):
        uid, self.next = self.next, self.next + 1
        self.messages[uid], self.flags[uid] = octets, set(flags)
        return uid


class Mail:
    """The mailboxes of the user, and the messages that were accepted for delivery."""

    def __init__(self):
        self.boxes = {name: Mailbox() for name in ("INBOX", "Sent", "Drafts", "Trash", "Archive")}
        self.accepted = []

    def contents(self):
        return {name: sorted(box.messages.values()) for name, box in self.boxes.items() if box.messages}


# Lies --------------------------------------------------------------------------------------


class Lie:
    """What a server says instead of, or before, its honest answer.

    `at` is a command ("greeting", "LOGIN", "SELECT", "FETCH", "EHLO", …). `before` are octets in front of the honest
    answer; `instead` replaces all of it, with {tag} for the command's tag. Either can be a function of the tag that
    yields octets. `then` is what follows: "close", or "stall" for silence, or nothing. A lie is told `times` times.
    """

    def __init__(self, at, before=b"", instead=None, then=None, times=1 << 30):
        self.at, self.before, self.instead, self.then, self.times = at, before, instead, then, times


def pieces(what, tag):
    if callable(what):
        yield from what(tag)
    else:
        yield what.replace(b"{tag}", tag)


class Closed(Exception):
    pass


class Connection:
    """What both protocols share: TLS, lines, and the order to lie."""

    def __init__(self, peer, plain):
        self.peer, self.socket, self.buffer, self.is_secure = peer, plain, b"", False

    def secure(self):
        self.socket = self.peer.context.wrap_socket(self.socket, server_side=True)
        self.is_secure = True

    def read(self):
        octets = self.socket.recv(65536)
        if not octets:
            raise Closed
        self.peer.heard(octets, self.is_secure)
        self.buffer += octets

    def line(self):
        while b"\n" not in self.buffer:
            if len(self.buffer) > MOST_LINE:
                raise Closed
            self.read()
        line, _, self.buffer = self.buffer.partition(b"\n")
        return line.rstrip(b"\r")

    def exactly(self, count):
        # A bytearray grows in place, which matters for hundreds of megabytes.
        found, self.buffer = bytearray(self.buffer), b""
        while len(found) < count:
            self.read()
            found += self.buffer
            self.buffer = b""
        self.buffer = bytes(found[count:])
        return bytes(found[:count])

    def say(self, octets):
        self.socket.sendall(octets)

    def answer(self, at, tag, honest):
        """Says `honest`, or what the lie for this moment has."""
        lie = self.peer.lie_at(at)
        if lie is None:
            self.say(honest)
            return
        for octets in pieces(lie.before, tag):
            self.say(octets)
        if lie.instead is None:
            self.say(honest)
        else:
            for octets in pieces(lie.instead, tag):
                self.say(octets)
        if lie.then == "close":
            raise Closed
        if lie.then == "stall":
            while True:
                self.read()
        if isinstance(lie.then, bytes):
            self.say(lie.then)

    def run(self):
        try:
            self.socket.settimeout(120)
            if self.peer.is_implicit:
                self.secure()
            self.talk()
        except (Closed, OSError, ValueError):
            pass
        finally:
            self.socket.close()


# IMAP --------------------------------------------------------------------------------------

NEED_A_MAILBOX = {"SEARCH", "FETCH", "STORE", "EXPUNGE", "COPY", "MOVE", "UNSELECT"}
LITERAL = re.compile(rb"\{(\d+)(\+?)\}$")


def tokens(line, literals):
    """Splits a command into words; parentheses and quoted strings are kept together, literals are put back."""
    found, index, rest = [], 0, iter(literals)
    while index < len(line):
        start = index
        if line[index:index + 1] == b" ":
            index += 1
            continue
        if line[index:index + 1] == b'"':
            index += 1
            text = bytearray()
            while line[index:index + 1] not in (b'"', b""):
                index += line[index:index + 1] == b"\\"
                text += line[index:index + 1]
                index += 1
            index += 1
            found.append(bytes(text))
            continue
        if line[index:index + 1] == b"\0":
            found.append(next(rest))
            index += 1
            continue
        depth = 0
        while index < len(line) and (depth or line[index:index + 1] != b" "):
            depth += line[index:index + 1] in (b"(", b"[")
            depth -= line[index:index + 1] in (b")", b"]")
            index += 1
        found.append(line[start:index])
    return found


def quoted(text):
    return b'"' + text.replace(b"\\", b"\\\\").replace(b'"', b'\\"') + b'"'


def uid_set(text, box):
    last = max(box.messages, default=0)
    wanted = set()
    for part in text.split(b","):
        ends = [last if end == b"*" else int(end) for end in part.split(b":")]
        low, high = min(ends), max(ends)
        wanted |= {uid for uid in box.messages if low <= uid <= high}
    return sorted(wanted)


def structure(octets):
    body = octets.partition(b"\r\n\r\n")[2]
    return b'("TEXT" "PLAIN" ("CHARSET" "utf-8") NIL NIL "8BIT" %d %d NIL NIL NIL NIL)' % (len(body), body.count(b"\n"))


def section(octets, name):
    head, _, body = octets.partition(b"\r\n\r\n")
    head += b"\r\n\r\n"
    upper = name.upper()
    if upper == b"":
        return octets
    if upper in (b"TEXT", b"1"):
        return body
    if upper == b"1.MIME":
        return b"\r\n"
    if upper.startswith(b"HEADER.FIELDS "):
        wanted = [word.lower() for word in name[name.index(b"(") + 1:-1].split()]
        lines = re.split(rb"\r\n(?![ \t])", head)
        kept = [line for line in lines if line.split(b":")[0].lower() in wanted]
        return b"".join(line + b"\r\n" for line in kept) + b"\r\n"
    return head


class IMAPConnection(Connection):
    box = None

    def talk(self):
        self.answer("greeting", b"*", b"* OK [CAPABILITY %s] ready\r\n" % self.capabilities())
        while True:
            line, literals = self.line(), []
            while match := LITERAL.search(line):
                if not match[2]:
                    self.say(b"+ go on\r\n")
                literals.append(self.exactly(int(match[1])))
                line = line[:match.start()] + b"\0" + self.line()
            tag, _, rest = line.partition(b" ")
            words = tokens(rest, literals)
            name = words[0].upper().decode() if words else ""
            if name == "UID":
                name, words = words[1].upper().decode(), words[1:]
            self.peer.note(name, words)
            with self.peer.lock:
                action = getattr(self, "do_" + name.replace("-", "_"), None)
                if action is None or name in NEED_A_MAILBOX and self.box is None:
                    said, end = b"", b"BAD not now"
                else:
                    result = action(tag, words[1:])
                    if result is None:
                        continue
                    said, end = result
            # A response ends with text [RFC 9051, resp-text].
            text = b" done" if end.endswith((b"OK", b"]")) else b""
            self.answer(name, tag, said + tag + b" " + end + text + b"\r\n")
            if name == "STARTTLS" and not self.is_secure:
                self.buffer = b""
                self.secure()
            if name == "LOGOUT":
                raise Closed

    def capabilities(self):
        more = "" if self.is_secure else " STARTTLS"
        return (CAPABILITIES + more).encode()

    def do_CAPABILITY(self, tag, words):
        return b"* CAPABILITY %s\r\n" % self.capabilities(), b"OK"

    def do_STARTTLS(self, tag, words):
        return b"", b"OK begin"

    def do_NOOP(self, tag, words):
        return b"", b"OK"

    def do_LOGOUT(self, tag, words):
        return b"* BYE\r\n", b"OK"

    def do_NAMESPACE(self, tag, words):
        return b'* NAMESPACE (("" "/")) NIL NIL\r\n', b"OK"

    def do_AUTHENTICATE(self, tag, words):
        if len(words) < 2:
            self.say(b"+ \r\n")
            words.append(self.line())
        fields = base64.b64decode(words[1]).split(b"\0")
        if fields[1:] != [USER.encode(), PASSWORD.encode()]:
            return b"", b"NO [AUTHENTICATIONFAILED] no"
        return b"", b"OK [CAPABILITY %s] in" % self.capabilities()

    def do_LOGIN(self, tag, words):
        right = words == [USER.encode(), PASSWORD.encode()]
        return b"", (b"OK [CAPABILITY %s] in" % self.capabilities()) if right else b"NO [AUTHENTICATIONFAILED] no"

    def do_LIST(self, tag, words):
        said = b""
        for name in self.peer.mail.boxes:
            said += b'* LIST (\\HasNoChildren%s) "/" %s\r\n' % (SPECIAL.get(name, "").encode(), quoted(name.encode()))
        return said, b"OK"

    do_LSUB = do_LIST

    def do_STATUS(self, tag, words):
        box = self.peer.mail.boxes.get(words[0].decode())
        if box is None:
            return b"", b"NO [NONEXISTENT] no"
        return b'* STATUS %s (MESSAGES %d UIDNEXT %d UIDVALIDITY %d UNSEEN 0)\r\n' % (
            quoted(words[0]), len(box.messages), box.next, box.validity), b"OK"

    def do_SELECT(self, tag, words):
        self.box = self.peer.mail.boxes.get(words[0].decode())
        if self.box is None:
            return b"", b"NO [NONEXISTENT] no"
        return (b"* FLAGS (\\Seen \\Answered \\Flagged \\Deleted \\Draft)\r\n"
                b"* OK [PERMANENTFLAGS (\\Seen \\Answered \\Flagged \\Deleted \\Draft \\*)] x\r\n"
                b"* %d EXISTS\r\n* 0 RECENT\r\n* OK [UIDVALIDITY %d] x\r\n* OK [UIDNEXT %d] x\r\n" % (
                    len(self.box.messages), self.box.validity, self.box.next)), b"OK [READ-WRITE]"

    do_EXAMINE = do_SELECT

    def do_UNSELECT(self, tag, words):
        self.box = None
        return b"", b"OK"

    def do_CREATE(self, tag, words):
        self.peer.mail.boxes.setdefault(words[0].decode(), Mailbox())
        return b"", b"OK"

    def do_SUBSCRIBE(self, tag, words):
        return b"", b"OK"

    def do_SEARCH(self, tag, words):
        found = sorted(self.box.messages)
        upper = [word.upper() for word in words]
        if b"HEADER" in upper:
            at = upper.index(b"HEADER")
            field, value = words[at + 1].lower() + b":", words[at + 2]
            found = [uid for uid in found if any(
                line.lower().startswith(field) and value in line for line in self.box.messages[uid].split(b"\r\n"))]
        return b"* SEARCH%s\r\n" % b"".join(b" %d" % uid for uid in found), b"OK"

    def do_FETCH(self, tag, words):
        numbers = {uid: number for number, uid in enumerate(sorted(self.box.messages), 1)}
        asked = words[1].strip(b"()") if words[1].startswith(b"(") else words[1]
        wanted = tokens(asked, [])
        said = b""
        for uid in uid_set(words[0], self.box):
            octets, parts = self.box.messages[uid], [b"UID %d" % uid]
            for item in wanted:
                upper = item.upper()
                if upper == b"FLAGS":
                    parts.append(b"FLAGS (%s)" % b" ".join(sorted(self.box.flags[uid])))
                elif upper == b"INTERNALDATE":
                    parts.append(b'INTERNALDATE "12-Oct-2026 14:03:00 +0000"')
                elif upper == b"RFC822.SIZE":
                    parts.append(b"RFC822.SIZE %d" % len(octets))
                elif upper in (b"BODYSTRUCTURE", b"BODY"):
                    parts.append(upper + b" " + structure(octets))
                elif upper.startswith((b"BODY.PEEK[", b"BODY[")):
                    name = item[item.index(b"[") + 1:item.rindex(b"]")]
                    content, shown = section(octets, name), b"BODY[" + name + b"]"
                    if partial := re.search(rb"<(\d+)\.(\d+)>$", item):
                        start = int(partial[1])
                        content, shown = content[start:start + int(partial[2])], shown + b"<%d>" % start
                    parts.append(shown + b" {%d}\r\n" % len(content) + content)
            said += b"* %d FETCH (%s)\r\n" % (numbers[uid], b" ".join(parts))
        return said, b"OK"

    def do_STORE(self, tag, words):
        for uid in uid_set(words[0], self.box):
            flags = set(words[2].strip(b"()").split())
            kept = self.box.flags[uid]
            self.box.flags[uid] = {b"+": kept | flags, b"-": kept - flags}.get(words[1][:1], flags)
        return b"", b"OK"

    def do_EXPUNGE(self, tag, words):
        said = b""
        for uid in uid_set(words[0], self.box) if words else list(self.box.messages):
            if rb"\Deleted" in self.box.flags[uid]:
                said += b"* %d EXPUNGE\r\n" % (sorted(self.box.messages).index(uid) + 1)
                octets = self.box.messages.pop(uid)
                del self.box.flags[uid]
                if octets in self.box.messages.values():
                    self.box.removed_copies.add(b"%d" % uid)
        return said, b"OK"

    def do_COPY(self, tag, words, removes=False):
        other = self.peer.mail.boxes.get(words[1].decode())
        if other is None:
            return b"", b"NO [TRYCREATE] no"
        uids = uid_set(words[0], self.box)
        made = [other.add(self.box.messages[uid], self.box.flags[uid]) for uid in uids]
        if not uids:
            return b"", b"OK"
        pair = [b",".join(b"%d" % uid for uid in side) for side in (uids, made)]
        code = b"[COPYUID %d %s %s]" % (other.validity, *pair)
        said = b""
        if removes:
            said += b"* OK %s x\r\n" % code
            for uid in uids:
                said += b"* %d EXPUNGE\r\n" % (sorted(self.box.messages).index(uid) + 1)
                octets = self.box.messages.pop(uid)
                del self.box.flags[uid]
                if octets in self.box.messages.values():
                    self.box.removed_copies.add(b"%d" % uid)
        return said, b"OK" if removes else b"OK " + code

    def do_MOVE(self, tag, words):
        return self.do_COPY(tag, words, removes=True)

    def do_APPEND(self, tag, words):
        box = self.peer.mail.boxes.get(words[0].decode())
        if box is None:
            return b"", b"NO [TRYCREATE] no"
        flags = words[1].strip(b"()").split() if len(words) > 2 and words[1].startswith(b"(") else []
        return b"", b"OK [APPENDUID %d %d]" % (box.validity, box.add(words[-1], flags))

    def do_IDLE(self, tag, words):
        self.say(b"+ idling\r\n")
        self.line()
        return b"", b"OK"


# Submission --------------------------------------------------------------------------------


class SMTPConnection(Connection):
    def talk(self):
        self.answer("greeting", b"", b"220 localhost ESMTP\r\n")
        while True:
            line = self.line()
            name, _, rest = line.partition(b" ")
            name = name.upper().decode(errors="replace")
            self.peer.note(name, [rest])
            if name in ("EHLO", "HELO"):
                offers = [b"localhost"] + ([b"AUTH PLAIN"] if self.is_secure else [b"STARTTLS"]) + [b"8BITMIME", b"SIZE"]
                lines = offers if name == "EHLO" else [b"localhost"]
                honest = b"".join(b"250%s%s\r\n" % (b" " if one is lines[-1] else b"-", one) for one in lines)
            elif name == "STARTTLS":
                honest = b"220 begin\r\n"
            elif name == "AUTH":
                proof = rest.partition(b" ")[2]
                if not proof:
                    self.say(b"334 \r\n")
                    proof = self.line()
                fields = base64.b64decode(proof).split(b"\0")
                honest = b"235 in\r\n" if fields[1:] == [USER.encode(), PASSWORD.encode()] else b"535 no\r\n"
            elif name == "DATA":
                self.answer("DATA", b"", b"354 go on\r\n")
                lines = []
                while (text := self.line()) != b".":
                    lines.append(text[1:] if text.startswith(b".") else text)
                with self.peer.lock:
                    self.peer.mail.accepted.append(b"\r\n".join(lines))
                name, honest = "dot", b"250 accepted\r\n"
            elif name == "QUIT":
                honest = b"221 bye\r\n"
            else:
                honest = b"250 ok\r\n"
            self.answer(name, b"", honest)
            if name == "STARTTLS" and not self.is_secure:
                self.buffer = b""
                self.secure()
            if name == "QUIT":
                raise Closed


# The two servers ---------------------------------------------------------------------------


class Peer:
    """One listening server. `plain` is all that clients sent without TLS."""

    def __init__(self, chain, kind, mail, lie=None, is_implicit=True):
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.context.load_cert_chain(chain)
        self.kind, self.mail, self.lie, self.is_implicit = kind, mail, lie, is_implicit
        self.lock, self.commands, self.plain, self.told = threading.RLock(), [], b"", 0
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.port = self.listener.getsockname()[1]
        self.server = threading.Thread(target=self.serve, daemon=True)
        self.server.start()

    def serve(self):
        while True:
            try:
                plain, _ = self.listener.accept()
            except OSError:
                return
            plain.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            threading.Thread(target=self.kind(self, plain).run, daemon=True).start()

    def heard(self, octets, is_secure):
        if not is_secure:
            self.plain += octets

    def note(self, name, words):
        self.commands.append((name, words))

    def lie_at(self, at):
        if self.lie and self.lie.at == at and self.told < self.lie.times:
            self.told += 1
            return self.lie
        return None

    def close(self):
        # Ends the thread before the descriptor is free: it would accept connections of the next server that gets the same number.
        self.listener.shutdown(socket.SHUT_RDWR)
        self.server.join()
        self.listener.close()


class Servers:
    """An IMAP and a submission server for the same mail, whose state can be kept and set back."""

    def __init__(self, chain, imap_lie=None, smtp_lie=None, is_implicit=True):
        self.mail = Mail()
        self.imap = Peer(chain, IMAPConnection, self.mail, imap_lie, is_implicit)
        self.smtp = Peer(chain, SMTPConnection, self.mail, smtp_lie, is_implicit)

    def urls(self):
        s = "s" if self.imap.is_implicit else ""
        return [f"imap{s}://localhost:{self.imap.port}", f"smtp{s}://localhost:{self.smtp.port}"]

    def kept(self):
        with self.imap.lock:
            return copy.deepcopy(self.mail.__dict__)

    def set(self, kept):
        with self.imap.lock:
            self.mail.__dict__.update(copy.deepcopy(kept))

    def close(self):
        self.imap.close()
        self.smtp.close()
