"""Generates mail as people receive it, for benchmarks of syncing: the same messages for the same seed.

The words of a text follow Zipf's law. 30 of 100 messages have an HTML alternative, 15 have attachments, 35 come from
mailing lists, and about 25 have encoded words in their header. The sizes are log-normal, up to 5 MB. Conversations have 1 to
200 messages.
"""

import base64
import bisect
import email.utils
import itertools
import quopri
import random

WORDS = 20_000
SYLLABLES = ["ba", "con", "de", "el", "fi", "gra", "ho", "in", "ja", "kel", "lo", "men", "nu", "or", "pri", "que", "ra", "so",
             "tri", "un", "ver", "wi", "xa", "yo", "ze", "st", "th", "er", "al", "tion", "ly", "ing"]
ACCENTED = ["é", "ü", "ñ", "ø", "ß", "ç", "å"]
PLAIN = str.maketrans("", "", "".join(ACCENTED))
PEOPLE = 900
LISTS = 12
# The date of the oldest message.
BEGINNING = 1_600_000_000
# Bytes of text: the median, and the spread of its logarithm. The same for an attachment before base64.
TEXT, TEXT_SPREAD = 1800, 0.9
FILE, FILE_SPREAD = 5000, 1.5
LARGEST_TEXT, LARGEST_FILE = 200_000, 3_700_000
LONGEST_THREAD = 200
MOST_REFERENCES = 12
TYPES = [("application/pdf", "pdf"), ("image/jpeg", "jpg"), ("application/zip", "zip"), ("text/csv", "csv"),
         ("application/vnd.openxmlformats-officedocument.wordprocessingml.document", "docx")]


def make_vocabulary(generator):
    words = ["the", "of", "and", "to", "in", "a", "is", "that", "for", "it"]
    known = set(words)
    while len(words) < WORDS:
        # Common words are short.
        count = 1 + (len(words) > 100) + (generator.random() < 0.5)
        word = "".join(generator.choices(SYLLABLES, k=count))
        if generator.random() < 0.08:
            word += generator.choice(ACCENTED)
        if word in known:
            word += generator.choice(SYLLABLES)
        if word not in known:
            known.add(word)
            words.append(word)
    return words


def encoded(text):
    """Returns the text as encoded words, if it is not ASCII."""
    if text.isascii():
        return text
    pieces, piece = [], ""
    for character in text:
        if len((piece + character).encode()) > 39:
            pieces.append(piece)
            piece = ""
        piece += character
    return "\r\n ".join(f"=?utf-8?B?{base64.b64encode(part.encode()).decode()}?=" for part in [*pieces, piece])


