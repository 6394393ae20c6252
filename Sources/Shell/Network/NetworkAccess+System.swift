private import Curl
private import DomainNames
private import HTTP
public import MailClients
private import Platform
private import Synchronization
internal import Threads

extension NetworkAccess {
    /// The time limit for a document.
    private static var documentLimit: Duration { .seconds(4) }

    /// The network of this machine. The event loop and the trust anchors are loaded with the first connection, because
    /// most commands need none.
    public static func network() -> NetworkAccess {
        let connectors = Connectors()
        let changes = NetworkChangePoll()
        return NetworkAccess { endpoint, authorities throws(StreamFailure) in
            try await connectors.connector(trusting: authorities.map { .file($0) } ?? .system).connect(to: endpoint)
        } prepare: { authorities in
            // A failure is reported when the connection is made.
            BackgroundThreads.run {
                _ = try? connectors.connector(trusting: authorities.map { .file($0) } ?? .system)
            }
        } services: { kind, domain in
            guard let loop = try? connectors.loop() else { return [] }
            return (try? await Resolver(on: loop).services(kind, of: domain)) ?? []
        } exchangers: { domain in
            guard let loop = try? connectors.loop() else { return [] }
            return (try? await Resolver(on: loop).exchangers(of: domain)) ?? []
        } document: { url, maximumSize in
            guard let url = HTTPSURL(url) else { return nil }
            let request = HTTPRequest(
                url, accepting: "application/xml, text/xml", followsRedirects: true, atMost: maximumSize,
                within: documentLimit)
            let response = try? await CurlClient(.ofProcess).response(to: request)
            return response.flatMap { $0.isSuccess ? $0.body : nil }
        } haveChanged: {
            changes.haveHappened()
        } monitor: { changed in
            NetworkAndClockMonitor(changed)
        }
    }
}

/// One connector per set of trust anchors, all on one event loop.
private final class Connectors: Sendable {
    private struct Made {
        var loop: EventLoop?
        var connectors: [TrustAnchors: Connector] = [:]
    }

    private let made = Mutex(Made())

    func loop() throws(StreamFailure) -> EventLoop {
        try made.withLock { made throws(StreamFailure) in try Self.loop(&made) }
    }

    private static func loop(_ made: inout Made) throws(StreamFailure) -> EventLoop {
        if let loop = made.loop { return loop }
        let loop = try EventLoop()
        made.loop = loop
        return loop
    }

    func connector(trusting authorities: TrustAnchors) throws(StreamFailure) -> Connector {
        try made.withLock { made throws(StreamFailure) in
            if let connector = made.connectors[authorities] { return connector }
            let connector = try Connector(on: Self.loop(&made), trusting: authorities)
            made.connectors[authorities] = connector
            return connector
        }
    }
}
