public import MailTypes

/// The indexed properties of a message independent of its location: enough to list it without opening its file.
public struct IndexedContent: Hashable, Sendable {
    public var hash: ContentHash
    /// Without angle brackets; `nil` if the message has none.
    public var messageID: MessageID?
    /// The date in the header, or the time of receipt if the header has no valid one.
    public var date: Instant
    /// The size of the message in bytes; of one whose attachments are on the server, its size there.
    public var size: Int
    public var from: [Address]
    public var to: [Address]
    public var cc: [Address]
    public var subject: String
    /// The beginning of the text, on one line.
    public var snippet: String
    public var attachments: [IndexedAttachment]
}

/// An attachment of a message.
public struct IndexedAttachment: Hashable, Sendable {
    /// Starts at 1, in message order.
    public var number: Int
    /// The name given by the sender. Untrusted: must not be used as a path.
    public var filename: String?
    /// In lower case, such as `application/pdf`.
    public var mediaType: String
    /// The decoded size in bytes; an estimate if the attachment has not been downloaded.
    public var size: Int
    /// The section number on the server if the attachment has not been downloaded; empty if the local message contains
    /// it.
    public var section: [UInt32] = []
}

extension IndexedContent {
    var record: [UInt8] {
        var writer = RecordWriter()
        writer.number(hash.high)
        writer.number(hash.low)
        writer.text(messageID?.text)
        writer.number(UInt64(bitPattern: date.seconds))
        writer.number(size)
        for list in [from, to, cc] {
            writer.number(list.count)
            for address in list {
                writer.text(address.name)
                writer.text(address.email?.text)
                writer.text(address.group)
            }
        }
        writer.text(subject)
        writer.text(snippet)
        writer.number(attachments.count)
        for attachment in attachments {
            writer.number(attachment.number)
            writer.text(attachment.filename)
            writer.text(attachment.mediaType)
            writer.number(attachment.size)
            writer.number(attachment.section.count)
            for number in attachment.section { writer.number(UInt64(number)) }
        }
        return writer.sealed()
    }

    /// Returns `nil` if the record is damaged.
    init?(record: [UInt8]) {
        guard var reader = RecordReader(sealed: record) else { return nil }
        hash = ContentHash(high: reader.number(), low: reader.number())
        messageID = reader.optionalText().map { MessageID($0) }
        date = Instant(seconds: Int64(bitPattern: reader.number()))
        size = reader.int()
        from = Self.addresses(&reader)
        to = Self.addresses(&reader)
        cc = Self.addresses(&reader)
        subject = reader.text()
        snippet = reader.text()
        attachments = (0..<reader.count()).map { _ in
            IndexedAttachment(
                number: reader.int(), filename: reader.optionalText(), mediaType: reader.text(), size: reader.int(),
                section: (0..<reader.count()).map { _ in UInt32(truncatingIfNeeded: reader.number()) })
        }
        if reader.isBroken { return nil }
    }

    private static func addresses(_ reader: inout RecordReader) -> [Address] {
        (0..<reader.count()).map { _ in
            let name = reader.optionalText()
            let email = reader.optionalText().map { EmailAddress($0) }
            return Address(name: name, email: email, group: reader.optionalText())
        }
    }
}
