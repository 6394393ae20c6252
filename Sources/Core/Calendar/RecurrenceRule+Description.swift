internal import MailTypes

/// English words.
extension RecurrenceRule {
    private static let days = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
    private static let monthNames = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]

    /// Returns "every 2 weeks on Monday and Friday, until 12 Dec 2026"; `nil` for a rule that is not simple.
    public var words: String? {
        guard !isComplex, let frequency, let unit = Self.unit(frequency) else { return nil }
        var words = interval == 1 ? "every \(unit)" : "every \(interval) \(unit)s"
        switch frequency {
        case .weekly:
            guard monthDays.isEmpty, months.isEmpty, weekdays.allSatisfy({ $0.number == nil }) else { return nil }
            if Set(weekdays.map(\.weekday)) == [1, 2, 3, 4, 5], interval == 1 {
                words = "every weekday"
            } else if !weekdays.isEmpty {
                words += " on " + Self.list(weekdays.map { Self.days[$0.weekday] })
            }
        case .monthly, .yearly:
            guard let days = dayWords else { return nil }
            words += days
        default:
            guard weekdays.isEmpty, monthDays.isEmpty, months.isEmpty else { return nil }
        }
        if let count { words += count == 1 ? ", once" : ", \(count) times" }
        if let until { words += ", until \(until.local.day) \(until.local.monthName) \(until.local.year)" }
        return words
    }

    /// Returns " on the first Monday of March"; `nil` for a combination that is not simple.
    private var dayWords: String? {
        guard weekdays.isEmpty || monthDays.isEmpty else { return nil }
        if frequency == .yearly, months.isEmpty { return weekdays.isEmpty && monthDays.isEmpty ? "" : nil }
        var days: [String] = []
        for day in weekdays {
            guard let number = day.number, let ordinal = Self.ordinal(number) else { return nil }
            days.append("\(ordinal) \(Self.days[day.weekday])")
        }
        for day in monthDays {
            guard day > 0 || day == -1 else { return nil }
            days.append(day == -1 ? "last day" : "day \(day)")
        }
        let names = months.map { Self.monthNames[$0 - 1] }
        if days.isEmpty { return names.isEmpty ? "" : " in \(Self.list(names))" }
        let first = monthDays.first.map { $0 > 0 } ?? false
        return " on \(first ? "" : "the ")\(Self.list(days))" + (names.isEmpty ? "" : " of \(Self.list(names))")
    }

    private static func unit(_ frequency: Frequency) -> String? {
        switch frequency {
        case .daily: "day"
        case .weekly: "week"
        case .monthly: "month"
        case .yearly: "year"
        case .hourly, .minutely, .secondly: nil
        }
    }

    private static func ordinal(_ number: Int) -> String? {
        switch number {
        case 1...5: ["first", "second", "third", "fourth", "fifth"][number - 1]
        case -1: "last"
        default: nil
        }
    }

    private static func list(_ words: [String]) -> String {
        guard words.count > 1, let last = words.last else { return words.first ?? "" }
        return words.dropLast().joined(separator: ", ") + " and " + last
    }
}
