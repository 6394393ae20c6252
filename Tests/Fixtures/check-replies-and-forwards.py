#!/usr/bin/env python3
"""usage: check-replies-and-forwards DIRECTORY OWN...

Holds answers to the rules of answering. DIRECTORY has, for each N, N.original and the messages N.reply, N.all and
N.forward that were made of it by somebody whose addresses are OWN. Everything is read with Python's own email
package. Prints a line for each rule that is broken, and at the end how many messages and rules were looked at.
"""
import email
import email.policy
import email.utils
import html.parser
import pathlib
import re
import sys
import unicodedata

OWN = {address.lower() for address in sys.argv[2:]}
REPLIES = "re|aw|antw|antwort|sv|vs|res|rif|odp|ynt|回复|回覆|答复|返信"
FORWARDS = "fw|fwd|wg|doorst|vb|vl|tr|rv|enc|pd|ilt|转发|轉寄|転送"
PREFIX = re.compile(rf"\s*(?:\[[^\[\]]*\]\s*)*?({REPLIES}|{FORWARDS})\s*(?:\[[^\[\]]*\]|\(\d+\))?\s*[:：]", re.I)
MARK = "---------- Forwarded message ----------"
rules = 0


# Reading -----------------------------------------------------------------------------------


def text_of(header):
    return " ".join(plain(raw(str(header))).split())


def raw(text):
    """Octets over 127 that stand in a header as they are, which Python leaves undecoded."""
    try:
        return text.encode("ascii", "surrogateescape").decode()
    except UnicodeError:
        return text


def plain(text):
    """Without control characters, and without marks that turn the direction of writing."""
    text = re.sub("[\x00-\x20\x7f-\x9f\u2028\u2029]+", " ", text)
    return re.sub("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]", "", text).strip()


def mailboxes(message, *names):
    """Names and addresses, of those that mail can go to."""
    found = []
    for name in names:
        for header in message.get_all(name, []):
            if not hasattr(header, "addresses"):
                header = email.policy.default.header_factory("to", header)
            for address in header.addresses:
                if re.fullmatch(r'(?:[^\s<>()@,;:"\\\[\]]+|"(?:[^"\\]|\\.)*")@[^\s<>@,;:"]+', address.addr_spec or ""):
                    found.append((address.display_name, address.addr_spec))
    return found


def people(message, *names):
    return [address.lower() for _, address in mailboxes(message, *names)]


def identifiers(message, name):
    values = " ".join("".join(str(value).split()) if "<" in str(value) else "" for value in message.get_all(name, []))
    return [i for i in re.findall(r"<([^<>]+)>?", values) if i.isascii()]


def decoded(part):
    return part.get_payload(decode=True) or b""


def words_of_text(part):
    octets, label = decoded(part), part.get_content_charset() or "utf-8"
    # As everybody reads it [WHATWG Encoding].
    label = {"iso-8859-1": "windows-1252", "us-ascii": "utf-8"}.get(label, label)
    for charset in (label, "utf-8", "windows-1252"):
        try:
            return octets.decode(charset).replace("\r\n", "\n").replace("\r", "\n")
        except (LookupError, UnicodeDecodeError):
            continue
    return octets.decode("latin-1")


