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
