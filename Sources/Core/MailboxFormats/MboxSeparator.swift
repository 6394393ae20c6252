internal import MailTypes

/// The line before each message of an mbox: `From kim@example.net Wed Nov 25 12:00:00 2026`.
enum MboxSeparator {
    static let start = Array("From ".utf8)
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    private static let longest = 1000

    /// Whether a line separates messages. Text that was not quoted may begin with "From " as well, so a date is
    /// required.
    static func isSeparator(_ line: ArraySlice<UInt8>) -> Bool {
        line.starts(with: start) && line.count <= longest && date(of: line) != nil
    }

    /// Returns the date in seconds since 1970, in UTC as the format has it; `nil` if there is none.
    static func date(of line: ArraySlice<UInt8>) -> Int64? {
        let words = line.prefix(longest).split { $0 == 0x20 || $0 == 0x0A || $0 == 0x0D }
            .map { String(decoding: $0, as: UTF8.self) }
        guard let index = words.lastIndex(where: { months.contains($0) }), index + 3 < words.count,
            let month = months.firstIndex(of: words[index]), let day = Int(words[index + 1]), (1...31).contains(day)
        else { return nil }
        let time = words[index + 2].split(separator: ":").compactMap { Int($0) }
        guard (2...3).contains(time.count), (0...23).contains(time[0]), (0...59).contains(time[1]) else { return nil }
        let year = words[(index + 3)...].first { $0.utf8.count == 4 && $0.utf8.allSatisfy { $0 &- 0x30 < 10 } }
        guard let year = year.flatMap({ Int($0) }), year >= 1900 else { return nil }
        let second = time.count == 3 ? max(0, min(59, time[2])) : 0
        let days = Int64(CivilTime.days(year: year, month: month + 1, day: day))
        return days * 86_400 + Int64(time[0] * 3600 + time[1] * 60 + second)
    }

    /// Returns the line for a message. Anything that is not a plain word in `sender` is left out.
    static func line(_ sender: [UInt8], _ seconds: Int64) -> [UInt8] {
        let time = CivilTime(secondsSince1970: max(0, seconds))
        let weekday = time.weekdayName
        let word = sender.filter { $0 > 0x20 && $0 < 0x7F }.prefix(200)
        let name = word.isEmpty ? Array("MAILER-DAEMON".utf8)[...] : word[...]
        let day = time.day < 10 ? " \(time.day)" : "\(time.day)"
        return start + name + Array(" \(weekday) \(time.monthName) \(day) \(time.timeOfDay) \(time.year)\n".utf8)
    }
}
