public import InternetMessage
internal import MailTypes

/// The text of a message as quoted in a reply.
public enum Quotation {
    /// Returns the readable text with ">" prefixes. Text that was already quoted gets one more.
    public static func lines(of message: Message) -> [String] {
        text(of: message).map(quoted)
    }

    /// Returns the lines of the readable text, without blank lines at both ends.
    public static func text(of message: Message) -> [String] {
        trimmed(SplitLines.of(ReadableText.of(message.root)))
    }

    /// Removes blank lines at both ends.
    static func trimmed(_ lines: [String]) -> [String] {
        var lines = lines
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

/// The line that names the author and date of the quoted text.
enum Attribution {
    /// "On Mon, 12 Oct 2026 at 14:03 +0200, Ana Ruiz wrote:"
    static func line(_ header: Header) -> String {
        let author = header.addresses(.from).lazy.compactMap(name).first { _ in true } ?? "an unknown sender"
        guard let date = header.date else { return "\(author) wrote:" }
        return "On \(date.readableForm), \(author) wrote:"
    }

    /// Returns the name, or the address if there is no name.
    private static func name(_ address: Address) -> String? {
        [address.name, address.email?.text].lazy.compactMap { $0?.plainLine }.first { !$0.isEmpty }
    }
}
