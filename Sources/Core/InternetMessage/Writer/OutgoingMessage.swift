public import MailTypes

/// A message to be written: header fields in order, and a body [RFC 5322, RFC 2045].
public struct OutgoingMessage: Sendable {
    public var header: [OutgoingField]
    public var body: OutgoingPart

    public init(header: [OutgoingField], body: OutgoingPart) {
        self.header = header
        self.body = body
    }
}

/// A header field by what it means; how it is folded and encoded is the writer's business.
///
/// Names are written as given. MIME-Version and the Content- fields come from the body and cannot be given here.
public enum OutgoingField: Sendable {
    case text(String, String)
    /// Entries that follow one another with the same group make up that group.
    case addresses(String, [Address])
    case date(String, DateTime)
    case messageIDs(String, [MessageID])

    var name: String {
        switch self {
        case .text(let name, _), .addresses(let name, _), .date(let name, _), .messageIDs(let name, _): name
        }
    }

    /// Whether a field of this name can be given: a name at all, and none that the body decides [RFC 5322 §3.6.8].
    public static func isName(_ name: String) -> Bool {
        let octets = Array(name.utf8)
        let isName =
            !octets.isEmpty && octets.count <= 70 && octets.allSatisfy { $0 &- 0x21 < 0x5E && $0 != ASCII.colon }
        let isOfBody = octets.prefix(8).equalsIgnoringCase("content-") || octets.equalsIgnoringCase("mime-version")
        return isName && !isOfBody
    }
}

/// A body or a part of one.
public indirect enum OutgoingPart: Sendable {
    case text(OutgoingText)
    case file(OutgoingFile)
    /// A whole message, as octets, shown as such by the reader [RFC 2046 §5.2.1].
    case message(octets: [UInt8], filename: String?)
    case multipart(subtype: String, parameters: [(name: String, value: String)], parts: [OutgoingPart])
}

/// Text that the reader sees as part of the message, in UTF-8. Lines end with LF or CR LF; the last one gets its end
/// where it has none.
public struct OutgoingText: Sendable {
    public var text: String
    /// "plain", "html", "calendar", …
    public var subtype: String
    /// Besides the charset, for example format=flowed or method=REPLY.
    public var parameters: [(name: String, value: String)]

    public init(_ text: String, subtype: String = "plain", parameters: [(name: String, value: String)] = []) {
        self.text = text
        self.subtype = subtype
        self.parameters = parameters
    }
}

/// Octets that the reader can save, or sees inside the text by their Content-ID [RFC 2183, RFC 2392].
public struct OutgoingFile: Sendable {
    public enum Disposition: String, Sendable {
        case attachment
        case inline
    }

    public enum Content: Sendable {
        case octets([UInt8])
        /// Read piece by piece while the message is written; the number means something to the caller alone.
        case external(Int)
        /// Not here yet: a part stands for it that says where it is.
        case pending(RemoteAttachment)
    }

    /// "image/png"; what is no media type is sent as application/octet-stream.
    public var type: String
    /// Of the media type, besides its name: a charset here is believed, else text is looked at for one.
    public var parameters: [(name: String, value: String)]
    public var filename: String?
    public var disposition: Disposition
    public var contentID: MessageID?
    public var content: Content

    public init(
        type: String, parameters: [(name: String, value: String)] = [], filename: String?,
        disposition: Disposition = .attachment, contentID: MessageID? = nil, content: Content
    ) {
        self.type = type
        self.parameters = parameters
        self.filename = filename
        self.disposition = disposition
        self.contentID = contentID
        self.content = content
    }
}

/// What cannot be put into a message without changing what it means.
public enum OutgoingProblem: Error, Hashable, Sendable {
    /// Not a field name, or one that the body decides.
    case invalidFieldName(String)
    /// No addr-spec [RFC 5322 §3.4.1].
    case invalidAddress(String)
    case invalidMessageID(String)
}
