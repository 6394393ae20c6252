"""Finds small ways to break a Swift file, and writes them all into it, each behind a switch.

A mutant is one change. All mutants of a file are compiled at once: `if MutationSwitch.isOn(17) { … }`. So one build serves
all of them, and a run chooses one by its number.
"""

import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "checks"))
import swift_lexer  # noqa: E402

SWITCH = """private import Glibc

enum MutationSwitch {
    /// The number of the mutant that is active; 0 for none.
    private static let active = getenv("PETREL_MUTANT").flatMap { Int(String(cString: $0)) } ?? 0

    static func isOn(_ number: Int) -> Bool { active == number }
}
"""
COMPARISONS = {"<": ("<=", ">="), "<=": ("<", ">"), ">": (">=", "<="), ">=": (">", "<"), "==": ("!=",), "!=": ("==",)}
OPERATOR = re.compile(r"(?<= )(<=|>=|==|!=|<|>|&&|\|\|)(?= )")
ARITHMETIC = re.compile(r"(?<=[\w)\]] )([+-])(?= [\w(])")
CALL = re.compile(r"^\s+(?:_ = )?(?:try )?(?:await )?[a-z][\w.]*\??(?:\.\w+)*\(.*\)$")
ASSIGNMENT = re.compile(r"^\s+[a-z]\w*(?:[.?!\[][\w.?!\[\]]*)+ (?:[-+]?=) \S.*$|^\s+[a-z]\w* [-+]= \S.*$")
CONDITION = re.compile(r"^(\s*(?:\} else )?(?:if|guard|while) )(.*?)( else \{.*| \{.*)$")
CONSTANT = re.compile(r"^(\s*(?:private |fileprivate |public |package )?static let \w+(?:: [\w.]+)? = )(\d[\d_]*)$")
DURATION = re.compile(r"^(\s*(?:private |fileprivate |public |package )?static let \w+(?:: [\w.]+)? = (?:Duration)?\.(?:milli)?seconds\()(\d[\d_]*)(\))$")
RETURN = re.compile(r"^(\s*return )(true|false)$")
RETURNED = re.compile(r"^(\s*return )(\S.*)$")
FLAG = re.compile(r"^(\s*(?:let|var) (?:is|has|may|can|must|was)[A-Z]\w* = )(\S.*)$")
TABLE = re.compile(r"^(\s*case [^:]+(?:: | where .*?: ))\[(.*)\]\[event\]$")
ARM = re.compile(r"^(\s*case [^:]*(?:\([^)]*\))?[^:]*: )(\(\.\w.*\))$")
KEYWORDS = ("return", "let ", "var ", "case ", "throw ", "self.init", "super.", "init(", "guard ", "if ", "for ", "while ", "switch ",
            "self.", "defer ", "do ", "func ", "precondition", "withExtendedLifetime", "#expect", "fatalError")


class Mutant:
    def __init__(self, path, line, kind, old, new):
        self.path, self.line, self.kind, self.old, self.new = path, line, kind, old.strip(), new.strip()

    def change(self):
        """Identifies the mutant in its file as long as its line is unchanged."""
        return f"{self.kind}: {self.old} -> {self.new}"

    def key(self):
        return f"{self.path}: {self.change()}"

    def __str__(self):
        return f"{self.path}:{self.line}: {self.kind}: {self.old} → {self.new}"


def depth_is_even(text):
    """Whether brackets and quotation marks are balanced."""
    depth = 0
    for character in text:
        depth += {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}.get(character, 0)
        if depth < 0:
            return False
    return depth == 0


def clauses(condition):
    """Splits a condition at the commas outside of brackets."""
    parts, depth, begin = [], 0, 0
    for index, character in enumerate(condition):
        depth += {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}.get(character, 0)
        if character == "," and depth == 0:
            parts.append(condition[begin:index])
            begin = index + 1
    return parts + [condition[begin:]]


def top_level(code, pattern):
    """Returns the matches outside of brackets."""
    found, depth = [], 0
    places = {match.start(): match for match in pattern.finditer(code)}
    for index, character in enumerate(code):
        depth += {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}.get(character, 0)
        if depth == 0 and index in places:
            found.append(places[index])
    return found


