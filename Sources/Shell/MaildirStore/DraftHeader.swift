public import InternetMessage
public import MailTypes

/// The two fields that make a message a revision of a draft, on whatever device or in whatever program it turns up.
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

    /// The message as this revision: what says otherwise in its header is taken out.
    public func stamp(_ message: [UInt8]) -> [UInt8] {
        Array("X-Petrel-Draft-Id: \(id)\r\nX-Petrel-Draft-Rev: \(revision)\r\n".utf8) + Self.remove(from: message)
    }

    /// The message without the two fields, as it is sent.
    public static func remove(from message: [UInt8]) -> [UInt8] {
        HeaderRemoval.fields(named: names, from: message)
    }
}
