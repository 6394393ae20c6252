public import MailTypes

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
        case undownloaded(UndownloadedDraftAttachment)
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
