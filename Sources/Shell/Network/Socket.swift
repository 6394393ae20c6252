private import CLinux
private import Glibc
internal import MailClients

/// A TCP connection with a nonblocking descriptor, which is closed when the last reference is released.
final class Socket: Sendable {
    let descriptor: Int32
    private let loop: EventLoop

    private init(_ descriptor: Int32, on loop: EventLoop) {
        self.descriptor = descriptor
        self.loop = loop
    }

    deinit {
        loop.forget(descriptor)
        close(descriptor)
    }

    static func connect(
        to address: SocketAddress, on loop: EventLoop, until deadline: Deadline
    ) async throws(StreamFailure) -> Socket {
        let descriptor = unsafe address.octets.withUnsafeBytes { buffer in
            unsafe linux_tcp_connect(buffer.baseAddress, UInt32(buffer.count))
        }
        guard descriptor >= 0 else { throw StreamFailure(code: errno) }
        let socket = Socket(descriptor, on: loop)
        // A connection to this machine is established at once.
        if !socket.isWritable { try await socket.wait(for: .writable, until: deadline) }
        let failure = linux_tcp_failure(descriptor)
        guard failure == 0 else { throw StreamFailure(code: failure) }
        return socket
    }

    /// Waits until the socket is ready. Data that arrives then is acknowledged at once: an acknowledgement delayed by
    /// 40 ms holds up a peer that waits for it.
    func wait(for interest: Interest, until deadline: Deadline) async throws(StreamFailure) {
        if interest == .readable { linux_tcp_acknowledge(descriptor) }
        try await loop.wait(for: interest, on: descriptor, until: deadline)
    }

    /// Shuts down the connection. All waits fail with `closed`.
    func end() {
        shutdown(descriptor, Int32(SHUT_RDWR))
        loop.forget(descriptor)
    }

    /// Reads at most `count` bytes, and none at the end.
    func read(atMost count: Int) -> NonblockingResult<[UInt8]> {
        var got = 0
        let octets = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, length in
            got = unsafe recv(descriptor, buffer.baseAddress, count, 0)
            length = max(got, 0)
        }
        return got < 0 ? Self.step(errno, .readable) : .done(octets.withoutUnusedCapacity)
    }

    /// Writes the bytes from `start` on, and returns how many the system has accepted.
    func write(_ octets: [UInt8], from start: Int) -> NonblockingResult<Int> {
        let count = unsafe octets.withUnsafeBytes { buffer in
            unsafe send(
                descriptor, UnsafeRawBufferPointer(rebasing: buffer[start...]).baseAddress, buffer.count - start,
                Int32(MSG_NOSIGNAL))
        }
        return count < 0 ? Self.step(errno, .writable) : .done(count)
    }

    /// Whether writing would not block; after connecting, whether the attempt has ended.
    private var isWritable: Bool {
        var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        return unsafe poll(&request, 1, 0) > 0
    }

    /// Whether unread bytes are available.
    var hasUnread: Bool {
        var octet: UInt8 = 0
        return unsafe recv(descriptor, &octet, 1, Int32(MSG_PEEK)) > 0
    }

    private static func step<Value>(_ code: Int32, _ interest: Interest) -> NonblockingResult<Value> {
        switch code {
        case EAGAIN, EINTR: .wait(interest)
        // An established connection timed out, so this is not a failed attempt to connect.
        case ETIMEDOUT: .failed(.cutOff)
        default: .failed(StreamFailure(code: code))
        }
    }
}

extension StreamFailure {
    /// Maps the `errno` value of a failed socket call.
    init(code: Int32) {
        switch code {
        case ECONNREFUSED: self = .refused
        case ETIMEDOUT: self = .timedOut
        case ECONNRESET, EPIPE, ECONNABORTED: self = .cutOff
        case ENETUNREACH, EHOSTUNREACH, ENETDOWN, EHOSTDOWN, EADDRNOTAVAIL, EAFNOSUPPORT: self = .unreachable
        default: self = .system(code)
        }
    }
}

extension [UInt8] {
    /// The same bytes, copied if most of their memory is unused: a connection in IDLE may keep what it last read for
    /// minutes.
    var withoutUnusedCapacity: [UInt8] {
        guard count < capacity / 4 else { return self }
        var copy: [UInt8] = []
        copy.reserveCapacity(count)
        copy.append(contentsOf: self)
        return copy
    }
}
