/// The content of test drafts.
enum DraftText {
    static func message(_ subject: String, _ fields: String = "") -> [UInt8] {
        Array(
            ("From: kim@example.net\r\nTo: ana@example.org\r\nBcc: leo@example.org\r\nSubject: \(subject)\r\n\(fields)"
                + "\r\nThe text of \(subject).\r\n").utf8)
    }

    static func subject(_ message: [UInt8]) -> String { field("Subject", of: message) ?? "" }

    static func field(_ name: String, of message: [UInt8]) -> String? {
        message.line(behind: "\(name): ")
    }
}
