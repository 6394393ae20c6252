public import MailTypes

/// An attachment of a draft that is not downloaded yet: a part of a message on a server.
///
/// In the draft it is represented like a part that was not downloaded, and its source is stored in the part's own
/// header. So the attachment survives renaming the draft and losing all other data about it.
public struct RemoteAttachment: Hashable, Sendable {
    /// The location of a message on the server.
    public struct Place: Hashable, Sendable {
        public let mailbox: MailboxName
        public let uidValidity: UIDValidity
        public let uid: UID

        public init(_ mailbox: MailboxName, _ uidValidity: UIDValidity, _ uid: UID) {
            self.mailbox = mailbox
            self.uidValidity = uidValidity
            self.uid = uid
        }
    }

    /// The hash of the local file of the original message.
    public let original: ContentHash
    /// The size of the original on the server in bytes; `nil` if unknown.
    public let originalSize: Int?
    /// The Message-ID of the original, to find it again.
    public let messageID: MessageID?
    /// The last known location on the server; `nil` if the original was moved locally and the server did not know yet.
    public let place: Place?
    /// The part of the original message.
    public let part: MissingPart
    public let encoding: TransferEncoding

    /// The decoded size in bytes, estimated from the size that the server reported.
    public var size: Int { encoding.decodedSize(of: part.encodedSize) }

    public var section: [UInt32] { part.section }

    /// The location as a URL, for users and other programs.
    public var url: String { String(decoding: part.url, as: UTF8.self) }

    /// Creates a reference to a part of a message that was not downloaded. Returns `nil` if the part is here.
    public init?(_ part: Part, of original: ContentHash, at place: Place?) {
        guard let missing = part.missing else { return nil }
        self.original = original
        originalSize = part.message.originalSize
        messageID = part.message.header.messageID
        self.place = place
        self.part = missing
        encoding = part.transferEncoding
    }

    /// Reads the reference from a part of a draft. Returns `nil` for any other part.
    public init?(_ part: Part) {
        guard let missing = part.missing, let field = part.header.first(named: "x-petrel-source") else { return nil }
        let source = ContentDisposition(part.message.bytes, field.record.valueRange).parameters
        guard let original = source["message"].flatMap({ ContentHash($0.utf8) }) else { return nil }
        self.original = original
        originalSize = source["size"].flatMap { Int($0) }
        messageID = source["id"].map { MessageID($0) }
        place = Place(source)
        self.part = missing
        encoding = part.transferEncoding
    }
}

extension RemoteAttachment.Place {
    fileprivate init?(_ source: ParameterList) {
        guard let mailbox = source["mailbox"].flatMap({ MailboxName($0) }),
            let uidValidity = source["uidvalidity"].flatMap({ UInt32($0) }).flatMap({ UIDValidity(rawValue: $0) }),
            let uid = source["uid"].flatMap({ UInt32($0) }).flatMap({ UID(rawValue: $0) })
        else { return nil }
        self.init(mailbox, uidValidity, uid)
    }
}

extension RemoteAttachment {
    /// The header field that `init(_: Part)` reads.
    var field: [UInt8] {
        var writer = FieldWriter("X-Petrel-Source")
        writer.add(Array("part".utf8))
        writer.add(parameter: "message", original.description)
        if let originalSize { writer.add(parameter: "size", "\(originalSize)") }
        if let place {
            writer.add(parameter: "mailbox", text: place.mailbox.description)
            writer.add(parameter: "uidvalidity", "\(place.uidValidity.rawValue)")
            writer.add(parameter: "uid", "\(place.uid)")
        }
        if let messageID { writer.add(parameter: "id", text: messageID.text) }
        return writer.finish()
    }
}

extension Message {
    /// The attachments that are still to be downloaded, in order.
    public var pendingFiles: [(part: Part, file: RemoteAttachment)] {
        missingParts.compactMap { part in RemoteAttachment(part).map { (part, $0) } }
    }

    /// Whether these attachments are all that is missing.
    public var lacksPendingFilesAlone: Bool {
        isPartial && !root.isCutAnywhere && !index.missing.isEmpty && pendingFiles.count == index.missing.count
    }

    private var missingParts: [Part] {
        index.missing.keys.sorted().map { Part(message: self, number: $0) }
    }

    /// Returns the message with its pending attachments replaced by `contents`. No other bytes change, except that the
    /// field that marks the message as partial is removed. Returns `nil` if anything else is missing.
    public func filled(with contents: [RemoteAttachment: [UInt8]]) -> [UInt8]? {
        let parts = missingParts
        guard lacksPendingFilesAlone else { return nil }
        var filled: [UInt8] = []
        filled.reserveCapacity(bytes.count + contents.values.reduce(0) { $0 + $1.count / 57 * 78 + 256 })
        var position = 0
        for part in parts {
            guard let content = RemoteAttachment(part).flatMap({ contents[$0] }) else { return nil }
            let record = part.record
            filled += bytes[position..<Int(record.headerStart)]
            filled += MessageWriter.octets(of: .file(OutgoingFile(part, content, insideOf: self)))
            position = record.bodyRange.upperBound
        }
        filled += bytes[position...]
        return HeaderRemoval.fields(named: ["x-petrel-partial"], from: filled)
    }
}

extension Part {
    fileprivate var isCutAnywhere: Bool {
        fullSize != nil || kind == .multipart && children.contains(where: \.isCutAnywhere)
    }

    /// The boundaries of the part and of its children.
    fileprivate var boundaries: [[UInt8]] {
        guard kind == .multipart else { return [] }
        let own = contentType.parameters["boundary"].map { [Array($0.utf8)] } ?? []
        return own + children.flatMap(\.boundaries)
    }
}

extension OutgoingFile {
    /// Creates the attachment for a part. If it is labeled as a message but has no header, or contains a boundary of
    /// the message around it, it is treated as an ordinary attachment.
    fileprivate init(_ part: Part, _ content: [UInt8], insideOf message: Message) {
        let type = part.contentType
        let isMessage = type.is("message", "rfc822") && Message(content).header.count > 0
        let isBroken = isMessage && message.root.boundaries.contains { content.holds($0) }
        self.init(
            type: isMessage && !isBroken ? "message/rfc822" : Self.writtenFileType("\(type.type)/\(type.subtype)"),
            parameters: isMessage ? [] : type.parameters.entries.map { ($0.name, $0.value) }, filename: part.filename,
            disposition: part.contentDisposition.map { !$0.isAttachment } ?? false ? .inline : .attachment,
            contentID: part.header.contentID, content: .octets(content))
    }
}
