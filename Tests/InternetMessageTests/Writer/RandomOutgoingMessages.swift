import Foundation
import InternetMessage
import MailTestSupport
import MailTypes

/// Random messages with content of users and programs.
struct RandomOutgoingMessages {
    var random: SeededGenerator

    private static let alphabets: [[String]] = [
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789".map(String.init),
        [
            ".", ",", ";", ":", "\"", "\\", "(", ")", "<", ">", "@", "[", "]", "=", "?", "_", "-", "'", "#", "%", "&",
            "*",
        ],
        ["é", "ü", "ß", "Å", "ñ", "ç", "—", "“", "”", "€", "½"], ["я", "ж", "Щ", "ъ", "і"], ["日", "本", "語", "の", "字"],
        ["👍", "👩‍👩‍👧", "🇳🇴", "e\u{301}", "\u{A0}", "\u{200D}", "שלום", "مرحبا"], ["=?", "?=", "=?utf-8?q?x?=", "From "],
    ]

    mutating func text(maximum: Int, blanks: [String] = [" "]) -> String {
        let alphabet = Bool.random(using: &random) ? [Self.alphabets[0]] : Self.alphabets
        var text = ""
        for _ in 0..<Int.random(in: 0...maximum, using: &random) {
            if Int.random(in: 0..<6, using: &random) == 0 {
                text += pick(blanks)
            } else {
                text += pick(pick(alphabet))
            }
        }
        return text
    }

    mutating func pick<Element>(_ choices: [Element]) -> Element {
        choices[Int.random(in: 0..<choices.count, using: &random)]
    }

    mutating func email() -> EmailAddress {
        let locals = ["kim", "a.b-c", "x+tag", "\"with blank\"", "\"a@b\"", "o'neil", "=", "{curly}", "1"]
        return EmailAddress(
            pick(locals) + "@" + pick(["example.org", "a.b.example", "[192.0.2.1]", "xn--bcher-kva.example"]))
    }

    mutating func addresses() -> [Address] {
        (0..<Int.random(in: 0...12, using: &random)).map { _ in
            let name = Bool.random(using: &random) ? text(maximum: 40, blanks: [" ", "  ", "\t", "\r\n "]) : nil
            return Address(name: name, email: email())
        }
    }

    mutating func messageIDs() -> [MessageID] {
        (0..<Int.random(in: 0...20, using: &random)).map { _ in
            MessageID("\(UInt64.random(in: 0...UInt64.max, using: &random)).x=y@example.org")
        }
    }

    mutating func octets(maximum: Int) -> [UInt8] {
        (0..<Int.random(in: 0...maximum, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
    }

    mutating func body(depth: Int = 0) -> OutgoingPart {
        switch Int.random(in: 0..<(depth > 2 ? 3 : 6), using: &random) {
        case 0, 1:
            let lines = text(maximum: 600, blanks: [" ", "\n", "  \n", "\n\n", "\t", "\r\n"])
            return .text(OutgoingText(lines, subtype: pick(["plain", "html"])))
        case 2:
            let type = pick(["image/png", "text/csv", "application/pdf", "no type"])
            let content =
                type == "text/csv" ? Array(text(maximum: 400, blanks: ["\n", ","]).utf8) : octets(maximum: 800)
            return .file(
                OutgoingFile(
                    type: type, filename: "f" + text(maximum: 120) + ".x", disposition: pick([.attachment, .inline]),
                    contentID: messageIDs().first, content: .octets(content)))
        case 3:
            let inner = OutgoingMessage(header: header(), body: body(depth: depth + 2))
            let octets = (try? MessageWriter(inner, unique: unique()).octets()) ?? []
            return .message(octets: octets, filename: nil)
        default:
            let parts = (0...Int.random(in: 0...3, using: &random)).map { _ in body(depth: depth + 1) }
            return .multipart(subtype: pick(["mixed", "alternative", "related"]), parameters: [], parts: parts)
        }
    }

    mutating func unique() -> String {
        String(UInt64.random(in: 0...UInt64.max, using: &random), radix: 36)
    }

    mutating func header() -> [OutgoingField] {
        let seconds = Int64.random(in: -1_000_000_000...4_000_000_000, using: &random)
        let date = DateTime(
            instant: Instant(seconds: seconds), offsetMinutes: Int.random(in: -720...840, using: &random))
        return [
            .date("Date", date), .addresses("From", [Address(name: text(maximum: 20), email: email())]),
            .addresses("To", addresses()), .addresses("Cc", addresses()),
            .text("Subject", text(maximum: 150, blanks: [" ", "  ", "\t", "\r\n", "\n"])),
            .messageIDs("References", messageIDs()),
        ]
    }

    mutating func message() -> OutgoingMessage {
        OutgoingMessage(header: header(), body: body())
    }
}
