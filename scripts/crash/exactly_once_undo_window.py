"""Events during the undo window, and two processes that send at the same time."""

import ctypes
import json
import os
import random
import signal
import subprocess
import time

import servers_and_homes
import preloaded_shims

WINDOW = 5
# Seconds that the end of a window may be late on a busy machine.
LATE = 20
# Seconds of a stop that may count as part of the window: one step of the countdown (UndoCountdown.tick).
TICK = 0.25
CLONE_NEWUSER, CLONE_NEWNET = 0x10000000, 0x40000000
HOUR, YEAR = 3600, 365 * 86_400


class Order:
    """A message in its undo window, sent by a separate process, and other processes that observe it."""

    def __init__(self, servers, home, subject, generator, is_offline):
        self.servers, self.home, self.subject, self.generator = servers, home, subject, generator
        # Shifts the time of day for all processes of this home.
        self.clock = home.folder.parent / f"{home.folder.name}.clock"
        self.set_clock(0)
        self.environment = {**os.environ, "LD_PRELOAD": str(preloaded_shims.build("clock_shim")), "PETREL_CLOCK_FILE": str(self.clock)}
        self.others, self.stopped = [], 0
        self.begin = time.monotonic()
        self.process = subprocess.Popen(
            home.command("new", "leo@example.net", "-s", subject, "-m", f"The text of {subject}.", "--send", "--undo",
                         WINDOW),
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=self.environment,
            preexec_fn=leave_network if is_offline else None)
        sidecars = home.folder / "state" / home.user / "sidecars/Outbox/cur"
        while not any(json.loads(file.read_bytes())["undo"] for file in sidecars.glob("[!.]*")):
            if self.process.poll() is not None:
                raise AssertionError(f"petrel exited with {self.process.returncode} before its undo window was open")
            time.sleep(0.01)

    def wait_for_attempt(self):
        end = time.monotonic() + LATE
        while time.monotonic() < end and any(one["retryCount"] == 0 for one in self.home.listed("outbox")):
            time.sleep(0.1)

    def set_clock(self, seconds):
        new = self.clock.with_suffix(".new")
        new.write_text(str(seconds))
        new.rename(self.clock)

    @property
    def accepted(self):
        return self.servers.accepted.count(self.subject)

    @property
    def left(self):
        """Seconds of the window that are left at least."""
        return self.begin + WINDOW + self.stopped - time.monotonic()

    def pause(self):
        """Waits for a random time that ends within the window."""
        time.sleep(self.generator.uniform(0, max(0, self.left - 1)))

    def flush(self, wait=0):
        """Starts another process that sends queued mail. Waits for it unless it is to stay for `wait` seconds."""
        words = ("outbox", "flush", "--wait", wait)
        if not wait:
            return self.home.petrel(*words, environment=self.environment, codes=None)
        other = subprocess.Popen(self.home.command(*words), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                 stderr=subprocess.DEVNULL, env=self.environment)
        self.others.append(other)
        return other

    def stop_for(self, seconds):
        # While the process writes, it holds a lock that others would wait for.
        time.sleep(0.5)
        self.process.send_signal(signal.SIGSTOP)
        begin = time.monotonic()
        time.sleep(seconds / 2)
        self.flush()
        time.sleep(max(0, begin + seconds - time.monotonic()))
        self.stopped += seconds

    def end(self, number):
        self.process.send_signal(number)
        self.process.wait()


def leave_network():
    """Moves this process to an empty network namespace."""
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.unshare(CLONE_NEWNET) and libc.unshare(CLONE_NEWUSER | CLONE_NEWNET):
        raise OSError(ctypes.get_errno(), "cannot create a network namespace")


# Events -------------------------------------------------------------------------------------


def nothing(order):
    pass


def ended_by(number, before=nothing):
    def happen(order):
        before(order)
        order.pause()
        order.end(number)
    return happen


def stopped(order):
    order.stop_for(WINDOW + 1)
    order.process.send_signal(signal.SIGCONT)


def stopped_and_killed(order):
    order.stop_for(WINDOW + 1)
    order.end(signal.SIGKILL)


def joined(order):
    order.flush(wait=2 * WINDOW)


def hurried(order):
    """Other processes try to send repeatedly."""
    while order.left > 0.5:
        order.flush()
        time.sleep(0.1)


def hurried_and_killed(order):
    while order.left > WINDOW / 2:
        order.flush()
    order.end(signal.SIGKILL)


def undone(order):
    order.pause()
    number = order.home.listed("outbox")[0]["id"]
    order.home.petrel("outbox", "cancel", number)


def clock_set(seconds, then=nothing):
    def happen(order):
        order.pause()
        order.set_clock(seconds)
        order.flush()
        then(order)
    return happen


class Row:
    """A name, an event, and whether the message is sent in the end or is a draft again.

    `is_put_off`: the message is sent after the clock is right again; until then the server's certificate is not valid.
    """

    def __init__(self, name, happen, is_sent, is_offline=False, is_put_off=False):
        self.name, self.happen, self.is_sent = name, happen, is_sent
        self.is_offline, self.is_put_off = is_offline, is_put_off


