/// Suggests the words that a mistyped word may stand for.
public enum SpellingSuggestion {
    /// Returns the number of letters to change, remove, insert or swap to turn `word` into `name`; `nil` if they are
    /// too different to suggest [Damerau 1964, adjacent letters]. A prefix of at least two letters has distance 1.
    public static func distance(_ word: String, _ name: String) -> Int? {
        let typed = Array(word.utf8.map(lowercased))
        let meant = Array(name.utf8.map(lowercased))
        guard typed.count <= 64, meant.count <= 64 else { return nil }
        if typed.count >= 2, meant.starts(with: typed) { return 1 }
        var former: [Int] = []
        var above = Array(0...meant.count)
        for row in 0..<typed.count {
            var line = [row + 1]
            for column in 0..<meant.count {
                let change = above[column] + (typed[row] == meant[column] ? 0 : 1)
                var least = min(change, above[column + 1] + 1, line[column] + 1)
                if row > 0, column > 0, typed[row] == meant[column - 1], typed[row - 1] == meant[column] {
                    least = min(least, former[column - 1] + 1)
                }
                line.append(least)
            }
            former = above
            above = line
        }
        let shorter = min(meant.count, typed.count)
        // A match of a single letter is too short to be meaningful.
        guard shorter > 1, above[meant.count] <= max(1, shorter / 3) else { return nil }
        return above[meant.count]
    }

    private static func lowercased(_ octet: UInt8) -> UInt8 {
        octet &- 0x41 < 26 ? octet | 0x20 : octet
    }

    /// Returns the three nearest at most. Those with the same distance keep their order.
    public static func nearest<Found>(_ found: [Found], by distance: (Found) -> Int) -> [Found] {
        let ordered = found.enumerated().sorted {
            (distance($0.element), $0.offset) < (distance($1.element), $1.offset)
        }
        return ordered.prefix(3).map(\.element)
    }

    /// Returns "Did you mean: a, b? ", or an empty string if there is nothing to suggest.
    public static func question(_ names: [String]) -> String {
        names.isEmpty ? "" : "Did you mean: \(names.joined(separator: ", "))? "
    }
}
