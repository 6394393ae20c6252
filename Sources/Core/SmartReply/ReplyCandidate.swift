/// A reply of one or two sentences.
struct ReplyCandidate: Sendable {
    /// Two replies of the same meaning are never suggested together.
    enum Meaning: CaseIterable, Sendable {
        case yes, no, other
    }

    /// What a reply needs to fit. The names are used in tables.
    enum Form: String, Sendable {
        case time  // an hour, with or without a day
        case day  // a day without an hour
        case on  // a day or an hour
        case week
        case by  // a deadline
        case two  // two times to choose from
        case name  // the sender's name
        case none  // no time at all
        case any  // nothing
    }

    let meaning: Meaning
    let text: String
    var asksWhen = false
}
