public import MailTypes

/// The fields of one header, in order [RFC 5322 §2.2].
public struct Header: Sendable {
    let bytes: [UInt8]
    let fields: ArraySlice<FieldRecord>

    public var count: Int { fields.count }

    public var allFields: HeaderFields {
        HeaderFields(header: self)
    }

    /// Returns the fields with a name, which must be in lower case.
    public func fields(named name: StaticString) -> [HeaderField] {
        allFields.filter { bytes.span.equalsIgnoringCase(name, in: $0.record.nameRange) }
    }

    public func first(named name: StaticString) -> HeaderField? {
        allFields.first { bytes.span.equalsIgnoringCase(name, in: $0.record.nameRange) }
    }

    /// Returns the first field with a name. It is the one that counts if a field that must be unique is repeated.
    func record(_ name: FieldName) -> FieldRecord? {
        fields.first { $0.name == name }
    }

    // MARK: - Parsed values

    public var subject: String? {
        record(.subject).map { HeaderText.string(bytes, $0.valueRange) }
    }

    /// The parsed date; `nil` if there is no Date field or it cannot be parsed.
    public var date: DateTime? {
        record(.date).flatMap { DateParser.parse(bytes, $0.valueRange) }
    }

    /// Returns all entries of the fields with a name: a list may be split over several fields.
    public func addresses(_ name: FieldName) -> HeaderAddresses {
        HeaderAddresses(header: self, name: name)
    }

    public var messageID: MessageID? {
        messageIDs(.messageID).first { _ in true }
    }

    /// Returns all identifiers in the fields with a name.
    public func messageIDs(_ name: FieldName) -> HeaderMessageIDs {
        HeaderMessageIDs(header: self, name: name)
    }

    public var contentID: MessageID? {
        messageIDs(.contentID).first { _ in true }
    }
}

// These sequences are concrete types: a lazy chain of the standard library is not specialized outside this module, and
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

/// Iterates over the fields with one name.
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

/// The entries of all address lists with one name.
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

/// The identifiers in all fields with one name.
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

/// A header field: a name and the value after its colon.
public struct HeaderField: Sendable {
    let bytes: [UInt8]
    let record: FieldRecord

    /// The name as written. Names are compared ignoring case.
    public var name: String {
        String(decoding: bytes[record.nameRange], as: UTF8.self)
    }

    public var kind: FieldName { record.name }

    /// The value unfolded, with encoded words and raw 8-bit text decoded and without white space at both ends.
    public var text: String {
        HeaderText.string(bytes, record.valueRange)
    }

    /// The same as `text`, as UTF-8 bytes.
    public var textOctets: [UInt8] {
        HeaderText.decode(bytes, record.valueRange)
    }

    /// The bytes after the colon, including folding.
    public var rawValue: ArraySlice<UInt8> {
        bytes[record.valueRange]
    }
}
