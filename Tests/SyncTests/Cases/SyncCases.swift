import Foundation
import IMAPProtocol
import MailEngine
import MailTypes
import Testing

/// What happens between two syncs, on either side or on both. Afterwards both are to be alike.
///
/// Before it, m1 to m5 stand in INBOX, m1 seen, l1 in Lists/Swift, and t1 and t2 in Trash.
struct SyncCase: Sendable, CustomTestStringConvertible {
    let name: String
    /// How many of a message are there in the end, where it is not one.
    let counts: [String: Int]
    /// The same on a server that says which messages have one content: there two are known to be one.
    let knownCounts: [String: Int]
    /// Mailboxes beside those that are always there.
    let mailboxes: [String]
    let change: @Sendable (any SyncedScene) async throws -> Void
    var testDescription: String { name }

    init(
        _ name: String, _ counts: [String: Int] = [:], known: [String: Int]? = nil, in mailboxes: [String] = [],
        _ change: @escaping @Sendable (any SyncedScene) async throws -> Void
    ) {
        self.name = name
        self.counts = counts
        knownCounts = known ?? counts
        self.mailboxes = mailboxes
        self.change = change
    }

    /// Whether a real server can be made to do it: none gives other UIDs when it is asked, some take no `%` in a name, and
    /// Courier ends the connection of a client that renames a mailbox with others below it.
    func isPossible(on server: String) -> Bool {
        if name.contains("renumbers") { return false }
        if name.contains("escapes") { return !["cyrus", "courier"].contains(server) }
        return !(server == "courier" && name.contains("one below"))
    }

    static let all = onFlags + onMessages + onContents + onMailboxes + onLedgers

    /// With PETREL_SYNC_CASES=all, all of them for each of these servers, and else each of every `step` with one of them.
    static func chosen(for server: String, of servers: [String], step: Int = 1) -> [SyncCase] {
        let isAll = ProcessInfo.processInfo.environment["PETREL_SYNC_CASES"] == "all"
        guard !isAll, let place = servers.firstIndex(of: server) else { return all }
        return all.indices.filter { $0 % (servers.count * step) == place * step }.map { all[$0] }
    }

    /// On a home that both sides agree on: what is wrong after it.
    func faults(of scene: any SyncedScene) async throws -> [String] {
        var faults: [String] = []
        for pass in 1...2 {
            let report = try await scene.sync()
            if let failure = report.failure { faults.append(failure.sentence) }
            if pass == 2, report.hasChanged { faults.append("not over with the first sync: \(report.mailboxes)") }
        }
        faults += try await endFaults(of: scene)
        return faults
    }

    /// What is not as it is to be in the end.
    func endFaults(of scene: any SyncedScene) async throws -> [String] {
        var faults: [String] = []
        var found: [String: Int] = [:]
        for mailbox in Set(SyncScene.mailboxes + ["New", "Renamed"] + mailboxes).sorted() {
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
