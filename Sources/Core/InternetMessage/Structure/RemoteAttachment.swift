public import MailTypes

/// A file that goes along with a message that is written here, and is not here yet: a part of a message that a server has.
///
/// It stands in the message as a part that was never fetched does, and what says where it is stands in the part's own
/// header. So whatever becomes of the message, of its name and of what is known of it, the file is not lost.
public struct RemoteAttachment: Hashable, Sendable {
    /// What the server calls a message.
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

    /// Of the file that the original is here.
    public let original: ContentHash
    /// Octets of the original on the server; `nil` where nobody has said.
    public let originalSize: Int?
    /// That of the original, which is known again by it.
    public let messageID: MessageID?
    /// Where the server had it last; `nil` where it had been moved here, and the server did not know that yet.
    public let place: Place?
    /// Which part of the original.
    public let part: MissingPart
    public let encoding: TransferEncoding

    /// Octets, decoded: reckoned from what the server says of it.
    public var size: Int { encoding.decodedSize(of: part.encodedSize) }

    public var section: [UInt32] { part.section }

    /// Where it is, for people and other programs.
    public var url: String { String(decoding: part.url, as: UTF8.self) }

    /// A file of a message that came without it. `nil` for one that is in it.
    public init?(_ part: Part, of original: ContentHash, at place: Place?) {
        guard let missing = part.missing else { return nil }
        self.original = original
        originalSize = part.message.originalSize
        messageID = part.message.header.messageID
        self.place = place
        self.part = missing
        encoding = part.transferEncoding
    }

    /// A file that a message waits for. `nil` for any other part.
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
    /// The field that `init(_: Part)` reads.
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
    /// The files that a message waits for, in their order.
    public var pendingFiles: [(part: Part, file: RemoteAttachment)] {
        missingParts.compactMap { part in RemoteAttachment(part).map { (part, $0) } }
    }

    /// Whether nothing but those files is missing.
    public var lacksPendingFilesAlone: Bool {
        isPartial && !root.isCutAnywhere && !index.missing.isEmpty && pendingFiles.count == index.missing.count
    }

    private var missingParts: [Part] {
        index.missing.keys.sorted().map { Part(message: self, number: $0) }
    }

    /// The message with the contents of its pending files where now something stands for them. No other octet changes but
    /// that nothing says any more that it is not whole. `nil` where anything else is missing.
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

    /// What keeps the parts of it apart.
    fileprivate var boundaries: [[UInt8]] {
        guard kind == .multipart else { return [] }
        let own = contentType.parameters["boundary"].map { [Array($0.utf8)] } ?? []
        return own + children.flatMap(\.boundaries)
    }
}

extension OutgoingFile {
    /// The file that a part stands for. What is called a message, and has no header or would break the message that it
    /// stands in, is a file like any other.
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