class Visible(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.hidden, self.words = 0, []

    def handle_starttag(self, tag, _):
        self.hidden += tag in ("style", "script", "head", "title")

    def handle_endtag(self, tag):
        self.hidden -= tag in ("style", "script", "head", "title") and self.hidden > 0

    def handle_data(self, data):
        if not self.hidden:
            self.words += data.split()


def body_of(message):
    """The text that a person reads, and whether its lines stand as they were written; None where it is hard to say."""
    try:
        part = message.get_body(("plain", "html"))
    except (AttributeError, KeyError):
        return None
    if part is None or part.get_filename() or part.is_multipart():
        return None
    # Defects are found while the content is decoded.
    if not decoded(part) or part.defects or message.defects:
        return None
    if part.get_content_type() == "text/html":
        reader = Visible()
        reader.feed(words_of_text(part))
        return reader.words, False
    text = words_of_text(part)
    is_clear = part is message or message.get_content_type() in ("multipart/mixed", "multipart/alternative")
    if not text.strip() or not is_clear:
        return None
    is_flowed = str(part.get_param("format", "")).lower() == "flowed"
    return (text.split(), False) if is_flowed else (text.split("\n"), True)


def leaves(message):
    for part in message.walk():
        if not part.is_multipart():
            yield part


def is_file(part):
    is_named = bool(part.get_filename()) or part.get_content_disposition() == "attachment"
    return is_named or part.get_content_maintype() not in ("text", "multipart", "message")


def is_whole(message):
    """Whether the parts of a message mean nothing apart."""
    for part in outer(message):
        kind = part.get_content_type()
        if kind in ("multipart/signed", "multipart/encrypted", "multipart/report") or kind.endswith("pkcs7-mime"):
            return True
        if kind.startswith("message/") and kind != "message/rfc822":
            return True
    return False


def outer(part):
    yield part
    if part.is_multipart() and part.get_content_maintype() == "multipart":
        for child in part.iter_parts():
            yield from outer(child)


# Rules -------------------------------------------------------------------------------------


def recipients(original, answer, mode):
    to, cc = people(answer, "to"), people(answer, "cc")
    author = people(original, "from")
    is_own = bool(author) and set(author) <= OWN
    asked = (set(people(original, "mail-followup-to")) - OWN) if mode == "all" else set()
    named = set(people(original, "to", "cc") if is_own else people(original, "reply-to")) - OWN
    answered = named or set(people(original, "bcc") if is_own else author) - OWN
    everybody = answered | set(people(original, "to", "cc")) - OWN
    yield "nobody is written to twice", len(to + cc) == len(set(to + cc))
    yield "nobody gets a blind copy", not people(answer, "bcc")
    if not everybody and not asked:
        yield "who is alone writes to themselves", not cc and set(to) <= set(author)
        return
    yield "oneself is left out", not OWN & set(to + cc)
    if asked:
        yield "it goes where the author asked", set(to) == asked and not cc
    elif mode == "all":
        yield "it goes to everybody", set(to + cc) == everybody
        first = named or set(author) - OWN
        yield "who is answered stands in To", is_own or first <= set(to)
    elif is_own:
        first = next((s for s in (set(people(original, name)) - OWN for name in ("to", "cc", "bcc")) if s), set())
        yield "it goes where the first message went", set(to) == first and not cc
    else:
        yield "it goes to the author alone", set(to) == answered and not cc


def subject(original, answer, prefix):
    old, new = text_of(original["subject"] or ""), text_of(answer["subject"] or "")
    yield "the subject begins with its prefix", new == prefix.strip() or new.startswith(prefix)
    inner = new[len(prefix):]
    marks = PREFIX.match(inner)
    other = "fwd" if prefix == "Re: " else "re"
    yield "the prefix is there once", not marks or marks[1].lower() == other and not PREFIX.match(inner[marks.end():])
    yield "the words are those of the original", letters(bare(new)) == letters(bare(old))


def bare(text):
    """Without prefixes, names of lists and marks of forwards."""
    before = None
    while before != text:
        before = text
        match = PREFIX.match(text)
        if match:
            text = text[match.end():]
        text = re.sub(r"(?i)\(fwd\)\s*$", "", text).strip()
        text = re.sub(r"^\[(?i:fwd):(.*)\]$", r"\1", text).strip()
        text = re.sub(r"^\[[^\[\]]*\]\s*(?=\S)", "", text)
    return text


def letters(text):
    return unicodedata.normalize("NFC", "".join(text.split()))


def threading(original, answer):
    own = identifiers(original, "message-id")[:1]
    chain = identifiers(original, "references")
    if not chain and len(identifiers(original, "in-reply-to")) == 1:
        chain = identifiers(original, "in-reply-to")
    wanted = list(dict.fromkeys(i for i in chain if i not in own)) + own
    yield "In-Reply-To names the original", identifiers(answer, "in-reply-to") == own
    yield "References are those of RFC 5322", identifiers(answer, "references") == wanted


def is_flowed(part):
    return str(part.get_param("format", "")).lower() == "flowed"


def marked(line):
    """With one space behind quote marks, as readers of flowed text show it."""
    marks, rest = re.fullmatch("(>*) ?(.*)", line, re.S).groups()
    return marks + " " + rest if marks and rest else marks or line


def lines_of(part):
    """The lines as they were written: those that were broken for format=flowed are joined [RFC 3676]."""
    lines = part.get_content().replace("\r\n", "\n").split("\n")
    if not is_flowed(part):
        return lines
    joined, is_open = [], False
    for line in lines:
        marks, rest = re.fullmatch("(>*) ?(.*)", line, re.S).groups()
        if is_open:
            joined[-1] += rest
        else:
            joined.append(marks + " " + rest if marks and rest else marks or rest)
        is_open = rest.endswith(" ") and rest != "-- "
    return joined


def quoting(original, answer):
    part = answer.get_body(("plain",))
    lines = lines_of(part)
    yield "the first line is the writer's", lines[0] == ""
    yield "a line says who wrote", lines[1].endswith(" wrote:")
    authors = [plain(raw(name)) or address for name, address in mailboxes(original, "from")]
    if authors and "\ufffd" not in authors[0]:
        yield "it names the author", letters(authors[0]) in letters(lines[1])
    try:
        date = original["date"].datetime
    except (AttributeError, TypeError, ValueError):
        date = None
    if date and date.tzinfo:
        wanted = f"On {date:%a}, {date.day} {date:%b} {date.year} at {date:%H:%M} {date:%z}, "
        yield "it gives the date as the author saw it", lines[1].startswith(wanted)
    quoted = lines[2:-1]
    yield "all else is quoted", all(line.startswith(">") for line in quoted)
    body = body_of(original)
    if body and body[1]:
        wanted = [(">" if line.startswith(">") else "> " if line else ">") + line for line in body[0]]
        wanted = [marked(line) for line in wanted] if is_flowed(part) else wanted
        yield "the lines are those of the original", holds_in_order(quoted, trimmed(wanted))
    elif body:
        yield "the words are there", share(body[0], quoted) >= 0.9


def trimmed(lines):
    while lines and not lines[-1].strip("> \t"):
        lines.pop()
    while lines and not lines[0].strip("> \t"):
        lines.pop(0)
    return lines


def holds_in_order(lines, wanted):
    rest = iter(lines)
    return all(any(line.rstrip() == one.rstrip() for line in rest) for one in wanted)


def share(words, lines):
    found = letters("".join(lines)).replace(">", "")
    words = [letters(word).replace(">", "") for word in words]
    return sum(word in found for word in words) / len(words) if words else 1


def forwarding(original, answer):
    part = next(leaf for leaf in leaves(answer) if leaf.get_content_type() == "text/plain")
    lines = lines_of(part)
    yield "the mark stands on top", lines[:2] == ["", MARK]
    names = [line.partition(":")[0] for line in lines[2:7]]
    yield "the fields are there", names[:4] == ["From", "Date", "Subject", "To"]
    yield "the subject is told", letters(lines[4].partition(":")[2]) == letters(text_of(original["subject"] or ""))
    for name, address in mailboxes(original, "from"):
        yield "the author's address is told", address in lines[2]
        yield "the author's name is told", "\ufffd" in name or letters(plain(raw(name))) in letters(lines[2])
    yield "nothing goes before it is addressed", not people(answer, "to", "cc", "bcc")
    yield "it answers nothing", answer["in-reply-to"] is None and answer["references"] is None
    body = body_of(original)
    if body and body[1]:
        wanted = [marked(line) for line in body[0]] if is_flowed(part) else body[0]
        yield "the text is there", holds_in_order(lines, trimmed(wanted))
    elif body:
        yield "the words are there", share(body[0], lines) >= 0.9
    carried = [decoded(leaf) for leaf in leaves(answer)]
    if is_whole(original):
        yield "the whole is there", any(same(part, original) for part in outer(answer))
        return
    for leaf in leaves(original):
        if is_file(leaf):
            yield f"the octets of {leaf.get_filename()} are there", decoded(leaf) in carried
    files = [part.get_filename() for part in outer(original) if is_file(part) and not part.is_multipart()]
    names = [part.get_filename() for part in outer(answer)]
    yield "the names are there", all(name.replace("\\", "/").split("/")[-1] in names for name in files if name)


def same(part, original):
    if part.get_content_type() == "message/rfc822":
        inner = part.get_payload(0)
    elif part.get_content_type() == "application/octet-stream":
        return decoded(part) == original.octets
    else:
        return False
    return inner["message-id"] == original["message-id"] and [decoded(leaf).split() for leaf in leaves(inner)] == [
        decoded(leaf).split() for leaf in leaves(original)]


def check(folder, number):
    global rules
    messages = {}
    for name in ("original", "reply", "all", "forward"):
        octets = (folder / f"{number}.{name}").read_bytes()
        messages[name] = email.message_from_bytes(octets, policy=email.policy.default)
        messages[name].octets = octets
    original = messages["original"]
    for name in ("reply", "all"):
        answer = messages[name]
        yield from ((name, *result) for result in recipients(original, answer, name))
        yield from ((name, *result) for result in subject(original, answer, "Re: "))
        yield from ((name, *result) for kind in (threading, quoting) for result in kind(original, answer))
    for kind in (subject(original, messages["forward"], "Fwd: "), forwarding(original, messages["forward"])):
        yield from (("forward", *result) for result in kind)


folder = pathlib.Path(sys.argv[1])
numbers = sorted(path.stem for path in folder.glob("*.original"))
for number in numbers:
    try:
        for name, rule, holds in check(folder, number):
            rules += 1
            if not holds:
                print(f"{number}.{name}: not so: {rule}")
    except Exception as problem:  # What Python cannot read it cannot judge.
        print(f"{number}: Python stopped: {problem!r}")
print(f"{len(numbers)} messages, {rules} rules")
