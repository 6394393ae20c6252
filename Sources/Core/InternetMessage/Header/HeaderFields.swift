internal import MailTypes

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
