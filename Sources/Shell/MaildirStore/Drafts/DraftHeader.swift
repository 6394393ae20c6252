internal import Digest
public import InternetMessage
public import MailTypes

/// The header fields that identify a message as a revision of a draft on any device and in any program: two of petrel's
/// own, and a Message-ID that is unique to the revision. Some servers and programs treat two messages with the same
/// Message-ID as duplicates and keep the older one.
public struct DraftHeader: Hashable, Sendable {
    public let id: DraftID
    /// Starts at 1.
    public let revision: Int

    public init(id: DraftID, revision: Int) {
        self.id = id
        self.revision = revision
    }

    /// Returns `nil` if the message lacks the fields, as one written by another program does.
    public init?(of message: Message) {
        let header = message.header
        guard let id = header.first(named: "x-petrel-draft-id"), let draftID = DraftID(id.text.utf8),
            let field = header.first(named: "x-petrel-draft-rev"), let revision = Int(field.text), revision > 0
        else { return nil }
        self.init(id: draftID, revision: revision)
    }

    /// Returns the draft of which the message is a version, from the fields or the Message-ID; `nil` for one that another
    /// program wrote. Some servers remove unknown fields.
    public static func draft(of message: Message) -> DraftID? {
        if let header = DraftHeader(of: message) { return header.id }
        let first = message.header.messageID?.text.utf8.split(separator: 0x2E).first
        return first.flatMap { DraftID($0) }
    }

    private static let names: [StaticString] = ["x-petrel-draft-id", "x-petrel-draft-rev"]
    private static let messageID: [StaticString] = ["message-id"]

    /// Returns the message with the fields of this revision, replacing any existing ones.
    public func stamp(_ message: [UInt8]) -> [UInt8] {
        lines + Self.removeFields(from: message)
    }

    /// Returns the message as other devices should see it: its Message-ID is also derived from this revision and text.
    public func stampDraft(_ message: [UInt8]) -> [UInt8] {
        let rest = HeaderFieldRemoval.fields(named: Self.messageID, from: Self.removeFields(from: message))
        let known = Message(message).header.messageID?.text.utf8.split(separator: 0x40).last ?? ""[...].utf8
        let isDomain = !known.isEmpty && known.allSatisfy { 0x21...0x7E ~= $0 && $0 != 0x3C && $0 != 0x3E }
        let domain = isDomain ? String(decoding: Array(known), as: UTF8.self) : "localhost.invalid"
        let text = HexadecimalNumber.digits(XXH3.hash64(rest))
        let unique = "\(id).\(revision).\(String(decoding: text, as: UTF8.self))"
        return lines + Array("Message-ID: <\(unique)@\(domain)>\r\n".utf8) + rest
    }

    private var lines: [UInt8] { Array("X-Petrel-Draft-Id: \(id)\r\nX-Petrel-Draft-Rev: \(revision)\r\n".utf8) }

    private static func removeFields(from message: [UInt8]) -> [UInt8] {
        HeaderFieldRemoval.fields(named: names, from: message)
    }

    /// Returns the message without these fields, as it is sent, so that recipients cannot tell it was a draft.
    public static func remove(from message: [UInt8]) -> [UInt8] {
        let header = Message(message).header
        let id = header.first(named: "x-petrel-draft-id").flatMap { DraftID($0.text.utf8) }
        let rest = removeFields(from: message)
        guard let id, let messageID = header.messageID, messageID.text.utf8.starts(with: id.text.utf8) else {
            return rest
        }
        return HeaderFieldRemoval.fields(named: Self.messageID, from: rest)
    }

    /// Returns whether two texts of the draft are equal apart from their revisions.
    func isSame(_ one: [UInt8], _ other: [UInt8]) -> Bool {
        stampDraft(one) == stampDraft(other)
    }
}
