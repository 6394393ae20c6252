private import CLinux
public import DomainNames
private import Glibc
public import MailClients
private import Synchronization
internal import Threads

/// Resolves host names, and finds the mail servers of a domain. The system's resolver cannot be interrupted, so it runs
/// on a separate thread, and callers can stop waiting.
public struct Resolver: Sendable {
    private let loop: EventLoop
    /// For `services` and `exchangers`: the port of a name server at 127.0.0.1 that replaces those of the machine.
    private let nameServerPort: UInt16?

    public init(on loop: EventLoop) {
        self.init(on: loop, nameServerPort: nil)
    }

    init(on loop: EventLoop, nameServerPort: UInt16?) {
        self.loop = loop
        self.nameServerPort = nameServerPort
    }

    /// Returns the addresses of a host, at least one, in the order in which to try them.
    func addresses(of endpoint: Endpoint, until deadline: Deadline) async throws(StreamFailure) -> [SocketAddress] {
        let (host, port) = (endpoint.host, endpoint.port)
        guard !host.isEmpty, !host.utf8.contains(0) else { throw .nameNotFound }
        let isNumeric = SocketAddress.isNumeric(host)
        let found =
            isNumeric
            ? Self.ask(host, port, isNumeric: true)
            : try await elsewhere(until: deadline) { Self.ask(host, port, isNumeric: false) }
        let addresses = SocketAddress.takingTurns(try found.get())
        if addresses.isEmpty { throw .nameNotFound }
        return addresses
    }

    /// Returns the mail servers that a domain announces, the best first, or none [RFC 6186 §3, RFC 8314 §5.1]. DNS
    /// answers are not authenticated: show the host name to the user before asking for a password.
    public func services(
        _ kind: ServiceRecord.Kind, of domain: String, within limit: Duration = .seconds(5)
    ) async throws(StreamFailure) -> [ServiceRecord] {
        guard !domain.isEmpty, !domain.utf8.contains(0) else { throw .nameNotFound }
        return ServiceRecord.records(in: try await records(.services, of: "\(kind.rawValue).\(domain)", limit))
    }

    /// Returns the servers that receive the mail of a domain, the best first, or none [RFC 5321 §5.1].
    public func exchangers(
        of domain: String, within limit: Duration = .seconds(5)
    ) async throws(StreamFailure) -> [MailExchanger] {
        guard !domain.isEmpty, !domain.utf8.contains(0) else { throw .nameNotFound }
        return MailExchanger.records(in: try await records(.exchangers, of: domain, limit))
    }

    private enum RecordType: Int32 {
        case exchangers = 15
        case services = 33
    }

    private func records(
        _ type: RecordType, of name: String, _ limit: Duration
    ) async throws(StreamFailure) -> [UInt8] {
        let port = Int32(nameServerPort ?? 0)
        let seconds = Int32(clamping: limit.components.seconds)
        let answer = try await elsewhere(until: Deadline(in: limit)) {
            Self.askForRecords(name, type, port, seconds)
        }
        return try answer.get()
    }

    /// Runs `work` on a separate thread and waits for its result. If the wait ends early, the result is dropped.
    private func elsewhere<Value: Sendable>(
        until deadline: Deadline, _ work: @escaping @Sendable () -> Value
    ) async throws(StreamFailure) -> Value {
        let answer = try Answer<Value>(on: loop)
        BackgroundThreads.run { answer.give(work()) }
        return try await answer.wait(until: deadline)
    }

    private static func ask(
        _ host: String, _ port: UInt16, isNumeric: Bool
    ) -> Result<[SocketAddress], StreamFailure> {
        var hints = unsafe addrinfo()
        unsafe hints.ai_family = AF_UNSPEC
        unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        unsafe hints.ai_flags = AI_NUMERICSERV | (isNumeric ? AI_NUMERICHOST : 0)
        var list: UnsafeMutablePointer<addrinfo>?
        let failure = unsafe getaddrinfo(host, String(port), &hints, &list)
        guard failure == 0 else {
            return .failure(linux_dns_is_missing(failure) != 0 ? .nameNotFound : .nameServerUnreachable)
        }
        defer { unsafe freeaddrinfo(list) }
        var addresses: [SocketAddress] = []
        var entry = unsafe list
        while let place = unsafe entry {
            if let address = unsafe SocketAddress(place.pointee) { addresses.append(address) }
            unsafe entry = place.pointee.ai_next
        }
        return .success(addresses)
    }

    private static func askForRecords(
        _ name: String, _ type: RecordType, _ port: Int32, _ seconds: Int32
    ) -> Result<[UInt8], StreamFailure> {
        var failure: Int32 = 0
        var length: Int32 = 0
        // The maximum length of an answer [RFC 1035 §4.2.2].
        let answer = unsafe [UInt8](unsafeUninitializedCapacity: 65_535) { buffer, count in
            length = unsafe linux_dns_records(name, type.rawValue, port, seconds, buffer.baseAddress, 65_535, &failure)
            count = Int(max(length, 0))
        }
        if length >= 0 { return .success(answer) }
        // The name does not exist, or has no such records.
        return failure == HOST_NOT_FOUND || failure == NO_DATA ? .success([]) : .failure(.nameServerUnreachable)
    }
}

/// A value that a thread computes and a task waits for.
private final class Answer<Value: Sendable>: Sendable {
    private let value = Mutex<Value?>(nil)
    private let event: Int32
    private let loop: EventLoop

    init(on loop: EventLoop) throws(StreamFailure) {
        self.loop = loop
        event = linux_event_create()
        guard event >= 0 else { throw .system(errno) }
    }

    deinit {
        loop.forget(event)
        if event >= 0 { close(event) }
    }

    func give(_ found: Value) {
        value.withLock { $0 = found }
        linux_event_signal(event)
    }

    func wait(until deadline: Deadline) async throws(StreamFailure) -> Value {
        while true {
            try await loop.wait(for: .readable, on: event, until: deadline)
            if let found = value.withLock({ $0 }) { return found }
        }
    }
}
