/// The lines that were typed before, the oldest first.
///
/// It is kept as octets by whoever owns it: a line of UTF-8 each.
public struct LineHistory: Hashable, Sendable {
    /// Older ones are forgotten.
    public static let capacity = 5000
    /// Longer lines are not kept, in octets.
    private static let maximumLineSize = 1 << 12

    public private(set) var lines: [String] = []

    public init() {}

    /// As `encoded` gave it. What cannot be a line of a history is left out.
    public init(_ octets: [UInt8]) {
        for line in octets.split(separator: 0x0A).suffix(Self.capacity) {
            add(String(decoding: line, as: UTF8.self))
        }
    }

    public var encoded: [UInt8] {
        lines.flatMap { Array($0.utf8) + [0x0A] }
    }

    /// Keeps a line, and says whether it did: not an empty one, one that begins with a blank, which asks for it, or the
    /// same as before.
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

    /// The place of the last line before `place` that contains `text`. Capitals count only where it has any.
    func lastMatch(of text: String, before place: Int) -> Int? {
        let sought = Array(text.utf8)
        let hasCapital = text.contains { $0.isUppercase }
        return lines[..<min(place, lines.count)].lastIndex { line in
            ByteSearch.contains(Array((hasCapital ? line : line.lowercased()).utf8), sought)
        }
    }
}
