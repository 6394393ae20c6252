#!/usr/bin/env python3
"""usage: parse-with-python-email DIRECTORY

Reads each *.eml file of DIRECTORY with Python's own email package and prints what it understood: one JSON object a
file, in the order of the names.
"""
import base64
import email
import email.policy
import json
import pathlib
import sys


def addresses(message, name):
    header = message[name]
    return [] if header is None else [[a.display_name or None, a.addr_spec] for a in header.addresses]


def is_file(entity):
    # A name that is blank is no name to the package.
    return entity.get_filename() or entity.get_content_disposition() == "attachment"


def part(entity):
    found = {"type": entity.get_content_type(), "filename": entity.get_filename(), "id": entity["content-id"]}
    if entity.get_content_maintype() == "message":
        found["message"] = whole(entity.get_payload(0))
    elif entity.is_multipart():
        found["parts"] = [part(child) for child in entity.iter_parts()]
    elif entity.get_content_maintype() == "text" and not is_file(entity):
        found["text"] = entity.get_content().replace("\r\n", "\n")
    else:
        found["data"] = base64.b64encode(entity.get_payload(decode=True)).decode()
    return found


def whole(message):
    date = message["date"]
    return {
        "subject": None if message["subject"] is None else str(message["subject"]),
        "date": None if date is None else date.datetime.isoformat(),
        "from": addresses(message, "from"),
        "to": addresses(message, "to"),
        "cc": addresses(message, "cc"),
        "bcc": addresses(message, "bcc"),
        "reply-to": addresses(message, "reply-to"),
        "answered": (message["in-reply-to"] or "").split(),
        "ids": (message["references"] or "").split(),
        "body": part(message),
    }


for path in sorted(pathlib.Path(sys.argv[1]).glob("*.eml")):
    found = whole(email.message_from_bytes(path.read_bytes(), policy=email.policy.default))
    # Octets that the package could not decode are no text.
    print(json.dumps(json.loads(json.dumps(found, ensure_ascii=False).encode(errors="replace"))))
