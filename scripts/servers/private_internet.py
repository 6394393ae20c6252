"""An internet for this process and its children alone: the names and ports that programs expect lead to private servers.

`enter` moves this process to namespaces of its own, in which there is no other network. `PrivateInternet` then gives
each name an address of loopback, with a certificate that all programs trust, and relays connections to the servers. All
of it is gone when the last process in it ends.
"""

import asyncio
import ctypes
import fcntl
import os
import pathlib
import socket
import ssl
import struct
import subprocess
import threading

CLONE_NEWNS, CLONE_NEWNET = 0x20000, 0x40000000
SIOCSIFFLAGS, IFF_UP = 0x8914, 1
TRUSTED = pathlib.Path("/etc/ssl/certs/ca-certificates.crt")
SIZE = 65536


class Unavailable(Exception):
    """There are no namespaces here; the message says why."""


def run(*command):
    subprocess.run(list(map(str, command)), check=True, capture_output=True, stdin=subprocess.DEVNULL)


def enter():
    """Must be called before there are other threads."""
    if os.geteuid() != 0:
        raise Unavailable("only root can make namespaces with a private network")
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.unshare(CLONE_NEWNS | CLONE_NEWNET) != 0:
        raise Unavailable(f"no new namespaces: {os.strerror(ctypes.get_errno())}")
    run("mount", "--make-rprivate", "/")
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        fcntl.ioctl(any_socket, SIOCSIFFLAGS, struct.pack("16sh", b"lo", IFF_UP))


def make_changeable(directory, folder):
    """Lets programs change a directory of the system, with their changes in memory only. `folder`: an empty one."""
    run("mount", "-t", "tmpfs", "tmpfs", folder)
    upper, work = folder / "upper", folder / "work"
    upper.mkdir()
    work.mkdir()
    run("mount", "-t", "overlay", "overlay", "-o", f"lowerdir={directory},upperdir={upper},workdir={work}", directory)


class PrivateInternet:
    """`services`: by name and port, the port of the server on this machine, or a document to answer with.
    `authorities`: the certificates of the servers."""

    def __init__(self, folder, services, authorities):
        folder.mkdir()
        self.names = sorted({name for name, _ in services})
        addresses = {name: f"127.0.1.{number}" for number, name in enumerate(self.names, 1)}
        certificate, key = folder / "certificate.pem", folder / "key.pem"
        run("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "30",
            "-keyout", key, "-out", certificate, "-subj", "/CN=a private internet",
            "-addext", "subjectAltName=" + ",".join(f"DNS:{name}" for name in self.names))
        self.authorities = certificate
        hosts = "127.0.0.1 localhost\n" + "".join(f"{address} {name}\n" for name, address in addresses.items())
        for path, text in (("/etc/hosts", hosts), ("/etc/resolv.conf", "nameserver 127.0.0.1\n"),
                           (TRUSTED, certificate.read_text())):
            replacement = folder / pathlib.Path(path).name
            replacement.write_text(text)
            run("mount", "--bind", replacement, pathlib.Path(path).resolve())
        self.outside = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        self.outside.load_cert_chain(certificate, key)
        self.inside = ssl.create_default_context(cafile=authorities)
        self.loop = asyncio.new_event_loop()
        threading.Thread(target=self.loop.run_forever, daemon=True).start()
        for (name, port), target in services.items():
            asyncio.run_coroutine_threadsafe(self.listen(addresses[name], port, target), self.loop).result()

    def stop(self):
        """Ends all connections."""
        asyncio.run_coroutine_threadsafe(self.end_tasks(), self.loop).result()
        self.loop.call_soon_threadsafe(self.loop.stop)

    @staticmethod
    async def end_tasks():
        tasks = asyncio.all_tasks() - {asyncio.current_task()}
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def listen(self, address, port, target):
        serve = self.relay_to(target) if isinstance(target, int) else self.answer_with(target)
        await asyncio.start_server(serve, address, port, ssl=self.outside)

    def relay_to(self, port):
        async def serve(reader, writer):
            try:
                to_read, to_write = await asyncio.open_connection(
                    "127.0.0.1", port, ssl=self.inside, server_hostname="localhost")
                await asyncio.gather(self.copy(reader, to_write), self.copy(to_read, writer))
            except (OSError, asyncio.CancelledError):
                # asyncio prints a stack for a connection whose task ends by being cancelled.
                writer.close()
        return serve

    @staticmethod
    async def copy(reader, writer):
        try:
            while octets := await reader.read(SIZE):
                writer.write(octets)
                await writer.drain()
        except OSError:
            pass
        writer.close()

    @staticmethod
    def answer_with(document):
        async def serve(reader, writer):
            await reader.readuntil(b"\r\n\r\n")
            octets = document.encode()
            head = f"HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\nContent-Length: {len(octets)}\r\nConnection: close\r\n\r\n"
            writer.write(head.encode() + octets)
            await writer.drain()
            writer.close()
        return serve
