/// An operator such as `from:`, with the spellings of other programs that mean the same.
public struct QueryOperator: Hashable, Sendable {
    public enum Value: Hashable, Sendable {
        case text(SearchField)
        case folder, account, state, feature, flag, messageID, thread
        case period, since, before
        case larger, smaller
    }

    /// Without the colon.
    public let name: String
    /// Spellings of notmuch and Gmail, and shorter ones.
    public let aliases: [String]
    public let value: Value
    /// A value as an example.
    public let example: String
    public let summary: String

    private init(_ name: String, _ aliases: [String] = [], _ value: Value, _ example: String, _ summary: String) {
        self.name = name
        self.aliases = aliases
        self.value = value
        self.example = example
        self.summary = summary
    }

    public static let all: [QueryOperator] = [
        QueryOperator("from", .text(.from), "ana", "words of the sender's name or address"),
        QueryOperator("to", .text(.to), "team@example.org", "words of a recipient in To"),
        QueryOperator("cc", .text(.cc), "ben", "words of a recipient in Cc"),
        QueryOperator("bcc", .text(.bcc), "ben", "words of a recipient in Bcc, in mail you sent"),
        QueryOperator("subject", .text(.subject), "\"harbour plan\"", "words of the subject"),
        QueryOperator("body", ["text"], .text(.body), "deadline", "words of the text and of text attachments"),
        QueryOperator(
            "attachment", ["filename", "name"], .text(.attachment), "invoice", "words of an attachment's filename"),
        QueryOperator("list", ["listid"], .text(.list), "swift", "words of the mailing list's List-Id"),
        QueryOperator(
            "in", ["folder", "path", "label"], .folder, "INBOX", "the folder; Lists/ includes the folders inside"),
        QueryOperator("account", .account, "work", "the account"),
        QueryOperator(
            "is", .state, "unread", "unread, read, flagged, answered, forwarded, draft or deleted"),
        QueryOperator("has", .feature, "attachment", "has:attachment"),
        QueryOperator("tag", ["flag"], .flag, "flagged", "notmuch's tags for the same states"),
        QueryOperator(
            "id", ["mid", "msgid", "messageid", "rfc822msgid"], .messageID, "a1b2@example.org", "the Message-ID"),
        QueryOperator("thread", ["tid"], .thread, "4f3a91c2d0e8b7a6", "the conversation, as list --json prints it"),
        QueryOperator("date", .period, "2025-01..2025-03", "a day, month, year, age or range"),
        QueryOperator(
            "after", ["newer", "newer_than", "since"], .since, "2025-03", "that date or later, or at most so old: 2d"),
        QueryOperator("before", ["older", "older_than"], .before, "2025-03", "before that date, or older: 2d"),
        QueryOperator("larger", ["larger_than"], .larger, "1M", "larger than so many bytes: 500, 20k, 1M"),
        QueryOperator("smaller", ["smaller_than"], .smaller, "20k", "smaller than that"),
    ]

    /// The values of `is:`.
    public static let states = ["unread", "read", "flagged", "answered", "forwarded", "draft", "deleted"]

    /// Names of periods, which `date:`, `after:` and `before:` take beside dates, ages and weekdays.
    public static let periods = [
        "today", "yesterday", "this_week", "last_week", "this_month", "last_month", "this_year", "last_year",
    ]

    private init(_ name: String, _ value: Value, _ example: String, _ summary: String) {
        self.init(name, [], value, example, summary)
    }

    /// Returns the operator with this name or alias, in any case.
    public static func named(_ name: [UInt8]) -> QueryOperator? {
        let lower = name.map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }
        return all.first { one in
            one.name.utf8.elementsEqual(lower) || one.aliases.contains { $0.utf8.elementsEqual(lower) }
        }
    }
}