class Mail:
    """A stream of messages. Messages that arrive later continue its conversations."""

    def __init__(self, seed):
        self.seed = seed
        generator = random.Random(f"vocabulary {seed}")
        self.words = make_vocabulary(generator)
        self.weights = list(itertools.accumulate(1 / rank for rank in range(1, WORDS + 1)))
        self.people = []
        for number in range(PEOPLE):
            first, last = (self.word(generator).capitalize() for _ in range(2))
            if generator.random() < 0.2:
                last += generator.choice(ACCENTED)
            self.people.append((f"{first} {last}", f"person{number}@example{number % 40}.net"))
        # The last messages of each open conversation: its subject and the Message-IDs.
        self.threads = []

    def word(self, generator):
        return self.words[min(WORDS - 1, bisect.bisect(self.weights, generator.random() * self.weights[-1]))]

    def text(self, generator, size):
        """Returns paragraphs of about `size` bytes, without line breaks in them."""
        words = generator.choices(self.words, cum_weights=self.weights, k=max(3, size // 6))
        if generator.random() < 0.6:
            words = [word.translate(PLAIN) for word in words]
        paragraphs, start = [], 0
        while start < len(words):
            sentences = []
            for _ in range(generator.randint(1, 5)):
                sentence = words[start:start + generator.randint(4, 22)]
                start += len(sentence)
                if sentence:
                    sentences.append(" ".join(sentence).capitalize() + ".")
            paragraphs.append(" ".join(sentences))
        return paragraphs

    def messages(self, count, first=0):
        """Yields `count` messages, the first of them with this number."""
        for number in range(first, first + count):
            yield self.message(number)

    def thread(self, generator, number):
        """Returns the subject of a new message and the messages that it answers."""
        identifier = f"<{number}.{generator.randrange(16 ** 8):08x}@example{number % 40}.net>"
        if self.threads and generator.random() < 0.6:
            # Most answers continue a recent conversation.
            index = max(0, len(self.threads) - 1 - int(generator.paretovariate(0.7)))
            thread = self.threads[index]
            subject, known, rest = thread
            answered = list(known)
            known.append(identifier)
            del known[1:max(1, len(known) - MOST_REFERENCES)]
            thread[2] = rest - 1
            if rest <= 1:
                del self.threads[index]
            return f"Re: {subject}", identifier, answered
        words = [self.word(generator) for _ in range(generator.randint(2, 8))]
        if generator.random() < 0.25:
            words[-1] += generator.choice(ACCENTED)
        subject = " ".join(words).capitalize()
        length = min(LONGEST_THREAD, int(generator.paretovariate(0.8)))
        if length > 1:
            self.threads.append([subject, [identifier], length - 1])
            del self.threads[:-400]
        return subject, identifier, []

    def header(self, generator, number):
        subject, identifier, answered = self.thread(generator, number)
        date = email.utils.formatdate(BEGINNING + number * 400)
        lines = [f"Return-Path: <bounce-{number}@example.net>"]
        for hop in range(generator.randint(1, 5)):
            lines.append(f"Received: from relay{hop}.example.net (relay{hop}.example.net [192.0.2.{hop + 1}])\r\n"
                         f"\tby mx{hop}.example.org with ESMTPS id {generator.randrange(16 ** 12):012X};\r\n\t{date}")
        if generator.random() < 0.7:
            signature = base64.b64encode(generator.randbytes(256)).decode()
            folded = "\r\n\t ".join(signature[start:start + 72] for start in range(0, len(signature), 72))
            lines.append(f"DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; d=example.net; s=s1;\r\n\t b={folded}")
        name, address = generator.choice(self.people)
        lines += [f"From: {encoded(name)} <{address}>", f"Date: {date}", f"Message-ID: {identifier}",
                  f"Subject: {encoded(subject)}"]
        others = [f"{encoded(name)} <{address}>" for name, address in generator.choices(self.people, k=generator.randint(0, 3))]
        if generator.random() < 0.35:
            group = f"list{generator.randrange(LISTS)}"
            lines += [f"To: {group}@lists.example.org", f"List-Id: <{group}.lists.example.org>", "Precedence: list",
                      f"List-Unsubscribe: <https://lists.example.org/{group}/unsubscribe>",
                      f"List-Post: <mailto:{group}@lists.example.org>"]
        else:
            lines.append("To: " + ",\r\n ".join(["Ana <ana@example.net>", *others]))
        if answered:
            lines += [f"In-Reply-To: {answered[-1]}", "References: " + "\r\n ".join(answered)]
        lines.append("MIME-Version: 1.0")
        return lines

    @staticmethod
    def text_part(generator, kind, text):
        octets = text.encode()
        if octets.isascii() and all(len(line) < 900 for line in octets.split(b"\n")):
            return f'Content-Type: text/{kind}; charset="us-ascii"\r\nContent-Transfer-Encoding: 7bit', octets
        if generator.random() < 0.2:
            return (f'Content-Type: text/{kind}; charset="utf-8"\r\nContent-Transfer-Encoding: base64',
                    base64.encodebytes(octets).replace(b"\n", b"\r\n"))
        quoted = quopri.encodestring(octets.replace(b"\r\n", b"\n")).replace(b"\n", b"\r\n")
        return f'Content-Type: text/{kind}; charset="utf-8"\r\nContent-Transfer-Encoding: quoted-printable', quoted

    def body(self, generator):
        size = min(LARGEST_TEXT, int(TEXT * generator.lognormvariate(0, TEXT_SPREAD)))
        paragraphs = self.text(generator, size)
        wrapped = []
        for paragraph in paragraphs:
            line = ""
            for word in paragraph.split(" "):
                if len(line) + len(word) > 72:
                    wrapped.append(line)
                    line = word
                else:
                    line = f"{line} {word}" if line else word
            wrapped += [line, ""]
        plain = self.text_part(generator, "plain", "\r\n".join(wrapped) + "\r\n")
        if generator.random() >= 0.3:
            return plain
        inner = "\r\n".join(f'<p style="margin:0 0 12px;font-family:sans-serif">{paragraph}</p>' for paragraph in paragraphs)
        html = self.text_part(generator, "html", f"<html><body><div>\r\n{inner}\r\n</div></body></html>\r\n")
        return self.multipart(generator, "alternative", [plain, html])

    @staticmethod
    def multipart(generator, kind, parts):
        boundary = f"=_{generator.randrange(16 ** 20):020x}"
        pieces = []
        for head, octets in parts:
            pieces += [f"--{boundary}\r\n{head}\r\n\r\n".encode(), octets, b"\r\n"]
        return f'Content-Type: multipart/{kind}; boundary="{boundary}"', b"".join([*pieces, f"--{boundary}--\r\n".encode()])

    def table(self, generator, size):
        """Returns about `size` bytes of comma-separated values: dates, words, names, addresses and amounts."""
        lines, length = ["date,item,name,address,count,price"], 0
        while length < size:
            name, address = generator.choice(self.people)
            day = f"{generator.randint(2018, 2025)}-{generator.randint(1, 12):02}-{generator.randint(1, 28):02}"
            price = int(100 * generator.lognormvariate(3, 1.5)) / 100
            lines.append(f"{day},{self.word(generator)},{name},{address},{generator.randint(1, 50)},{price:.2f}")
            length += len(lines[-1]) + 2
        return "\r\n".join([*lines, ""]).encode()

    def attachment(self, generator):
        size = min(LARGEST_FILE, int(FILE * generator.lognormvariate(0, FILE_SPREAD)))
        media, extension = generator.choice(TYPES)
        octets = self.table(generator, size) if extension == "csv" else generator.randbytes(size)
        name = f"{self.word(generator)}-{generator.randrange(1000)}.{extension}"
        parameter = f'filename="{name}"'
        if not name.isascii():
            parameter = "filename*=utf-8''" + "".join(f"%{octet:02X}" for octet in name.encode())
        return (f"Content-Type: {media}\r\nContent-Transfer-Encoding: base64\r\nContent-Disposition: attachment; {parameter}",
                base64.encodebytes(octets).replace(b"\n", b"\r\n"))

    def message(self, number):
        generator = random.Random(f"message {self.seed} {number}")
        lines = self.header(generator, number)
        part = self.body(generator)
        if generator.random() < 0.15:
            files = [self.attachment(generator) for _ in range(generator.choice([1, 1, 1, 2, 3]))]
            part = self.multipart(generator, "mixed", [part, *files])
        head, octets = part
        return "\r\n".join([*lines, head, "", ""]).encode() + octets
