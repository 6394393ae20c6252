import IMAPProtocol
import MailTestSupport
import MailTypes
import Testing

@Suite("Selection of parts to fetch", .holds("Y04", "Y05"))
struct PartSelectionAndAssemblyTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let structure: String
        /// As sections of a FETCH, or `nil` for the whole message.
        let sections: String?
        var testDescription: String { name }
    }

    private static let plain = #"("TEXT" "PLAIN" ("CHARSET" "utf-8") NIL NIL "7BIT" 120 3)"#
    private static let html = #"("TEXT" "HTML" NIL NIL NIL "BASE64" 3000 40)"#
    private static let file = #"("APPLICATION" "PDF" ("NAME" "a.pdf") NIL NIL "BASE64" 84000 NIL ("ATTACHMENT" NIL))"#

    private static func multipart(_ children: String..., subtype: String = "MIXED", boundary: String = "b") -> String {
        #"(\#(children.joined()) "\#(subtype)" ("BOUNDARY" "\#(boundary)"))"#
    }

    static let rows = [
        Row(name: "one text", structure: plain, sections: nil),
        Row(name: "two texts", structure: multipart(plain, html, subtype: "ALTERNATIVE"), sections: nil),
        Row(name: "a text and a file", structure: multipart(plain, file), sections: "HEADER 1.MIME 1 2.MIME"),
        Row(
            name: "an alternative and a file",
            structure: multipart(multipart(plain, html, subtype: "ALTERNATIVE", boundary: "c"), file),
            sections: "HEADER 1.MIME 1.1.MIME 1.1 1.2.MIME 1.2 2.MIME"),
        Row(
            name: "a picture that belongs to the text",
            structure: multipart(
                html, #"("IMAGE" "PNG" NIL "<p@q>" NIL "BASE64" 900 NIL ("INLINE" NIL))"#, subtype: "RELATED"),
            sections: "HEADER 1.MIME 1 2.MIME"),
        Row(
            name: "an invitation",
            structure: multipart(
                plain, #"("TEXT" "CALENDAR" ("METHOD" "REQUEST") NIL NIL "7BIT" 700 20)"#, file),
            sections: "HEADER 1.MIME 1 2.MIME 2 3.MIME"),
        Row(
            name: "a text that is attached",
            structure: multipart(
                plain, #"("TEXT" "PLAIN" NIL NIL NIL "7BIT" 700 20 NIL ("ATTACHMENT" ("FILENAME" "log.txt")))"#),
            sections: "HEADER 1.MIME 1 2.MIME"),
        Row(
            name: "a message that is attached",
            structure: multipart(
                plain,
                #"("MESSAGE" "RFC822" NIL NIL NIL "7BIT" 900 (NIL NIL NIL NIL NIL NIL NIL NIL NIL NIL) \#(plain) 20)"#),
            sections: "HEADER 1.MIME 1 2.MIME"),
        Row(
            name: "a text of more than 10 MB", structure: #"("TEXT" "PLAIN" NIL NIL NIL "7BIT" 10000001 9)"#,
            sections: "HEADER 1<0.10000000>"),
        Row(name: "a text of 10 MB", structure: #"("TEXT" "PLAIN" NIL NIL NIL "7BIT" 10000000 9)"#, sections: nil),
        Row(
            name: "texts that together are too much",
            structure: multipart(
                #"("TEXT" "PLAIN" NIL NIL NIL "7BIT" 9000000 9)"#, #"("TEXT" "HTML" NIL NIL NIL "7BIT" 9000000 9)"#),
            sections: "HEADER 1.MIME 1 2.MIME"),
        Row(name: "signed", structure: multipart(multipart(plain, file), plain, subtype: "SIGNED"), sections: nil),
        Row(
            name: "signed, in a list's own multipart",
            structure: multipart(multipart(plain, file, subtype: "SIGNED", boundary: "c"), plain), sections: nil),
        Row(name: "encrypted", structure: multipart(plain, file, subtype: "ENCRYPTED"), sections: nil),
        Row(
            name: "S/MIME",
            structure: #"("APPLICATION" "PKCS7-MIME" ("NAME" "smime.p7m") NIL NIL "BASE64" 90000)"#, sections: nil),
        Row(
            name: "a stub that somebody sent",
            structure: multipart(
                plain, file, #"("MESSAGE" "EXTERNAL-BODY" ("ACCESS-TYPE" "URL") NIL NIL "7BIT" 90)"#), sections: nil),
        Row(name: "a file alone", structure: file, sections: nil),
        Row(name: "no boundary", structure: #"(\#(plain)\#(file) "MIXED" NIL)"#, sections: nil),
        Row(name: "an empty boundary", structure: multipart(plain, file, boundary: ""), sections: nil),
        Row(
            name: "a boundary with a blank at its end", structure: multipart(plain, file, boundary: "b "), sections: nil
        ),
        Row(
            name: "a multipart without parts", structure: #"("TEXT" "PLAIN" NIL NIL NIL "7BIT" NIL NIL)"#, sections: nil
        ),
        Row(
            name: "a size that is none",
            structure: multipart(plain, #"("APPLICATION" "PDF" NIL NIL NIL "BASE64" -1)"#), sections: nil),
        Row(
            name: "a boundary that begins with the one around it",
            structure: multipart(multipart(plain, html, subtype: "ALTERNATIVE", boundary: "bc"), file), sections: nil),
        Row(name: "too deep", structure: deep(20), sections: nil),
        Row(name: "too many parts", structure: multipart(String(repeating: file, count: 80)), sections: nil),
    ]

    private static func deep(_ levels: Int) -> String {
        (0..<levels).reduce(file) { inner, level in multipart(plain, inner, boundary: "b\(level)_") }
    }

    @Test("Fetches texts without attachments, or the whole message if it cannot be split", arguments: rows)
    func choice(_ row: Row) throws {
        let message = try ResponseParsing.message("* 1 FETCH (BODYSTRUCTURE \(row.structure) UID 5)")
        let structure = try #require(message.details?.bodyStructure?.value)
        guard case .parts(let root) = PartSelection(structure) else {
            #expect(row.sections == nil)
            return
        }
        #expect(root.items.map(Self.text).joined(separator: " ") == row.sections)
    }

    private static func text(_ item: FetchItem) -> String {
        guard case .content(let section, let part) = item else { return "?" }
        let path = section.part.map { String($0) }.joined(separator: ".")
        let name: String =
            switch section.content {
            case .header: "HEADER"
            case .mime: path + ".MIME"
            default: path
            }
        if case .range(let start, let count) = part { return "\(name)<\(start).\(count)>" }
        return name
    }

    // MARK: - Assembly

    private static let root = ChosenPart(
        path: [],
        kind: .multipart(
            boundary: Array("b".utf8),
            [ChosenPart(path: [1], kind: .content), ChosenPart(path: [2], kind: .missing(84000))]))

    private static let sections: [BodySection: String] = [
        .header: "Subject: x\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n",
        BodySection(part: [1], .mime): "Content-Type: text/plain\r\n\r\n",
        BodySection(part: [1]): "Hello.\r\n",
        BodySection(part: [2], .mime):
            "Content-Type: application/pdf; name=a.pdf\r\nContent-Transfer-Encoding: base64\r\n\r\n",
    ]

    private func message(_ change: (inout [BodySection: String]) -> Void) -> String? {
        var sections = Self.sections
        change(&sections)
        let assembly = PartAssembly(size: 85_000, url: Array("imap://h/INBOX;UIDVALIDITY=1/;UID=7".utf8))
        return assembly.message(Self.root, of: sections.mapValues { Array($0.utf8) }).map {
            String(decoding: $0, as: UTF8.self)
        }
    }

    @Test("Fetched parts are unchanged, and a missing part has its URL")
    func assembly() {
        #expect(
            message { _ in }
                == "X-Petrel-Partial: size=85000\r\nSubject: x\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n"
                + "--b\r\nContent-Type: text/plain\r\n\r\nHello.\r\n\r\n"
                + "--b\r\nContent-Type: message/external-body; access-type=URL; size=84000;\r\n"
                + " URL=\"imap://h/INBOX;UIDVALIDITY=1/;UID=7/;SECTION=2\"\r\n\r\n"
                + "Content-Type: application/pdf; name=a.pdf\r\nContent-Transfer-Encoding: base64\r\n\r\n\r\n--b--\r\n")
    }

    @Test("A missing section or an invalid header makes the assembly fail")
    func missing() {
        for section in Self.sections.keys { #expect(message { $0[section] = nil } == nil, "\(section)") }
        #expect(message { $0[.header] = "Subject: x" } == nil)
        #expect(message { $0[.header] = "Subject: x\r\n" } == nil)
        #expect(message { $0[BodySection(part: [2], .mime)] = "Content-Type: text/plain" } == nil)
        #expect(message { $0[BodySection(part: [1], .mime)] = "" } != nil)
    }
}
