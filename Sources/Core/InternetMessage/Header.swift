public import MailTypes

/// The fields of one header, in order [RFC 5322 §2.2].
public struct Header: Sendable {
    let bytes: [UInt8]
    let fields: ArraySlice<FieldRecord>

    public var count: Int { fields.count }

    public var allFields: some Sequence<HeaderField> {
        fields.lazy.map { HeaderField(bytes: bytes, record: $0) }
    }

    /// The fields of one name, which is given in lower case.
    public func fields(named name: StaticString) -> some Sequence<HeaderField> {
        allFields.filter { bytes.span.equalsIgnoringCase(name, in: $0.record.nameRange) }
    }

    public func first(named name: StaticString) -> HeaderField? {
        fields(named: name).first { _ in true }
    }

    /// The first field of a name: the one that counts where a field that may stand once stands twice.
    func record(_ name: FieldName) -> FieldRecord? {
        fields.first { $0.name == name }
    }

    // MARK: - The values that mail programs work with

    public var subject: String? {
        record(.subject).map { HeaderText.string(bytes, $0.valueRange) }
    }

    /// `nil` where there is no Date or none that can be read.
    public var date: DateTime? {
        record(.date).flatMap { DateParser.parse(bytes, $0.valueRange) }
    }

    /// All entries of the fields of one name: a list may be spread over several fields.
    public func addresses(_ name: FieldName) -> some Sequence<Address> {
        fields.lazy.filter { $0.name == name }.flatMap { AddressList(bytes, $0.valueRange) }
    }

    public var messageID: MessageID? {
        messageIDs(.messageID).first { _ in true }
    }

    public func messageIDs(_ name: FieldName) -> some Sequence<MessageID> {
        fields.lazy.filter { $0.name == name }.flatMap { MessageIDList(bytes, $0.valueRange) }
    }

    public var contentID: MessageID? {
        messageIDs(.contentID).first { _ in true }
    }
}

/// One field of a header: a name and what stands behind its colon.
public struct HeaderField: Sendable {
    let bytes: [UInt8]
    let record: FieldRecord

    /// As written: names are equal regardless of case.
    public var name: String {
        String(decoding: bytes[record.nameRange], as: UTF8.self)
    }

    public var kind: FieldName { record.name }

    /// Unfolded, with encoded words and raw 8-bit text decoded; white space at both ends left out.
    public var text: String {
        HeaderText.string(bytes, record.valueRange)
    }

    /// The same as `text`, as UTF-8 octets.
    public var textOctets: [UInt8] {
        HeaderText.decode(bytes, record.valueRange)
    }

    /// The octets behind the colon as they stand, folding included.
    public var rawValue: ArraySlice<UInt8> {
        bytes[record.valueRange]
    }
}
