"""Submission servers that lie: one row for each answer at each step, with what petrel must make of it."""

from imap_lies import EITHER, FAILS, WORKS, endless
from scriptable_mail_server import Lie

ANSWERS = {
    "421 and the end": (b"421 closing\r\n", "close"), "450": (b"450 later\r\n", None), "452": (b"452 full\r\n", None),
    "454": (b"454 later\r\n", None), "500": (b"500 what\r\n", None), "503": (b"503 order\r\n", None), "530": (b"530 sign in\r\n", None),
    "535": (b"535 no\r\n", None), "550": (b"550 5.1.1 no\r\n", None), "552": (b"552 5.3.4 too big\r\n", None),
    "554": (b"554 5.7.1 spam\r\n", None), "no answer and the end": (b"", "close"), "garbage": (b"\x00\xff hello\r\n", "close"),
    "an escape sequence": (b"554 \x1b]0;owned\x07\x1b[2Jno\r\n", None), "half a line": (b"25", "close"), "an unknown code": (b"999 x\r\n", None),
    "two codes": (b"250-a\r\n550 b\r\n", "close"), "no code": (b"ok\r\n", "close"),
}
STEPS = ("greeting", "EHLO", "AUTH", "MAIL", "RCPT", "DATA", "dot", "QUIT")
# Steps whose answer has no influence on the message: it was accepted before.
AFTERWARDS = ("QUIT",)


class Row:
    """`takes` says whether the server has taken the message although its answer to the dot is a lie."""

    def __init__(self, name, lie, outcome, takes=True):
        self.name, self.lie, self.outcome, self.takes = name, lie, outcome, takes


def rows():
    yield Row("an honest server", None, WORKS)
    for step in STEPS:
        for name, (octets, then) in ANSWERS.items():
            refuses = step == "dot" and octets[:1] in (b"4", b"5")
            outcome = WORKS if step in AFTERWARDS else EITHER if step == "EHLO" else FAILS
            yield Row(f"{name} at {step}", Lie(step, instead=octets, then=then), outcome, takes=not refuses)
        outcome = WORKS if step in AFTERWARDS else FAILS
        yield Row(f"a line without an end at {step}", Lie(step, instead=endless(b"250 ", b"x", 40), then="close"), outcome)
        yield Row(f"lines without an end at {step}", Lie(step, instead=endless(b"", b"250-x\r\n", 40), then="close"), outcome)
    yield Row("an answer too many", Lie("MAIL", instead=b"250 ok\r\n250 ok\r\n250 ok\r\n"), EITHER)
    yield Row("354 where 250 is due", Lie("RCPT", instead=b"354 go on\r\n"), FAILS)
    yield Row("250 where 354 is due", Lie("DATA", instead=b"250 ok\r\n"), FAILS)
    yield Row("acceptance before the content", Lie("DATA", instead=b"354 go on\r\n250 accepted\r\n"), EITHER)
    yield Row("mechanisms without an end", Lie("EHLO", instead=b"250-localhost\r\n250 AUTH " + b"X " * 30000 + b"\r\n"), EITHER)
    yield Row("a size limit of nothing", Lie("EHLO", instead=b"250-localhost\r\n250-AUTH PLAIN\r\n250 SIZE 1\r\n"), EITHER)
    yield Row("a size limit of 40 digits", Lie("EHLO", instead=b"250-localhost\r\n250-AUTH PLAIN\r\n250 SIZE %s\r\n" % (b"9" * 40)), EITHER)
    yield Row("a challenge without an end", Lie("AUTH", instead=endless(b"", b"334 eA==\r\n", 20), then="close"), FAILS)
