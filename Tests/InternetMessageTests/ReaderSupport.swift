import Foundation
import MailTestSupport
import MailTypes
import Testing

@testable import InternetMessage

/// Text in, text out, with a name for what the row shows.
struct TextRow: CustomTestStringConvertible, Sendable {
    let name: String
    let input: [UInt8]
    let expected: String

    init(_ name: String, _ input: String, _ expected: String) {
        self.init(name, Array(input.utf8), expected)
    }

    init(_ name: String, _ input: [UInt8], _ expected: String) {
        self.name = name
        self.input = input
        self.expected = expected
    }

    var testDescription: String { name }
}

/// One field of that name and value, read as the only field of a message. Line ends are CR LF.
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

    /// The octets of the body, still encoded, as text.
    var rawText: String { String(decoding: message.bytes[rawBody], as: UTF8.self) }
}

/// The media types of a tree of parts: `multipart/mixed(text/plain, message/rfc822[text/plain])`.
func outline(_ part: Part) -> String {
    let type = part.contentType
    let name = "\(type.type)/\(type.subtype)"
    switch part.kind {
    case .leaf: return name
    case .multipart: return name + "(" + part.parts.map(outline).joined(separator: ", ") + ")"
    case .message: return name + "[" + (part.embeddedMessage.map(outline) ?? "") + "]"
    }
}

/// Names control characters, so that a difference can be seen.
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

/// Whether eight times the work takes about eight times the time: quadratic work would take 64 times as long.
///
/// `prepare` makes the input of a size and hands back the work. The time is the thread's own, and a machine that is busy gets
/// three tries.
func growsLinearly(from size: Int, _ prepare: (Int) -> () -> Void) -> Bool {
    func seconds(_ size: Int) -> Double {
        let work = prepare(size)
        let started = threadSeconds()
        work()
        return threadSeconds() - started
    }
    _ = seconds(size / 8)
    return (0..<3).contains { _ in seconds(size * 8) < seconds(size) * 24 + 0.02 }
}

private func threadSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
