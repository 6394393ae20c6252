internal import Digest
public import InternetMessage
public import MailTypes

/// The fields that make a message a revision of a draft, on whatever device or in whatever program it turns up: two of
/// our own, and a Message-ID that no other revision has. Some servers and programs take two messages of one Message-ID
/// for one, and keep the former.
public struct DraftHeader: Hashable, Sendable {
    public let id: DraftID
    /// From 1.
    public let revision: Int

    public init(id: DraftID, revision: Int) {
        self.id = id
        self.revision = revision
    }

    /// `nil` for a message that another program made.
    public init?(of message: Message) {
        let header = message.header
        guard let id = header.first(named: "x-petrel-draft-id"), let draftID = DraftID(id.text.utf8),
            let field = header.first(named: "x-petrel-draft-rev"), let revision = Int(field.text), revision > 0
        else { return nil }
        self.init(id: draftID, revision: revision)
    }

    private static let names: [StaticString] = ["x-petrel-draft-id", "x-petrel-draft-rev"]
    private static let messageID: [StaticString] = ["message-id"]

    /// The message as this revision: what says otherwise in its header is taken out.
    public func stamp(_ message: [UInt8]) -> [UInt8] {
        lines + Self.removeFields(from: message)
    }

    /// The same for one that other devices are to see: its Message-ID, too, is that of this revision and this text.
    public func stampDraft(_ message: [UInt8]) -> [UInt8] {
        let rest = HeaderRemoval.fields(named: Self.messageID, from: Self.removeFields(from: message))
        let known = Message(message).header.messageID?.text.utf8.split(separator: 0x40).last ?? ""[...].utf8
        let isDomain = !known.isEmpty && known.allSatisfy { 0x21...0x7E ~= $0 && $0 != 0x3C && $0 != 0x3E }
        let domain = isDomain ? String(decoding: Array(known), as: UTF8.self) : "localhost.invalid"
        let text = Hexadecimal.digits(XXH3.hash64(rest))
        let unique = "\(id).\(revision).\(String(decoding: text, as: UTF8.self))"
        return lines + Array("Message-ID: <\(unique)@\(domain)>\r\n".utf8) + rest
    }

    private var lines: [UInt8] { Array("X-Petrel-Draft-Id: \(id)\r\nX-Petrel-Draft-Rev: \(revision)\r\n".utf8) }

    private static func removeFields(from message: [UInt8]) -> [UInt8] {
        HeaderRemoval.fields(named: names, from: message)
    }

    /// The message without these fields, as it is sent: nothing of it says that it was a draft.
    public static func remove(from message: [UInt8]) -> [UInt8] {
        let header = Message(message).header
        let id = header.first(named: "x-petrel-draft-id").flatMap { DraftID($0.text.utf8) }
        let rest = removeFields(from: message)
        guard let id, let messageID = header.messageID, messageID.text.utf8.starts(with: id.text.utf8) else {
            return rest
        }
        return HeaderRemoval.fields(named: Self.messageID, from: rest)
    }

    /// Whether two texts of the draft say the same, whichever revisions they are.
    func isSame(_ one: [UInt8], _ other: [UInt8]) -> Bool {
        stampDraft(one) == stampDraft(other)
    }
}
