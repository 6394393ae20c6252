"""Convert a document of docs/ into a manual page in mdoc(7).

Understands what the documents use: headings, paragraphs, lists, tables, indented code, `code`, **bold** and links.
"""

import re

WIDTH = 78


def escape(text):
    """Escapes text for a line that does not begin with a macro."""
    for character, replacement in (("\\", "\\e"), ("-", "\\-"), ('"', "\\(dq"), ("~", "\\(ti"), ("^", "\\(ha"), ("`", "\\(ga")):
        text = text.replace(character, replacement)
    return re.sub(r"^([.'])", r"\\&\1", text)


def plain(text):
    """Removes the markup of a line."""
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text)
    return text.replace("**", "").replace("`", "").replace("\\|", "|").replace("…", "...")


def arguments(text):
    """Escapes text that follows a macro: short words could be other macros, and marks punctuation."""
    return " ".join(("\\&" if len(word) <= 3 else "") + escape(word) for word in plain(text).split())


def width(text):
    """The length of a line as mandoc counts it: a character beyond ASCII is 8 bytes, such as \\[u00FC]."""
    return sum(1 if character.isascii() else 8 for character in text)


def paragraph(text):
    """Returns the text with a new line after each sentence."""
    lines, line = [], ""
    for word in plain(text).split():
        word = escape(word)
        if line and width(line + " " + word) > WIDTH:
            lines.append(line)
            line = ""
        line += " " + word if line else word
        if re.search(r"[.?!][)']*$", word):
            lines.append(line)
            line = ""
    return lines + ([line] if line else [])


def blocks(text):
    """Yields (kind, lines) for headings, tables, list items, code and paragraphs."""
    kind, lines = None, []
    for line in text.splitlines() + [""]:
        if line.startswith("#"):
            new = "heading"
        elif line.startswith("|"):
            new = "table"
        elif re.match(r"(?:- |\d+\. )", line):
            new = "item"
        elif line.startswith("    ") and kind != "item":
            new = "code"
        elif not line.strip():
            new = None
        else:
            new = kind if kind in ("item", "paragraph") else "paragraph"
        if new != kind or new in ("heading", "item") and not line.startswith("  "):
            if kind:
                yield kind, lines
            lines = []
        kind = new
        if new:
            lines.append(line)


def table(lines):
    """Returns a list whose terms are the cells of the first column."""
    rows = [[cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in lines[2:]]
    output = [".Bl -tag -width indent"]
    for first, *others in rows:
        output += [f".It {arguments(first)}"] + paragraph("; ".join(others))
    return output + [".El"]


def manual(text, name, section, summary, date, see_also):
    """Returns the page. The document's first heading is left out: `summary` replaces it."""
    output = [f".Dd {date}", f".Dt {name.upper()} {section}", ".Os", ".Sh NAME", f".Nm {name}",
              f".Nd {arguments(summary)}", ".Sh DESCRIPTION"]
    in_list, after_heading = False, True
    for kind, lines in blocks(text):
        if in_list and kind != "item":
            output.append(".El")
            in_list, after_heading = False, False
        if kind == "heading":
            level, title = re.match(r"(#+) (.*)", lines[0]).groups()
            if len(level) > 1:
                output.append((f".Sh {arguments(title).upper()}" if len(level) == 2 else f".Ss {arguments(title)}"))
                after_heading = True
            continue
        if kind == "item":
            if not in_list:
                output.append(".Bl -bullet")
                in_list = True
            output += [".It"] + paragraph(re.sub(r"^(?:- |\d+\. )", "", " ".join(lines)))
            continue
        if kind == "table":
            output += table(lines)
        elif kind == "code":
            output += [".Bd -literal -offset indent"] + [escape(line[4:]) for line in lines] + [".Ed"]
        else:
            output += ([] if after_heading else [".Pp"]) + paragraph(" ".join(lines))
        after_heading = False
    output += [".El"] if in_list else []
    output += [".Sh SEE ALSO"]
    for index, (page, number) in enumerate(see_also):
        output.append(f".Xr {page} {number}" + (" ," if index + 1 < len(see_also) else ""))
    return "\n".join(output) + "\n"
