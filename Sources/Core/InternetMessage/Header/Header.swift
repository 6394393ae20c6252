public import MailTypes

/// The fields of one header, in order [RFC 5322 §2.2].
public struct Header: Sendable {
    let bytes: [UInt8]
    let fields: ArraySlice<FieldRecord>

    public var count: Int { fields.count }

    public var allFields: HeaderFields {
        HeaderFields(header: self)
    }

    /// The fields of one name, which is given in lower case.
    public func fields(named name: StaticString) -> [HeaderField] {
        allFields.filter { bytes.span.equalsIgnoringCase(name, in: $0.record.nameRange) }
    }

    public func first(named name: StaticString) -> HeaderField? {
        allFields.first { bytes.span.equalsIgnoringCase(name, in: $0.record.nameRange) }
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
    public func addresses(_ name: FieldName) -> HeaderAddresses {
        HeaderAddresses(header: self, name: name)
    }

    public var messageID: MessageID? {
        messageIDs(.messageID).first { _ in true }
    }

    /// All identifiers in the fields of one name.
    public func messageIDs(_ name: FieldName) -> HeaderMessageIDs {
        HeaderMessageIDs(header: self, name: name)
    }

    public var contentID: MessageID? {
        messageIDs(.contentID).first { _ in true }
    }
}

// The sequences are types of their own: a lazy chain of the standard library's is not specialised beyond this module, and
// costs more than the parsing.

/// All fields of a header, in order.
public struct HeaderFields: Sequence, IteratorProtocol {
    private let header: Header
    private var position: Int

    init(header: Header) {
        self.header = header
        position = header.fields.startIndex
    }

    public mutating func next() -> HeaderField? {
        guard position < header.fields.endIndex else { return nil }
        defer { position += 1 }
        return HeaderField(bytes: header.bytes, record: header.fields[position])
    }
}

/// The next field of one name, again and again.
private struct FieldsOfName {
    let header: Header
    let name: FieldName
    private var position: Int

    init(_ header: Header, _ name: FieldName) {
        self.header = header
        self.name = name
        position = header.fields.startIndex
    }

    mutating func next() -> Range<Int>? {
        while position < header.fields.endIndex {
            let field = header.fields[position]
            position += 1
            if field.name == name { return field.valueRange }
        }
        return nil
    }
}

/// The entries of all address lists under one name.
public struct HeaderAddresses: Sequence, IteratorProtocol {
    private var fields: FieldsOfName
    private var list: AddressList?

    init(header: Header, name: FieldName) {
        fields = FieldsOfName(header, name)
    }

    public mutating func next() -> Address? {
        while true {
            if let address = list?.next() { return address }
            guard let range = fields.next() else { return nil }
            list = AddressList(fields.header.bytes, range)
        }
    }
}

/// The identifiers in all fields of one name.
public struct HeaderMessageIDs: Sequence, IteratorProtocol {
    private var fields: FieldsOfName
    private var list: MessageIDList?

    init(header: Header, name: FieldName) {
        fields = FieldsOfName(header, name)
    }

    public mutating func next() -> MessageID? {
        while true {
            if let id = list?.next() { return id }
            guard let range = fields.next() else { return nil }
            list = MessageIDList(fields.header.bytes, range)
        }
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