def variants(code, text):
    """Yields changes of a Bool expression: kind and text."""
    operators = top_level(code, OPERATOR)
    for match in operators:
        replaced = lambda new: text[:match.start()] + new + text[match.end():]
        if match[0] in COMPARISONS:
            for new in COMPARISONS[match[0]]:
                kind = "boundary" if new.rstrip("=") == match[0].rstrip("=") and match[0] not in ("==", "!=") else "comparison"
                yield kind, replaced(new)
        else:
            yield "connective", replaced("||" if match[0] == "&&" else "&&")
    for match in top_level(code, ARITHMETIC):
        yield "arithmetic", text[:match.start()] + ("-" if match[0] == "+" else "+") + text[match.end():]
    # The opposite of a single comparison is among the above.
    if not (len(operators) == 1 and operators[0][0] in COMPARISONS):
        yield "inverted", f"!({text})"


def is_bool(code):
    return any(match[0] != "" for match in top_level(code, OPERATOR))


def switched(numbered, text, prefix=""):
    """Returns the expression that has the chosen variant."""
    chain = "".join(f"MutationSwitch.isOn({number}) ? ({new}) : " for number, new in numbered)
    return f"{prefix}({chain}({text}))"


class File:
    """The lines of a file, with their mutants. `first` is the number of the first mutant; those of `refused` do not compile."""

    def __init__(self, path, text, first, refused=frozenset()):
        self.path, self.number, self.refused = path, first, refused
        self.mutants = {}
        self.lines = text.split("\n")
        self.code = swift_lexer.code_only(text).split("\n")
        self.text = "\n".join(self.rewritten())

    def add(self, line, kind, old, new):
        """Returns the number of a new mutant, or `None` if it does not compile."""
        mutant = Mutant(self.path, line + 1, kind, old, new)
        if mutant.key() in self.refused or any(other.key() == mutant.key() for other in self.mutants.values()):
            return None
        number = self.number
        self.number += 1
        self.mutants[number] = mutant
        return number

    def expression(self, line, code, text, more=()):
        """Returns a Bool expression with its mutants, or the same text if there are none."""
        stripped = text.strip()
        lead, tail = text[:len(text) - len(text.lstrip())], text[len(text.rstrip()):]
        code = code.strip()
        prefix = ""
        if stripped.startswith("try "):
            prefix, stripped, code = "try ", stripped[4:], code[4:]
        if " try " in code or "await " in code or not depth_is_even(code) or stripped != stripped.strip():
            return text
        numbered = []
        for kind, new in list(variants(code, stripped)) + list(more):
            number = self.add(line, kind, stripped, new)
            if number is not None:
                numbered.append((number, new))
        return lead + switched(numbered, stripped, prefix) + tail if numbered else text

    def condition(self, line, match):
        head, condition, rest = match.groups()
        code = self.code[line][len(head):len(head) + len(condition)]
        if not depth_is_even(code):
            return None
        parts, offset = [], 0
        for part in clauses(code):
            text = condition[offset:offset + len(part)]
            offset += len(part) + 1
            word = part.strip().split(" ")[0]
            isPlain = word not in ("let", "var", "case", "#available", "await", "true") and "{" not in part and " is " not in part
            parts.append(self.expression(line, part, text) if isPlain else text)
        return head + ",".join(parts) + rest

    def statement(self, line):
        """Whether the line is a statement that can be left out."""
        code = self.code[line]
        if not code.strip() or code.strip().startswith(KEYWORDS) or not depth_is_even(code):
            return False
        if not (CALL.match(code) or ASSIGNMENT.match(code)):
            return False
        before = next((one for one in reversed(self.code[:line]) if one.strip()), "")
        after = next((one for one in self.code[line + 1:] if one.strip()), "")
        opens, closes = before.rstrip().endswith(("{", "in", "(", ",", ":", "=", "?", "[")), after.strip().startswith(("}", ".", "?", ")"))
        if before.rstrip().endswith(("(", ",", "=", "?", "[")) or after.strip().startswith((".", "?", ")", ":", "&&", "||")):
            return False
        # The only expression of a block may be its value.
        isAssignment = ASSIGNMENT.match(code) is not None
        opener = before.strip()
        if opens and closes and not isAssignment:
            return opener.startswith(("if ", "for ", "while ", "} else", "guard ", "do ")) and "=" not in opener.split("{")[0].split("if")[0]
        return not (closes and "->" in before) and not before.strip().startswith("case ")

    def removed(self, line, text):
        number = self.add(line, "removed", text, "")
        indent = text[:len(text) - len(text.lstrip())]
        return text if number is None else f"{indent}if !MutationSwitch.isOn({number}) {{ {text.strip()} }}"

    def line_rewritten(self, line):
        text, code = self.lines[line], self.code[line]
        if match := CONDITION.match(code):
            head, condition, rest = match.groups()
            whole = CONDITION.match(text)
            if whole and len(whole[2]) == len(condition):
                return self.condition(line, whole) or text
        if (match := CONSTANT.match(text)) or (match := DURATION.match(text)):
            value = match[2]
            tail = match[3] if len(match.groups()) > 2 else ""
            number = self.add(line, "constant", text, match[1] + f"{value} + 1" + tail)
            return text if number is None else f"{match[1]}MutationSwitch.isOn({number}) ? {value} + 1 : {value}{tail}"
        if match := RETURN.match(text):
            other = "false" if match[2] == "true" else "true"
            number = self.add(line, "result", text, other)
            return text if number is None else f"{match[1]}MutationSwitch.isOn({number}) ? {other} : {match[2]}"
        for pattern in (RETURNED, FLAG):
            match = pattern.match(code)
            if match and is_bool(match[2]) and depth_is_even(match[2]) and "?" not in match[2] and "{" not in match[2]:
                after = next((one for one in self.code[line + 1:] if one.strip()), "")
                if not after.strip().startswith(("&&", "||", ".", "?", ":", "+")):
                    return text[:len(match[1])] + self.expression(line, match[2], text[len(match[1]):])
        if match := TABLE.match(text):
            return self.table(line, match)
        if (match := ARM.match(code)) and depth_is_even(match[2]):
            number = self.add(line, "transition", text, "nil")
            if number is not None:
                return f"{match[1]}MutationSwitch.isOn({number}) ? nil : {text[len(match[1]):]}"
        if self.is_body_of_bool(line):
            return self.expression(line, code, text)
        return None

    def is_body_of_bool(self, line):
        code = self.code[line]
        before = next((one for one in reversed(self.code[:line]) if one.strip()), "")
        after = next((one for one in self.code[line + 1:] if one.strip()), "")
        opens = before.rstrip().endswith(("-> Bool {", ": Bool {")) and after.strip() == "}"
        plain = not code.strip().startswith(KEYWORDS) and "{" not in code and "?" not in code
        return opens and plain and depth_is_even(code) and is_bool(code)

    def table(self, line, match):
        head, entries = match.groups()
        parts = [part.strip() for part in entries.split(",")]
        chain = ""
        for index, part in enumerate(parts):
            left = parts[:index] + parts[index + 1:]
            number = self.add(line, "transition", part, "nil")
            if number is not None:
                shown = f"[{', '.join(left)}][event]" if left else "nil"
                chain += f"MutationSwitch.isOn({number}) ? {shown} : "
        return f"{head}{chain}[{entries}][event]"

    def rewritten(self):
        result, line = [], 0
        while line < len(self.lines):
            changed = self.line_rewritten(line)
            if changed is not None:
                result.append(changed)
            elif self.statement(line):
                one = self.removed(line, self.lines[line])
                # The order of two assignments rarely matters.
                both = self.code[line:line + 2]
                if len(both) == 2 and all("try " in one for one in both) and self.statement(line + 1) and self.line_is_free(line + 1):
                    other = self.removed(line + 1, self.lines[line + 1])
                    number = self.add(line, "swapped", self.lines[line], self.lines[line + 1])
                    # On one line, so that errors have the line numbers of the original.
                    result.append(f"if MutationSwitch.isOn({number}) {{ {other.strip()}; {one.strip()} }} else {{ {one.strip()}"
                                  if number is not None else one)
                    result.append(f"{other.strip()} }}" if number is not None else other)
                    line += 1
                else:
                    result.append(one)
            else:
                result.append(self.lines[line])
            line += 1
        return result

    def line_is_free(self, line):
        return not (CONDITION.match(self.code[line]) or CONSTANT.match(self.lines[line]) or RETURN.match(self.lines[line]))
