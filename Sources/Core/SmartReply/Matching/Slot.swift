/// A time that somebody names.
struct Slot: Hashable, Sendable {
    enum Day: Hashable, Sendable {
        case weekday
        /// Today, tomorrow: soon another day.
        case relative
        case date
        /// Not a day yet.
        case week
    }

    var day: Day?
    /// As it is said in the middle of a sentence: "Friday", "next Tuesday morning", "5 May".
    var dayText = ""
    /// With the word before it: "at 12:30".
    var timeText = ""
    /// The same without that word.
    var bareTime = ""
    /// Words of the sentence.
    var range = 0..<0
    /// What comes next is another possibility.
    var isFollowedByOr = false
    /// "by", where it says until when something is to be done.
    var deadline = ""

    var hasTime: Bool { !timeText.isEmpty }
    /// Whether there is anything to say again.
    var isKnown: Bool { day != nil || hasTime }
}

/// The words by which a language names times, folded.
struct TimeWords: Sendable {
    /// As they are written, by their folded forms.
    var weekdays: [String: String] = [:]
    var relative: [String: String] = [:]
    /// Stand before a weekday: "next".
    var modifiers: Set<String> = []
    /// Stand behind a day: "morning".
    var parts: Set<String> = []
    var weeks: Set<String> = []
    /// Stand before a time: "at".
    var ats: Set<String> = []
    /// Stand before a day: "on".
    var ons: Set<String> = []
    /// Stand behind a number and make it a time: "pm".
    var units: Set<String> = []
    /// Times that have names: "noon".
    var named: Set<String> = []
    /// Numbers that are times behind "at": "seven".
    var spelled: Set<String> = []
    /// Stand before the day of a deadline: "by".
    var deadlines: Set<String> = []
    var ors: Set<String> = []
    /// Words of a time that ends: "until", "between".
    var ranges: Set<String> = []
    /// Words that may follow "at 3" without making it anything else than a time.
    var followers: Set<String> = []

    /// What is put before a time where nothing stands: "at".
    var at = ""
    /// What is put behind a time of digits alone: "Uhr".
    var unit = ""
    /// Whether a time alone is said with the word before it.
    var keepsAt = false
}
