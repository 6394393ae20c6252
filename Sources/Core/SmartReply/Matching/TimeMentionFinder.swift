/// Finds the times that a sentence mentions.
struct TimeMentionFinder {
    private let words: [Word]
    private let uses: [Set<WordUse>]
    private let language: Language

    private static let ordinalEndings: Set<Substring> = ["", "st", "nd", "rd", "th", "er", "º"]

    init(_ sentence: Sentence, _ language: Language) {
        words = sentence.words
        uses = words.map { language.uses(of: $0.folded) }
        self.language = language
    }

    func slots() -> [TimeMention] {
        var slots: [TimeMention] = []
        var index = 0
        while index < words.count {
            guard var slot = day(at: index) ?? date(at: index) ?? hour(at: index) else {
                if has(.or, index), slots.last?.range.upperBound == index { slots[slots.count - 1].isBeforeOr = true }
                index += 1
                continue
            }
            var before = index - 1
            while has(.links, before), !has(.by, before) { before -= 1 }
            if has(.by, before) { slot.deadline = words[before].text.lowercased() }
            index = slot.range.upperBound
            if let joined = slots.last.flatMap({ joined($0, slot) }) {
                slots[slots.count - 1] = joined
            } else {
                slots.append(slot)
            }
        }
        return slots
    }

    private func has(_ use: WordUse, _ index: Int) -> Bool {
        uses.indices.contains(index) && uses[index].contains(use)
    }

    private func text(_ range: Range<Int>) -> String {
        let inner = words[range.dropLast()].map { language.written($0) + ($0.hasPeriod ? ". " : " ") }
        return inner.joined() + language.written(words[range.upperBound - 1])
    }

    /// Returns a day and an hour side by side as one time. Two hours are a time that is not known.
    private func joined(_ first: TimeMention, _ second: TimeMention) -> TimeMention? {
        let between = first.range.upperBound..<second.range.lowerBound
        guard !first.isBeforeOr, between.count <= 2,
            between.allSatisfy({ !uses[$0].isDisjoint(with: [.at, .links, .range]) })
        else { return nil }
        // "Friday 5 May" is one day.
        guard first.day == nil || second.day == nil || first.day == .weekday && second.day == .date else { return nil }
        var joined = first
        joined.range = first.range.lowerBound..<second.range.upperBound
        if first.day == nil { (joined.day, joined.dayText) = (second.day, second.dayText) }
        joined.hour = first.hour.isEmpty ? second.hour : second.hour.isEmpty ? first.hour : ""
        return joined
    }

    private func day(at index: Int) -> TimeMention? {
        let isNext = has(.next, index)
        let start = isNext ? index + 1 : index
        let day: TimeMention.Day
        if has(.days, start) {
            day = isNext ? .next : .weekday
        } else if isNext, has(.weeks, start) {
            day = .week
        } else if isNext ? has(.parts, start) : has(.soon, start) {
            day = .relative
        } else {
            return nil
        }
        let isLonger = day == .weekday && has(.next, start + 1) || day != .week && has(.parts, start + 1)
        let range = index..<start + (isLonger ? 2 : 1)
        return TimeMention(day: day, dayText: text(range), range: range)
    }

    /// "5 May", "5. Mai", "5 de mayo", "May 5th".
    private func date(at index: Int) -> TimeMention? {
        var range = index..<index + 2
        if isDayNumber(index) {
            if index + 1 < words.count, ["of", "de"].contains(words[index + 1].folded) { range = index..<index + 3 }
            guard has(.months, range.upperBound - 1) else { return nil }
        } else {
            guard has(.months, index), words[index].isName, isDayNumber(index + 1) else { return nil }
        }
        return TimeMention(day: .date, dayText: text(range), range: range)
    }

    private func isDayNumber(_ index: Int) -> Bool {
        guard words.indices.contains(index) else { return false }
        let word = words[index].folded
        let digits = word.prefix { $0.isASCII && $0.isNumber }
        return Int(digits).map((1...31).contains) ?? false && Self.ordinalEndings.contains(word.dropFirst(digits.count))
    }

    private func hour(at index: Int) -> TimeMention? {
        var end = index + 1
        if !has(.noon, index) {
            guard let isCertain = has(.hours, index) ? false : isCertainHour(words[index].folded) else { return nil }
            let hasUnit = has(.units, end)
            if hasUnit { end += 1 }
            // After "at", a number is an hour unless it counts something.
            let isAlone =
                end >= words.count || words[end - 1].endsClause
                || !uses[end].isDisjoint(with: [.common, .days, .soon, .next])
            guard isCertain || hasUnit || has(.at, index - 1) && isAlone else { return nil }
        }
        // Of "between 2 and 4", neither can be repeated.
        let isRange = has(.range, index - 1) || has(.range, index - 2)
        return TimeMention(hour: isRange ? "" : text(index..<end), range: index..<end)
    }

    /// Returns whether a word that can be an hour is nothing else: "12:30" is, "3" may not be. `nil` for other words.
    private func isCertainHour(_ word: String) -> Bool? {
        let hour = word.utf8.prefix { $0 &- 0x30 < 10 }
        guard (1...2).contains(hour.count), Int(Substring(hour)) ?? 25 < 25 else { return nil }
        var rest = word.utf8.dropFirst(hour.count)
        var isCertain = false
        let minute = rest.dropFirst().prefix { $0 &- 0x30 < 10 }
        if let mark = rest.first, ":.h".utf8.contains(mark), minute.count == 2, Int(Substring(minute)) ?? 60 < 60 {
            // "12.30" may be an amount.
            isCertain = mark != UInt8(ascii: ".")
            rest = rest.dropFirst(3)
        }
        return rest.isEmpty ? isCertain : language.uses(of: String(Substring(rest))).contains(.units) ? true : nil
    }
}
