/// What of a grammar's rule is read, is refused, or does not end: between what comes before it and behind it in a
/// response that a client receives. Where this parser takes more or less than the letter of the grammar, the row says why.
enum GrammarRows {
    static let all = mailboxes + fetch + bodyStructure + statuses + others
}
