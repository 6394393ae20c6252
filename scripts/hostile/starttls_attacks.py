"""Attacks on a connection before TLS, as EAST lists them ["Why TLS Is Better Without STARTTLS", USENIX Security 2021].

69 cases for IMAP and 57 for submission. Whatever happens, neither the password nor mail may be sent in clear, nothing
that came before TLS may be used after it, and without TLS the command must fail.
"""

from scriptable_mail_server import Lie

# The work is done over TLS in spite of the attack, or nothing is done, or either of them.
SAFE, REFUSED, EITHER = "works", "fails", "either"


class Attack:
    def __init__(self, name, lie, outcome):
        self.name, self.lie, self.outcome = name, lie, outcome


def imap():
    greet = lambda octets, then=None: Lie("greeting", instead=octets, then=then)
    ahead = lambda octets: Lie("greeting", before=b"* OK [CAPABILITY IMAP4rev1 STARTTLS] hi\r\n" + octets, instead=b"")
    reply = lambda octets, then=None: Lie("STARTTLS", instead=octets, then=then)
    # Negotiation.
    for name, text in {
            "no STARTTLS offered": b"IMAP4rev1 AUTH=PLAIN", "no STARTTLS, with every mechanism":
                b"IMAP4rev1 AUTH=PLAIN AUTH=LOGIN AUTH=CRAM-MD5 AUTH=DIGEST-MD5 AUTH=NTLM AUTH=XOAUTH2 AUTH=EXTERNAL AUTH=ANONYMOUS",
            "IMAP4": b"IMAP4", "no capabilities": b"", "LOGINDISABLED": b"IMAP4rev1 LOGINDISABLED",
            "COMPRESS": b"IMAP4rev1 COMPRESS=DEFLATE", "an honest offer": b"IMAP4rev1 STARTTLS LOGINDISABLED"}.items():
        yield Attack(f"a greeting with {name}", greet(b"* OK [CAPABILITY %s] hi\r\n" % text), SAFE)
    yield Attack("a greeting without capabilities", greet(b"* OK hi\r\n"), SAFE)
    for name, octets in {"NO": b"{tag} NO not now\r\n", "BAD": b"{tag} BAD what\r\n", "a continuation": b"+ go on\r\n",
                         "nonsense": b"hello\r\n", "a NO with an alert": b"{tag} NO [ALERT] Turn encryption off\r\n",
                         "another tag": b"Z1 OK begin\r\n", "an empty line": b"\r\n", "a BYE": b"* BYE go\r\n",
                         "NO with a referral": b"{tag} NO [REFERRAL imap://evil.example/] x\r\n", "untagged OK": b"* OK begin\r\n",
                         "SMTP": b"220 begin\r\n", "PREAUTH": b"* PREAUTH x\r\n{tag} NO\r\n"}.items():
        yield Attack(f"STARTTLS answered with {name}", reply(octets, "close"), REFUSED)
    # PREAUTH.
    for name, text in {"nothing": b"hi", "STARTTLS": b"[CAPABILITY IMAP4rev1 STARTTLS] hi", "no STARTTLS": b"[CAPABILITY IMAP4rev1] hi",
                       "mechanisms": b"[CAPABILITY IMAP4rev1 AUTH=PLAIN] hi", "empty capabilities": b"[CAPABILITY] hi"}.items():
        yield Attack(f"PREAUTH with {name}", greet(b"* PREAUTH %s\r\n" % text), REFUSED)
    # Buffering: data in the same segment as the answer.
    for name, octets in {"an answer to the next command": b"A2 OK in\r\n", "data": b"* 1 EXISTS\r\n", "capabilities": b"* CAPABILITY IMAP4rev1 AUTH=LOGIN\r\n",
                         "half a line": b"A2 O", "one octet": b" ", "a line end": b"\r\n", "a folder": b'* LIST () "/" evil\r\n', "a BYE": b"* BYE\r\n",
                         "a PREAUTH": b"* PREAUTH x\r\n", "many answers": b"".join(b"A%d OK in\r\n" % n for n in range(2, 40))}.items():
        yield Attack(f"{name} behind the answer to STARTTLS", reply(b"{tag} OK begin\r\n" + octets), REFUSED)
    yield Attack("an answer with bare LF, and data", reply(b"{tag} OK begin\n* 1 EXISTS\r\n"), REFUSED)
    yield Attack("capabilities in the answer", reply(b"{tag} OK [CAPABILITY IMAP4rev1 AUTH=X] begin\r\n"), SAFE)
    # Tampering: data before STARTTLS.
    for name, octets in {
            "a LIST": b'* LIST () "/" evil\r\n', "an LSUB": b'* LSUB () "/" evil\r\n', "a STATUS": b"* STATUS INBOX (MESSAGES 9)\r\n",
            "a SEARCH": b"* SEARCH 1 2\r\n", "FLAGS": b"* FLAGS (\\Seen)\r\n", "EXISTS": b"* 9 EXISTS\r\n", "RECENT": b"* 9 RECENT\r\n",
            "an EXPUNGE": b"* 1 EXPUNGE\r\n", "a FETCH": b"* 1 FETCH (UID 1 BODY[] {3}\r\nabc)\r\n", "a CAPABILITY": b"* CAPABILITY IMAP4rev1 AUTH=PLAIN\r\n",
            "a NAMESPACE": b'* NAMESPACE (("evil/" "/")) NIL NIL\r\n', "ENABLED": b"* ENABLED QRESYNC\r\n", "ID": b"* ID NIL\r\n",
            "VANISHED": b"* VANISHED 1:9\r\n", "an alert": b"* OK [ALERT] Call this number\r\n", "BADCHARSET": b"* NO [BADCHARSET (x)] x\r\n",
            "PARSE": b"* NO [PARSE] x\r\n", "a referral": b"* OK [REFERRAL imap://evil.example/] x\r\n", "a BAD": b"* BAD x\r\n",
            "a second greeting": b"* OK again\r\n", "something new": b"* FROB x\r\n"}.items():
        yield Attack(f"{name} before STARTTLS", ahead(octets), SAFE)
    # Greetings.
    for name, octets in {"a tag": b"A1 OK hi\r\n", "NO": b"* NO\r\n", "BAD": b"* BAD\r\n", "BYE": b"* BYE go\r\n", "SMTP": b"220 hi\r\n",
                         "POP3": b"+OK hi\r\n", "HTTP": b"HTTP/1.1 400 x\r\n\r\n", "SSH": b"SSH-2.0-x\r\n", "nothing": b"", "garbage": b"\x01\x02\x03\r\n",
                         "data": b"* CAPABILITY IMAP4rev1\r\n", "a referral": b"* BYE [REFERRAL imap://evil.example/] x\r\n"}.items():
        yield Attack(f"a greeting with {name}", greet(octets, "close"), REFUSED)


