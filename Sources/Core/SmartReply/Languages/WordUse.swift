/// What a word is used for. The names are the keys of a table.
enum WordUse: String, Sendable {
    case common  // frequent words, by which the language is recognized
    case and  // words before the first of a sentence: "and"
    case clause  // words that "Lunch on Friday?" does not have; if a table has none, such a question is not understood
    case regret  // bad news: "unfortunately"
    case yes, no  // words that agree or refuse, in the user's own replies
    case greet, polite  // the first words of a greeting; words in it that are not names
    case wrote, header  // "wrote", before a quotation; "from", in a quoted header
    case days, months, soon  // weekdays; months; "tomorrow"
    case next, weeks, parts  // "next"; "week", after "next"; "morning"
    case at, links  // "at", before an hour; other words between a day and an hour, and between "by" and a day
    case units, noon, hours  // "pm"; "noon"; "seven"
    case by, or, range  // "by"; "or"; "between" and "from"
}
