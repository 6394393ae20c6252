public import MailTypes

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
