/// A day, an hour, or both, as a message mentions them.
struct TimeMention: Sendable {
    enum Day: Sendable {
        case weekday, date, week
        case next  // a weekday after "next"
        case relative  // "today", "tomorrow", "this evening"
    }

    var day: Day?
    /// The day as part of a sentence: "Friday", "next Tuesday", "5 May".
    var dayText = ""
    /// The hour, without "at". Empty if there is none, or no single one.
    var hour = ""
    /// The words of the sentence.
    var range: Range<Int>
    /// Whether "or" follows.
    var isBeforeOr = false
    /// "by", if this is a deadline.
    var deadline = ""

    /// Whether a reply can repeat it.
    var isKnown: Bool { day != nil || !hour.isEmpty }
}
