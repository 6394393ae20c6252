internal import LineEditing
internal import MailTypes
internal import Outbox
internal import Platform

extension Completer {
    private static let delays = ["1h", "2h", "4h", "8h", "1d", "2d", "1w"]
    private static let hours = ["8:00", "9:00", "12:00", "13:00", "15:00", "18:00", "21:00"]
    private static let weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]

    /// Whether the word after `words` is part of the time at which a message is sent. Such words are not escaped, because
    /// each is a word of its own.
    func isPlannedTime(after words: [[UInt8]]) -> Bool {
        let texts = words.map { String(decoding: $0, as: UTF8.self) }
        return texts.first == "send" && texts.dropFirst().contains { $0 == "at" || $0 == "in" }
    }

    /// Returns what can follow the words of `send`: `at` and `in`, and then times. At the prompt, a candidate is all that is
    /// left of a time, and is shown with its date; in a shell, it is one word.
    func plan(after words: [String], _ typed: [UInt8]) -> [Completion.Candidate] {
        guard let place = words.firstIndex(where: { $0 == "at" || $0 == "in" }) else {
            return ["at", "in"].filter { $0.utf8.starts(with: typed) }.map { .init($0) }
        }
        let before = words[(place + 1)...].map { $0 + " " }.joined()
        let times = plannedTimes(words[place], before + String(decoding: typed, as: UTF8.self))
        guard console.session == nil else {
            return times.map { .init(String($0.text.dropFirst(before.count)), shown: $0.shown) }
        }
        var found: [Completion.Candidate] = []
        for time in times {
            let word = String(time.text.dropFirst(before.count).prefix { $0 != " " })
            if !found.contains(where: { $0.text == word }) { found.append(.init(word)) }
        }
        return found
    }

    /// Returns the times, or after `in` the delays, that begin with what is typed, each with its date.
    func plannedTimes(_ word: String, _ typed: String) -> [Completion.Candidate] {
        let now = console.clock.now()
        let typed = typed.lowercased()
        let texts = word == "in" ? Self.delays : times(beginning: typed, now)
        var found: [Completion.Candidate] = []
        for text in texts where text.utf8.starts(with: typed.utf8) {
            let time =
                word == "in"
                ? try? PlannedTimeParser.after(text, now: now)
                : try? PlannedTimeParser.at(text, now: now) { console.zone.offsetMinutes(at: $0) }
            guard let time else { continue }
            let date = console.zone.time(time).readableForm
            found.append(.init(text, shown: console.session == nil ? date : "\(text), \(date)"))
        }
        return found
    }

    /// Returns the times of a day that is typed, or a few times of each day. A time without a day is offered only if its
    /// beginning is typed.
    private func times(beginning typed: String, _ now: Instant) -> [String] {
        if let blank = typed.firstIndex(of: " ") {
            return Self.hours.map { "\(typed[..<blank]) \($0)" }
        }
        if typed.utf8.first.map({ $0 &- 0x30 < 10 }) ?? false { return Self.hours }
        let today = console.zone.time(now).local
        let current = Self.weekdays.firstIndex { $0.hasPrefix(today.weekdayName.lowercased()) } ?? 0
        let week = (1...7).map { Self.weekdays[(current + $0) % 7] }
        // Tomorrow and today have other names.
        let named = typed.isEmpty ? Array(week[1...5]) : week
        return ["12:00", "18:00", "21:00"].map { "today \($0)" } + ["8:00", "13:00"].map { "tomorrow \($0)" }
            + named.map { "\($0) 9:00" }
    }
}
