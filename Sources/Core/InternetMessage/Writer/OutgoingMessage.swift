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

/// A header field by meaning; the writer folds and encodes it.
///
/// Names are written as given. MIME-Version and the Content- fields are derived from the body and cannot be given here.
public enum OutgoingField: Sendable {
    case text(String, String)
    /// Consecutive entries with the same group form that group.
    case addresses(String, [Address])
    case date(String, DateTime)
    case messageIDs(String, [MessageID])

    var name: String {
        switch self {
        case .text(let name, _), .addresses(let name, _), .date(let name, _), .messageIDs(let name, _): name
        }
    }

    /// Returns whether a field with this name can be given: it is a valid name, and the field is not derived from the
    /// body [RFC 5322 §3.6.8].
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
    /// A whole message, as bytes, which the reader displays as a message [RFC 2046 §5.2.1].
    case message(octets: [UInt8], filename: String?)
    case multipart(subtype: String, parameters: [(name: String, value: String)], parts: [OutgoingPart])
}

/// Text that is displayed as part of the message, in UTF-8. Lines end with LF or CR LF; a missing line end is added to
/// the last one.
public struct OutgoingText: Sendable {
    public var text: String
    /// "plain", "html", "calendar", …
    public var subtype: String
    /// In addition to the charset, for example format=flowed or method=REPLY.
    public var parameters: [(name: String, value: String)]

    public init(_ text: String, subtype: String = "plain", parameters: [(name: String, value: String)] = []) {
        self.text = text
        self.subtype = subtype
        self.parameters = parameters
    }
}

/// An attachment, or an image displayed inside the text by its Content-ID [RFC 2183, RFC 2392].
public struct OutgoingFile: Sendable {
    public enum Disposition: String, Sendable {
        case attachment
        case inline
    }

    public enum Content: Sendable {
        case octets([UInt8])
        /// Read in pieces while the message is written; only the caller knows the meaning of the number.
        case external(Int)
        /// Not downloaded yet: represented by a part that states where the content is.
        case pending(PendingAttachment)
    }

    /// For example "image/png". If it is not a media type, application/octet-stream is sent.
    public var type: String
    /// Parameters of the media type other than its name. A charset given here is used unchanged; otherwise text is
    /// scanned for one.
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

/// A problem that prevents writing a message without changing its meaning.
public enum OutgoingMessageError: Error, Hashable, Sendable {
    /// Not a field name, or a field that is derived from the body.
    case invalidFieldName(String)
    /// Not an addr-spec [RFC 5322 §3.4.1].
    case invalidAddress(String)
    case invalidMessageID(String)
}
