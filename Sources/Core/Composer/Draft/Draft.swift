public import InternetMessage
public import MailTypes

/// A message that is being written: what a person thinks of, not yet what is sent.
///
/// The body is lines of plain text with the marks of `Markup`. Nothing here refers to a file: what was attached is part
/// of the value, so that it is still there when the file is not.
///
/// What is set is made what a message can carry, there and then: so a draft that was kept is the same when it is opened.
public struct Draft: Sendable {
    public var sender: Address? { didSet { sender = sender?.carried } }
    public var recipients = Recipients()
    public var subject = "" { didSet { subject = subject.headerText } }
    /// Without their ends; no line holds a line feed or a carriage return.
    public var lines: [String] = []
    public var attachments: [DraftAttachment] = []
    /// What the draft answers [RFC 5322 §3.6.4].
    public var inReplyTo: [MessageID] = [] { didSet { inReplyTo.removeAll { !$0.isValid } } }
    public var references: [MessageID] = [] { didSet { references.removeAll { !$0.isValid } } }
    /// Fields of the header that are none of the above, in their order: those that the writer added, and those of a
    /// draft that another program made.
    public var otherFields: [OtherHeaderField] = [] { didSet { otherFields.removeAll { !$0.isCarried } } }

    public init() {}

    /// Whether nobody would miss it: no recipient, no subject, no text, no file [FR-COMP-01, draft life cycle].
    public var isEmpty: Bool {
        recipients.isEmpty && subject.isEmpty && attachments.isEmpty && lines.allSatisfy(\.isEmpty)
            && otherFields.isEmpty
    }

    /// Octets of the body as it is typed, line ends counted.
    public var bodySize: Int {
        lines.reduce(0) { $0 + $1.utf8.count + 1 }
    }

    /// Octets of all files.
    public var attachedSize: Int {
        attachments.reduce(0) { $0 + $1.size }
    }

    /// Files that are not here yet.
    public var pendingFiles: [RemoteAttachment] { attachments.compactMap(\.pending) }

    /// The edits that put contents in the places of files that were not here.
    public func filling(with contents: [RemoteAttachment: [UInt8]]) -> DraftEdit {
        let edits: [[DraftEdit]] = attachments.enumerated().map { index, file in
            guard let content = file.pending.flatMap({ contents[$0] }) else { return [] }
            return [.removeAttachment(at: index), .insertAttachment(file.filled(with: content), at: index)]
        }
        return .sequence(edits.flatMap(\.self))
    }

    /// The number that the next file gets: no number comes to mean another file while the draft is open.
    public var nextAttachmentNumber: Int {
        (attachments.map(\.number).max() ?? 0) + 1
    }
}
