internal import MailTypes

/// The signature in the text of a draft, below a line with two hyphens and a space [RFC 3676 §4.3].
public enum Signature {
    /// Where a signature goes in a text with quoted lines.
    public enum Place: String, Sendable {
        case above, below
    }

    private static let delimiter = "-- "

    /// Returns the lines of the signature with its delimiter; `nil` if there is none. Quoted and forwarded text below it
    /// is not part of it.
    public static func range(in lines: [String]) -> Range<Int>? {
        let own = lines[..<(lines.firstIndex(of: Forward.mark) ?? lines.count)]
        guard let start = own.lastIndex(where: { $0.utf8.elementsEqual(delimiter.utf8) }) else { return nil }
        var end = own[start...].firstIndex { $0.utf8.first == 0x3E } ?? own.endIndex
        if end < own.endIndex, end - 1 > start, own[end - 1].utf8.last == 0x3A { end -= 1 }
        // Blank lines at the end of the whole text are part of it, as other programs read it.
        if end < lines.count {
            while end - 1 > start, own[end - 1].isBlank { end -= 1 }
        }
        return start..<end
    }

    /// Returns the edit that adds, replaces or removes the signature; `nil` if nothing changes.
    public static func edit(_ lines: [String], to signature: [String]?, at place: Place = .below) -> DraftEdit? {
        guard let range = range(in: lines) else {
            return signature.map { insertion(of: $0, in: lines, at: place, from: 0) }
        }
        let wanted = signature.map(block) ?? []
        return same(lines[range], wanted) ? nil : .replaceLines(range, wanted)
    }

    /// Returns the edit that inserts a signature at line `start` or behind it: above quoted or below it, but always
    /// above forwarded text.
    public static func insertion(
        of signature: [String], in lines: [String], at place: Place, from start: Int
    ) -> DraftEdit {
        let forwarded = lines.firstIndex(of: Forward.mark)
        let index = max(start, place == .above ? 0 : forwarded.map { max(0, $0 - 1) } ?? lines.count)
        return .replaceLines(index..<index, block(signature))
    }

    /// Returns the edit that replaces the signature of one sender by that of another; `nil` if the signature in the text
    /// is not exactly `former`: the user has edited or removed it.
    public static func exchange(_ former: [String], for new: [String]?, in lines: [String]) -> DraftEdit? {
        guard let range = range(in: lines), same(lines[range], block(former)) else { return nil }
        return .replaceLines(range, new.map(block) ?? [])
    }

    private static func block(_ signature: [String]) -> [String] { [delimiter] + signature }

    private static func same(_ lines: ArraySlice<String>, _ other: [String]) -> Bool {
        lines.count == other.count && zip(lines, other).allSatisfy { $0.utf8.elementsEqual($1.utf8) }
    }
}
