import Testing

@testable import InternetMessage

@Suite("Links of a message")
struct LinkTests {
    private func numbered(_ html: String) -> ReadableText.Numbered {
        ReadableText.numbered(message("Content-Type: text/html\n\n\(html)").root)
    }

    private func text(_ html: String) -> String { String(decoding: numbered(html).text, as: UTF8.self) }

    private func addresses(_ html: String) -> [String] {
        numbered(html).links.map { String(decoding: $0.address, as: UTF8.self) }
    }

    @Test("Links of HTML are numbered in the text, and the same address has the same number")
    func numbers() {
        let html = """
            <a href='https://a.example/?x=1&amp;y=2'>One</a>, <a href='mailto:ann@b.example'>Ann</a>,
            <a href='https://a.example/?x=1&amp;y=2'><img src=x alt=Logo></a> <a href='https://c.example'>https://c.example</a>
            """
        #expect(text(html) == "One [1], Ann [2], [image: Logo] [1] https://c.example [3]\n")
        #expect(addresses(html) == ["https://a.example/?x=1&y=2", "mailto:ann@b.example", "https://c.example"])
    }

    @Test(
        "For a screen reader, nothing is in brackets, and rows of tables are sentences",
        arguments: [
            (
                "<a href='https://a.example'>One</a> and <a href='https://b.example'>two.</a> <img src=x alt=Logo> Hi",
                "One, link 1 and two. link 2 image: Logo. Hi\n"
            ),
            ("<a href='https://a.example'><img src=x alt=Logo></a>", "image: Logo, link 1\n"),
            (
                "<table><tr><td>Item<td>Count<tr><td>Apple pie<td>12<tr><td>Total:<td>3<td>x!</table>",
                "Item, Count.\nApple pie, 12.\nTotal: 3, x!\n"
            ),
            ("<table><tr><td>Only one</table><p>Text", "Only one\n\nText\n"),
            ("<input type=checkbox checked>Yes <input type=radio> No", "checked: Yes not checked: No\n"),
            ("One<hr>two <img alt=Logo><b>three</b>", "One\n\ntwo image: Logo. three\n"),
        ])
    func spoken(_ html: String, _ expected: String) {
        let root = message("Content-Type: text/html\n\n\(html)").root
        let numbered = ReadableText.numbered(root, isSpoken: true)
        #expect(String(decoding: numbered.text, as: UTF8.self) == expected)
        #expect(numbered.links.count == self.numbered(html).links.count)
        #expect(!ReadableText.of(root, isSpoken: true).contains(UInt8(ascii: "|")))
    }

    @Test("Links that neither a browser nor a draft opens keep their address in the text")
    func others() {
        #expect(text("<a href='ftp://a.example/x'>x</a> <a href='javascript:y'>y</a>") == "x <ftp://a.example/x> y\n")
    }

    @Test("Addresses in plain text are numbered without a mark")
    func plainText() {
        let plain = ReadableText.numbered(
            message(
                "\nSee https://a.example/b_(c), (http://d.example/). mailto:x@y.example xhttp://e.example http:/f https://"
            ).root)
        #expect(
            plain.links.map { String(decoding: $0.address, as: UTF8.self) } == [
                "https://a.example/b_(c)", "http://d.example/", "mailto:x@y.example",
            ])
        #expect(plain.links.allSatisfy { !$0.isMarked })
        #expect(String(decoding: plain.text, as: UTF8.self).hasPrefix("See https://a.example/b_(c), ("))
    }

    struct Deceiving: CustomTestStringConvertible, Sendable {
        let text: String
        let address: String
        let says: String?

        init(_ text: String, _ address: String, _ says: String?) {
            (self.text, self.address, self.says) = (text, address, says)
        }

        var testDescription: String { "\(text) → \(address)" }
    }

    private static let deceiving = [
        Deceiving("https://bank.example/login", "https://evil.example/", "bank.example"),
        Deceiving("bank.example", "https://evil.example/bank.example", "bank.example"),
        Deceiving("WWW.Bank.Example.", "https://evil.example/", "www.bank.example"),
        Deceiving("(support@bank.example)", "mailto:x@evil.example", "bank.example"),
        Deceiving("bank.example/login", "https://bank.example.evil.example/", "bank.example"),
        Deceiving("https://bank.example", "https://bank.example@evil.example/", "bank.example"),
        Deceiving("Log in", "https://bank.example@evil.example/", "bank.example"),
        Deceiving("Log in", "https://bank.example:x@evil.example:443/", "bank.example"),
        Deceiving("bank.example", "https://evil.example\\@bank.example/", "bank.example"),
        Deceiving("one.co.uk", "https://two.co.uk", "one.co.uk"),
        Deceiving("bank.example", "https://www.bank.example/login", nil),
        Deceiving("www.bank.example", "http://login.bank.example", nil),
        Deceiving("a@bank.example", "mailto:a@bank.example?subject=x", nil),
        Deceiving("report.pdf", "https://files.example/1", nil),
        Deceiving("Log in to bank.example", "https://evil.example", nil),
        Deceiving("Log in", "https://evil.example", nil),
        Deceiving("12.5", "https://a.example", nil),
    ]

    @Test("A text that is the address of another domain is noticed", arguments: deceiving)
    func deception(_ row: Deceiving) throws {
        let link = try #require(numbered("<a href='\(row.address)'>\(row.text)</a>").links.first)
        let says: [UInt8]? =
            switch link.deception {
            case .textNames(let name), .userName(let name): name
            case nil: nil
            }
        #expect(says.map { String(decoding: $0, as: UTF8.self) } == row.says)
    }

    @Test("A deceiving link is noticed even if an honest one to the same address came first")
    func shared() {
        let links = numbered("<a href='https://evil.example'>x</a><a href='https://evil.example'>bank.example</a>")
            .links
        #expect(links.count == 1 && links[0].deception == .textNames(Array("bank.example".utf8)))
    }

    @Test("The number of links is limited")
    func limit() {
        let html = (0..<3000).map { "<a href='https://a.example/\($0)'>x</a>" }.joined(separator: " ")
        #expect(numbered(html).links.count == 2000)
        #expect(text(html).contains("x [2000] x <https://a.example/2000>"))
    }
}
