import MailTypes

@testable import InternetMessage

extension FuzzTarget {
    /// The value of an unstructured field.
    static let header = FuzzTarget(name: "header", maximumLength: 1024) { checkText($0) }

    /// Encoded words in both encodings, with the input as content. The first byte selects the charset.
    static let encodedWord = FuzzTarget(name: "encodedWord", maximumLength: 512) { bytes in
        guard let choice = bytes.first else { return }
        let label = CharsetLabels.of(choice)
        for encoding in ["q", "b"] {
            checkText(Array("=?\(label)?\(encoding)?".utf8) + bytes.dropFirst() + Array("?= =?\(label)?b?gg==?=".utf8))
        }
    }

    private static func checkText(_ bytes: [UInt8]) {
        let range = 0..<bytes.count
        let text = HeaderText.decode(bytes, range)
        expectUTF8(text, "a field's text")
        expect(text.count <= bytes.count * 8 + 16, "text is bounded by what it was decoded from")
        let string = HeaderText.string(bytes, range)
        expect(string.utf8.elementsEqual(text), "text is the same as string and as octets")
    }

    /// Address lists, as in a field and as typed.
    static let addresses = FuzzTarget(name: "addresses", maximumLength: 1024) { bytes in
        var count = 0
        var size = 0
        for address in AddressList(bytes, 0..<bytes.count) {
            count += 1
            size += address.email?.text.utf8.count ?? 0
            expect(address.email != nil || address.name != nil || address.group != nil, "an entry is not empty")
            expect(address.email.map { !$0.text.isEmpty } ?? true, "an address is not empty")
            _ = address.email?.localPart
            _ = address.email?.domain
        }
        expect(count <= bytes.count, "no more entries than octets")
        expect(size <= bytes.count * 8 + 16, "addresses are bounded by the list")
        for address in AddressList(String(decoding: bytes, as: UTF8.self)) { _ = address.hashValue }
        for id in MessageIDList(bytes, 0..<bytes.count) { expect(!id.text.isEmpty, "an identifier is not empty") }
    }

    /// A parsed date is a valid date and equals the date made from its fields.
    static let date = FuzzTarget(name: "date", maximumLength: 128) { bytes in
        guard let date = DateParser.parse(bytes, 0..<bytes.count) else { return }
        expect(abs(date.offsetMinutes) < 1440, "an offset is less than a day")
        expect((0...10_000).contains(date.local.year), "a year has four digits")
        let again = DateTime(date.local, offsetMinutes: date.offsetMinutes)
        expect(again == date, "a date is what its calendar fields say")
        expect(date.iso8601.utf8.count >= 25, "ISO 8601 has all its fields")
    }

    /// Content-Type and Content-Disposition with their parameters, including continued and encoded ones.
    static let parameters = FuzzTarget(name: "parameters", maximumLength: 1024) { bytes in
        let range = 0..<bytes.count
        let limit = bytes.count * 8 + 64
        var lists = [ContentDisposition(bytes, range).parameters]
        if let type = ContentType(bytes, range) {
            expect(!type.type.isEmpty && !type.subtype.isEmpty, "a media type has two halves")
            lists.append(type.parameters)
        }
        for list in lists {
            expect(list.entries.count <= bytes.count, "no more parameters than octets")
            expect(list.entries.reduce(0) { $0 + $1.value.utf8.count } <= limit, "values are bounded by the field")
            for entry in list.entries { expect(list[entry.name] != nil, "a parameter is found by its name") }
        }
        _ = TransferEncoding(fieldValue: bytes.span, range)
    }
}
