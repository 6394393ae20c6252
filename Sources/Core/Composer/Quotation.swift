public import InternetMessage
internal import MailTypes

/// The text of a message as an answer quotes it.
public enum Quotation {
    /// The readable text behind ">" marks; what was quoted already gets one more mark.
    public static func lines(of message: Message) -> [String] {
        text(of: message).map(quoted)
    }

    /// The readable text in lines, without empty ones at both ends.
    public static func text(of message: Message) -> [String] {
        var lines = Lines.of(ReadableText.of(message.root))
        while let last = lines.last, last.isBlank { lines.removeLast() }
        let first = lines.firstIndex { !$0.isBlank } ?? lines.count
        lines.removeFirst(first)
        return lines
    }

    public static func quoted(_ line: String) -> String {
        if line.isEmpty { return ">" }
        return line.utf8.first == 0x3E ? ">" + line : "> " + line
    }
}

/// Who wrote what is quoted, and when.
enum Attribution {
    /// "On Mon, 12 Oct 2026 at 14:03 +0200, Ana Ruiz wrote:"
    static func line(_ header: Header) -> String {
        let author = header.addresses(.from).lazy.compactMap(name).first { _ in true } ?? "somebody"
        guard let date = header.date else { return "\(author) wrote:" }
        return "On \(date.readableForm), \(author) wrote:"
    }

    /// The name, else the address.
    private static func name(_ address: Address) -> String? {
        let name = address.name.map { $0.singleLine } ?? ""
        return name.isBlank ? address.email?.text : name
    }
}

/// Octets of text as lines.
enum Lines {
    /// UTF-8 with LF, CR LF or CR between lines; the last line need not have an end.
    static func of(_ text: [UInt8]) -> [String] {
        var lines: [String] = []
        var start = 0
        var index = 0
        while index < text.count {
            let octet = text[index]
            index += 1
            guard octet == 0x0A || octet == 0x0D else { continue }
            lines.append(String(decoding: text[start..<index - 1], as: UTF8.self))
            if octet == 0x0D, index < text.count, text[index] == 0x0A { index += 1 }
            start = index
        }
        if start < text.count { lines.append(String(decoding: text[start...], as: UTF8.self)) }
        return lines
    }
}

extension String {
    /// Nothing but blanks.
    var isBlank: Bool { utf8.allSatisfy { $0 == 0x20 || $0 == 0x09 } }
}
