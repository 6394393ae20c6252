internal import MailTypes

/// A word of a text.
struct Word: Sendable {
    /// The word without the punctuation around it.
    let text: String
    /// The word without case and accents; empty for a URL or an email address.
    let folded: String
    /// Whether a comma or similar follows.
    var endsClause = false
    /// Whether a period follows that may belong to the word: "5." and "Dr.".
    var hasPeriod = false

    var isNumber: Bool { !folded.isEmpty && folded.utf8.allSatisfy { $0 &- 0x30 < 10 } }
    /// Whether it is written like a name.
    var isName: Bool { (text.unicodeScalars.first?.properties.isUppercase ?? false) && folded.utf8.count > 1 }

    static func folded(_ text: String) -> String { String(decoding: SearchFold.folded(text), as: UTF8.self) }
}
