"""The commands that scripts/crash/interrupt-file-changes interrupts: one row per command, with the commands that prepare it.

A scene is atomic if, after a repair, its command has either happened or not; the others may have happened in part,
message by message. In commands, {NAME} is the file of the letter NAME, and {letters} the directory of all letters.
A scene with an account on a server, {imap} and {smtp}, also says what must be true of the server in the end.
"""


def letter(name, lines):
    head = (f"From: Me <me@example.org>\r\nTo: Ana <ana@example.org>\r\nSubject: {name}\r\n"
            f"Date: Mon, 12 Oct 2026 14:03:00 +0200\r\nMessage-ID: <{name}@example.org>\r\n\r\n")
    return (head + "".join(f"{name}, line {number} of {lines}\r\n" for number in range(1, lines + 1))).encode()


LETTERS = {"short": letter("short", 3), "plain": letter("plain", 60), "edited": letter("edited", 61),
           "long": letter("long", 4000)}
# A Maildir to import.
BOX = {f"box/cur/{number}.M1P1.example:2,S": letter(f"old-{number}", 20 * number) for number in range(1, 9)}
MBOX = b"".join(b"From a@example.org Mon Oct 12 14:03:00 2026\n" + letter(f"boxed-{number}", 15 * number).replace(b"\r\n", b"\n")
                + b"\n" for number in range(1, 6))
SMTP = (b"EHLO x\r\nMAIL FROM:<me@example.org>\r\nRCPT TO:<ana@example.org>\r\nDATA\r\n" + LETTERS["plain"]
        + b".\r\nQUIT\r\n")
ALL_FILES = {"box.mbox": MBOX, "smtp.txt": SMTP, **{f"{name}.eml": octets for name, octets in LETTERS.items()}, **BOX,
             **{f"box/{name}/.keep": b"" for name in ("new", "tmp")}}


class Killed:
    """A command of a scene's setup that is killed after this fraction of its calls."""

    def __init__(self, part, *command):
        self.part, self.command = part, command


class Server:
    """A step of a scene's setup that changes the mail on the server: a function of its mailboxes."""

    def __init__(self, action):
        self.action = action


class Scene:
    """`stdin` is a file that the command reads, `has_server` whether an account has servers, and `sends` whether the command
    sends a message. It may leave that one in the outbox, and its copy may be filed by the next sync."""

    def __init__(self, name, setup, command, is_atomic=True, stdin=None, has_server=False, sends=False):
        self.name, self.setup, self.command, self.is_atomic = name, setup, command, is_atomic
        self.stdin, self.has_server, self.sends = stdin, has_server, sends


ACCOUNT = ("account", "add", "work", "--address", "me@example.org")
PLAIN = ("drafts", "import", "{plain}")
SHORT = ("drafts", "import", "{short}")
EDIT = ("drafts", "import", "--replace", "d1", "{edited}")
SEND = ("send", "d1")
IMPORT = ("import", "{letters}/box")
OTHER = ("account", "add", "home", "--address", "me@example.net")
MESSAGE = "id:<old-2@example.org>"
READ = [ACCOUNT, IMPORT, ("list",)]
FILED = [*READ, ("folder", "new", "Projects"), ("move", MESSAGE, "Projects")]
TEMPLATE = ("template", "save", "minutes", "d1")

# Scenes with a server.
ONLINE = ("account", "add", "work", "--address", "me@example.org", "--user", "kim", "--password-file", "{password}",
          "--ca-file", "{authority}", "--window", "all", "--sent", "append", "--imap", "{imap}", "--smtp", "{smtp}")
SYNC = ("sync",)


def fill(boxes):
    for number in range(1, 6):
        boxes["INBOX"].add(letter(f"there-{number}", 10 * number), [rb"\Seen"] if number % 2 else [])
    boxes["Archive"].add(letter("there-6", 400))


def change(boxes):
    inbox = boxes["INBOX"]
    inbox.add(letter("there-7", 30))
    inbox.flags[1].add(rb"\Flagged")
    del inbox.messages[2], inbox.flags[2]
    boxes["Archive"].add(letter("there-8", 5))