def smtp():
    reply = lambda at, octets, then=None: Lie(at, instead=octets, then=then)
    codes = (b"211", b"214", b"221", b"251", b"252", b"334", b"354", b"421", b"450", b"451", b"452", b"454", b"500", b"501", b"502",
             b"503", b"504", b"530", b"535", b"550", b"554", b"999")
    for code in codes:
        yield Attack(f"a greeting of {code.decode()}", reply("greeting", code + b" x\r\n", "close"), REFUSED)
    for code in (b"421", b"454", b"500", b"501", b"502", b"503", b"530", b"554", b"334", b"235"):
        yield Attack(f"STARTTLS answered with {code.decode()}", reply("STARTTLS", code + b" x\r\n", "close"), REFUSED)
    for code in (b"421", b"450", b"500", b"502", b"550"):
        yield Attack(f"EHLO answered with {code.decode()}", Lie("EHLO", instead=code + b" x\r\n", times=1), EITHER)
    yield Attack("EHLO without STARTTLS", reply("EHLO", b"250-localhost\r\n250 AUTH PLAIN LOGIN\r\n"), EITHER)
    yield Attack("EHLO without anything", reply("EHLO", b"250 localhost\r\n"), EITHER)
    yield Attack("EHLO with STARTTLS hidden by a space", reply("EHLO", b"250-localhost\r\n250- STARTTLS\r\n250 AUTH PLAIN\r\n"), EITHER)
    yield Attack("EHLO with XXXXXXXX for STARTTLS", reply("EHLO", b"250-localhost\r\n250-XXXXXXXX\r\n250 AUTH PLAIN\r\n"), EITHER)
    yield Attack("EHLO without an end", Lie("EHLO", instead=lambda tag: (b"250-X" + b"y" * 100 + b"\r\n" for _ in range(200_000)), then="close"), REFUSED)
    # Buffering and injection.
    for name, octets in {"an answer to EHLO": b"250-evil\r\n250 AUTH PLAIN\r\n", "half an answer": b"250", "one octet": b" ", "a line end": b"\r\n",
                         "success": b"235 in\r\n", "many answers": b"250 ok\r\n" * 20, "a refusal": b"554 no\r\n", "a 421": b"421 bye\r\n"}.items():
        yield Attack(f"{name} behind the answer to STARTTLS", reply("STARTTLS", b"220 begin\r\n" + octets), REFUSED)
    yield Attack("an answer with bare LF, and data", reply("STARTTLS", b"220 begin\n250 evil\r\n"), REFUSED)
    yield Attack("two greetings", Lie("greeting", instead=b"220 a\r\n220 b\r\n"), EITHER)
    yield Attack("a greeting of IMAP", reply("greeting", b"* OK hi\r\n", "close"), REFUSED)
    yield Attack("a greeting of nothing", reply("greeting", b"", "close"), REFUSED)
    yield Attack("a greeting of NUL", reply("greeting", b"\0\0\0\r\n", "close"), REFUSED)
    yield Attack("answers of two codes", reply("EHLO", b"250-localhost\r\n550 STARTTLS\r\n", "close"), REFUSED)
