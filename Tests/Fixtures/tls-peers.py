#!/usr/bin/env python3
"""Servers of every kind that a client can meet behind a port, good and bad, on loopback.

usage: tls-peers.py

Makes their certificates and prints a line of JSON: the file of the authority and the port of each peer. Then it answers
each line on standard input, the name of a peer, with all octets that its clients have sent, in hexadecimal, as they came
and as TLS had them. It ends when standard input does, and leaves nothing.
"""

import json
import pathlib
import socket
import ssl
import struct
import sys
import tempfile
import threading

sys.dont_write_bytecode = True
from certificates import DAY, Certificate, Issuer, Key  # noqa: E402

HOST = "mail.example.net"
CHUNK = 1 << 16
GREETING = b"* OK ready\r\n"


# Certificates ------------------------------------------------------------------------------


class Authority:
    """An authority, one below it, and keys."""

    def __init__(self, folder):
        self.folder = folder
        self.keys = {kind: Key(folder / f"{kind}.key", kind) for kind in ("ec", "rsa", "weak")}
        root_key = Key(folder / "root.key")
        self.root = Issuer("petrel test CA", root_key)
        self.root_certificate = Certificate(self.root, root_key, self.root.common_name, authority=True)
        self.file = folder / "authorities.pem"
        self.file.write_bytes(self.root_certificate.pem)

    def below(self, issuer=None, key=None, **what):
        key = key or Key(self.folder / f"below{Certificate.serial}.key")
        what = {"authority": True, "common_name": "petrel test CA below", **what}
        return Certificate(issuer or self.root, key, **what).as_issuer

    def leaf(self, issuer=None, key="ec", names=(f"DNS:{HOST}",), **what):
        return Certificate(issuer or self.root, self.keys[key], names=names, **what)


def certificates(authority):
    """(name, certificate): the rows of the test have the same names."""
    leaf, below, keys = authority.leaf, authority.below, authority.keys
    other_root = Issuer("petrel other CA", Key(authority.folder / "other.key"))
    namesake = Issuer(authority.root.common_name, other_root.key)
    yield "good", leaf()
    yield "good RSA", leaf(key="rsa")
    yield "good for addresses", leaf(names=["IP:7f000001", "IP:" + "00" * 15 + "01"])
    yield "good intermediate", leaf(below())
    yield "good wildcard", leaf(names=["DNS:*.example.net"])
    yield "good capitals", leaf(names=["DNS:MAIL.Example.NET"])
    yield "good IDN", leaf(names=["DNS:xn--bcher-kva.example"])
    yield "good below IDN", leaf(names=["DNS:*.xn--bcher-kva.example"])
    yield "good among many", leaf(names=[*(f"DNS:h{number}.example.org" for number in range(100)), f"DNS:{HOST}"])
    yield "good constraints", leaf(below(permitted=["DNS:example.net"]))
    yield "other host", leaf(names=["DNS:other.example.net"])
    yield "CN only", leaf(names=[], common_name=HOST)
    yield "CN beside an address", leaf(names=["email:kim@example.net"], common_name=HOST)
    yield "CN beside another name", leaf(names=["DNS:other.example.net"], common_name=HOST)
    yield "URI only", leaf(names=[f"URI:https://{HOST}"])
    yield "IP in CN", leaf(names=[], common_name="127.0.0.1")
    yield "IP as DNS", leaf(names=["DNS:127.0.0.1"])
    yield "IP by wildcard", leaf(names=["DNS:*.0.0.1"])
    yield "other IP", leaf(names=["IP:7f000002"])
    yield "mapped IP", leaf(names=["IP:" + "00" * 10 + "ffff7f000001"])
    for name in ("*", "*.net", "m*.example.net", "*l.example.net", "ma*l.example.net", "mail.*.net", "*.*.net",
                 ".example.net", "**.example.net", "mail.example.*", "xn--*.example", "", "mail.example.net.evil.test"):
        yield f"name {name}", leaf(names=[f"DNS:{name}"])
    yield "NUL in name", leaf(names=[f"DNS:{HOST}\0.evil.test"])
    yield "NUL behind name", leaf(names=[f"DNS:{HOST}\0"])
    yield "NUL in CN", leaf(names=[], common_name=f"{HOST}\0.evil.test")
    yield "hostile name", leaf(names=["DNS:\x1b[2Jexample\r\n.net\xff"])
    yield "expired", leaf(begins=-DAY * 60, ends=-DAY)
    yield "not yet valid", leaf(begins=DAY, ends=DAY * 30)
    yield "ends before it begins", leaf(begins=DAY, ends=-DAY)
    yield "self-signed", Certificate(Issuer(HOST, keys["ec"]), keys["ec"], HOST, names=[f"DNS:{HOST}"])
    yield "unknown CA", leaf(other_root)
    yield "namesake of the CA", leaf(namesake)
    yield "for clients", leaf(purposes=["clientAuth"])
    yield "for mail", leaf(purposes=["emailProtection"])
    yield "for signing certificates", leaf(uses=["keyCertSign"])
    yield "CA for clients", leaf(below(purposes=["clientAuth"]))
    yield "weak key", leaf(key="weak")
    yield "weak CA", leaf(below(key=keys["weak"]))
    yield "SHA-1", leaf(digest="sha1")
    yield "SHA-1 by CA", leaf(below(digest="sha1"))
    yield "MD5", leaf(below(key=keys["rsa"]), digest="md5")
    missing = below()
    missing.chain = b""
    yield "missing intermediate", leaf(missing)
    yield "intermediate no CA", leaf(below(authority=False, uses=["digitalSignature", "keyCertSign"]))
    yield "intermediate without constraints", leaf(below(authority=None, uses=["digitalSignature"]))
    yield "intermediate may not sign", leaf(below(uses=["cRLSign"]))
    yield "expired CA", leaf(below(begins=-DAY * 60, ends=-DAY))
    yield "path too long", leaf(below(below(path_length=0), common_name="petrel test CA far below"))
    yield "signed by a server", leaf(leaf(common_name="leaf").as_issuer)
    yield "not permitted", leaf(below(permitted=["DNS:example.org"]))
    yield "excluded", leaf(below(excluded=["DNS:example.net"]))
    yield "wildcard not permitted", leaf(below(permitted=["DNS:other.example.net"]), names=["DNS:*.example.net"])
    yield "forged", leaf(spoilt=True)
    yield "forged CA", leaf(below(spoilt=True))
    yield "unknown demand", leaf(strange=True)


