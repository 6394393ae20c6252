"""Separates code, comments and string literals of Swift files, for the checks.

All functions that return text preserve its lines and columns: what is left out becomes spaces.
"""

import re


def blank(text):
    return re.sub(r"[^\n]", " ", text)


def end_of_string(text, start):
    """Returns the index after the string literal at `start`, which may be raw, multi-line or contain interpolations."""
    opening = re.compile(r'(#*)("""|")').match(text, start)
    hashes, quotes = opening.groups()
    closing, escape = quotes + hashes, "\\" + hashes
    position = opening.end()
    while position < len(text) and not text.startswith(closing, position):
        if text.startswith(escape + "(", position):
            position = end_of_interpolation(text, position + len(escape) + 1)
        elif text.startswith(escape, position):
            position += len(escape) + 1
        else:
            position += 1
    return min(len(text), position + len(closing))


def end_of_interpolation(text, position):
    depth = 1
    while depth and position < len(text):
        if text[position] == '"':
            position = end_of_string(text, position)
            continue
        depth += {"(": 1, ")": -1}.get(text[position], 0)
        position += 1
    return position


def end_of_block_comment(text, start):
    depth, position = 1, start + 2
    while depth and position < len(text):
        step = {"/*": 1, "*/": -1}.get(text[position:position + 2], 0)
        depth += step
        position += 2 if step else 1
    return position


def code_only(text):
    """Returns the text with comments and the contents of string literals blanked; lines and columns are preserved."""
    pieces, position = [], 0
    token = re.compile(r'//[^\n]*|/\*|#*"')
    while True:
        match = token.search(text, position)
        if not match:
            return "".join(pieces) + text[position:]
        pieces.append(text[position:match.start()])
        if match[0].startswith("//"):
            end = match.end()
            pieces.append(blank(match[0]))
        elif match[0] == "/*":
            end = end_of_block_comment(text, match.start())
            pieces.append(blank(text[match.start():end]))
        else:
            end = end_of_string(text, match.start())
            pieces.append('"' + blank(text[match.start() + 1:end - 1]) + '"')
        position = end


def strings_only(text):
    """Returns the text with everything except the contents of string literals blanked, interpolations included."""
    pieces, position = [], 0
    token = re.compile(r'//[^\n]*|/\*|#*"')
    while True:
        match = token.search(text, position)
        if not match:
            return "".join(pieces) + blank(text[position:])
        pieces.append(blank(text[position:match.start()]))
        if match[0].startswith("//"):
            end = match.end()
            pieces.append(blank(match[0]))
        elif match[0] == "/*":
            end = end_of_block_comment(text, match.start())
            pieces.append(blank(text[match.start():end]))
        else:
            end = end_of_string(text, match.start())
            pieces.append(without_interpolations(text[match.start():end]))
        position = end


def without_interpolations(literal):
    pieces, position = [], 0
    escape = "\\" + re.match("#*", literal)[0] + "("
    while (start := literal.find(escape, position)) >= 0:
        end = end_of_interpolation(literal, start + len(escape))
        pieces += [literal[position:start], blank(literal[start:end])]
        position = end
    return "".join(pieces) + literal[position:]


ESCAPE = re.compile(r"\\#*(?:u\{[0-9A-Fa-f]*\}|.)")
CODE_SPAN = re.compile(r"`[^`\n]*`")


def prose_only(text, has_strings=True):
    """Returns the comments without code spans and, unless `has_strings` is false, the contents of string literals
    without escapes and interpolations."""
    pieces, position = [], 0
    token = re.compile(r'//[^\n]*|/\*|#*"')
    while True:
        match = token.search(text, position)
        if not match:
            return "".join(pieces) + blank(text[position:])
        pieces.append(blank(text[position:match.start()]))
        if match[0][0] != "/":
            end = end_of_string(text, match.start())
            literal = without_interpolations(text[match.start():end])
            content = ESCAPE.sub(lambda escape: blank(escape[0]), literal).replace('"', " ")
            pieces.append(content if has_strings else blank(content))
        else:
            end = match.end() if match[0].startswith("//") else end_of_block_comment(text, match.start())
            pieces.append(CODE_SPAN.sub(lambda span: blank(span[0]), text[match.start():end]))
        position = end
