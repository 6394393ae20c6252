#!/usr/bin/env python3
"""Change the mail below a directory at random, as other mail programs do, until it is told to stop.

usage: change-maildir-at-random.py MAIL SEED KINDS

KINDS are letters: f(lag), n(ew to cur), r(ename), m(ove), c(opy), d(elete), s(how the same file under two names for a
moment), v(anish: add a message and remove it again). Changes go on until standard input ends. Then it prints one line for each change of what is there: "+" or "-"
and the file's content in hexadecimal.
"""

import os
import random
import select
import sys
import time

mail, seed, kinds = sys.argv[1], int(sys.argv[2]), sys.argv[3]
chance = random.Random(seed)
count = 0
changes = []


def unique():
    global count
    count += 1
    return f"{int(time.time())}.M{count}P{os.getpid()}.stranger"


def maildirs():
    return sorted(path for path, inner, _ in os.walk(mail) if "cur" in inner and os.path.basename(path) != "Outbox")


def split(name):
    base, _, flags = name.partition(":2,")
    return base, flags


def change():
    box = chance.choice(maildirs())
    if kinds == "v":
        return vanish(box)
    place = chance.choice(["cur", "cur", "cur", "new"])
    names = sorted(os.listdir(os.path.join(box, place)))
    if not names:
        return
    name = chance.choice(names)
    path = os.path.join(box, place, name)
    base, flags = split(name)
    letters = "".join(sorted(set(flags) ^ {chance.choice("FRSPabz")}))
    kind = chance.choice(kinds)
    # As many as there were: neither a flood nor a drought.
    balance = sum(1 if sign == "+" else -1 for sign, _ in changes)
    kind = "c" if kind == "d" and balance <= 0 else "f" if kind == "c" and balance > 10 else kind
    if kind in "fn":
        os.rename(path, os.path.join(box, "cur", f"{base}:2,{letters}"))
    elif kind == "r":
        os.rename(path, os.path.join(box, place, unique() + name[len(base):]))
    elif kind == "m":
        target = os.path.join(chance.choice(maildirs()), "cur", f"{unique()}:2,{flags}")
        os.rename(path, target)
    elif kind == "s":
        other = os.path.join(box, "cur", f"{base}:2,{letters}")
        if other != path:
            os.link(path, other)
            os.unlink(path)
    else:
        with open(path, "rb") as file:
            content = file.read()
        if kind == "c":
            name = unique()
            box = chance.choice(maildirs())
            with open(os.path.join(box, "tmp", name), "wb") as file:
                file.write(content)
            os.rename(os.path.join(box, "tmp", name), os.path.join(box, "new", name))
            changes.append(("+", content))
        else:
            os.unlink(path)
            changes.append(("-", content))


def vanish(box):
    name = unique()
    temporary = os.path.join(box, "tmp", name)
    with open(temporary, "wb") as file:
        file.write(b"Subject: gone in a moment\n\n%d\n" % count)
    os.rename(temporary, path := os.path.join(box, chance.choice(["cur", "new"]), name))
    if chance.random() < 0.5:
        os.rename(path, path := path + ":2,S")
    os.unlink(path)


while not select.select([sys.stdin], [], [], chance.choice([0, 0, 0, 0.002]))[0]:
    try:
        change()
    except (FileNotFoundError, FileExistsError):
        pass  # petrel was faster
for sign, content in changes:
    print(sign, content.hex())
