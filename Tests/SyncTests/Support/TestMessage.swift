/// A message as a test sees it: its subject and flag letters.
struct TestMessage: Hashable, Comparable, CustomStringConvertible {
    let subject: String
    let letters: String
    var description: String { "\(subject) \(letters)" }

    static func < (one: TestMessage, other: TestMessage) -> Bool {
        (one.subject, one.letters) < (other.subject, other.letters)
    }

    static func message(_ subject: String, size: Int = 400) -> [UInt8] {
        let id = "\(subject.replacing(" ", with: "."))@example.org"
        let line = "This is the mail about \(subject), and a line of it.\r\n"
        return Array(
            ("From: Ana <ana@example.org>\r\nTo: leo@example.net\r\nSubject: \(subject)\r\n"
                + "Date: Mon, 12 Oct 2026 10:00:00 +0000\r\nMessage-ID: <\(id)>\r\n\r\n"
                + String(repeating: line, count: max(1, size / line.utf8.count))).utf8)
    }

    /// Returns the value of the first line that begins with the field's name.
    static func subject(of message: [UInt8]) -> String {
        message.line(behind: "Subject: ") ?? ""
    }
}

extension [UInt8] {
    /// Returns the rest of the first line that begins with `prefix`.
    func line(behind prefix: String) -> String? {
        var rest = self[...]
        while !rest.isEmpty {
            let end = rest.firstIndex(of: 0x0A) ?? rest.endIndex
            if rest.starts(with: prefix.utf8) {
                let text = rest[..<end].dropFirst(prefix.utf8.count)
                return String(decoding: text.last == 0x0D ? text.dropLast() : text, as: UTF8.self)
            }
            rest = rest[end...].dropFirst()
        }
        return nil
    }
}
