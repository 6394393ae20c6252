#!/usr/bin/env python3
"""A tiny draft store with the commands that scripts/crash/interrupt-file-changes needs, either correct or deliberately broken.

usage: faulty_draft_store.py MODE --home HOME COMMAND…

Modes: right; truncating (overwrites a draft in place); removing (removes the old draft first); early (reports success
before saving); deaf (ignores errors); careless (never calls fsync). scripts/crash/interrupt-file-changes --self-test must tell them
apart.
"""

import json
import os
import pathlib
import sys


def durable(folder, name, octets, mode):
    temporary = folder.parent / "tmp" / name
    file = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    rest = octets
    while rest:
        count = os.write(file, rest)
        rest = b"" if mode == "deaf" else rest[count:]
    if mode != "careless":
        os.fsync(file)
    os.close(file)
    os.rename(temporary, folder / name)
    directory = os.open(folder, os.O_RDONLY)
    if mode != "careless":
        os.fsync(directory)
    os.close(directory)


def save(current, name, octets, mode):
    if mode == "truncating" and (current / name).exists():
        (current / name).write_bytes(octets)
        return
    if mode == "removing":
        (current / name).unlink(missing_ok=True)
    if mode == "early":
        os.write(1, f"{name}\n".encode())
    durable(current, name, octets, mode)
    if mode != "early":
        os.write(1, f"{name}\n".encode())


def perform(mode, home, command):
    drafts = home / "mail/work/Drafts"
    match command:
        case ["account", "add", *_]:
            for name in ("cur", "new", "tmp"):
                (drafts / name).mkdir(parents=True, exist_ok=True)
        case ["drafts", "import", "--replace", name, path]:
            save(drafts / "cur", name, pathlib.Path(path).read_bytes(), mode)
        case ["drafts", "import", path]:
            save(drafts / "cur", f"d{len(os.listdir(drafts / 'cur')) + 1}", pathlib.Path(path).read_bytes(), mode)
        case ["fsck", *_]:
            for path in (drafts / "tmp").glob("*"):
                if "--repair" in command:
                    path.unlink()
            print(json.dumps({"ok": True, "problems": []}))
        case _:
            sys.exit(64)


def main():
    mode, _, home, *command = sys.argv[1:]
    try:
        perform(mode, pathlib.Path(home), command)
    except OSError as error:
        if mode != "deaf":
            sys.exit(f"writer: {error}: {error.filename or home}")
        os.write(1, b"d1\n")


main()
