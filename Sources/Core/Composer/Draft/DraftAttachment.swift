public import InternetMessage
public import MailTypes

/// A file attached to a draft, in the form in which it will be sent.
public struct DraftAttachment: Sendable {
    /// The number in the name shown to the user, such as `a1`. It stays the same while the draft is open.
    public var number: Int
    /// The name for the recipient. Never empty, and never a path.
    public let filename: String
    /// "application/pdf".
    public let mediaType: String
    /// Media type parameters, such as the method of an invitation or the charset of text that is not UTF-8.
    public let parameters: [Parameter]
    public let content: [UInt8]
    /// Where the content can be fetched from if it is not here; `content` is empty then.
    public let undownloaded: UndownloadedDraftAttachment?
    /// The Content-ID of an inline picture; `nil` for other files [RFC 2392].
    public let contentID: MessageID?

    /// A parameter of a media type [RFC 2045 §5.1].
    public struct Parameter: Hashable, Sendable {
        /// In lower case.
        public let name: String
        public let value: String

        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// Creates an attachment that a message can contain: an attached message is converted to 7-bit lines, and a
    /// `message/rfc822` file without a header is treated as an ordinary file. Only pictures can have a Content-ID.
    public init(
        number: Int, filename: String, mediaType: String, parameters: [Parameter] = [], content: [UInt8],
        contentID: MessageID? = nil
    ) {
        self.init(
            number: number, filename: filename, mediaType: mediaType, parameters: parameters, content: content,
            undownloaded: nil, contentID: contentID)
    }

    private init(
        number: Int, filename: String, mediaType: String, parameters: [Parameter], content: [UInt8],
        undownloaded: UndownloadedDraftAttachment?, contentID: MessageID?
    ) {
        let type = OutgoingFile.normalizedMediaType(mediaType)
        let isMessage = type == "message/rfc822" && (undownloaded != nil || Message(content).header.count > 0)
        let isPicture = type.utf8.starts(with: "image/".utf8)
        self.number = number
        self.filename = filename.fileName ?? (isMessage ? "message.eml" : "attachment-\(number)")
        self.mediaType = type == "message/rfc822" && !isMessage ? "application/octet-stream" : type
        self.content = isMessage && undownloaded == nil ? OutgoingFile.embedded(content) : content
        self.undownloaded = undownloaded
        let isText = undownloaded == nil && type.utf8.starts(with: "text/".utf8)
        self.parameters = isMessage ? [] : Self.telling(parameters, content, isText: isText)
        self.contentID = contentID.flatMap { isPicture && $0.isValid ? $0 : nil }
    }

    public var isInline: Bool { contentID != nil }

    /// The size in bytes. If the content is not here, this is computed from the size that the server reports.
    public var size: Int { undownloaded?.size ?? content.count }

    /// Returns the same file with its content.
    public func filled(with content: [UInt8]) -> DraftAttachment {
        DraftAttachment(
            number: number, filename: filename, mediaType: mediaType, parameters: parameters, content: content,
            contentID: contentID)
    }

    /// Drops the charset of text that is valid UTF-8, unless it names another charset.
    private static func telling(_ parameters: [Parameter], _ content: [UInt8], isText: Bool) -> [Parameter] {
        let written = OutgoingFile.normalizedParameters(parameters.map { ($0.name, $0.value) })
        let isUTF8 = isText && String(validating: content, as: UTF8.self) != nil
        return written.map { Parameter($0.name, $0.value) }.filter { parameter in
            guard parameter.name == "charset", isUTF8 else { return true }
            let label = String(decoding: parameter.value.utf8.map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }, as: UTF8.self)
            return !["us-ascii", "utf-8", "utf8"].contains(label)
        }
    }
}

extension DraftAttachment {
    /// Creates an attachment from a part of a message. If the part's content is missing from the message, `content`
    /// provides it, or `undownloaded` tells where it can be fetched.
    init(_ part: Part, number: Int, content: [UInt8]? = nil, undownloaded: UndownloadedDraftAttachment? = nil) {
        let type = part.contentType
        let isPicture = part.contentDisposition.map { !$0.isAttachment } ?? true
        self.init(
            number: number, filename: part.filename ?? "", mediaType: "\(type.type)/\(type.subtype)",
            parameters: type.parameters.entries.map { Parameter($0.name, $0.value) },
            content: content ?? part.decodedContent,
            undownloaded: content == nil ? undownloaded ?? UndownloadedDraftAttachment(part) : nil,
            contentID: isPicture ? part.header.contentID : nil)
    }

    /// The attachment as a part of a message.
    var part: OutgoingPart {
        .file(
            OutgoingFile(
                type: mediaType, parameters: parameters.map { ($0.name, $0.value) }, filename: filename,
                disposition: isInline ? .inline : .attachment, contentID: contentID,
                content: undownloaded.map { .undownloaded($0) } ?? .octets(content)))
    }
}
