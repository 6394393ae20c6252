import Foundation
import MailClients
import MailEngine
import MailTestSupport
import MailTypes
import ModelServer
import Synchronization
import Testing

/// Changes by another client and other programs while a sync is running.
@Suite(
    "Changes during a sync", .onOwnThreads, .timeLimit(.minutes(30)),
    .holds("PY1", "PY2", "PY3", "PY5", "PY7", "Y07"))
struct ChangesDuringSyncTests {
    /// A connection that performs an action before one of its reads.
    private final class WatchedStream: ByteStream {
        private let stream: any ByteStream
        private let reads = Mutex(0)
        private let number: Int
        private let act: @Sendable () -> Void

        init(_ stream: any ByteStream, before number: Int, _ act: @escaping @Sendable () -> Void) {
            self.stream = stream
            self.number = number
            self.act = act
        }

        func read(atMost: Int, within limit: Duration) async throws(StreamFailure) -> [UInt8] {
            let isDue = reads.withLock { reads in
                reads += 1
                return reads == number
            }
            if isDue { act() }
            return try await stream.read(atMost: min(atMost, 120), within: limit)
        }

        func write(_ octets: [UInt8], within limit: Duration) async throws(StreamFailure) {
            try await stream.write(octets, within: limit)
        }

        func startTLS(within limit: Duration) async throws(StreamFailure) { try await stream.startTLS(within: limit) }
        var isEncrypted: Bool { get async { await stream.isEncrypted } }
        func close() async { await stream.close() }
    }

    enum Change: CaseIterable, Sendable {
        case marksThere, expungesThere, movesThere, delivers, marksHere, movesHere, removesHere, writesHere

        /// Retries if the sync renames the file at the same time.
        func perform(on scene: HomeWithModelServer) throws {
            switch self {
            case .marksThere: scene.model.setFlags(try scene.uid("m3"), in: "INBOX", adding: [.answered])
            case .expungesThere: scene.model.expunge(UIDSet(try scene.uid("m6")), in: "INBOX")
            case .movesThere: scene.model.move(try scene.uid("m6"), in: "INBOX", to: "Archive")
            case .delivers: scene.deliver("z1")
            case .marksHere: try again { try scene.rename("m1", letters: "FS") }
            case .movesHere: try again { try scene.moveHere("m1", to: "Archive") }
            case .removesHere: try again { try scene.removeHere("m1") }
            case .writesHere: try scene.addHere("z1", in: "Projects")
            }
        }

        private func again(_ body: () throws -> Void) throws {
            for _ in 0..<20 where (try? body()) != nil { return }
            try body()
        }
    }

    private static let stride = Int(ProcessInfo.processInfo.environment["PETREL_SYNC_CUTS"] ?? "") == nil ? 47 : 3

    @Test("Both sides end up equal, and nothing is lost or duplicated", arguments: Change.allCases)
    func meanwhile(_ act: Change) async throws {
        for (place, server) in ModelServerKind.all.enumerated() {
            for number in Swift.stride(from: 4 + place, to: 90, by: Self.stride) {
                let scene = try HomeWithModelServer(server.profile)
                try await scene.sync()
                try scene.change()
                nonisolated(unsafe) let shared = scene
                let near = scene.model.connections()
                let connections = NetworkAccess { endpoint, authorities throws(StreamFailure) in
                    WatchedStream(try await near.connect(endpoint, authorities), before: number) {
                        // Fails if the message is gone by now.
                        try? act.perform(on: shared)
                    }
                }
                _ = try await scene.sync(by: connections, clock: scene.clock)
                let comment = Comment(rawValue: "\(server.name), before read \(number)")
                #expect(try await scene.settle() == [], comment)
                #expect(scene.here == scene.there, comment)
                var counts: [String: Int] = [:]
                for message in scene.there.values.joined() { counts[message.subject, default: 0] += 1 }
                // m2 was expunged and t1 removed before, and m6 was copied.
                for subject in ["m1", "m3", "m4", "m5", "x1", "x2", "y1", "y2"] {
                    #expect(counts[subject] == 1, "\(subject), \(server.name), before read \(number)")
                }
                #expect((1...2).contains(counts["m6"] ?? 0), comment)
            }
        }
    }

    @Test("A message that another client moves while a sync moves it elsewhere is in one mailbox")
    func movedMeanwhile() async throws {
        // Without UIDPLUS, the server does not report that it had nothing to move.
        for server in ModelServerKind.all where server.profile.has("UIDPLUS") {
            for number in Swift.stride(from: 1, to: 60, by: Self.stride == 3 ? 1 : 7) {
                let scene = try HomeWithModelServer(server.profile)
                #expect(try await scene.settle() == [], "\(server.name)")
                try scene.moveHere("m4", to: "Projects")
                nonisolated(unsafe) let shared = scene
                let near = scene.model.connections()
                let connections = NetworkAccess { endpoint, authorities throws(StreamFailure) in
                    WatchedStream(try await near.connect(endpoint, authorities), before: number) {
                        let found = shared.model.snapshot["INBOX"]?.first { $0.content == TestMessage.message("m4") }
                        if let found { shared.model.move(found.uid, in: "INBOX", to: "Archive") }
                    }
                }
                _ = try await scene.sync(by: connections, clock: scene.clock)
                let comment = Comment(rawValue: "\(server.name), before read \(number)")
                #expect(try await scene.settle() == [], comment)
                #expect(scene.here == scene.there, comment)
                #expect(scene.there.values.joined().count { $0.subject == "m4" } == 1, comment)
            }
        }
    }
}
