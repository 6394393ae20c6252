"""The sections of docs/reliability.md, which several scripts write."""

import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parent.parent
REPORT = ROOT / "docs/reliability.md"
# The section that comes last.
LAST = "Repeat"


def section(heading):
    """Returns the section with its heading, or "" if the report has none."""
    text = REPORT.read_text() if REPORT.exists() else ""
    found = re.search(rf"^## {heading}\n.*?(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    return found[0].rstrip("\n") + "\n" if found else ""


def write_section(heading, lines):
    """Replaces the section, or adds it before the last one."""
    text = REPORT.read_text()
    old = section(heading)
    new = "\n".join([f"## {heading}", "", *lines]).rstrip("\n") + "\n"
    if old:
        text = text.replace(old, new)
    else:
        head, separator, tail = text.partition(f"## {LAST}\n")
        text = f"{head}{new}\n{separator}{tail}"
    REPORT.write_text(text)
