public import InternetMessage
public import MailTypes

/// A file that goes with a draft, as it will be sent.
public struct DraftAttachment: Sendable {
    /// What people call it by: `a1`. Stays the same while the draft is open.
    public var number: Int
    /// As the reader sees it; never empty and never a path.
    public let filename: String
    /// "application/pdf".
    public let mediaType: String
    /// Of the media type: the method of an invitation, the charset of text that is not UTF-8.
    public let parameters: [Parameter]
    public let content: [UInt8]
    /// Where the content is, as long as it is not here; `content` is empty then.
    public let pending: RemoteAttachment?
    /// What a picture in the text is known by; `nil` for a file that is not part of the text [RFC 2392].
    public let contentID: MessageID?

    /// One parameter of a media type [RFC 2045 §5.1].
    public struct Parameter: Hashable, Sendable {
        /// In lower case.
        public let name: String
        public let value: String

        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// All is made what a message can carry: an attached message gets 7-bit lines, and what is called a message and has
    /// no header is a file like any other. Only a picture can have a Content-ID.
    public init(
        number: Int, filename: String, mediaType: String, parameters: [Parameter] = [], content: [UInt8],
        contentID: MessageID? = nil
    ) {
        self.init(
            number: number, filename: filename, mediaType: mediaType, parameters: parameters, content: content,
            pending: nil, contentID: contentID)
    }

    private init(
        number: Int, filename: String, mediaType: String, parameters: [Parameter], content: [UInt8],
        pending: RemoteAttachment?, contentID: MessageID?
    ) {
        let type = OutgoingFile.writtenType(mediaType)
        let isMessage = type == "message/rfc822" && (pending != nil || Message(content).header.count > 0)
        let isPicture = type.utf8.starts(with: "image/".utf8)
        self.number = number
        self.filename = filename.fileName ?? (isMessage ? "message.eml" : "attachment-\(number)")
        self.mediaType = type == "message/rfc822" && !isMessage ? "application/octet-stream" : type
        self.content = isMessage && pending == nil ? OutgoingFile.embedded(content) : content
        self.pending = pending
        let isText = pending == nil && type.utf8.starts(with: "text/".utf8)
        self.parameters = isMessage ? [] : Self.telling(parameters, content, isText: isText)
        self.contentID = contentID.flatMap { isPicture && $0.isValid ? $0 : nil }
    }

    public var isInline: Bool { contentID != nil }

    /// Octets; reckoned from what the server says of it, as long as it is not here.
    public var size: Int { pending?.size ?? content.count }

    /// The same file with its content.
    public func filled(with content: [UInt8]) -> DraftAttachment {
        DraftAttachment(
            number: number, filename: filename, mediaType: mediaType, parameters: parameters, content: content,
            contentID: contentID)
    }

    /// Without the charset where the content tells as much itself.
    private static func telling(_ parameters: [Parameter], _ content: [UInt8], isText: Bool) -> [Parameter] {
        let written = OutgoingFile.writtenParameters(parameters.map { ($0.name, $0.value) })
        let isUTF8 = isText && String(validating: content, as: UTF8.self) != nil
        return written.map { Parameter($0.name, $0.value) }.filter { parameter in
            guard parameter.name == "charset", isUTF8 else { return true }
            let label = String(decoding: parameter.value.utf8.map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }, as: UTF8.self)
            return !["us-ascii", "utf-8", "utf8"].contains(label)
        }
    }
}

extension DraftAttachment {
    /// A file of a message. Where it does not stand in the message, `content` is what it holds, or `pending` where that is.
    init(_ part: Part, number: Int, content: [UInt8]? = nil, pending: RemoteAttachment? = nil) {
        let type = part.contentType
        let isPicture = part.contentDisposition.map { !$0.isAttachment } ?? true
        self.init(
            number: number, filename: part.filename ?? "", mediaType: "\(type.type)/\(type.subtype)",
            parameters: type.parameters.entries.map { Parameter($0.name, $0.value) },
            content: content ?? part.decodedContent, pending: content == nil ? pending ?? RemoteAttachment(part) : nil,
            contentID: isPicture ? part.header.contentID : nil)
    }

    /// The files of a message that do not stand in it here: without them nothing is to be made of it that is sent.
    public static func missing(in message: Message) -> [Part] {
        MessageContents(message).files.filter { $0.missing != nil }
    }

    /// The part that it is of a message.
    var part: OutgoingPart {
        .file(
            OutgoingFile(
                type: mediaType, parameters: parameters.map { ($0.name, $0.value) }, filename: filename,
                disposition: isInline ? .inline : .attachment, contentID: contentID,
                content: pending.map { .pending($0) } ?? .octets(content)))
    }
}

extension MessageContents {
    /// The files, those among them that do not stand in the message as they were found elsewhere.
    func draftAttachments(_ elsewhere: FilesElsewhere) -> [DraftAttachment] {
        files.enumerated().map { index, part in
            let section = part.missing?.section
            return DraftAttachment(
                part, number: index + 1, content: section.flatMap { elsewhere.fetched[$0] },
                pending: section.flatMap { elsewhere.pending[$0] })
        }
    }
}

/// The files of a message that do not stand in it here, by their sections.
public struct FilesElsewhere: Sendable {
    /// The contents of those that were fetched.
    public var fetched: [[UInt32]: [UInt8]] = [:]
    /// Where those are that were not.
    public var pending: [[UInt32]: RemoteAttachment] = [:]

    public init() {}
}
