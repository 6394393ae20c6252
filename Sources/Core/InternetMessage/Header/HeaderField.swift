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
