import Composer
import InternetMessage
import MailTestSupport
import MailTypes

/// Random drafts with text that users type, paste and attach, and with unlikely text.
struct RandomDraft {
    var random: SeededGenerator
    var hasOnlyASCIIAddresses = false

    private static let letters = [
        "a", "b", "Kim", "the plan", "é", "ß", "я", "日本", "שלום", "👩‍👩‍👧", "e\u{301}", "\u{A0}", "\u{200D}", "\u{FEFF}",
        "\u{202E}",
        "\u{85}", "\u{2028}", "\u{0}", "\u{1B}[1m", "\u{7F}", "\t", " ", "  ", ",", ";", ":", "\"", "\\", "(", ")", "<",
        ">",
        "@", "[", "]", "=", "=20", "?", "=?utf-8?q?x?=", "&", "%0A", "*", "_", "'",
    ]
    private static let lines = [
        "", "", " ", "\t", ".", "..", ".a", ">", "> quoted", ">> twice", "From here", ">From here", "-- ", "--",
        "--=_petrel",
        "trailing  ", "trailing\t", "begin 644 a", "=", "Subject: x", "~q", "\u{FEFF}mark", "On Mon, Kim wrote:",
        "---------- Forwarded message ----------", "+AGE-", "\u{1B}$B",
    ]
    private static let wrong = [
        "kim", "kim@", "@example.org", "kim@@example.org", "a b@example.org", "Kim <kim>", "kim@example.org.",
        "kim, ana", ":",
        ";", "\"", "(", "undisclosed-recipients", "Kim (not an address)",
    ]
    private static let types = [
        "application/pdf", "IMAGE/PNG", "image/svg+xml", "text/plain", "text/csv", "text/html", "text/calendar",
        "no type",
        "multipart/mixed", "message/partial", "message/delivery-status", "application/pgp-signature",
    ]

    mutating func pick<Element>(_ choices: [Element]) -> Element {
        choices[Int.random(in: 0..<choices.count, using: &random)]
    }

    mutating func chance(_ one: Int) -> Bool {
        Int.random(in: 0..<one, using: &random) == 0
    }

    mutating func some<Element>(_ most: Int, _ make: (inout RandomDraft) -> Element) -> [Element] {
        (0..<Int.random(in: 0...most, using: &random)).map { _ in make(&self) }
    }

    mutating func text(_ most: Int = 12) -> String {
        some(most) { $0.pick(Self.letters) }.joined()
    }

    /// A line of the body.
    mutating func line() -> String {
        if chance(2) { return pick(Self.lines) }
        let text = text(chance(8) ? 600 : 20)
        return String(String.UnicodeScalarView(text.unicodeScalars.filter { $0 != "\n" && $0 != "\r" }))
    }

    mutating func body() -> [String] {
        some(12) { $0.line() }
    }

    mutating func email() -> EmailAddress {
        EmailAddress(
            pick(["kim", "a.b-c", "\"a b\"", "\"a@b\"", "jürgen", "="]) + "@"
                + pick(["example.org", "[192.0.2.1]", "bücher.example"]))
    }

    mutating func address() -> Address {
        let address = anyAddress()
        let place = address.email ?? EmailAddress(address.name ?? "")
        let isWanted = !hasOnlyASCIIAddresses || !place.isInternational
        return isWanted ? address : Address(name: address.name, email: EmailAddress("kim@example.org"))
    }

    private mutating func anyAddress() -> Address {
        let name = chance(2) ? text() : nil
        let group = chance(6) ? pick(["Team", "Équipe, tous", "a (b)", ""]) : nil
        switch Int.random(in: 0..<8, using: &random) {
        case 0: return Address(email: EmailAddress(pick(Self.wrong)))
        case 1: return Address(name: name, email: EmailAddress(text()), group: group)
        case 2: return Address(name: name, email: nil, group: group)
        default: return Address(name: name, email: email(), group: group)
        }
    }

    mutating func addresses() -> [Address] {
        some(6) { $0.address() }
    }

    mutating func messageID() -> MessageID {
        chance(10) ? MessageID(text()) : MessageID("\(UInt64.random(in: 0...UInt64.max, using: &random))=x@example.org")
    }

    mutating func otherField() -> Draft.OtherHeaderField {
        let names = [
            "X-Loop", "Keywords", "Organization", "X-Mozilla-Draft-Info", "Subject", "bcc", "Content-Type", "a b", "é",
            "",
        ]
        return Draft.OtherHeaderField(name: pick(names), text: text())
    }

    mutating func octets(_ most: Int = 200) -> [UInt8] {
        some(most) { UInt8.random(in: 0...255, using: &$0.random) }
    }

    /// Random content of an attachment: nothing, any bytes, or text with line ends of all kinds.
    mutating func content() -> [UInt8] {
        switch Int.random(in: 0..<4, using: &random) {
        case 0: []
        case 1: octets()
        case 2: Array(some(6) { $0.line() + $0.pick(["\n", "\r\n", "\r", "\n\r", ""]) }.joined().utf8)
        default: Array("a,b\n1,2\n".utf8)
        }
    }

    mutating func attachment(_ number: Int, depth: Int = 0) -> DraftAttachment {
        let name = chance(6) ? pick(["", " ", "..", "a/b.txt", "C:\\plan.pdf", " blank ", "\u{1}"]) : text(8)
        if chance(5) {
            let message = depth < 2 && chance(2) ? kept(draft(depth: depth + 1)) : content()
            return DraftAttachment(number: number, filename: name, mediaType: "message/rfc822", content: message)
        }
        let parameters = some(3) {
            DraftAttachment.Parameter(
                $0.pick(["charset", "method", "METHOD", "name", "boundary", "x y", "x-a"]),
                $0.pick(["utf-8", "koi8-r", "REQUEST", "é", "a b", "", "us-ascii", "\r\nX: y"]))
        }
        return DraftAttachment(
            number: number, filename: name, mediaType: pick(Self.types), parameters: parameters, content: content(),
            contentID: chance(3) ? messageID() : nil)
    }

    mutating func draft(depth: Int = 0) -> Draft {
        var draft = Draft()
        draft.sender = chance(6) ? nil : address()
        for field in Recipients.Field.allCases where chance(2) { draft.recipients[field] = addresses() }
        draft.subject = text()
        draft.lines = body()
        draft.attachments = chance(2) ? [] : (1...4).map { attachment($0, depth: depth) }
        draft.inReplyTo = some(2) { $0.messageID() }
        draft.references = some(20) { $0.messageID() }
        draft.otherFields = some(4) { $0.otherField() }
        draft.isPlainText = chance(4)
        return draft
    }

    mutating func unique() -> String {
        String(UInt64.random(in: 0...UInt64.max, using: &random), radix: 36)
    }

    mutating func kept(_ draft: Draft) -> [UInt8] {
        (try? MessageWriter(draft.keptMessage(id: .test, date: .test), unique: unique()).octets()) ?? []
    }
}

extension MessageID {
    static let test = MessageID("draft@example.org")
}

extension DateTime {
    /// Mon, 12 Oct 2026 14:03:00 +0200
    static let test = DateTime(
        CivilTime(year: 2026, month: 10, day: 12, hour: 14, minute: 3, second: 0), offsetMinutes: 120)
}
