internal import Calendar
internal import Disk

/// The time zones of this machine.
enum SystemTimeZones {
    private static let directory = "/usr/share/zoneinfo/"

    /// Returns the rules of a zone that a message names, such as "Europe/Berlin"; `nil` if it is not in the database.
    static func rules(named name: String) -> TimeZoneRules? {
        let isName = name.utf8.allSatisfy { byte in
            byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A || byte >= 0x30 && byte <= 0x39 || "/_+-".utf8.contains(byte)
        }
        guard isName, !name.isEmpty, name.utf8.count <= 60, name.utf8.first != 0x2F,
            let file = try? FileReading.contents(of: Path(directory + name), onlyRegular: true)
        else { return nil }
        return TimeZoneRules(file: file)
    }
}
