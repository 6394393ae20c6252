public import DomainNames

/// How to find and connect to servers. The program injects the real network, tests a fake one.
public struct NetworkAccess: Sendable {
    /// Connects, and verifies the server's certificate if the endpoint uses implicit TLS. `authorities` is the path of
    /// a certificate file that replaces the system's trust anchors; with `nil` those are used.
    public typealias Connect =
        @Sendable (_ endpoint: Endpoint, _ authorities: [UInt8]?) async throws(StreamFailure) -> any ByteStream

    /// Returns the servers that a domain announces for a service, the best first. The result is empty if the domain
    /// announces none or no name server answers.
    public typealias Services = @Sendable (_ kind: ServiceRecord.Kind, _ domain: String) async -> [ServiceRecord]

    /// Returns the servers that receive the mail of a domain, the best first. The result is empty if there are none or
    /// no name server answers.
    public typealias Exchangers = @Sendable (_ domain: String) async -> [MailExchanger]

    /// Returns the document at an `https` URL, of at most so many bytes. `nil` if there is none.
    public typealias Document = @Sendable (_ url: String, _ maximumSize: Int) async -> [UInt8]?

    /// Returns whether network links, addresses or routes have changed since the last call. Does not block.
    public typealias Changes = @Sendable () -> Bool

    /// Calls a function whenever links, addresses or routes have changed, or the machine wakes from suspend, until the
    /// returned object is released.
    public typealias Monitor = @Sendable (_ changed: @escaping @Sendable () -> Void) -> any Sendable

    /// Begins to load what connections with these trust anchors need, and returns at once.
    public typealias Prepare = @Sendable (_ authorities: [UInt8]?) -> Void

    public let connect: Connect
    public let prepare: Prepare
    public let services: Services
    public let exchangers: Exchangers
    public let document: Document
    public let haveChanged: Changes
    public let monitor: Monitor
    /// Limits the IMAP connections.
    public let limiter = ConnectionLimiter()
    /// Whether no server can ever be reached.
    public private(set) var isNone = false

    public init(
        connect: @escaping Connect, prepare: @escaping Prepare = { _ in },
        services: @escaping Services = { _, _ in [] },
        exchangers: @escaping Exchangers = { _ in [] }, document: @escaping Document = { _, _ in nil },
        haveChanged: @escaping Changes = { false }, monitor: @escaping Monitor = { _ in 0 }
    ) {
        self.connect = connect
        self.prepare = prepare
        self.services = services
        self.exchangers = exchangers
        self.document = document
        self.haveChanged = haveChanged
        self.monitor = monitor
    }
}

extension NetworkAccess {
    /// Connections of a machine without a network.
    public static let none: NetworkAccess = {
        var connections = NetworkAccess { _, _ throws(StreamFailure) in throw .unreachable }
        connections.isNone = true
        return connections
    }()
}
