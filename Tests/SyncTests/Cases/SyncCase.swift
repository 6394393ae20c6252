import Foundation
import IMAPProtocol
import MailEngine
import MailTypes
import Testing

/// A change between two syncs, on one side or both. Both sides must be equal afterwards.
///
/// At the start, INBOX contains m1 to m5, of which m1 is seen, Lists/Swift contains l1, and Trash contains t1 and t2.
struct SyncCase: Sendable, CustomTestStringConvertible {
    let name: String
    /// The number of copies of a message at the end, if it is not one.
    let counts: [String: Int]
    /// The same for a server that reports object IDs. There, petrel can tell that two messages are the same.
    let knownCounts: [String: Int]
    /// Mailboxes to check besides the usual ones.
    let mailboxes: [String]
    let change: @Sendable (any HomeWithServer) async throws -> Void
    var testDescription: String { name }

    init(
        _ name: String, _ counts: [String: Int] = [:], known: [String: Int]? = nil, in mailboxes: [String] = [],
        _ change: @escaping @Sendable (any HomeWithServer) async throws -> Void
    ) {
        self.name = name
        self.counts = counts
        knownCounts = known ?? counts
        self.mailboxes = mailboxes
        self.change = change
    }

    /// Whether a real server supports the case. None renumbers a mailbox on request, some reject `%` in a name, and
    /// Courier closes the connection of a client that renames a mailbox with children.
    func isPossible(on server: String) -> Bool {
        if name.contains("renumbers") { return false }
        if name.contains("escapes") { return !["cyrus", "courier"].contains(server) }
        return !(server == "courier" && name.contains("one below"))
    }

    static let all = onFlags + onMovesCopiesAndRemovals + onNewMessages + onMailboxes + onLedgers

    /// Returns the cases to run with one of these servers. With PETREL_SYNC_CASES=all these are all cases, and
    /// otherwise every `step`th case is divided among the servers.
    static func chosen(for server: String, of servers: [String], step: Int = 1) -> [SyncCase] {
        let isAll = ProcessInfo.processInfo.environment["PETREL_SYNC_CASES"] == "all"
        guard !isAll, let place = servers.firstIndex(of: server) else { return all }
        return all.indices.filter { $0 % (servers.count * step) == place * step }.map { all[$0] }
    }

    /// Syncs after the change and returns what is wrong. The home must have been in sync before the change.
    func faults(of scene: any HomeWithServer) async throws -> [String] {
        var faults: [String] = []
        for pass in 1...2 {
            let report = try await scene.sync()
            if let failure = report.failure { faults.append(failure.sentence) }
            if pass == 2, report.hasChanged { faults.append("not over with the first sync: \(report.mailboxes)") }
        }
        faults += try await endFaults(of: scene)
        return faults
    }

    /// Returns the differences from the expected final state.
    func endFaults(of scene: any HomeWithServer) async throws -> [String] {
        var faults: [String] = []
        var found: [String: Int] = [:]
        for mailbox in Set(RealServerFixture.mailboxes + ["New", "Renamed"] + mailboxes).sorted() {
            let there = try await scene.look(mailbox)
            let here = scene.here(mailbox).map { scene.lasting($0) }.sorted()
            if let there, there.map({ scene.lasting($0) }).sorted() != here {
                faults.append("\(mailbox): here \(here), there \(there)")
            }
            if there == nil, scene.hasMailbox(mailbox) { faults.append("\(mailbox) is only here, with \(here)") }
            for message in there ?? [] { found[message.subject, default: 0] += 1 }
        }
        let counts = await scene.tellsOfObjects ? knownCounts : counts
        for subject in Set(["m1", "m2", "m3", "m4", "m5", "l1", "t1", "t2"] + found.keys + counts.keys).sorted() {
            let (count, wanted) = (found[subject] ?? 0, counts[subject] ?? 1)
            if count != wanted { faults.append("\(subject) is there \(count) times and not \(wanted)") }
        }
        return faults
    }
}
