public import MailTypes

/// The file `.mh_sequences` of an MH folder: names for lists of message numbers, such as `unseen: 3 5-7`
/// [mh-sequence(5)].
public struct MHSequences: Hashable, Sendable {
    /// The numbers of each sequence as ranges.
    public private(set) var sequences: [String: [ClosedRange<Int>]] = [:]

    private static let maximumSize = 1 << 22
    private static let mostDigits = 9
    /// The sequences with flags. A message that is not in `unseen` is seen.
    private static let unseen = "unseen"
    private static let names: [(String, MaildirFlags)] = [
        ("flagged", .flagged), ("replied", .answered), ("answered", .answered), ("forwarded", .forwarded),
        ("draft", .draft), ("deleted", .deleted),
    ]
    private static let otherPrefix = "petrel-"

    public init() {}

    /// Parses the file. What is not a sequence is ignored.
    public init(_ octets: [UInt8]) {
        guard octets.count <= Self.maximumSize else { return }
        var name: String?
        for line in octets.split(separator: 0x0A) {
            var rest = line
            if line.first != 0x20, line.first != 0x09 {
                guard let colon = line.firstIndex(of: 0x3A) else {
                    name = nil
                    continue
                }
                name = String(decoding: line[..<colon], as: UTF8.self)
                rest = line[(colon + 1)...]
            }
            guard let name else { continue }
            for word in rest.split(whereSeparator: { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) {
                if let range = Self.range(word) { sequences[name, default: []].append(range) }
            }
        }
    }

    private static func range(_ word: ArraySlice<UInt8>) -> ClosedRange<Int>? {
        let ends = word.split(separator: 0x2D, maxSplits: 1, omittingEmptySubsequences: false).map { number($0) }
        guard let first = ends.first ?? nil, let last = ends.last ?? nil, first <= last else { return nil }
        return first...last
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        guard (1...mostDigits).contains(digits.count), digits.allSatisfy({ $0 &- 0x30 < 10 }) else { return nil }
        return Int(String(decoding: digits, as: UTF8.self))
    }

    /// Returns the number in the name of a message's file; `nil` for any other file.
    public static func number(ofFile name: [UInt8]) -> Int? {
        name.first == 0x30 ? nil : number(name[...])
    }

    /// Returns the flags of a message.
    public func flags(of number: Int) -> MaildirFlags {
        func has(_ name: String) -> Bool { sequences[name]?.contains { $0.contains(number) } ?? false }
        var flags: MaildirFlags = has(Self.unseen) ? [] : .seen
        for (name, flag) in Self.names where has(name) { flags.insert(flag) }
        for name in sequences.keys where name.hasPrefix(Self.otherPrefix) && has(name) {
            flags.formUnion(MaildirFlags(letters: name.utf8.dropFirst(Self.otherPrefix.utf8.count)))
        }
        return flags
    }

    // MARK: - Writing

    /// Adds a message with these flags. Numbers must be added in ascending order.
    public mutating func add(_ number: Int, _ flags: MaildirFlags) {
        var rest = flags
        if !flags.contains(.seen) { append(number, to: Self.unseen) }
        rest.remove(.seen)
        for (name, flag) in Self.names where rest.contains(flag) {
            append(number, to: name)
            rest.remove(flag)
        }
        for letter in rest.letters {
            append(number, to: Self.otherPrefix + String(decoding: [letter], as: UTF8.self))
        }
    }

    private mutating func append(_ number: Int, to name: String) {
        if let last = sequences[name]?.last, last.upperBound == number - 1, let index = sequences[name]?.indices.last {
            sequences[name]?[index] = last.lowerBound...number
        } else {
            sequences[name, default: []].append(number...number)
        }
    }

    /// The file.
    public var octets: [UInt8] {
        var octets: [UInt8] = []
        for name in sequences.keys.sorted() {
            let words = (sequences[name] ?? []).map { range in
                range.count == 1 ? "\(range.lowerBound)" : "\(range.lowerBound)-\(range.upperBound)"
            }
            octets += "\(name): \(words.joined(separator: " "))\n".utf8
        }
        return octets
    }
}
