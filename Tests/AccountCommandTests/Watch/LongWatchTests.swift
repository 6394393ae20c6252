import Foundation
import Glibc
import IMAPProtocol
import MailClients
import MailTestSupport
import MailTypes
import ModelServer
import Synchronization
import Testing

@testable import EndToEndSupport
@testable import REPL

/// A day of watching, in seconds. PETREL_WATCH_HOURS sets the number of hours.
@Suite("A long watch", .onOwnThreads, .timeLimit(.minutes(10)), .holds("Y10", "Y12", "PY6"))
struct LongWatchTests {
    /// An hour takes two seconds.
    private static let factor = 1800
    private static let hours = ProcessInfo.processInfo.environment["PETREL_WATCH_HOURS"].flatMap { Int($0) } ?? 2

    private let home: SampleHome
    private let server = ModelIMAPServer(.dovecot)
    private let clock = FastClock(factor: factor, at: 1_791_892_800)

    init() throws {
        home = try SampleHome(isEmpty: true)
        try home.addAccountOfModelServer()
    }

    private var inbox: URL { home.directory.appending(path: "mail/work/INBOX") }

    private func files() -> [URL] {
        ["cur", "new"].flatMap { place in
            (try? FileManager.default.contentsOfDirectory(
                at: inbox.appending(path: place), includingPropertiesForKeys: nil)) ?? []
        }
    }

    /// Sets or removes the flag of a message as mutt does.
    private func flag(by random: inout SeededGenerator) {
        guard let file = files().randomElement(using: &random) else { return }
        let parts = file.lastPathComponent.components(separatedBy: ":2,")
        let flags = parts.count > 1 && parts[1].contains("F") ? "" : "F"
        try? FileManager.default.moveItem(at: file, to: inbox.appending(path: "cur/\(parts[0]):2,\(flags)"))
    }

    /// The memory of this process that is in use, in bytes.
    private static var memory: Int {
        let text = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = text.split(separator: "\n").first { $0.hasPrefix("VmRSS:") } ?? ""
        return (line.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * 1024
    }

    @Test("With faults at random, both sides end up equal, and the watch neither leaks nor is busy")
    func day() throws {
        var random = SeededGenerator.fresh
        let seed = random.seed
        let faults = FaultSource(seed)
        let watch = WatchDriver(
            home, ["--json"], clock: clock, reaching: clock.connections(server.connections { faults.next($0) }))
        let end = clock.elapsed() + .seconds(3600 * Self.hours)
        var memories: [Int] = []
        var number = 0
        while clock.elapsed() < end {
            number += 1
            let flags: [Flag] = Bool.random(using: &random) ? [.seen] : []
            let uid = server.deliver("From: b@x.example\r\nSubject: Letter \(number)\r\n\r\nHello.\r\n", flags: flags)
            if let uid, Int.random(in: 0..<3, using: &random) == 0 { server.expunge(UIDSet(uid), in: "INBOX") }
            if Int.random(in: 0..<3, using: &random) == 0 { flag(by: &random) }
            if Int.random(in: 0..<10, using: &random) == 0 { server.dismissAll() }
            clock.sleep(for: .seconds(Int.random(in: 1...600, using: &random)))
            memories.append(Self.memory)
        }
        faults.stop()
        server.dismissAll()
        let isEqual = WatchDriver.wait {
            let messages = server.mailbox("INBOX")?.messages ?? []
            let flagged = messages.count { $0.flags.contains(.flagged) }
            let here = files()
            return here.count == messages.count
                && here.count { $0.lastPathComponent.components(separatedBy: ":2,").last?.contains("F") ?? false }
                    == flagged
        }
        let run = watch.end()
        #expect(isEqual != nil, "seed \(seed)")
        #expect(server.violations == [], "seed \(seed)")
        let syncs = run.text.components(separatedBy: "\"phase\":\"syncingFolders\"").count
        // Each event of this test causes a few syncs at most, and polling twelve an hour.
        #expect(syncs < 12 * number + 20 * Self.hours + 100, "\(syncs) syncs, \(number) events, seed \(seed)")
        if Self.hours >= 24 {
            let (first, last) = (memories[memories.count / 4], memories[memories.count - 1])
            // The server's log and the collected output are in this process, too, and grow each day.
            #expect(last < first + 5_000_000 * Self.hours / 24, "\(first) and \(last) bytes, seed \(seed)")
        }
        print(
            "LongWatchTests: \(Self.hours) hours, \(number) events, \(syncs) syncs, \(server.connectionCount) connections, \(memories.first ?? 0) to \(memories.last ?? 0) bytes"
        )
    }
}

/// Random faults of the connections, until it is stopped.
private final class FaultSource: Sendable {
    private let state: Mutex<SeededGenerator?>

    init(_ seed: UInt64) {
        state = Mutex(SeededGenerator(seed: seed &+ 1))
    }

    func next(_ number: Int) -> ModelFaults {
        state.withLock { random in
            guard var generator = random else { return .none }
            defer { random = generator }
            return Bool.random(using: &generator) ? .none : ModelFaults(by: &generator, octets: 20_000, commands: 40)
        }
    }

    func stop() {
        state.withLock { $0 = nil }
    }
}