SYNCED = [ONLINE, Server(fill), SYNC]

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
    Scene("undo", [ACCOUNT, IMPORT, ("list",), ("archive", "id:<old-2@example.org>")], ("undo",), is_atomic=False),
    Scene("delete", [ACCOUNT, IMPORT, ("list",)], ("delete", "id:<old-4@example.org>")),
    Scene("send-file", [ACCOUNT, SHORT], ("send", "{plain}")),
    Scene("contacts", [ACCOUNT, IMPORT, ("list",), ("send", "{plain}"), ("outbox", "cancel", "o1")], ("list",)),
    Scene("flag", [ACCOUNT, IMPORT, ("list",)], ("flag", "id:<old-3@example.org>")),
    Scene("repair-edit", [ACCOUNT, PLAIN, SHORT, Killed(0.5, *EDIT)], ("fsck", "--repair", "--json")),
    Scene("repair-send", [ACCOUNT, PLAIN, SHORT, Killed(0.7, *SEND)], ("fsck", "--repair", "--json")),
    Scene("repair-discard", [ACCOUNT, PLAIN, SHORT, Killed(0.5, "discard", "d1", "--yes")], ("fsck", "--repair", "--json")),
    Scene("repair-cancel", [ACCOUNT, PLAIN, SHORT, SEND, Killed(0.5, "outbox", "cancel", "o1")],
          ("fsck", "--repair", "--json")),
    Scene("repair-import", [ACCOUNT, SHORT, Killed(0.6, *IMPORT)], ("fsck", "--repair", "--json"), is_atomic=False),
    Scene("repair-move", [*READ, Killed(0.5, "archive", MESSAGE)], ("fsck", "--repair", "--json"), is_atomic=False),
    Scene("setting", [ACCOUNT, ("config", "set", "undo", "5")], ("config", "set", "undo", "10")),
    Scene("unset", [ACCOUNT, ("config", "set", "undo", "5")], ("config", "unset", "undo")),
    Scene("template", [ACCOUNT, PLAIN], TEMPLATE),
    Scene("template-replace", [ACCOUNT, PLAIN, TEMPLATE, EDIT], (*TEMPLATE, "--replace")),
    Scene("template-delete", [ACCOUNT, PLAIN, TEMPLATE], ("template", "delete", "minutes", "--yes")),
    Scene("template-use", [ACCOUNT, PLAIN, TEMPLATE], ("new", "--template", "minutes", "--draft")),
    Scene("folder-new", READ, ("folder", "new", "Projects/Boat")),
    Scene("folder-rename", FILED, ("folder", "rename", "Projects", "Works"), is_atomic=False),
    Scene("folder-delete", FILED, ("folder", "delete", "Projects", "--yes"), is_atomic=False),
    Scene("move", READ, ("move", MESSAGE, "Projects"), is_atomic=False),
    Scene("copy", READ, ("copy", MESSAGE, "Projects"), is_atomic=False),
    Scene("junk", READ, ("junk", MESSAGE), is_atomic=False),
    Scene("empty-trash", [*READ, ("delete", MESSAGE)], ("empty-trash", "--yes"), is_atomic=False),
    Scene("undo-flag", [*READ, ("flag", MESSAGE)], ("undo",), is_atomic=False),
    Scene("undo-unread", [*READ, ("unread", MESSAGE)], ("undo",), is_atomic=False),
    Scene("undo-delete", [*READ, ("delete", MESSAGE)], ("undo",), is_atomic=False),
    Scene("undo-move", FILED, ("undo",), is_atomic=False),
    Scene("undo-copy", [*READ, ("copy", MESSAGE, "Projects")], ("undo",), is_atomic=False),
    Scene("recover", [ACCOUNT, PLAIN, SHORT, ("discard", "d1", "--yes")], ("recover", "d1")),
    Scene("planned", [ACCOUNT, PLAIN, SHORT], ("send", "d1", "in", "20h")),
    Scene("cancel-planned", [ACCOUNT, PLAIN, SHORT, ("send", "d1", "in", "20h")], ("outbox", "cancel", "o1")),
    Scene("reply", READ, ("reply", MESSAGE, "-m", "Gladly.", "--draft")),
    Scene("forward", READ, ("forward", MESSAGE, "-t", "ben@example.org", "-m", "Look.", "--draft")),
    Scene("resend", READ, ("resend", MESSAGE, "--draft")),
    Scene("new-draft", [ACCOUNT, SHORT], ("new", "ana@example.org", "-s", "Plan", "-m", "Tuesday?", "--draft")),
    Scene("mailto", [ACCOUNT, SHORT], ("mailto", "mailto:ana@example.org?subject=Plan", "--draft")),
    Scene("import-mbox", [ACCOUNT, SHORT], ("import", "{letters}/box.mbox", "--folder", "Old"), is_atomic=False),
    Scene("import-mbox-again", [ACCOUNT, ("import", "{letters}/box.mbox", "--folder", "Old")],
          ("import", "{letters}/box.mbox", "--folder", "Old"), is_atomic=False),
    Scene("sendmail", [ACCOUNT, SHORT], ("sendmail", "-t"), stdin="plain.eml"),
    Scene("sendmail-smtp", [ACCOUNT, SHORT], ("sendmail", "-bs"), stdin="smtp.txt"),
    Scene("second-account", [ACCOUNT, PLAIN], OTHER),
    Scene("account-edit", [ACCOUNT, PLAIN, ("config", "set", "editor", "env -u LD_PRELOAD sed -i s/me@/you@/")],
          ("account", "edit", "work")),
    Scene("account-remove", [ACCOUNT, PLAIN, OTHER, ("import", "--account", "home", "{letters}/box")],
          ("account", "remove", "home", "--yes"), is_atomic=False),
    Scene("sync-first", [ONLINE, Server(fill)], SYNC, is_atomic=False, has_server=True),
    Scene("sync-nothing", SYNCED, SYNC, is_atomic=False, has_server=True),
    Scene("sync-theirs", [*SYNCED, Server(change)], SYNC, is_atomic=False, has_server=True),
    Scene("sync-ours", [*SYNCED, ("archive", "id:<there-3@example.org>"), ("flag", "id:<there-4@example.org>"),
                        ("delete", "id:<there-5@example.org>"), PLAIN], SYNC, is_atomic=False, has_server=True),
    Scene("sync-both", [*SYNCED, Server(change), ("archive", "id:<there-3@example.org>"),
                        ("flag", "id:<there-4@example.org>"), PLAIN], SYNC, is_atomic=False, has_server=True),
    Scene("sync-draft", [*SYNCED, PLAIN, SYNC, EDIT], SYNC, is_atomic=False, has_server=True),
    Scene("deliver", [*SYNCED, PLAIN, SYNC], ("send", "d1", "--undo", "0", "--wait", "20"), is_atomic=False,
          has_server=True, sends=True),
    Scene("flush", [*SYNCED, PLAIN, ("send", "d1", "in", "20h")], ("send", "o1", "--undo", "0", "--wait", "20"),
          is_atomic=False, has_server=True, sends=True),
]

# Scenes that are new, or of which the check still has to be mended, are only in `make crash`.
SLICED = [scene for number, scene in enumerate(SCENES) if number < 22 or scene.name in (
    "sync-nothing", "sync-theirs", "sync-ours", "sync-both", "sync-draft")]
