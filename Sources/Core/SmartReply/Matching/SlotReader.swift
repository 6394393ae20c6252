/// Finds the times in a sentence.
struct SlotReader {
    private let sentence: Sentence
    private let times: TimeWords

    init(_ sentence: Sentence, _ times: TimeWords) {
        self.sentence = sentence
        self.times = times
    }

    private func folded(_ index: Int) -> String {
        sentence.words.indices.contains(index) ? sentence.words[index].folded : ""
    }

    func slots() -> [Slot] {
        var slots: [Slot] = []
        var index = 0
        while index < sentence.words.count {
            guard var piece = day(at: index) ?? time(at: index) else {
                if times.ors.contains(folded(index)), let last = slots.last, last.range.upperBound == index {
                    slots[slots.count - 1].isFollowedByOr = true
                }
                index += 1
                continue
            }
            index = piece.range.upperBound
            piece.deadline = deadline(before: piece.range.lowerBound)
            if let last = slots.last, let joined = join(last, piece) {
                slots[slots.count - 1] = joined
            } else {
                slots.append(piece)
            }
        }
        return slots
    }

    private static let endWords: Set<String> = ["the", "end", "of", "day", "close", "business", "latest", "at", "noon"]

    /// "by", and what may stand between it and the day: "by the end of".
    private func deadline(before index: Int) -> String {
        var index = index - 1
        while Self.endWords.contains(folded(index)) { index -= 1 }
        return times.deadlines.contains(folded(index)) ? folded(index) : ""
    }

    /// A day and a time side by side are one slot; two times are one that is not sure.
    private func join(_ first: Slot, _ second: Slot) -> Slot? {
        let between = first.range.upperBound..<max(first.range.upperBound, second.range.lowerBound)
        let words = between.map(folded)
        if words.contains(where: times.ors.contains) || first.isFollowedByOr { return nil }
        guard words.count <= 2,
            words.allSatisfy({ times.ats.contains($0) || times.ons.contains($0) || times.ranges.contains($0) })
        else { return nil }
        var joined = first
        joined.range = first.range.lowerBound..<second.range.upperBound
        if first.hasTime, second.hasTime {
            (joined.timeText, joined.bareTime) = ("", "")
            return joined
        }
        if first.day != nil, second.day != nil {
            // "Friday 5 May": the first name will do, unless both are names of days.
            return first.day == .weekday && second.day == .date ? joined : nil
        }
        if first.day == nil { (joined.day, joined.dayText) = (second.day, second.dayText) }
        if !first.hasTime { (joined.timeText, joined.bareTime) = (second.timeText, second.bareTime) }
        return joined
    }

    private func day(at index: Int) -> Slot? {
        var start = index
        var words: [String] = []
        if times.modifiers.contains(folded(index)) {
            words.append(sentence.words[index].text.lowercased())
            start += 1
        }
        var slot = Slot()
        let word = folded(start)
        var end = start + 1
        if let name = times.weekdays[word] {
            slot.day = .weekday
            words.append(name)
        } else if words.isEmpty, let name = times.relative[word] {
            slot.day = .relative
            words.append(name)
        } else if !words.isEmpty, times.weeks.contains(word) {
            slot.day = .week
            words.append(sentence.words[start].text)
        } else if !words.isEmpty, times.parts.contains(word) {
            slot.day = .relative
            words.append(sentence.words[start].text)
        } else if words.isEmpty, let date = date(at: index) {
            return date
        } else {
            return nil
        }
        if times.modifiers.contains(folded(end)), slot.day == .weekday, words.count == 1 {
            words.append(sentence.words[end].text)
            end += 1
        } else if times.parts.contains(folded(end)), slot.day != .week {
            words.append(sentence.words[end].text)
            end += 1
        }
        slot.dayText = words.joined(separator: " ")
        slot.range = index..<end
        return slot
    }

    /// "5 May", "5. Mai", "5 de mayo", "May 5th".
    private func date(at index: Int) -> Slot? {
        let word = folded(index)
        var end: Int?
        if Self.dayNumber(word) != nil {
            let link = ["de", "of"].contains(folded(index + 1)) ? 1 : 0
            if Months.names.contains(folded(index + 1 + link)) { end = index + 2 + link }
        } else if Months.names.contains(word), sentence.words[index].isCapitalised,
            Self.dayNumber(folded(index + 1)) != nil
        {
            end = index + 2
        }
        guard let end else { return nil }
        var slot = Slot()
        slot.day = .date
        slot.dayText = sentence.words[index..<end].map { $0.text + ($0.hasPeriod ? "." : "") }.joined(separator: " ")
        slot.range = index..<end
        return slot
    }

    private static func dayNumber(_ word: String) -> Int? {
        let digits = word.prefix { $0.isASCII && $0.isNumber }
        guard let number = Int(digits), (1...31).contains(number) else { return nil }
        return ["", "st", "nd", "rd", "th", "er", "º"].contains(String(word.dropFirst(digits.count))) ? number : nil
    }

    private func time(at index: Int) -> Slot? {
        let hasAt = index > 0 && times.ats.contains(folded(index - 1))
        let word = folded(index)
        guard !word.isEmpty else { return nil }
        var end = index + 1
        if times.named.contains(word) {
            // A name of a time needs no more.
        } else if let clock = times.spelled.contains(word) ? ClockTime.spelled : ClockTime(word) {
            let hasUnit = times.units.contains(folded(end))
            if hasUnit { end += 1 }
            let isAlone =
                end >= sentence.words.count || sentence.words[end - 1].endsClause
                || times.followers.contains(folded(end))
            guard clock.isSure || hasUnit || hasAt && isAlone else { return nil }
        } else {
            return nil
        }
        if isRange(around: index) { return vague(index..<end) }
        var slot = Slot()
        slot.range = index..<end
        let bare = sentence.words[index..<end].map(\.text).joined(separator: " ")
        let needsUnit = end == index + 1 && !times.unit.isEmpty && word.utf8.last.map { $0 &- 0x30 < 10 } ?? false
        slot.bareTime = needsUnit ? bare + " " + times.unit : bare
        let at = hasAt ? sentence.words[index - 1].text : times.at
        let before =
            hasAt && index > 1 && times.ats.contains(folded(index - 2)) ? sentence.words[index - 2].text + " " : ""
        slot.timeText = before + at + " " + slot.bareTime
        return slot
    }

    private func isRange(around index: Int) -> Bool {
        (1...2).contains { times.ranges.contains(folded(index - $0)) }
    }

    /// A time between two others, of which nothing is said again.
    private func vague(_ range: Range<Int>) -> Slot {
        var slot = Slot()
        slot.range = range
        return slot
    }
}