# Peers -------------------------------------------------------------------------------------


class Peer:
    """A port, and what happens behind it."""

    def __init__(self, behave):
        self.behave = behave
        self.seen = bytearray()
        self.busy = 0
        self.done = threading.Condition()
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        while True:
            client, _ = self.listener.accept()
            with self.done:
                self.busy += 1
            threading.Thread(target=self.talk, args=(client,), daemon=True).start()

    def talk(self, client):
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        try:
            self.behave(Plain(client, self))
        except (OSError, ssl.SSLError):
            pass
        finally:
            client.close()
            with self.done:
                self.busy -= 1
                self.done.notify_all()

    def note(self, octets):
        if len(self.seen) < 1 << 20:
            self.seen += octets

    def wait(self):
        with self.done:
            self.done.wait_for(lambda: self.busy == 0, timeout=5)
            return bytes(self.seen)


class Plain:
    def __init__(self, client, peer):
        self.client, self.peer = client, peer

    def receive(self):
        octets = self.client.recv(CHUNK)
        self.peer.note(octets)
        return octets

    def send(self, octets):
        self.client.sendall(octets)

    def drain(self):
        while self.receive():
            pass

    def reset(self):
        self.client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.client.close()


class Secure:
    """TLS over a plain connection, so that what came is known also where no handshake succeeds."""

    def __init__(self, plain, context):
        self.plain, self.peer = plain, plain.peer
        self.incoming, self.outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
        self.tls = context.wrap_bio(self.incoming, self.outgoing, server_side=True)
        try:
            self.repeat(self.tls.do_handshake)
        except ssl.SSLError:
            self.plain.send(self.outgoing.read())
            self.plain.drain()
            raise

    def repeat(self, call):
        while True:
            try:
                return call()
            except ssl.SSLWantReadError:
                self.flush()
                octets = self.plain.receive()
                self.incoming.write(octets) if octets else self.incoming.write_eof()
            finally:
                self.flush()

    def flush(self):
        if self.outgoing.pending:
            self.plain.send(self.outgoing.read())

    def receive(self):
        try:
            octets = self.repeat(lambda: self.tls.read(CHUNK))
        except (ssl.SSLZeroReturnError, ssl.SSLEOFError):
            return b""
        self.peer.note(octets)
        return octets

    def send(self, octets):
        for start in range(0, len(octets), CHUNK):
            self.repeat(lambda: self.tls.write(octets[start:start + CHUNK]))

    def end(self):
        try:
            self.tls.unwrap()
        except ssl.SSLError:
            pass
        self.flush()

    def drain(self):
        while self.receive():
            pass


