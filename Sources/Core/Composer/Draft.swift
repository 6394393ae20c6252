public import MailTypes

/// A message that is being written: what a person thinks of, not yet what is sent.
///
/// The body is lines of plain text with the marks of `Markup`. Nothing here refers to a file: what was attached is part
/// of the value, so that it is still there when the file is not.
public struct Draft: Sendable {
    public var sender: Address?
    public var recipients = Recipients()
    public var subject = ""
    /// Without their ends; no line holds a line feed or a carriage return.
    public var lines: [String] = []
    public var attachments: [DraftAttachment] = []
    /// What the draft answers [RFC 5322 §3.6.4].
    public var inReplyTo: [MessageID] = []
    public var references: [MessageID] = []
    /// Fields of the header that are none of the above, in their order: those that the writer added, and those of a
    /// draft that another program made.
    public var otherFields: [OtherField] = []

    public init() {}

    /// One field that is kept as it is.
    public struct OtherField: Hashable, Sendable {
        public var name: String
        /// Decoded.
        public var text: String

        public init(name: String, text: String) {
            self.name = name
            self.text = text
        }
    }

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
        attachments.reduce(0) { $0 + $1.content.count }
    }

    /// The number that the next file gets: no number comes to mean another file while the draft is open.
    public var nextAttachmentNumber: Int {
        (attachments.map(\.number).max() ?? 0) + 1
    }
}

/// Whom a draft is for, by field.
public struct Recipients: Hashable, Sendable {
    /// A field of the header that holds addresses.
    public enum Field: String, CaseIterable, Sendable {
        case to, cc, bcc
        /// Who gets the answers.
        case replyTo
    }

    public var to: [Address] = []
    public var cc: [Address] = []
    public var bcc: [Address] = []
    public var replyTo: [Address] = []

    public init() {}

    public subscript(field: Field) -> [Address] {
        get {
            switch field {
            case .to: to
            case .cc: cc
            case .bcc: bcc
            case .replyTo: replyTo
            }
        }
        set {
            switch field {
            case .to: to = newValue
            case .cc: cc = newValue
            case .bcc: bcc = newValue
            case .replyTo: replyTo = newValue
            }
        }
    }

    /// All that the message goes to, in the order of the fields.
    public var all: [Address] { to + cc + bcc }

    public var isEmpty: Bool { to.isEmpty && cc.isEmpty && bcc.isEmpty && replyTo.isEmpty }
}

/// A file that goes with a draft.
public struct DraftAttachment: Sendable {
    /// What people call it by: `a1`. Stays the same while the draft is open.
    public var number: Int
    /// As the reader sees it; never a path.
    public var filename: String
    /// "application/pdf".
    public var mediaType: String
    public var content: [UInt8]
    /// What a picture in the text is known by; `nil` for a file that is not part of the text [RFC 2392].
    public var contentID: MessageID?

    public init(number: Int, filename: String, mediaType: String, content: [UInt8], contentID: MessageID? = nil) {
        self.number = number
        self.filename = filename
        self.mediaType = mediaType
        self.content = content
        self.contentID = contentID
    }

    public var isInline: Bool { contentID != nil }
}
