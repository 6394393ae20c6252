"""Reads Package.swift for the scripts that check it or build from it.

The manifest is parsed as text, because SwiftPM takes a second to dump it. Only its form matters: enumerations of
modules, and calls of core(…), shell(…), system(…), wrapper(…) and program(…) with the modules that they use in
brackets.
"""

import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parent.parent
KINDS = ("core", "shell", "system", "wrapper", "program")


class Room:
    """A target: its module, its kind, the folder of its sources, and the modules that it may import."""

    def __init__(self, module, kind, folder, uses):
        self.module, self.kind, self.folder, self.uses = module, kind, folder, uses


class Manifest:
    def __init__(self, text):
        text = re.sub(r"^\s*//.*$", "", text, flags=re.MULTILINE)
        self.pkg_config = re.findall(r'pkgConfig:\s*"([^"]+)"', text)
        self.apt = re.findall(r'apt:\s*"([^"]+)"', text)
        self.features = re.findall(r'\.enableUpcomingFeature\("([^"]+)"\)', text)
        self.is_memory_strict = ".strictMemorySafety()" in text
        names = dict(re.findall(r'case (\w+) = "(\w+)"', text))
        self.rooms = {}
        for kind, arguments in self._calls(text[text.index("Package("):]):
            room = self._room(kind, arguments, names)
            self.rooms[room.module] = room

    @staticmethod
    def _calls(text):
        """Yields the kind and the arguments of each core(…), shell(…) and so on."""
        for match in re.finditer(r"\b(" + "|".join(KINDS) + r")\(", text):
            depth, end = 1, match.end()
            while depth:
                depth += {"(": 1, ")": -1}.get(text[end], 0)
                end += 1
            yield match[1], text[match.end():end - 1]

    @staticmethod
    def _room(kind, arguments, names):
        first = re.match(r'\s*(?:\.(\w+)|"([^"]+)")', arguments)
        module = names[first[1]] if first[1] else first[2]
        lists = "".join(re.findall(r"\[([^\]]*)\]", arguments))
        uses = [names[name] for name in re.findall(r"\.(\w+)", lists)]
        path = re.search(r'path:\s*"([^"]+)"', arguments)
        place = "System" if kind == "wrapper" else kind.capitalize()
        folder = path[1] if path else f"Sources/{place}/{module}"
        return Room(module, kind, folder, uses)

    def reachable(self, module):
        """Returns the module and all its dependencies."""
        found, waiting = set(), [module]
        while waiting:
            name = waiting.pop()
            if name not in found:
                found.add(name)
                waiting += self.rooms[name].uses
        return found

    def in_order(self, kind):
        """Returns the modules of one kind, each after those that it uses."""
        ordered = []

        def add(room):
            if room in ordered or room.kind != kind:
                return
            for name in room.uses:
                add(self.rooms[name])
            ordered.append(room)

        for room in self.rooms.values():
            add(room)
        return ordered


def load(root=ROOT):
    return Manifest((root / "Package.swift").read_text())
