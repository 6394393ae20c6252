"""Servers that lie in IMAP: one row for each lie, with what petrel must make of it."""

from scriptable_mail_server import Lie

MEGABYTE = b"x" * (1 << 20)

# What a sync must make of a lie. FAILS: it ends with an error of the account. WORKS: it ends well. EITHER: the lie may
# concern only a part of the work, so both are right, but nothing else is.
FAILS, WORKS, EITHER = "fails", "works", "either"


# A sync tries a lost connection again for about a minute. The rest is for a busy machine.
SECONDS = 150


class Row:
    """`heals` says whether a sync with an honest server afterwards makes both sides equal. `fill` prepares the mail."""

    def __init__(self, name, lie, outcome=EITHER, fill=None, heals=True, budget=None, seconds=SECONDS):
        self.name, self.lie, self.outcome, self.fill = name, lie, outcome, fill
        self.heals, self.budget, self.seconds = heals, budget, seconds


def endless(first, again, most=200):
    """Octets without an end: `most` megabytes of them."""
    def say(tag):
        yield first
        piece = (again * (1 + (1 << 16) // len(again)))
        for _ in range((most << 20) // len(piece)):
            yield piece
    return say


def counted(first, line, count, last=b""):
    """`count` lines, each made by a function of its number, or with its number in place of %d."""
    def say(tag):
        yield first
        lines = []
        for number in range(1, count + 1):
            lines.append(line(number) if callable(line) else line % number if b"%d" in line else line)
            if len(lines) == 2000:
                yield b"".join(lines)
                lines = []
        yield b"".join(lines) + last.replace(b"{tag}", tag)
    return say


def listed(*names):
    """LIST responses for INBOX and these names, as literals."""
    said = b'* LIST () "/" INBOX\r\n'
    for name in names:
        said += b'* LIST () "/" {%d}\r\n%s\r\n' % (len(name), name)
    return said + b"{tag} OK\r\n"


def fetched(*items):
    """FETCH responses instead of those that were asked for."""
    return b"".join(b"* %d FETCH (%s)\r\n" % (number, item) for number, item in enumerate(items, 1)) + b"{tag} OK\r\n"


def body(octets, uid=1):
    return b'UID %d FLAGS () INTERNALDATE "12-Oct-2026 14:03:00 +0000" BODY[] {%d}\r\n%s' % (uid, len(octets), octets)


def many(boxes):
    for number in range(60):
        boxes["INBOX"].add(b"From: a@b.test\r\nSubject: many %d\r\nMessage-ID: <many%d@b.test>\r\n\r\nx\r\n" % (number, number))


HOSTILE_NAMES = {
    "a name that leads up": b"../../../../tmp/petrel-escape", "a name that is a path": b"/tmp/petrel-escape",
    "a name that leads up in the middle": b"a/../../../../petrel-escape", "the name ..": b"..", "the name .": b".",
    "an empty name": b"", "a name of slashes": b"////", "a name with a line end": b"a\r\nb", "a name with NUL": b"a\0b",
    "a name with an escape sequence": b"a\x1b]0;owned\x07\x1b[2J", "a name of 4,000 octets": b"n" * 4000,
    "a name of 500 levels": b"/".join([b"d"] * 500), "a name that is no modified UTF-7": b"a&b&-&AAA", "a raw 8-bit name": b"\xff\xfe",
    "a name that is a folder of Maildir": b"cur", "a name inside a Maildir": b"INBOX/cur/x", "a name for petrel's files": b".petrel/state",
    "a hidden name": b".hidden", "a name with a backquote": b"`touch /tmp/petrel-escape`", "a name with a dollar": b"$(touch x)",
    "a name that looks like an option": b"-rf", "a bidi name": b"&IC4-txt.exe", "a name with a tab": b"a\tb", "the name INBOX again": b"inbox",
    "a name with a wildcard": b"*", "a name with a percent": b"%", "a name with a quote": b'a"b', "a name with a backslash": b"a\\b",
}


def rows():
    yield Row("an honest server", None, WORKS)
    # The greeting.
    yield Row("a greeting without an end", Lie("greeting", instead=endless(b"* OK ", b"x")), FAILS)
    yield Row("a greeting of HTTP", Lie("greeting", instead=b"HTTP/1.1 400 Bad Request\r\n\r\n", then="close"), FAILS)
    yield Row("a greeting of SMTP", Lie("greeting", instead=b"220 mx ESMTP\r\n"), FAILS)
    yield Row("a greeting of BYE", Lie("greeting", instead=b"* BYE overloaded\r\n", then="close"), FAILS)
    yield Row("a greeting of nothing", Lie("greeting", instead=b"", then="close"), FAILS)
    yield Row("a greeting of PREAUTH", Lie("greeting", instead=b"* PREAUTH [CAPABILITY IMAP4rev1] hi\r\n"), EITHER)
    yield Row("a greeting with 60,000 octets of capabilities", Lie(
        "greeting", instead=b"* OK [CAPABILITY IMAP4rev1 AUTH=PLAIN SASL-IR %s] x\r\n" % (b"X-Y " * 15000)), EITHER)
    yield Row("a greeting with an escape sequence", Lie("greeting", instead=b"* BYE \x1b]0;owned\x07\x1b[2J\r\n", then="close"), FAILS)
    yield Row("silence", Lie("greeting", instead=b"", then="stall"), EITHER, budget=10)
    # BYE, NO, BAD and a lost connection at each command.
    for at in ("AUTHENTICATE", "NAMESPACE", "LIST", "STATUS", "SELECT", "SEARCH", "FETCH", "APPEND", "STORE", "MOVE", "LOGOUT"):
        yield Row(f"BYE at {at}", Lie(at, instead=b"* BYE going down\r\n", then="close"))
        yield Row(f"a lost connection at {at}", Lie(at, instead=b"", then="close"))
        yield Row(f"NO at {at}", Lie(at, instead=b"{tag} NO [ALERT] \x1b[2Jno\r\n"))
        yield Row(f"BAD at {at}", Lie(at, instead=b"{tag} BAD\r\n"))
        yield Row(f"an answer to another command at {at}", Lie(at, instead=b"ZZZ9 OK\r\n{tag} OK\r\n"))
        yield Row(f"a line without an end at {at}", Lie(at, instead=endless(b"* ", b"x", 50)))
        yield Row(f"a literal of 4 GB at {at}", Lie(at, instead=b"* LIST () NIL {4294967295}\r\nabc", then="close"))
        yield Row(f"a literal of 64 bits at {at}", Lie(at, instead=b"* X {18446744073709551616}\r\n", then="close"))
        yield Row(f"a million parentheses at {at}", Lie(at, before=endless(b"* X ", b"(", 1), then="close"))
        yield Row(f"untagged data without an end at {at}", Lie(at, instead=endless(b"", b"* OK still here\r\n", 10)))
        yield Row(f"garbage at {at}", Lie(at, before=b"\x00\x01\xff\xfe garbage\r\n"))
        yield Row(f"all messages vanish at {at}", Lie(at, before=b"* VANISHED 1:4294967295\r\n* 0 EXISTS\r\n* 1 EXPUNGE\r\n"))
    # Signing in.
    yield Row("challenges without an end", Lie("AUTHENTICATE", instead=endless(b"", b"+ eA==\r\n", 20)), FAILS)
    yield Row("a refused password with an escape sequence", Lie(
        "AUTHENTICATE", instead=b"{tag} NO [AUTHENTICATIONFAILED] \x1b[31mno\x07\r\n"), FAILS)
    yield Row("capabilities that are lies", Lie("AUTHENTICATE", instead=(
        b"{tag} OK [CAPABILITY IMAP4rev1 CONDSTORE QRESYNC ESEARCH COMPRESS=DEFLATE NOTIFY OBJECTID LIST-STATUS MULTIAPPEND "
        b"UIDPLUS MOVE IDLE ENABLE ID BINARY LITERAL- SEARCHRES X-GM-EXT-1] in\r\n")))
    yield Row("no capabilities", Lie("AUTHENTICATE", instead=b"{tag} OK [CAPABILITY] in\r\n"))
    # Folders.
    for name, octets in HOSTILE_NAMES.items():
        yield Row(name, Lie("LIST", instead=listed(octets)))
    yield Row("names that collide on disk", Lie("LIST", instead=listed(
        b"a/b", b"A/B", b"a.b", b"caf&AOk-", b"cafe&AwE-", b"a", b"a/", b"a//b")))
    yield Row("one name a thousand times", Lie("LIST", instead=listed(*[b"twice"] * 1000)))
    yield Row("10,000 folders", Lie("LIST", instead=counted(
        b'* LIST () "/" INBOX\r\n', b'* LIST () "/" "f%d"\r\n', 10000, b"{tag} OK\r\n"), times=1), heals=False)
    yield Row("two million folders", Lie("LIST", instead=counted(
        b"", b'* LIST (\\Noselect) "/" "folder-%d"\r\n', 2_000_000, b"{tag} OK\r\n"), times=1))
    yield Row("folders without an end", Lie("LIST", instead=endless(b"", b'* LIST () "/" "again"\r\n', 100)))
    yield Row("no INBOX", Lie("LIST", instead=b'* LIST () "/" "x"\r\n{tag} OK\r\n'))
    yield Row("no folders", Lie("LIST", instead=b"{tag} OK\r\n"))
    yield Row("an odd separator", Lie("LIST", instead=b'* LIST () "\x01" INBOX\r\n* LIST () "ab" x\r\n{tag} OK\r\n'))
    yield Row("a namespace of a million parentheses", Lie("NAMESPACE", instead=endless(b"* NAMESPACE ", b"(", 1), then="close"))
    yield Row("a namespace that leads up", Lie("NAMESPACE", instead=b'* NAMESPACE (("../../" "/")) NIL NIL\r\n{tag} OK\r\n'))
    # A folder.
    for what in (b"MESSAGES -1", b"MESSAGES 99999999999999999999", b"UIDNEXT 0", b"UIDVALIDITY 0", b"UIDVALIDITY 4294967296",
                 b"MESSAGES 4294967295 UIDNEXT 4294967295 UIDVALIDITY 4294967295", b"UIDNEXT 1 MESSAGES 0"):
        yield Row(f"a status of {what.decode()}", Lie("STATUS", instead=b"* STATUS INBOX (%s)\r\n{tag} OK\r\n" % what))
    for what in (b"* 4294967295 EXISTS\r\n", b"* 4294967296 EXISTS\r\n", b"* 5 EXISTS\r\n* 1 EXISTS\r\n* 0 EXISTS\r\n",
                 b"* OK [UIDVALIDITY 0] x\r\n", b"* OK [UIDNEXT 1] x\r\n", b"* OK [UIDVALIDITY 99] x\r\n",
                 b"* OK [HIGHESTMODSEQ 18446744073709551615] x\r\n", b"* FLAGS (%s)\r\n" % b" ".join(b"k%d" % n for n in range(2000))):
        yield Row(f"a folder with {what[:40].decode().strip()}", Lie("SELECT", before=what))
    yield Row("a folder without UIDVALIDITY", Lie("SELECT", instead=b"* 3 EXISTS\r\n{tag} OK [READ-WRITE]\r\n"))
    validity = iter(range(1000, 100000))
    yield Row("a new UIDVALIDITY each time", Lie("SELECT", instead=lambda tag: iter([
        b"* 2 EXISTS\r\n* OK [UIDVALIDITY %d] x\r\n* OK [UIDNEXT 9] x\r\n%s OK [READ-WRITE]\r\n" % (next(validity), tag)])))
    yield Row("a read-only folder", Lie("SELECT", instead=(
        b"* 2 EXISTS\r\n* OK [UIDVALIDITY 7] x\r\n* OK [UIDNEXT 3] x\r\n{tag} OK [READ-ONLY]\r\n")))
    # A mailbox that is suddenly empty, while its status says otherwise or not.
    yield Row("all messages are gone", Lie("SELECT", instead=(
        b"* 0 EXISTS\r\n* OK [UIDVALIDITY 7] x\r\n* OK [UIDNEXT 61] x\r\n{tag} OK [READ-WRITE]\r\n")), fill=many)
    # UIDs.
    for name, uids in {"UID 0": b"0", "one UID twice": b"1 1 2 2", "descending UIDs": b"9 8 7 2 1", "the last UID": b"4294967295",
                       "a UID of 33 bits": b"4294967296", "no UIDs": b"", "letters": b"a b", "a negative UID": b"-1"}.items():
        yield Row(f"a search that finds {name}", Lie("SEARCH", instead=b"* SEARCH %s\r\n{tag} OK\r\n" % uids))
    yield Row("a search that finds ten million UIDs", Lie("SEARCH", instead=counted(
        b"* SEARCH", b" %d", 10_000_000, b"\r\n{tag} OK\r\n")))
    yield Row("a search that was not asked", Lie("SEARCH", before=b"* ESEARCH (TAG \"x\") UID ALL 1:4294967295\r\n"))
    # Messages.
    for name, items in {
            "UID 0": [b"UID 0 FLAGS ()"], "no UID": [b"FLAGS ()"], "messages never asked for": [body(b"Subject: not asked\r\n\r\nx", 4000)],
            "one UID with two contents": [body(b"Subject: one\r\n\r\n1"), body(b"Subject: two\r\n\r\n2")],
            "an empty message": [body(b"")], "a message of a line end": [body(b"\r\n")], "a message of NUL": [body(b"\0" * 1000)],
            "a message that begins with an empty line": [body(b"\r\nSubject: x\r\n\r\ny")],
            "a size of 30 digits": [b"UID 1 RFC822.SIZE 999999999999999999999999999999"],
            "a size of 4 GB": [b"UID 1 RFC822.SIZE 4294967295 BODYSTRUCTURE (\"TEXT\" \"PLAIN\" NIL NIL NIL \"7BIT\" 4294967295 1)"],
            "a size of -1 lines": [b"UID 1 RFC822.SIZE 9 BODYSTRUCTURE (\"TEXT\" \"PLAIN\" NIL NIL NIL \"7BIT\" 9 -1)"],
            "a body shorter than its size": [b"UID 1 RFC822.SIZE 5000 " + body(b"Subject: s\r\n\r\nx")[6:]],
            "a body longer than its size": [b"UID 1 RFC822.SIZE 3 " + body(b"Subject: s\r\n\r\n" + b"x" * 9999)[6:]],
            "a flag with a slash": [b"UID 1 FLAGS (../../x \\Seen :2,S)"], "a date of nonsense": [b'UID 1 INTERNALDATE "99-Foo-0000"'],
            "a structure of 5,000 levels": [b"UID 1 BODYSTRUCTURE " + b"(" * 5000 + b")" * 5000],
            "a structure of 5,000 parts": [b"UID 1 RFC822.SIZE 9 BODYSTRUCTURE (" + b'("TEXT" "PLAIN" NIL NIL NIL "7BIT" 1 1)' * 1600 + b' "MIXED")'],
            "a file name that leads up": [b'UID 1 RFC822.SIZE 9999999 BODYSTRUCTURE (("TEXT" "PLAIN" NIL NIL NIL "7BIT" 1 1)'
                                          b'("APPLICATION" "X" ("NAME" "../../../tmp/petrel-escape") NIL NIL "BASE64" 9999990 NIL '
                                          b'("ATTACHMENT" ("FILENAME" "/tmp/petrel-escape"))) "MIXED")'],
    }.items():
        yield Row(f"a fetch with {name}", Lie("FETCH", instead=fetched(*items)))
    yield Row("a fetch of nothing", Lie("FETCH", instead=b"{tag} OK\r\n"))
    yield Row("a body of 4 GB that is cut", Lie(
        "FETCH", instead=b"* 1 FETCH (UID 1 BODY[] {4294967295}\r\nSubject: x\r\n\r\n", then="close"))
    yield Row("a body of 64 bits", Lie("FETCH", instead=b"* 1 FETCH (UID 1 BODY[] {18446744073709551615}\r\nx", then="close"))
    yield Row("bodies without an end that were not requested", Lie("FETCH", instead=endless(
        b"", b"* 9 FETCH (UID 999 BODY[] {5}\r\nx: y\n)\r\n", 60)))
    yield Row("a body of 300 MB that is there", Lie("FETCH", instead=lambda tag: [
        b"* 1 FETCH (UID 1 FLAGS () INTERNALDATE \"12-Oct-2026 14:03:00 +0000\" BODY[] {314572800}\r\n", *[MEGABYTE] * 300,
        b")\r\n%s OK\r\n" % tag]))
    yield Row("five million flags changes", Lie("FETCH", instead=counted(
        b"", b"* %d FETCH (FLAGS (\\Seen))\r\n", 1_000_000, b"{tag} OK\r\n")))
    yield Row("messages that are expunged meanwhile", Lie("FETCH", before=b"* 1 EXPUNGE\r\n* 1 EXPUNGE\r\n* 999 EXPUNGE\r\n"))
    # Changes of petrel's.
    yield Row("an append without its UID", Lie("APPEND", instead=b"{tag} OK done\r\n", times=1))
    yield Row("an append with a false UID", Lie("APPEND", instead=b"{tag} OK [APPENDUID 7 4294967295] done\r\n", times=1))
    yield Row("an append with UID 0", Lie("APPEND", instead=b"{tag} OK [APPENDUID 0 0] done\r\n", times=1))
    yield Row("an append whose answer is lost", Lie("APPEND", instead=b"", then="close", times=1))
    yield Row("an append with the UID of another message", Lie("APPEND", instead=b"{tag} OK [APPENDUID 7 1] done\r\n", times=1))
    yield Row("a move with false UIDs", Lie("MOVE", instead=b"* OK [COPYUID 7 1:4294967295 1:4294967295] x\r\n{tag} OK\r\n", times=1))
    yield Row("a move whose answer is lost", Lie("MOVE", instead=b"", then="close", times=1))
