"""The commands that scripts/crash/crash interrupts: one row per command, with the commands that prepare it.

A scene is atomic if, after a repair, its command has either happened or not; the others may have happened in part,
message by message. In commands, {NAME} is the file of the letter NAME, and {letters} the directory of all letters.
"""


def letter(name, lines):
    head = (f"From: Me <me@example.org>\r\nTo: Ana <ana@example.org>\r\nSubject: {name}\r\n"
            f"Date: Mon, 12 Oct 2026 14:03:00 +0200\r\nMessage-ID: <{name}@example.org>\r\n\r\n")
    return (head + "".join(f"{name}, line {number} of {lines}\r\n" for number in range(1, lines + 1))).encode()


LETTERS = {"short": letter("short", 3), "plain": letter("plain", 60), "edited": letter("edited", 61),
           "long": letter("long", 4000)}
# A Maildir to import.
BOX = {f"box/cur/{number}.M1P1.example:2,S": letter(f"old-{number}", 20 * number) for number in range(1, 9)}
ALL_FILES = {**{f"{name}.eml": octets for name, octets in LETTERS.items()}, **BOX,
             **{f"box/{name}/.keep": b"" for name in ("new", "tmp")}}


class Killed:
    """A command of a scene's setup that is killed after this fraction of its calls."""

    def __init__(self, part, *command):
        self.part, self.command = part, command


class Scene:
    def __init__(self, name, setup, command, is_atomic=True):
        self.name, self.setup, self.command, self.is_atomic = name, setup, command, is_atomic


ACCOUNT = ("account", "add", "work", "--address", "me@example.org")
PLAIN = ("drafts", "import", "{plain}")
SHORT = ("drafts", "import", "{short}")
EDIT = ("drafts", "import", "--replace", "d1", "{edited}")
SEND = ("send", "d1")
IMPORT = ("import", "{letters}/box")

SCENES = [
    Scene("first-account", [], ACCOUNT),
    Scene("first-draft", [ACCOUNT], PLAIN),
    Scene("next-draft", [ACCOUNT, SHORT], PLAIN),
    Scene("long-draft", [ACCOUNT, SHORT], ("drafts", "import", "{long}")),
    Scene("edit", [ACCOUNT, PLAIN, SHORT], EDIT),
    Scene("edit-shorter", [ACCOUNT, ("drafts", "import", "{long}")],
          ("drafts", "import", "--replace", "d1", "{short}")),
    Scene("discard", [ACCOUNT, PLAIN, SHORT], ("discard", "d1", "--yes")),
    Scene("send", [ACCOUNT, PLAIN, SHORT], SEND),
    Scene("send-edited", [ACCOUNT, PLAIN, EDIT], SEND),
    Scene("cancel", [ACCOUNT, PLAIN, SHORT, SEND], ("outbox", "cancel", "o1")),
    Scene("import", [ACCOUNT, SHORT], IMPORT, is_atomic=False),
    Scene("import-again", [ACCOUNT, IMPORT], IMPORT, is_atomic=False),
    Scene("list", [ACCOUNT, PLAIN, IMPORT], ("list",)),
    Scene("unread", [ACCOUNT, IMPORT, ("list",)], ("unread", "id:<old-5@example.org>")),
    Scene("archive", [ACCOUNT, IMPORT, ("list",)], ("archive", "id:<old-2@example.org>")),
    Scene("delete", [ACCOUNT, IMPORT, ("list",)], ("delete", "id:<old-4@example.org>")),
    Scene("send-file", [ACCOUNT, SHORT], ("send", "{plain}")),
    Scene("contacts", [ACCOUNT, IMPORT, ("list",), ("send", "{plain}"), ("outbox", "cancel", "o1")], ("list",)),
    Scene("flag", [ACCOUNT, IMPORT, ("list",)], ("flag", "id:<old-3@example.org>")),
    Scene("repair-edit", [ACCOUNT, PLAIN, SHORT, Killed(0.5, *EDIT)], ("fsck", "--repair", "--json")),
    Scene("repair-send", [ACCOUNT, PLAIN, SHORT, Killed(0.7, *SEND)], ("fsck", "--repair", "--json")),
]
