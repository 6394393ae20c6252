public import MailClients
private import Synchronization

extension Connections {
    /// Those of this machine. The loop and the authorities are made with the first connection: most commands need none.
    public static func network() -> Connections {
        let connectors = Connectors()
        return Connections { endpoint, authorities throws(StreamFailure) in
            try await connectors.connector(trusting: authorities.map { .file($0) } ?? .system).connect(to: endpoint)
        }
    }
}

/// One connector for each file of authorities, on one loop.
private final class Connectors: Sendable {
    private struct Made {
        var loop: EventLoop?
        var connectors: [Authorities: Connector] = [:]
    }

    private let made = Mutex(Made())

    func connector(trusting authorities: Authorities) throws(StreamFailure) -> Connector {
        let result: Result<Connector, StreamFailure> = made.withLock { made in
            if let connector = made.connectors[authorities] { return .success(connector) }
            do throws(StreamFailure) {
                let loop = if let loop = made.loop { loop } else { try EventLoop() }
                made.loop = loop
                let connector = try Connector(on: loop, trusting: authorities)
                made.connectors[authorities] = connector
                return .success(connector)
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }
}
