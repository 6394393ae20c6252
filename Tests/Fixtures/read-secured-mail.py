#!/usr/bin/env python3
"""Verify and decrypt one message with gpg or openssl, without petrel.

usage: read-secured-mail.py FILE HOME [AUTHORITY CERTIFICATE KEY]

HOME is the GnuPG home of the reader; AUTHORITY, CERTIFICATE and KEY are PEM files for S/MIME. Prints a JSON object with
"layers" (encrypted, signed), "micalg", "keys" (the key IDs that the message names), "headers" of the outside, "inner" (the
content as text) and "hasTrailingBlanks", whether a line of signed content ends with a blank. Exits 1 if a signature or
decryption fails.
"""

import base64
import email
import json
import os
import re
import subprocess
import sys
import tempfile

FILE, HOME = sys.argv[1:3]
AUTHORITY, CERTIFICATE, KEY = (sys.argv[3:6] + [None] * 3)[:3]


def run(*words, data=b""):
    done = subprocess.run(words, input=data, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env={**os.environ, "GNUPGHOME": HOME})
    if done.returncode:
        sys.exit(f"{' '.join(words)}: {done.stderr.decode(errors='replace')}")
    return done


def file(data):
    handle = tempfile.NamedTemporaryFile()
    handle.write(data)
    handle.flush()
    return handle


def crlf(data):
    return re.sub(b"\r?\n", b"\r\n", data)


def parts(raw, boundary):
    """The parts of a multipart byte for byte."""
    return [piece[2:] for piece in (b"\r\n" + crlf(raw)).split(b"\r\n--" + boundary.encode())[1:-1]]


def body(raw):
    return crlf(raw).split(b"\r\n\r\n", 1)[1]


result = {"layers": [], "keys": [], "micalg": None, "hasTrailingBlanks": False}


def read(raw):
    message = email.message_from_bytes(raw)
    kind = message.get_content_type()
    if kind == "multipart/encrypted":
        armor = body(parts(body(raw), message.get_boundary())[1])
        done = run("gpg", "--batch", "--status-fd", "2", "--decrypt", data=armor)
        status = done.stderr.decode(errors="replace")
        result["layers"].append("encrypted")
        result["keys"] = re.findall(r"ENC_TO ([0-9A-F]+)", status)
        if "] GOODSIG " in status:
            result["layers"].append("signed")
        return read(done.stdout)
    if kind == "application/pkcs7-mime":
        with file(base64.b64decode(body(raw))) as data:
            inner = run("openssl", "cms", "-decrypt", "-binary", "-inform", "DER", "-in", data.name, "-recip", CERTIFICATE, "-inkey", KEY).stdout
        result["layers"].append("encrypted")
        return read(inner)
    if kind == "multipart/signed":
        content, signature = parts(body(raw), message.get_boundary())[:2]
        result["micalg"] = message.get_param("micalg")
        result["hasTrailingBlanks"] = bool(re.search(rb"[ \t]\r\n", content))
        if any(byte > 127 for byte in content):
            sys.exit("signed content is not 7-bit")
        if message.get_param("protocol") == "application/pgp-signature":
            with file(body(signature)) as data:
                run("gpg", "--batch", "--verify", data.name, "-", data=content)
        else:
            with file(base64.b64decode(body(signature))) as data, file(content) as text:
                run("openssl", "cms", "-verify", "-binary", "-inform", "DER", "-in", data.name, "-content", text.name, "-CAfile", AUTHORITY,
                    "-purpose", "any")
        result["layers"].append("signed")
        return read(content)
    return raw


with open(FILE, "rb") as stored:
    octets = stored.read()
result["headers"] = {name.lower(): value for name, value in email.message_from_bytes(octets).items()}
result["inner"] = read(octets).decode(errors="replace")
print(json.dumps(result))
