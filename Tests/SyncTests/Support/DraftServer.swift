import MailTypes
import ModelServer
import Testing

/// A server with drafts, with the actions of another client.
struct DraftServer {
    let server: ModelIMAPServer
    private let mailbox: String

    init(_ profile: ModelProfile) {
        server = ModelIMAPServer(profile)
        let drafts = profile.mailboxes.first { $0.use == .drafts || $0.name == "Drafts" }
        mailbox = profile.prefix + (drafts?.name ?? "Drafts")
        for number in 1...2 {
            server.deliver(String(decoding: TestMessage.message("m\(number)"), as: UTF8.self), flags: [.seen])
        }
    }

    var messages: [ModelSnapshot] { server.snapshot[mailbox] ?? [] }
    var subjects: [String] { messages.map { DraftText.subject($0.content) }.sorted() }
    var inbox: [String] { (server.snapshot["INBOX"] ?? []).map { DraftText.subject($0.content) }.sorted() }

    func put(_ message: [UInt8], flags: [Flag] = [.draft]) { server.deliver(message, to: mailbox, flags: flags) }

    func message(_ subject: String) throws -> ModelSnapshot {
        try #require(messages.first { DraftText.subject($0.content) == subject }, "\(subject) is not on the server")
    }

    /// Gives the UID of a draft to another one.
    func substitute(_ subject: String, by message: [UInt8]) throws {
        server.substitute(try self.message(subject).uid, in: mailbox, by: message)
    }

    func renumber() { server.renumber(mailbox) }
    func deleteMailbox() { server.delete(mailbox) }

    /// Leaves a draft out of all listings. Returns the action that lists it again.
    func withhold(_ subject: String) throws -> () -> Void {
        let withheld = try #require(server.withhold(message(subject).uid, in: mailbox))
        return { server.putBack(withheld, in: mailbox) }
    }

    /// Moves a draft to Trash, as a client does when its user deletes the draft.
    func moveToTrash(_ subject: String, _ profile: ModelProfile) throws {
        let uid = try message(subject).uid
        let isMicrosoft = profile.mailboxes.contains { $0.name == "Deleted Items" }
        let trash = profile.prefix + (isMicrosoft ? "Deleted Items" : "Trash")
        try #require(server.move(uid, in: mailbox, to: trash) != nil)
    }

    func delete(_ subject: String) throws {
        server.expunge(UIDSet(try message(subject).uid), in: mailbox)
    }

    /// Replaces a draft like a client that keeps unknown fields and assigns a new Message-ID.
    func replace(_ former: String, by subject: String) throws {
        let old = String(decoding: try message(former).content, as: UTF8.self)
        let kept = old.split(separator: "\r\n", omittingEmptySubsequences: false).map { line -> String in
            if line.hasPrefix("Message-ID:") { return "Message-ID: <\(subject)@other.example>" }
            return String(line.replacing(former, with: subject))
        }
        try delete(former)
        put(Array(kept.joined(separator: "\r\n").utf8))
    }

    /// The draft IDs that more than one message has.
    var doubles: [String] {
        let ids = messages.compactMap { DraftText.field("X-Petrel-Draft-Id", of: $0.content) }
        return Dictionary(grouping: ids, by: \.self).filter { $0.value.count > 1 }.map(\.key)
    }
}
