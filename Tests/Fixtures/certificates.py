"""Certificates for tests of TLS, also ones that no authority would make, written in DER [RFC 5280 §4, X.690].

openssl makes the keys and the signatures; what stands in a certificate is put together here.
"""

import base64
import datetime
import pathlib
import subprocess

OIDS = {
    "commonName": "2.5.4.3", "subjectAltName": "2.5.29.17", "basicConstraints": "2.5.29.19", "keyUsage": "2.5.29.15",
    "extendedKeyUsage": "2.5.29.37", "nameConstraints": "2.5.29.30", "serverAuth": "1.3.6.1.5.5.7.3.1",
    "clientAuth": "1.3.6.1.5.5.7.3.2", "emailProtection": "1.3.6.1.5.5.7.3.4", "unknown": "1.3.6.1.4.1.99999.1",
    "ecdsa-sha256": "1.2.840.10045.4.3.2", "ecdsa-sha1": "1.2.840.10045.4.1", "rsa-sha256": "1.2.840.113549.1.1.11",
    "rsa-sha1": "1.2.840.113549.1.1.5", "rsa-md5": "1.2.840.113549.1.1.4",
}
KEY_USAGE_BITS = {"digitalSignature": 0, "keyEncipherment": 2, "keyCertSign": 5, "cRLSign": 6}
DAY = datetime.timedelta(days=1)


# DER ---------------------------------------------------------------------------------------


def element(tag, *contents):
    content = b"".join(contents)
    length = len(content)
    size = (length.bit_length() + 7) // 8
    return bytes([tag]) + (bytes([length]) if length < 128 else bytes([0x80 | size]) + length.to_bytes(size)) + content


def sequence(*contents):
    return element(0x30, *contents)


def integer(number):
    return element(0x02, number.to_bytes(number.bit_length() // 8 + 1))


def oid(name):
    first, second, *rest = map(int, OIDS[name].split("."))
    octets = [first * 40 + second]
    for number in rest:
        digits = [number & 0x7F]
        while number := number >> 7:
            digits.insert(0, 0x80 | number & 0x7F)
        octets += digits
    return element(0x06, bytes(octets))


def name(common_name):
    return sequence(element(0x31, sequence(oid("commonName"), element(0x0C, common_name.encode()))))


def time(moment):
    return element(0x18, moment.strftime("%Y%m%d%H%M%SZ").encode())


def general_name(text):
    """"DNS:…", "IP:…" (numbers in hexadecimal), "URI:…" or "email:…"."""
    kind, value = text.split(":", 1)
    tag = {"email": 0x81, "DNS": 0x82, "URI": 0x86, "IP": 0x87}[kind]
    return element(tag, bytes.fromhex(value) if kind == "IP" else value.encode("latin-1"))


def extension(kind, value, critical=False):
    return sequence(oid(kind), element(0x01, b"\xff") if critical else b"", element(0x04, value))


def key_usage(uses):
    bits = sum(0x80 >> KEY_USAGE_BITS[use] for use in uses)
    return element(0x03, bytes([0, bits]))


def basic_constraints(is_authority, path_length):
    return sequence(element(0x01, b"\xff") if is_authority else b"", b"" if path_length is None else integer(path_length))


def name_constraints(permitted, excluded):
    def subtrees(tag, names):
        return element(tag, *(sequence(general_name(one)) for one in names)) if names else b""
    return sequence(subtrees(0xA0, permitted), subtrees(0xA1, excluded))


# Keys and certificates ---------------------------------------------------------------------


def openssl(*arguments, input=b""):
    return subprocess.run(["openssl", *map(str, arguments)], input=input, check=True, capture_output=True).stdout


class Key:
    def __init__(self, path, kind="ec"):
        options = {"ec": ("EC", "ec_paramgen_curve:P-256"), "rsa": ("RSA", "rsa_keygen_bits:2048"),
                   "weak": ("RSA", "rsa_keygen_bits:1024")}[kind]
        self.path = pathlib.Path(path)
        self.family = "ecdsa" if kind == "ec" else "rsa"
        openssl("genpkey", "-algorithm", options[0], "-pkeyopt", options[1], "-out", self.path)
        self.public = openssl("pkey", "-in", self.path, "-pubout", "-outform", "DER")

    def sign(self, content, digest):
        return openssl("dgst", f"-{digest}", "-sign", self.path, input=content)


class Issuer:
    """A name and a key that certificates are signed with, and what a server sends along to prove them."""

    def __init__(self, common_name, key, chain=b""):
        self.common_name, self.key, self.chain = common_name, key, chain


class Certificate:
    """What is asked for, in the field's words; what is left out is as an authority would have it."""

    serial = 1000

    def __init__(self, issuer, key, common_name="petrel test", names=(), begins=-DAY, ends=DAY * 30, authority=None,
                 path_length=None, uses=None, purposes=None, permitted=(), excluded=(), digest="sha256",
                 strange=False, spoilt=False):
        now = datetime.datetime.now(datetime.timezone.utc)
        Certificate.serial += 1
        if uses is None:
            uses = ["keyCertSign", "cRLSign"] if authority else ["digitalSignature", "keyEncipherment"]
        extensions = [extension("keyUsage", key_usage(uses), critical=True)] if uses else []
        if authority is not None:
            extensions.append(extension("basicConstraints", basic_constraints(authority, path_length), critical=True))
        if names:
            extensions.append(extension("subjectAltName", sequence(*map(general_name, names))))
        if purposes is None and not authority:
            purposes = ["serverAuth"]
        if purposes:
            extensions.append(extension("extendedKeyUsage", sequence(*map(oid, purposes))))
        if permitted or excluded:
            extensions.append(extension("nameConstraints", name_constraints(permitted, excluded), critical=True))
        if strange:
            extensions.append(extension("unknown", b"\x05\x00", critical=True))
        algorithm = sequence(oid(f"{issuer.key.family}-{digest}"), b"" if issuer.key.family == "ecdsa" else b"\x05\x00")
        content = sequence(
            element(0xA0, integer(2)), integer(Certificate.serial), algorithm, name(issuer.common_name),
            sequence(time(now + begins), time(now + ends)), name(common_name), key.public,
            element(0xA3, sequence(*extensions)) if extensions else b"")
        signature = bytearray(issuer.key.sign(content, digest))
        if spoilt:
            signature[-1] ^= 1
        self.key, self.common_name = key, common_name
        self.der = sequence(content, algorithm, element(0x03, b"\0", bytes(signature)))
        self.chain = self.pem + issuer.chain

    @property
    def pem(self):
        text = base64.b64encode(self.der)
        lines = [text[start:start + 64] for start in range(0, len(text), 64)]
        return b"\n".join([b"-----BEGIN CERTIFICATE-----", *lines, b"-----END CERTIFICATE-----", b""])

    @property
    def as_issuer(self):
        return Issuer(self.common_name, self.key, self.chain)

