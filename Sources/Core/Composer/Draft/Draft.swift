public import InternetMessage
public import MailTypes

/// A message being written, as the user sees it rather than as it is sent.
///
/// The body is lines of plain text, with `Markup` unless `isPlainText` is set. Attachments are stored by value, so they
/// do not depend on the original files.
///
/// Properties are sanitized when they are set, so that a draft is unchanged after it is stored and opened again.
public struct Draft: Sendable {
    public var sender: Address? { didSet { sender = sender?.carried } }
    public var recipients = Recipients()
    public var subject = "" { didSet { subject = subject.headerText } }
    /// Without line endings; no line contains a line feed or carriage return.
    public var lines: [String] = []
    public var attachments: [DraftAttachment] = []
    /// The messages that the draft replies to [RFC 5322 §3.6.4].
    public var inReplyTo: [MessageID] = [] { didSet { inReplyTo.removeAll { !$0.isValid } } }
    public var references: [MessageID] = [] { didSet { references.removeAll { !$0.isValid } } }
    /// All other header fields, in order: fields added by the user, and those of a draft from another program.
    public var otherFields: [OtherHeaderField] = [] { didSet { otherFields.removeAll { !$0.isCarried } } }

    /// Whether it is signed and encrypted; `nil` if the settings of the account decide.
    public var security: DraftSecurity?

    /// Whether the text has no markup, because a program wrote it: it is sent exactly as it is, and without HTML.
    public var isPlainText = false

    public init() {}

    /// Whether the draft can be discarded: it has no recipients, subject, text or files [FR-COMP-01, draft life cycle].
    public var isEmpty: Bool {
        recipients.isEmpty && subject.isEmpty && attachments.isEmpty && lines.allSatisfy(\.isEmpty)
            && otherFields.isEmpty
    }

    /// The size of the body as typed in bytes, including line endings.
    public var bodySize: Int {
        lines.reduce(0) { $0 + $1.utf8.count + 1 }
    }

    /// The total size of all files in bytes.
    public var attachedSize: Int {
        attachments.reduce(0) { $0 + $1.size }
    }

    /// Files that have not been downloaded yet.
    public var undownloadedAttachments: [UndownloadedDraftAttachment] { attachments.compactMap(\.undownloaded) }

    /// Returns the edits that replace files not yet downloaded with their contents.
    public func filling(with contents: [UndownloadedDraftAttachment: [UInt8]]) -> DraftEdit {
        let edits: [[DraftEdit]] = attachments.enumerated().map { index, file in
            guard let content = file.undownloaded.flatMap({ contents[$0] }) else { return [] }
            return [.removeAttachment(at: index), .insertAttachment(file.filled(with: content), at: index)]
        }
        return .sequence(edits.flatMap(\.self))
    }

    /// The number for the next file. Numbers must not change their meaning while the draft is open.
    public var nextAttachmentNumber: Int {
        (attachments.map(\.number).max() ?? 0) + 1
    }
}
