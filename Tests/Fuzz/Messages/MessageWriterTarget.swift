import MailTypes

@testable import InternetMessage

extension FuzzTarget {
    /// The writer and the parser are inverses: a message made from any input is read back unchanged.
    static let writer = FuzzTarget(name: "writer", maximumLength: 2048) { bytes in
        var recipe = Recipe(bytes: bytes)
        let subject = recipe.text()
        let name = recipe.text()
        let filename = recipe.text()
        let body = recipe.text()
        let content = recipe.rest()
        let kim = EmailAddress("kim@example.net")
        let message = OutgoingMessage(
            header: [
                .text("Subject", subject), .addresses("To", [Address(name: name, email: kim), Address(email: kim)]),
            ],
            body: .multipart(
                subtype: "mixed", parameters: [],
                parts: [
                    .text(OutgoingText(body)),
                    .file(OutgoingFile(type: "image/png", filename: filename, content: .octets(content))),
                    .file(OutgoingFile(type: "text/csv", filename: filename, content: .octets(content))),
                ]))
        guard let octets = try? MessageWriter(message, unique: "fuzz").octets() else {
            expect(false, "a draft with good addresses can be written")
            return
        }
        expectClean(octets, "a written message")
        let root = Message(octets).root
        expect(same(root.header.subject ?? "", words(subject)), "the subject is read back")
        let to = Array(root.header.addresses(.to))
        expect(to.count == 2 && to.allSatisfy { $0.email == kim }, "the addresses are read back")
        expect(same(to[0].name ?? "", words(name)), "the name is read back")
        let children = Array(root.children)
        expect(children.count == 3, "the parts are read back")
        for child in children.dropFirst() {
            expect(child.decodedContent == content, "the content is read back")
            expect(same(child.filename ?? "", printable(filename)), "the file name is read back")
        }
        expect(children[0].textOctets == OutgoingText(body).canonicalOctets, "the text is read back")
    }

    /// Any bytes can be embedded as a message. The result is clean, and converting it again does not change it.
    static let embedding = FuzzTarget(name: "embedding", maximumLength: 4096) { bytes in
        let octets = SevenBitMessageConverter.convert(bytes)
        expectClean(octets, "an embedded message")
        expect(SevenBitMessageConverter.convert(octets) == octets, "what is clean stays as it is")
        expect(octets.count <= bytes.count * 16 + 256, "an embedded message is bounded by what it was made from")
    }

    private static func expectClean(_ octets: [UInt8], _ what: String) {
        var length = 0
        for octet in octets {
            expect(octet < 0x80 && octet != 0, "\(what) is 7-bit")
            length = octet == 0x0A ? 0 : length + 1
            expect(length <= 999, "\(what) has no long lines")
        }
    }

    private static func same(_ one: String, _ other: String) -> Bool {
        one.utf8.elementsEqual(other.utf8)
    }

    /// Returns the text as a header field keeps it: control characters become blanks, and blanks at both ends are
    /// removed.
    private static func words(_ text: String) -> String {
        let blanks = Array(text.utf8).map { $0 < 0x20 || $0 == 0x7F ? 0x20 : $0 }
        return String(decoding: blanks[blanks.trimmed(0..<blanks.count)], as: UTF8.self)
    }

    private static func printable(_ name: String) -> String {
        String(decoding: name.utf8.filter { $0 >= 0x20 && $0 != 0x7F }, as: UTF8.self)
    }
}

/// Splits the input into texts: a byte with the length of each, followed by the text.
private struct Recipe {
    private var bytes: ArraySlice<UInt8>

    init(bytes: [UInt8]) {
        self.bytes = bytes[...]
    }

    mutating func text() -> String {
        guard let length = bytes.popFirst() else { return "" }
        let text = bytes.prefix(Int(length))
        bytes.removeFirst(text.count)
        return String(decoding: text, as: UTF8.self)
    }

    mutating func rest() -> [UInt8] {
        defer { bytes = [] }
        return Array(bytes)
    }
}
