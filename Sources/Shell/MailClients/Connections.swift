/// How servers are reached. The program puts the network in here; a test, whatever it likes.
public struct Connections: Sendable {
    /// Connects, and has the server prove who it is where its port begins with TLS. `authorities` names a file of
    /// certificates to believe beside nobody else; `nil` stands for those of the system.
    public typealias Connect =
        @Sendable (_ endpoint: Endpoint, _ authorities: [UInt8]?) async throws(StreamFailure) -> any ByteStream

    public let connect: Connect

    public init(connect: @escaping Connect) {
        self.connect = connect
    }
}

extension Connections {
    /// Where there is no network at all.
    public static let none = Connections { _, _ throws(StreamFailure) in throw .unreachable }
}
