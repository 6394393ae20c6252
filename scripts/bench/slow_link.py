"""A link to a server on this machine whose octets take their time."""

import collections
import socket
import threading
import time


class SlowLink:
    """Hands on what comes to a port of its own, each direction `delay` seconds later, at any rate. It counts how often
    the client of the last connection waited for the server before it said more, its handshake of TCP included."""

    def __init__(self, port, delay):
        self.target, self.delay = port, delay
        self.trips, self.is_answered = 0, False
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                near, _ = self.listener.accept()
            except OSError:
                return
            far = socket.create_connection(("127.0.0.1", self.target))
            self.trips, self.is_answered = 1, True
            for end in (near, far):
                end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            for source, sink in ((near, far), (far, near)):
                queue, news = collections.deque(), threading.Semaphore(0)
                threading.Thread(target=self.take, args=(source, queue, news, source is near), daemon=True).start()
                threading.Thread(target=self.give, args=(sink, queue, news), daemon=True).start()

    def take(self, source, queue, news, is_client):
        octets = b"-"
        while octets:
            try:
                octets = source.recv(1 << 18)
            except OSError:
                octets = b""
            if is_client and octets and self.is_answered:
                self.trips += 1
            self.is_answered = not is_client
            queue.append((time.monotonic() + self.delay, octets))
            news.release()

    @staticmethod
    def give(sink, queue, news):
        octets = b"-"
        while octets:
            news.acquire()
            due, octets = queue.popleft()
            rest = due - time.monotonic()
            if rest > 0:
                time.sleep(rest)
            pieces = [octets]
            # All that is due goes at once; the end alone.
            while octets and queue and queue[0][0] <= time.monotonic() and queue[0][1] and news.acquire(blocking=False):
                pieces.append(queue.popleft()[1])
            try:
                if octets:
                    sink.sendall(b"".join(pieces))
                else:
                    sink.shutdown(socket.SHUT_WR)
            except OSError:
                return
