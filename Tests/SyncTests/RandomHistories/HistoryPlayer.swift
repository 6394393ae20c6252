import Foundation
import IMAPProtocol
import MailEngine
import MailTypes
import MaildirStore
import Platform
import Testing

/// The account during a history.
final class HistoryPlayer {
    let scene: any HomeWithServer
    let clock: JumpingClock
    var account = ExpectedMail()
    private(set) var story: [String] = []
    private(set) var faults: [String] = []
    /// The number of incremental scans, and of those in failed syncs.
    private(set) var incrementalScanCount = 0
    private(set) var narrowLooksCutOff = 0
    private var count = 0

    static let names = ["INBOX", "Projects", "Archive", "Trash", "Lists/Swift", "New", "Renamed"]
    /// The mailboxes that are never deleted or renamed.
    static let lasting = ["INBOX", "Archive", "Trash"]

    init(_ scene: any HomeWithServer, clock: JumpingClock) {
        self.scene = scene
        self.clock = clock
    }

    func tell(_ line: String) { story.append(line) }
    func note(_ fault: String) { faults.append(fault) }

    /// Returns the subject of a new message.
    func newSubject() -> String {
        count += 1
        let subject = "c\(1000 + count)"
        account.make(subject)
        return subject
    }

    func newName() -> String {
        count += 1
        return "\(1_600_000_000 + count).t\(count).other"
    }

    /// Returns the message with a subject. Some have no Message-ID, and some have an empty body.
    static func message(_ subject: String) -> [UInt8] {
        let number = Int(subject.dropFirst()) ?? 0
        let message = TestMessage.message(subject, size: 100 + number * 37 % 900)
        switch number % 9 {
        case 3: return Array(String(decoding: message, as: UTF8.self).replacing("Message-ID:", with: "X-Other:").utf8)
        case 7: return Array("Subject: \(subject)\r\n\r\n".utf8)
        default: return message
        }
    }

    // MARK: - State

    struct File {
        let mailbox: String
        let url: URL
        let subject: String
        let letters: String
        let isIntact: Bool
        var name: MaildirFilename { MaildirFilename(Array(url.lastPathComponent.utf8)) }
        var base: String { String(decoding: name.base, as: UTF8.self) }
        var isNew: Bool { url.deletingLastPathComponent().lastPathComponent == "new" }
    }

    /// Returns the files in an order that does not depend on their names.
    func files(in mailbox: String) -> [File] { Self.files(in: mailbox, of: scene as any HomeWithMail) }

    static func files(in mailbox: String, of scene: any HomeWithMail) -> [File] {
        var found: [File] = []
        for place in ["new", "cur"] {
            let directory = scene.directory(mailbox, place)
            for name in (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? [] {
                let url = directory.appending(path: name)
                let octets = Array((try? Data(contentsOf: url)) ?? Data())
                let subject = TestMessage.subject(of: octets)
                found.append(
                    File(
                        mailbox: mailbox, url: url, subject: subject,
                        letters: String(decoding: MaildirFilename(Array(name.utf8)).flags.letters, as: UTF8.self),
                        isIntact: octets.filter { $0 != 0x0D } == message(subject).filter { $0 != 0x0D }))
            }
        }
        return found.sorted { ($0.subject, $0.letters, $0.isNew ? 0 : 1) < ($1.subject, $1.letters, $1.isNew ? 0 : 1) }
    }

    var files: [File] { Self.names.flatMap { files(in: $0) } }

    func there() async throws -> [String: [TestMessage]] {
        var found: [String: [TestMessage]] = [:]
        for name in Self.names { found[name] = try await scene.look(name) }
        return found
    }

    // MARK: - Steps

    func perform(_ step: HistoryStep) async throws {
        switch step.kind {
        case .deliver, .copyThere, .moveThere, .expunge, .markThere, .createThere, .renameThere, .deleteThere,
            .renumber:
            try await actThere(step)
        case .write, .remove, .move, .copy, .mark, .rename, .see:
            try actHere(step)
        case .loseLedger:
            try scene.loseLedger()
            account.forgetAgreement()
            tell("the ledger is lost")
        case .damageLedger:
            try damageLedger(step.first)
            account.forgetAgreement()
        case .turnClock(let seconds):
            clock.turn(by: seconds)
            tell("the clock is set by \(seconds) seconds")
        case .sync(let disturbance):
            try await sync(disturbance)
        case .syncSome:
            try await syncSome(step)
        case .settle:
            try await settle()
        }
    }

    private func damageLedger(_ choice: Int) throws {
        let file = scene.home.appending(path: "state/ledger.sqlite")
        guard var octets = try? Data(contentsOf: file), octets.count > 8192 else { return }
        let pages = octets.count / 4096
        switch choice % 4 {
        case 0: octets.removeLast(octets.count / 2)
        case 1: octets.replaceSubrange(0..<100, with: Data(repeating: 0x5A, count: 100))
        case 2: octets.removeAll()
        default:
            let page = 1 + choice / 4 % (pages - 1)
            octets.replaceSubrange(page * 4096..<(page + 1) * 4096, with: Data(repeating: 0, count: 4096))
        }
        try octets.write(to: file)
        tell("the ledger is damaged, way \(choice % 4)")
    }

    private func sync(_ disturbance: SyncFault) async throws {
        let report = try await scene.sync(disturbance, confirming: false)
        if disturbance != .none { account.isUncertain = true }
        incrementalScanCount += report.incrementalScanCount
        if report.failure != nil { narrowLooksCutOff += report.incrementalScanCount }
        // Operations that the server refused too often are undone here.
        if report.notices.contains(where: { $0.contains("the server refuses") }) { account.contendAll() }
        tell("sync, \(disturbance): \(report.failure?.sentence ?? "done") \(report.notices)")
    }

    private func syncSome(_ step: HistoryStep) async throws {
        let names = Set([step.first, step.second].map { Self.names[$0 % Self.names.count] })
        let report = try await scene.sync(.none, of: Set(names.compactMap { MailboxName($0) }), confirming: false)
        account.isUncertain = true
        tell("sync of \(names.sorted()): \(report.failure?.sentence ?? "done") \(report.notices)")
    }

    /// Syncs until nothing changes, and checks the result.
    private func settle() async throws {
        var isQuiet = false
        var isAsked = false
        var count = 0
        while !isQuiet, count < 6 {
            count += 1
            let report = try await scene.sync(.none, confirming: isAsked)
            incrementalScanCount += report.incrementalScanCount
            tell("quiet sync: \(report.failure?.sentence ?? "done") \(report.words) \(report.notices)")
            if let failure = report.failure { note("a sync fails: \(failure.sentence)") }
            isAsked = report.questionedDeletions > 0
            isQuiet = !report.hasChanged && !isAsked && report.failure == nil
        }
        if !isQuiet { note("not quiet after \(count) syncs") }
        try await judge()
        account.agree()
    }
}

extension SyncReport {
    /// A summary of the changes.
    fileprivate var words: String {
        mailboxes.filter { $0.new + $0.changed + $0.removed + $0.uploaded > 0 || $0.problem != nil }.map {
            "\($0.name): \($0.new) new \($0.changed) changed \($0.removed) removed \($0.uploaded) up \($0.problem ?? "")"
        }.joined(separator: ", ")
    }
}
