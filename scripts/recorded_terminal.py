"""A terminal on which a script types as a person does, and which remembers what was typed and shown."""

import codecs
import fcntl
import os
import pty
import re
import select
import signal
import struct
import termios
import time

ROWS, COLUMNS = 40, 100
# A screen is complete if nothing more arrives in this time.
QUIET_SECONDS = 0.15
SECONDS = 60
# What a person needs: seconds to read a screen before typing, and keys per second.
READING_SECONDS, KEYS_PER_SECOND = 3, 5
SEQUENCE = re.compile(r"\x1b(?:\[([0-9;?>]*)[ -/]*([@-~])|\][^\x07\x1b]*(?:\x07|\x1b\\)|[=>78]|[()].)")
BEGUN_SEQUENCE = re.compile(r"\x1b(?:[\[(][0-9;?> -/]*|\][^\x07\x1b]*\x1b?)?\Z")


class Unexpected(Exception):
    """The terminal does not show what it should; the message says what it shows."""


class Screen:
    """What a terminal shows, with all lines that have left it at the top."""

    def __init__(self):
        self.lines, self.row, self.column, self.rest = [""], 0, 0, ""

    def show(self, text):
        text, position = self.rest + text, 0
        begun = BEGUN_SEQUENCE.search(text)
        self.rest = begun[0] if begun else ""
        text = text[:len(text) - len(self.rest)]
        while position < len(text):
            sequence = SEQUENCE.match(text, position)
            if sequence:
                self.control(sequence[1] or "", sequence[2])
                position = sequence.end()
            else:
                self.put(text[position])
                position += 1

    def put(self, character):
        if character == "\r":
            self.column = 0
        elif character == "\n":
            self.move_down(1)
        elif character == "\b":
            self.column = max(0, self.column - 1)
        elif character >= " ":
            if self.column == COLUMNS:
                self.column = 0
                self.move_down(1)
            line = self.lines[self.row].ljust(self.column)
            self.lines[self.row] = line[:self.column] + character + line[self.column + 1:]
            self.column += 1

    def move_down(self, count):
        self.row += count
        self.lines += [""] * (self.row + 1 - len(self.lines))

    def control(self, parameters, letter):
        number = int(parameters) if parameters.isdigit() else None
        line = self.lines[self.row]
        top = max(0, len(self.lines) - ROWS)
        if letter == "A":
            self.row = max(top, self.row - (number or 1))
        elif letter == "B":
            self.move_down(number or 1)
        elif letter == "C":
            self.column = min(COLUMNS, self.column + (number or 1))
        elif letter == "D":
            self.column = max(0, self.column - (number or 1))
        elif letter == "G":
            self.column = (number or 1) - 1
        elif letter == "K" and not number:
            self.lines[self.row] = line[:self.column]
        elif letter == "K":
            self.lines[self.row] = "" if number == 2 else " " * self.column + line[self.column:]
        elif letter == "J" and not number:
            self.lines[self.row:] = [line[:self.column]]
        elif letter == "P":
            self.lines[self.row] = line[:self.column] + line[self.column + (number or 1):]
        elif letter == "@":
            self.lines[self.row] = line[:self.column] + " " * (number or 1) + line[self.column:]
        elif letter not in (None, "m", "h", "l"):
            raise Unexpected(f"the control sequence {parameters}{letter} is not known")

    def text(self, first_row=0):
        lines = self.lines[first_row:]
        return "\n".join([*(line.rstrip() for line in lines[:-1]), lines[-1]])


class RecordedTerminal:
    """A shell on a terminal. Counts the keys and the screens, and measures the time in which petrel works."""

    def __init__(self, directory, environment):
        self.screen, self.remarks = Screen(), {}
        self.keys, self.screens, self.waited = 0, 0, 0.0
        self.decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self.process, self.descriptor = pty.fork()
        if self.process == 0:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
            os.chdir(directory)
            os.execve("/bin/bash", ["bash", "--norc", "--noprofile", "-i"], environment)
        self.first_row = 0

    def read(self, seconds):
        """Reads what arrives in this time; returns whether anything did."""
        if not select.select([self.descriptor], [], [], seconds)[0]:
            return False
        try:
            self.screen.show(self.decoder.decode(os.read(self.descriptor, 65536)))
        except OSError:
            raise Unexpected(f"the terminal is closed after:\n{self.screen.text(self.first_row)}") from None
        return True

    def see(self, pattern):
        """Waits until what was shown since the last keys matches, and nothing more arrives."""
        begin = last = time.monotonic()
        while True:
            if self.read(0.02):
                last = time.monotonic()
            is_quiet = time.monotonic() > last + QUIET_SECONDS
            if is_quiet and re.search(pattern, self.screen.text(self.first_row), re.MULTILINE):
                break
            if time.monotonic() > begin + SECONDS:
                raise Unexpected(f"{pattern!r} is not shown, but:\n{self.screen.text(self.first_row)}")
        self.waited += last - begin
        return self.screen.text(self.first_row)

    def wait_for_program(self):
        """Waits until a program that the shell has started reads the terminal, and no longer the shell."""
        begin = time.monotonic()
        while os.tcgetpgrp(self.descriptor) == self.process and time.monotonic() < begin + SECONDS:
            self.read(0.02)

    def enter(self, prompt, line, shown=None):
        """Waits for a prompt below everything else, and types a line. `shown`: what stands for keys without an echo."""
        self.see(f"(?:{prompt})\\Z")
        self.press(line + "\r", shown or ("" if line else "[Enter]"))

    def press(self, keys, shown=""):
        """Types keys after the present screen was read."""
        if shown:
            self.remarks[self.screen.row] = shown
        row = self.screen.row
        self.keys += len(keys)
        self.screens += 1
        os.write(self.descriptor, keys.encode())
        begin = time.monotonic()
        # After Enter, what is shown next must not be taken for what was shown before.
        while keys.endswith("\r") and self.screen.row == row and time.monotonic() < begin + SECONDS:
            self.read(0.02)
        self.waited += time.monotonic() - begin
        self.first_row = row + keys.endswith("\r")

    @property
    def seconds(self):
        """The time that a person needs for all of it."""
        return self.waited + self.screens * READING_SECONDS + self.keys / KEYS_PER_SECOND

    def transcript(self):
        """Returns everything that was shown, with the remarks."""
        lines = list(self.screen.lines)
        for row, remark in self.remarks.items():
            lines[row] = f"{lines[row].rstrip()} {remark}"
        return "\n".join(line.rstrip() for line in lines).rstrip("\n")

    def close(self):
        os.kill(self.process, signal.SIGKILL)
        os.waitpid(self.process, 0)
        os.close(self.descriptor)
