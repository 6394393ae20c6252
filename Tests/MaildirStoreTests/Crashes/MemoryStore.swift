import Disk
import MailTestSupport
import MailTypes
import Testing

@testable import MaildirStore

/// A store on the disk in memory.
struct MemoryStore {
    let disk: MemoryFileSystem
    let mail: MailTree
    let drafts: DraftStore
    /// Later than the dates of all files on the disk in memory.
    let now = Instant(seconds: 1_770_000_000)

    init(_ disk: MemoryFileSystem) throws {
        self.disk = disk
        let home = try Directory.open(Path("/"), on: disk)
        mail = MailTree(try home.makingDirectory(Array("mail".utf8)))
        let states = try home.makingDirectory(Array("state".utf8))
        drafts = DraftStore(
            mail: mail, state: try states.makingDirectory(Array("work".utf8)),
            counters: DraftAndOutboxNumberAllocator(in: home, states: states))
    }

    /// Returns the draft or outbox item with that text.
    func id(_ subject: String) throws -> DraftID {
        let contents = try drafts.contents(at: now)
        for (items, isInOutbox) in [(contents.drafts, false), (contents.outbox, true)] {
            for item in items where try subject == self.subject(drafts.message(of: item, isInOutbox: isInOutbox)) {
                return try #require(item.draftID)
            }
        }
        throw DraftError.missing(DraftID(random: Array(repeating: 0, count: 16)))
    }

    /// Queues the message built from a draft so that the session can take it back.
    func queueUndoably(_ subject: String, by session: EditingSessionsAndJournals.Session) throws -> DraftID {
        let draft = try id(subject)
        let hold = UndoWindowOwner(session: session.id, window: 5)
        return try #require(
            try drafts.queue(letter("built"), from: draft, at: now) { $0.undo = hold }.draftID)
    }

    /// Returns the subject of a message, after checking that it is whole: all end in the same line.
    func subject(_ message: [UInt8]) -> String {
        let lines = text(DraftHeader.remove(from: message)).utf8.split(separator: 0x0A).map {
            String(decoding: $0, as: UTF8.self)
        }
        guard let subject = lines.first(where: { $0.utf8.starts(with: "Subject: ".utf8) })?.dropFirst(9).dropLast(),
            message.suffix(8).elementsEqual("Hello.\r\n".utf8)
        else { return "not whole: \(text(message))" }
        return String(subject)
    }
}