ROWS = [
    Row("nothing", nothing, True),
    Row("kill -9", ended_by(signal.SIGKILL), False),
    Row("SIGTERM", ended_by(signal.SIGTERM), False),
    Row("SIGHUP", ended_by(signal.SIGHUP), False),
    Row("SIGINT", ended_by(signal.SIGINT), False),
    Row("SIGSTOP for longer than the window", stopped, True),
    Row("SIGSTOP, and kill -9", stopped_and_killed, False),
    Row("the network is gone", nothing, True, is_offline=True),
    Row("the network is gone, and kill -9", ended_by(signal.SIGKILL), False, is_offline=True),
    Row("another process sends", joined, True),
    Row("others try to send repeatedly", hurried, True),
    Row("another process sends, and kill -9", ended_by(signal.SIGKILL, before=joined), False),
    Row("others try to send repeatedly, and kill -9", hurried_and_killed, False),
    Row("another process cancels it", undone, False),
    Row("the clock is set 25 hours ahead", clock_set(25 * HOUR), True),
    Row("the clock is set 25 hours back", clock_set(-25 * HOUR), True, is_put_off=True),
    Row("the clock is set 10 years ahead", clock_set(10 * YEAR), True, is_put_off=True),
    Row("the clock is set 10 years back", clock_set(-10 * YEAR), True, is_put_off=True),
    Row("the clock is set 25 hours ahead, and kill -9", clock_set(25 * HOUR, then=ended_by(signal.SIGKILL)), False),
    Row("the clock is set 25 hours back, and kill -9", clock_set(-25 * HOUR, then=ended_by(signal.SIGKILL)), False),
]


def play(row, servers, folder, seed):
    number = ROWS.index(row)
    subject = f"window{number}"
    home = servers_and_homes.Home(servers, folder / subject, "leo")
    order = Order(servers, home, subject, random.Random(seed + number), row.is_offline)
    row.happen(order)
    found = []
    if order.accepted and time.monotonic() < order.begin + WINDOW + order.stopped:
        found.append("sent within the window")
    if row.is_sent:
        order.process.wait(WINDOW + LATE)
    time.sleep(max(0, order.left) + 0.5)
    if row.is_offline and order.accepted:
        found.append("sent without a network")
    if row.is_sent and not row.is_offline and not row.is_put_off:
        servers.accepted.wait(subject, LATE)
    if row.is_put_off:
        # Wait, because an attempt that failed after the clock is reset would delay the next one.
        order.wait_for_attempt()
    order.set_clock(0)
    for _ in range(3):
        order.flush()
    for other in order.others:
        other.wait()
    if row.is_sent:
        if not servers.accepted.wait(subject, LATE):
            found.append(f"not sent: {home.listed('outbox')}")
        moments = servers.accepted.moments[subject]
        if moments and moments[0] < order.begin + WINDOW + max(0, order.stopped - TICK) - 0.05:
            found.append(f"sent after {moments[0] - order.begin:.2f} s")
        if len(moments) > 1:
            found.append(f"sent {len(moments)} times")
        # Other homes of this user have other mail.
        drafts, sent = home.drafts().count(subject), home.mailbox("Sent").count(subject)
        if drafts or sent != 1:
            found.append(f"{drafts} drafts of it, {sent} copies in Sent")
    else:
        if order.accepted:
            found.append("sent without a command")
        draft = [one for one in home.listed("drafts") if one["subject"] == subject]
        if len(draft) != 1 or home.listed("outbox"):
            found.append(f"drafts {draft}, outbox {home.listed('outbox')}")
        elif f"The text of {subject}." not in home.petrel("drafts", "export", draft[0]["id"]).stdout.decode():
            found.append("the draft has another text")
    return 1, [(f"{row.name} (seed {seed})", found)] if found else []


# Two processes ------------------------------------------------------------------------------


def play_flushes(servers, folder, rounds):
    """Two processes send the same 20 messages: each is sent once, in order."""
    home = servers_and_homes.Home(servers, folder / "flushes", "leo", has_servers=False)
    other = servers_and_homes.Home(servers, folder / "flushes-server", "leo")
    file = home.folder / "accounts/leo.json"
    serverless, whole = file.read_bytes(), (other.folder / "accounts/leo.json").read_bytes()
    sent, wrong = [], []
    for number in range(rounds):
        # The account has no server yet, so that nothing is sent while messages are queued.
        file.write_bytes(serverless)
        subjects = [f"flush{number}n{count}" for count in range(20)]
        for subject in subjects:
            letter = home.folder / "letter.eml"
            letter.write_bytes(servers_and_homes.letter(subject))
            home.petrel("send", letter)
        file.write_bytes(whole)
        sent += subjects
        found = flush_twice(servers, home, subjects)
        copies = [subject for subject in home.mailbox("Sent") if subject.startswith("flush")]
        if copies != sorted(sent) or home.listed("outbox"):
            found.append(f"in Sent: {copies}")
        if found:
            wrong.append((f"round {number}", found))
    return len(sent), wrong


def flush_twice(servers, home, subjects):
    """Two processes send the queue; returns what is wrong."""
    running = [subprocess.Popen(home.command("outbox", "flush", "--wait", 30), stdin=subprocess.DEVNULL,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE) for _ in range(2)]
    found = []
    for process in running:
        _, errors = process.communicate(timeout=60)
        if process.returncode:
            found.append(f"ended with {process.returncode}: {errors.decode(errors='replace').strip()}")
    servers.accepted.wait(subjects[-1], LATE)
    order = [subject for subject in servers.accepted.order if subject in subjects]
    if order != subjects:
        found.append(f"sent: {order}")
    return found
