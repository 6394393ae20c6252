/// The lines typed before, the oldest first.
///
/// The owner stores it in encoded form, one line of UTF-8 per entry.
public struct LineHistory: Hashable, Sendable {
    /// The maximum number of lines. Older ones are dropped.
    public static let capacity = 5000
    /// The maximum size of a line in bytes. Longer lines are not added.
    private static let maximumLineSize = 1 << 12

    public private(set) var lines: [String] = []

    public init() {}

    /// Decodes the result of `encoded`. Skips invalid lines.
    public init(_ octets: [UInt8]) {
        for line in octets.split(separator: 0x0A).suffix(Self.capacity) {
            add(String(decoding: line, as: UTF8.self))
        }
    }

    public var encoded: [UInt8] {
        lines.flatMap { Array($0.utf8) + [0x0A] }
    }

    /// Adds a line, and returns whether it was added. Skips lines that are empty, begin with a blank or repeat the
    /// previous line.
    @discardableResult
    public mutating func add(_ line: String) -> Bool {
        guard let first = line.utf8.first, first != 0x20, first != 0x09, line.utf8.count <= Self.maximumLineSize,
            !line.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D }),
            lines.last?.utf8.elementsEqual(line.utf8) != true
        else { return false }
        lines.append(line)
        if lines.count > Self.capacity { lines.removeFirst(lines.count - Self.capacity) }
        return true
    }

    /// Returns the index of the last line before `place` that contains `text`. The search is case-sensitive only if
    /// `text` contains capitals.
    func lastMatch(of text: String, before place: Int) -> Int? {
        lines[..<min(place, lines.count)].lastIndex(where: Self.contains(text))
    }

    /// Like `lastMatch`, but returns the first line after `place`.
    func firstMatch(of text: String, after place: Int) -> Int? {
        lines[min(max(0, place + 1), lines.count)...].firstIndex(where: Self.contains(text))
    }

    private static func contains(_ text: String) -> (String) -> Bool {
        let sought = Array(text.utf8)
        let hasCapital = text.contains { $0.isUppercase }
        return { ByteSearch.contains(Array((hasCapital ? $0 : $0.lowercased()).utf8), sought) }
    }
}
