import Foundation
import MailTestSupport
import MailTypes
import Testing

@testable import InternetMessage

/// Parses a field as the only field of a message. Line ends are CRLF.
func header(_ name: String, _ value: [UInt8]) -> Header {
    Message(Array("\(name):".utf8) + value + Array("\r\n\r\nText\r\n".utf8)).header
}

func header(_ name: String, _ value: String) -> Header {
    header(name, Array(value.utf8))
}

func message(_ text: String) -> Message {
    Message(Array(text.utf8))
}

func readable(_ part: Part) -> String {
    String(decoding: ReadableText.of(part), as: UTF8.self)
}

extension Part {
    var parts: [Part] { Array(children) }

    /// The bytes of the body, still encoded, as text.
    var rawText: String { String(decoding: message.bytes[rawBody], as: UTF8.self) }
}

/// Returns the media types of a tree of parts: `multipart/mixed(text/plain, message/rfc822[text/plain])`.
func outline(_ part: Part) -> String {
    let type = part.contentType
    let name = "\(type.type)/\(type.subtype)"
    switch part.kind {
    case .leaf: return name
    case .multipart: return name + "(" + part.parts.map(outline).joined(separator: ", ") + ")"
    case .message: return name + "[" + (part.embeddedMessage.map(outline) ?? "") + "]"
    }
}

/// Replaces control characters with names, so that differences are visible.
func visible(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
        switch scalar.value {
        case 0..<0x20, 0x7F, 0xFEFF, 0x200B...0x200F: "\\u{\(String(scalar.value, radix: 16))}"
        default: String(scalar)
        }
    }.joined()
}

func isSame(_ one: String?, _ other: String?) -> Bool {
    switch (one, other) {
    case (nil, nil): true
    case (let one?, let other?): one.utf8.elementsEqual(other.utf8)
    default: false
    }
}

func pick<Item>(_ items: [Item], _ random: inout SeededGenerator) -> Item {
    items[Int.random(in: items.indices, using: &random)]
}

/// So many pieces that quadratic work would exceed a test's minute, while linear work takes milliseconds. `make bench`
/// measures the growth.
let flood = 300_000
