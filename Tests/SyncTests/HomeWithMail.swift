import Disk
import Foundation
import MailTestSupport
import MailTypes
import MaildirStore
import Surroundings
import Testing

/// This machine's clock, some minutes later: what has just changed in a directory is believed.
struct LaterClock: Surroundings.Clock {
    private let clock = SystemClock()

    func now() -> Instant { Instant(seconds: clock.now().seconds + 300) }
    func elapsed() -> Duration { clock.elapsed() }
    func sleep(for duration: Duration) {}
}

/// A message as a test sees it: its subject, and letters for its flags.
struct SeenMessage: Hashable, Comparable, CustomStringConvertible {
    let subject: String
    let letters: String
    var description: String { "\(subject) \(letters)" }

    static func < (one: SeenMessage, other: SeenMessage) -> Bool {
        (one.subject, one.letters) < (other.subject, other.letters)
    }

    static func message(_ subject: String, size: Int = 400) -> [UInt8] {
        let id = "\(subject.replacing(" ", with: "."))@example.org"
        let line = "This is the mail about \(subject), and a line of it.\r\n"
        return Array(
            ("From: Ana <ana@example.org>\r\nTo: leo@example.net\r\nSubject: \(subject)\r\n"
                + "Date: Mon, 12 Oct 2026 10:00:00 +0000\r\nMessage-ID: <\(id)>\r\n\r\n"
                + String(repeating: line, count: max(1, size / line.utf8.count))).utf8)
    }
}

/// A home whose mail other programs change.
protocol HomeWithMail {
    var home: URL { get }
}

extension HomeWithMail {
    /// The drafts and the outbox of the home.
    func drafts() throws -> DraftStore {
        let directory = try Directory.open(Path(home.path), on: POSIXFileSystem.shared)
        return DraftStore(
            mail: MailTree(try directory.makingDirectory(Array("mail".utf8))),
            state: try directory.makingDirectory(Array("state".utf8)),
            counters: Counters(in: directory, states: try directory.makingDirectory(Array("states".utf8))))
    }

    func directory(_ mailbox: String, _ place: String = "cur") -> URL {
        home.appending(path: "mail/\(mailbox)/\(place)")
    }

    private func files(_ mailbox: String) -> [URL] {
        ["new", "cur"].flatMap { place in
            (try? FileManager.default.contentsOfDirectory(
                at: directory(mailbox, place), includingPropertiesForKeys: nil)) ?? []
        }
    }

    private static func subject(of file: URL) -> String {
        let text = String(decoding: (try? Data(contentsOf: file)) ?? Data(), as: UTF8.self)
        let line = text.split(whereSeparator: \.isNewline).first { $0.hasPrefix("Subject: ") }
        return line.map { String($0.dropFirst("Subject: ".count)) } ?? ""
    }

    func file(_ subject: String, in mailbox: String = "INBOX") throws -> URL {
        try #require(
            files(mailbox).first { Self.subject(of: $0) == subject }, "\(subject) is not here in \(mailbox)")
    }

    func here(_ mailbox: String) -> [SeenMessage] {
        files(mailbox).map { file in
            SeenMessage(
                subject: Self.subject(of: file),
                letters: String(
                    decoding: MaildirFilename(Array(file.lastPathComponent.utf8)).flags.letters, as: UTF8.self))
        }.sorted()
    }

    /// As another program does it: the same file, with these letters.
    func rename(_ subject: String, letters: String, in mailbox: String = "INBOX") throws {
        let file = try file(subject, in: mailbox)
        let base = String(decoding: MaildirFilename(Array(file.lastPathComponent.utf8)).base, as: UTF8.self)
        try FileManager.default.moveItem(at: file, to: directory(mailbox).appending(path: "\(base):2,\(letters)"))
    }

    func moveHere(_ subject: String, from mailbox: String = "INBOX", to target: String) throws {
        try FileManager.default.moveItem(
            at: file(subject, in: mailbox), to: directory(target).appending(path: "\(UUID().uuidString):2,S"))
    }

    func copyHere(_ subject: String, from mailbox: String = "INBOX", to target: String) throws {
        try FileManager.default.copyItem(
            at: file(subject, in: mailbox), to: directory(target).appending(path: "\(UUID().uuidString):2,S"))
    }

    func removeHere(_ subject: String, in mailbox: String = "INBOX") throws {
        try FileManager.default.removeItem(at: file(subject, in: mailbox))
    }

    func addHere(_ subject: String, in mailbox: String = "INBOX", bareLineFeeds: Bool = false) throws {
        let message = SeenMessage.message(subject).filter { !bareLineFeeds || $0 != 0x0D }
        try Data(message).write(to: directory(mailbox).appending(path: "\(UUID().uuidString):2,S"))
    }

    func makeHere(_ mailbox: String) throws {
        for place in ["tmp", "new", "cur"] {
            try FileManager.default.createDirectory(
                at: directory(mailbox, place), withIntermediateDirectories: true)
        }
    }

    func loseLedger() throws {
        for file in try FileManager.default.contentsOfDirectory(
            at: home.appending(path: "state"), includingPropertiesForKeys: nil)
        where file.lastPathComponent.hasPrefix("ledger") {
            try FileManager.default.removeItem(at: file)
        }
    }
}
