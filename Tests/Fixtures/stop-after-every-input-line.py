#!/usr/bin/env python3
"""Stop petrel behind each line of a session at the prompt, and look whether what was accepted is there afterwards.

usage: stop-after-every-input-line.py PETREL FOLDER WAY [LINES]

WAY is kill, term, hup, eof (Ctrl-D until it ends), interrupt (Ctrl-C, then kill) or pause (SIGSTOP, then kill). For each place the session
is typed up to there on a terminal, stopped, and petrel started anew; what it then holds must be what an undisturbed
session that was closed at that place holds. Prints a line for each difference, and the counts as JSON; exits 1 where
there is a difference.
"""

import email
import email.policy
import json
import os
import pathlib
import pty
import re
import select
import shutil
import signal
import subprocess
import sys
import time

PETREL, FOLDER, WAY = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), sys.argv[3]
PROMPT = re.compile(rb"(?:\A|[\r\n])[^\r\n]*?(?:d\d+\| |[a-z]+(?: d\d+)?(?: \([^)]*\))?> |To: |Subject: )\Z")
CONTROL = re.compile(rb"\x1b\[[0-9;?]*[A-Za-z]")

SESSION = [
    "new", "ben@example.org", "Plan for Thursday", "Hi Ben,", "", "first line", "second **line**", "~cc ana@example.org",
    "third line: café, 日本語, עברית", "~~ a tilde", "~nothing known", ". not the end", ".", "s/second/2nd/",
    "bold first", "line 4 another first line", "body", "fourth line", "fifth line  ", "  indented", ".", "cut 2", "undo",
    "redo", "undo", "subject Plan for Friday", "insert-at 1", "body", "on top", ".", "bcc carl@example.net",
    "remove ana", "header X-Project Harbour", "attach note.txt", "body", "after the file", "sixth", ".",
    "detach a1", "undo", "reply-to kim@example.net", "body -m given", "link given https://example.org/", "lines",
    "plain given", "save", "body", "after the save", "seventh", "eighth", "ninth", "~subject From inside",
    "tenth", "eleventh", "twelfth", "...", "thirteenth", ".", "check", "fields",
]


class Terminal:
    """petrel on a terminal of its own."""

    def __init__(self, home):
        environment = dict(os.environ, PETREL_HOME=str(home), TERM="xterm", TZ="UTC", HOME=str(FOLDER))
        self.seen = b""
        self.child, self.descriptor = pty.fork()
        if self.child == 0:
            os.chdir(FOLDER)
            os.execve(PETREL, [str(PETREL)], environment)
        self.wait()

    def wait(self, seconds=20):
        """Until a prompt stands at the end of what was written."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if PROMPT.search(CONTROL.sub(b"", self.seen)) and not self.pending(0.02):
                self.seen = b""
                return True
            if self.pending(0.2) and not self.take():
                return False
        raise SystemExit(f"no prompt after {seconds} s: {self.seen!r}")

    def pending(self, seconds):
        return bool(select.select([self.descriptor], [], [], seconds)[0])

    def take(self):
        try:
            data = os.read(self.descriptor, 65536)
        except OSError:
            return False
        self.seen += data
        return bool(data)

    def type(self, line):
        self.seen = b""
        os.write(self.descriptor, line.encode() + b"\r")
        # The line itself is echoed first; the prompt that counts is the one behind it.
        return self.wait()

    def stop(self):
        if WAY == "interrupt":
            os.write(self.descriptor, b"not finished\x03")
            self.wait()
        if WAY == "pause":
            os.kill(self.child, signal.SIGSTOP)
            os.waitpid(self.child, os.WUNTRACED)
            os.kill(self.child, signal.SIGCONT)
        if WAY in ("kill", "interrupt", "pause"):
            os.kill(self.child, signal.SIGKILL)
        elif WAY == "term":
            os.kill(self.child, signal.SIGTERM)
        elif WAY == "hup":
            os.close(self.descriptor)
            self.descriptor = -1
        else:
            while True:
                try:
                    os.write(self.descriptor, b"\x04")
                    if self.pending(0.3) and not self.take():
                        break
                except OSError:
                    break
        _, status = os.waitpid(self.child, 0)
        if self.descriptor >= 0:
            os.close(self.descriptor)
        return os.waitstatus_to_exitcode(status)


def run(home, *words, script=None):
    return subprocess.run(
        [PETREL, "--home", home, *words], input=script, capture_output=True, cwd=FOLDER,
        env=dict(os.environ, HOME=str(FOLDER)))


def drafts(home):
    """What each draft says, without what differs from run to run."""
    found = []
    listed = json.loads(run(home, "drafts", "--json").stdout)["drafts"]
    for draft in listed:
        message = email.message_from_bytes(run(home, "drafts", "export", draft["id"]).stdout, policy=email.policy.default)
        text = message.get_body(("plain",))
        found.append({
            "number": draft["id"],
            "header": {
                name: str(message[name])
                for name in ("From", "To", "Cc", "Bcc", "Reply-To", "Subject", "X-Project") if message[name]
            },
            "text": text.get_content() if text else "",
            "files": [(part.get_filename(), part.get_content()) for part in message.iter_attachments()],
        })
    return found


def home(name):
    folder = FOLDER / name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(mode=0o700)
    return folder


def is_text(lines):
    """Whether the next line is text of the draft, as this session goes."""
    text = False
    asked = 0
    for line in lines:
        if line == "new":
            asked = 2
        elif asked:
            asked -= 1
            text = asked == 0
        elif text and line == ".":
            text = False
        elif line == "body":
            text = True
    return text, asked


def main():
    # Whoever runs this may have blocked signals, and what is started here would inherit that.
    signal.pthread_sigmask(signal.SIG_SETMASK, [])
    (FOLDER / "note.txt").write_text("A note.\n")
    places = int(sys.argv[4]) if len(sys.argv) > 4 else len(SESSION)
    step = max(1, len(SESSION) // places)
    wrong = 0
    count = 0
    for place in range(1, len(SESSION) + 1, step):
        lines = SESSION[:place]
        text, asked = is_text(lines)
        undisturbed, stopped = home("undisturbed"), home("stopped")
        terminal = Terminal(undisturbed)
        for line in lines:
            terminal.type(line)
        for line in ["" for _ in range(asked)] + (["."] if text or asked else []) + ["close"]:
            terminal.type(line)
        os.kill(terminal.child, signal.SIGKILL)
        os.waitpid(terminal.child, 0)
        os.close(terminal.descriptor)
        terminal = Terminal(stopped)
        for line in lines:
            terminal.type(line)
        terminal.stop()
        begun = run(stopped, script=b"quit\n")
        wanted, found = drafts(undisturbed), drafts(stopped)
        count += 1
        if wanted != found or begun.returncode != 0:
            wrong += 1
            print(f"behind line {place} ({lines[-1]!r}), {WAY}: wanted {wanted}, found {found}; then said "
                  f"{begun.stdout.decode()!r} {begun.stderr.decode()!r}")
    print(json.dumps({"way": WAY, "places": count, "wrong": wrong}))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
