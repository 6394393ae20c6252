public import MailTypes

/// What the index knows of a message wherever it stands: enough to list it without opening its file.
public struct IndexedContent: Hashable, Sendable {
    public var hash: ContentHash
    /// Without angle brackets; `nil` where the message has none.
    public var messageID: MessageID?
    /// As the message states it; when it was received where it states none that can be read.
    public var date: Instant
    /// Octets of the file that was read.
    public var size: Int
    public var from: [Address]
    public var to: [Address]
    public var cc: [Address]
    public var subject: String
    /// The beginning of the text, on one line.
    public var snippet: String
    public var attachments: [IndexedAttachment]
}

/// A file in a message.
public struct IndexedAttachment: Hashable, Sendable {
    /// From 1, in the order of the message.
    public var number: Int
    /// As the sender gave it; never a path to write to.
    public var filename: String?
    /// For example `application/pdf`, in lower case.
    public var mediaType: String
    /// Octets, decoded; of one that was never fetched as many as it is reckoned to have.
    public var size: Int
    /// What the server calls one that was never fetched; empty for one that stands in the message here.
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

    /// `nil` for a record that is damaged.
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
