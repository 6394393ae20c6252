public import DomainNames

/// How servers are found and reached. The program puts the network in here; a test, whatever it likes.
public struct Connections: Sendable {
    /// Connects, and has the server prove who it is where its port begins with TLS. `authorities` names a file of
    /// certificates to believe beside nobody else; `nil` stands for those of the system.
    public typealias Connect =
        @Sendable (_ endpoint: Endpoint, _ authorities: [UInt8]?) async throws(StreamFailure) -> any ByteStream

    /// The servers that a domain names for a service, the best first; none where it names none or nobody answers.
    public typealias Services = @Sendable (_ kind: ServiceRecord.Kind, _ domain: String) async -> [ServiceRecord]

    /// Whether ways to other machines came or went since this was last asked. Gives its answer at once.
    public typealias Changes = @Sendable () -> Bool

    public let connect: Connect
    public let services: Services
    public let haveChanged: Changes
    /// Whether there is nothing that could ever be reached.
    public private(set) var isNone = false

    public init(
        connect: @escaping Connect, services: @escaping Services = { _, _ in [] },
        haveChanged: @escaping Changes = { false }
    ) {
        self.connect = connect
        self.services = services
        self.haveChanged = haveChanged
    }
}

extension Connections {
    /// Where there is no network at all.
    public static let none: Connections = {
        var connections = Connections { _, _ throws(StreamFailure) in throw .unreachable }
        connections.isNone = true
        return connections
    }()
}
