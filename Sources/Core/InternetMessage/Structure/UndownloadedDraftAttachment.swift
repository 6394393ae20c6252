public import MailTypes

/// An attachment of a draft that is not downloaded yet: a part of a message on a server.
///
/// In the draft it is represented like a part that was not downloaded, and its source is stored in the part's own
/// header. So the attachment survives renaming the draft and losing all other data about it.
public struct UndownloadedDraftAttachment: Hashable, Sendable {
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
    public let part: UndownloadedPart
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

extension UndownloadedDraftAttachment.Place {
    fileprivate init?(_ source: ParameterList) {
        guard let mailbox = source["mailbox"].flatMap({ MailboxName($0) }),
            let uidValidity = source["uidvalidity"].flatMap({ UInt32($0) }).flatMap({ UIDValidity(rawValue: $0) }),
            let uid = source["uid"].flatMap({ UInt32($0) }).flatMap({ UID(rawValue: $0) })
        else { return nil }
        self.init(mailbox, uidValidity, uid)
    }
}

extension UndownloadedDraftAttachment {
    /// The header field that `init(_: Part)` reads.
    var field: [UInt8] {
        var writer = FoldedFieldWriter("X-Petrel-Source")
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
