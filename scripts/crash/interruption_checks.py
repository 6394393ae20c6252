"""Checks the home that an interrupted command leaves behind, for scripts/crash/interrupt-file-changes."""

import collections
import json

# In place of the content of a file that does not exist.
MISSING = object()
# The header fields that the user can edit; the program regenerates the others.
KEPT_FIELDS = (b"from:", b"to:", b"cc:", b"subject:")


def essence(octets):
    """Returns the message without what differs between runs."""
    head, _, body = octets.replace(b"\r\n", b"\n").partition(b"\n\n")
    fields = [line for line in head.split(b"\n") if line.lower().startswith(KEPT_FIELDS)]
    return b"\n".join(sorted(fields)) + b"\n\n" + body


class Look:
    """The messages of a home by folder, and the number of those that would be sent."""

    def __init__(self, home):
        self.folders = collections.defaultdict(collections.Counter)
        self.marks = collections.Counter()
        self.octets = collections.Counter()
        self.sendable = 0
        for path in sorted((home / "mail").rglob("*")):
            if path.is_file() and path.parent.name in ("cur", "new"):
                octets = path.read_bytes()
                folder = str(path.parent.parent.relative_to(home / "mail"))
                self.folders[folder][essence(octets)] += 1
                self.octets[octets] += 1
                self.marks[essence(octets), path.name.partition(":2,")[2]] += 1
        for path in sorted(home.glob("state/*/sidecars/Outbox/cur/*.json")):
            try:
                self.sendable += json.loads(path.read_bytes()).get("sendState") == "queued"
            except ValueError:
                pass
        self.essences = sum(self.folders.values(), collections.Counter())
        # Other files that the user has written, and the names of the folders.
        self.documents = {str(path.relative_to(home)): path.read_bytes()
                          for pattern in ("settings.json", "templates/[!.]*", "accounts/[!.]*.json")
                          for path in sorted(home.glob(pattern)) if path.is_file()}
        self.documents |= {str(path.parent.relative_to(home)): None for path in (home / "mail").rglob("cur")}

    def __eq__(self, other):
        return {name: kept for name, kept in self.folders.items() if kept} == {
            name: kept for name, kept in other.folders.items() if kept}


def name(essence_of_message):
    for line in essence_of_message.split(b"\n"):
        if line.lower().startswith(b"subject:"):
            return line[8:].strip().decode(errors="replace")
    return repr(essence_of_message[:40])


def faults(before, after, found, is_reported, scene):
    """Yields what is wrong with the home. `before` and `after` are its states without and with the command."""
    known = before.essences | after.essences
    for message in found.essences - known:
        if not known[message]:
            yield f"a message is incomplete or unknown: {name(message)}, {len(message)} bytes"
    untouched = before.octets & after.octets
    for octets in untouched - found.octets:
        yield f"an unrelated message is gone or changed: {name(essence(octets))}"
    for message in (before.essences & after.essences) - found.essences:
        yield f"a message is gone: {name(message)}"
    if before.essences and after.essences and not found.essences:
        yield "all messages are gone"
    if found.sendable > max(before.sendable, after.sendable, scene.sends):
        yield f"{found.sendable} messages would be sent, not {before.sendable} (before) or {after.sendable} (after)"
    for path in sorted(set(before.documents) | set(after.documents) | set(found.documents)):
        versions = [look.documents.get(path, MISSING) for look in (before, after)]
        if found.documents.get(path, MISSING) not in versions:
            yield f"{path} is neither the old version nor the new one"
        elif is_reported and found.documents.get(path, MISSING) != versions[1]:
            yield f"the command reported success, but {path} is not the new version"
    for message, flags in found.marks - (before.marks | after.marks):
        yield f"{name(message)} has the flags {flags or 'none'}, which it had neither before nor after"
    if is_reported and found.marks != after.marks:
        yield "the command reported success, but the flags are not the new ones"
    if is_reported and found != after:
        yield "the command reported success, but: " + difference(after, found)
    elif scene.is_atomic and found != before and found != after:
        yield "neither the state before nor the state after: " + difference(after, found)


def difference(expected, found):
    parts = []
    for folder in sorted(set(expected.folders) | set(found.folders)):
        for verb, more in (("lacks", expected.folders[folder] - found.folders[folder]),
                           ("has", found.folders[folder] - expected.folders[folder])):
            if more:
                messages = ", ".join(f"{name(message)} ×{count}" for message, count in more.items())
                parts.append(f"{folder} {verb} {messages}")
    return "; ".join(parts)


def problems(listing):
    """Returns the problems that `fsck --json` reports."""
    try:
        answer = json.loads(listing.splitlines()[-1])
    except (ValueError, IndexError):
        return [f"fsck --json printed no JSON: {listing[:200]!r}"]
    return [json.dumps(problem) for problem in answer.get("problems", [])] + ([] if answer.get("ok") else ["not ok"])


def server_faults(expected, found):
    """Yields what is wrong on a server after the command was interrupted and syncs have completed it."""
    for name_of_box in sorted(set(expected) | set(found)):
        wanted, there = (collections.Counter(map(essence, side.get(name_of_box, ()))) for side in (expected, found))
        for verb, more in (("lacks", wanted - there), ("has", there - wanted)):
            if more:
                yield f"{name_of_box} on the server {verb} " + ", ".join(f"{name(one)} ×{n}" for one, n in more.items())