def context_of(certificate, folder, versions=(None, None), ciphers="DEFAULT", server_names=None):
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    # Whatever a bad server is configured with, so is this one.
    context.set_ciphers(f"{ciphers}:@SECLEVEL=0")
    context.minimum_version = versions[0] or ssl.TLSVersion.TLSv1_2
    context.maximum_version = versions[1] or ssl.TLSVersion.MAXIMUM_SUPPORTED
    if certificate:
        file = folder / f"chain{id(certificate)}.pem"
        file.write_bytes(certificate.chain)
        context.load_cert_chain(file, certificate.key.path)
    if server_names:
        context.sni_callback = server_names
    return context


def echo(connection):
    while octets := connection.receive():
        connection.send(octets)


def over_tls(context, behave):
    return lambda plain: behave(Secure(plain, context))


def finish(connection):
    connection.send(GREETING)
    connection.end()
    connection.plain.drain()


def announce(connection):
    """How the session came about and which name was asked for."""
    connection.send(json.dumps({"resumed": connection.tls.session_reused, "version": connection.tls.version()}).encode())
    connection.drain()
    connection.end()


def truncate(connection):
    connection.send(GREETING)


def reset(connection):
    connection.send(GREETING)
    connection.receive()
    getattr(connection, "plain", connection).reset()


def greet_before_tls(context):
    def behave(plain):
        plain.send(GREETING)
        echo(Secure(plain, context))
    return behave


def half_close(plain):
    plain.send(GREETING)
    plain.client.shutdown(socket.SHUT_WR)
    plain.drain()


def say(octets):
    def behave(plain):
        plain.receive()
        plain.send(octets)
        plain.drain()
    return behave


def take_nothing(plain):
    threading.Event().wait(30)


def close_at_once(plain):
    plain.client.shutdown(socket.SHUT_RDWR)


def behaviours(authority, folder):
    good = authority.leaf()
    bad = authority.leaf(names=["DNS:default.example.net"])
    versions = {1.0: ssl.TLSVersion.TLSv1, 1.1: ssl.TLSVersion.TLSv1_1, 1.2: ssl.TLSVersion.TLSv1_2,
                1.3: ssl.TLSVersion.TLSv1_3}
    for name, certificate in certificates(authority):
        yield name, over_tls(context_of(certificate, folder), echo)
    for number, version in versions.items():
        yield f"TLS {number}", over_tls(context_of(good, folder, (version, version)), echo)
        if number > 1.1:
            yield f"announcing TLS {number}", over_tls(context_of(good, folder, (version, version)), announce)
    yield "no certificate", over_tls(
        context_of(None, folder, (None, versions[1.2]), ciphers="AECDH:ADH"), echo)
    usual = context_of(good, folder)

    def by_name(tls, name, _):
        tls.context = usual if name == HOST else context
    context = context_of(bad, folder, server_names=by_name)
    yield "by name", over_tls(context, echo)
    yield "finishing", over_tls(usual, finish)
    yield "truncating", over_tls(usual, truncate)
    yield "resetting", over_tls(usual, reset)
    yield "greeting before TLS", greet_before_tls(usual)
    yield "plain greeting", lambda plain: (plain.send(GREETING), plain.drain())
    yield "plain answer", say(b"BAD what is that\r\n")
    yield "garbage", say(bytes(range(256)) * 4)
    yield "huge record", say(b"\x16\x03\x03\xff\xff" + b"\0" * 70000)
    yield "empty records", say(b"\x16\x03\x03\0\0" * 200)
    yield "alert", say(b"\x15\x03\x03\0\x02\x02\x28")
    yield "closing", close_at_once
    yield "resetting in the handshake", lambda plain: (plain.receive(), plain.reset())
    yield "silent", lambda plain: plain.drain()
    yield "plain echo", echo
    yield "plain half-close", half_close
    yield "plain reset", reset
    yield "taking nothing", take_nothing


def main():
    with tempfile.TemporaryDirectory(prefix="petrel-tls-") as name:
        folder = pathlib.Path(name)
        authority = Authority(folder)
        peers = {name: Peer(behave) for name, behave in behaviours(authority, folder)}
        ports = {name: peer.port for name, peer in peers.items()}
        print(json.dumps({"authorities": str(authority.file), "ports": ports}), flush=True)
        for line in sys.stdin:
            print(peers[line.rstrip("\n")].wait().hex(), flush=True)


if __name__ == "__main__":
    main()
