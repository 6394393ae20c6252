/// A file of aliases as sendmail reads it: lines such as `root: kim@example.net, admin` [aliases(5)].
public struct AliasFile: Hashable, Sendable {
    /// Where the mail of a local name goes.
    public enum Target: Hashable, Sendable {
        /// An address with a domain.
        case address(String)
        /// Another local name, in lower case.
        case name(String)
        /// A local name that no alias replaces, written as `\name`.
        case literal(String)
        /// Something other than an address, which petrel refuses.
        case refused(Refusal)
    }

    public enum Refusal: Hashable, Sendable {
        /// `|command`
        case command
        /// `/path/of/a/file`
        case file
        /// `:include:/path`
        case include
        /// Text that is not an address.
        case malformed(String)
    }

    public struct Entry: Hashable, Sendable {
        public let targets: [Target]
        public let line: Int
    }

    /// A line that cannot be read.
    public struct Problem: Hashable, Sendable {
        public enum Kind: Hashable, Sendable {
            /// There is no colon after the name.
            case noColon
            /// There is nothing after the colon.
            case noTarget
            /// The name is in the file twice.
            case repeated
            /// The line is too long, or the file has too many.
            case tooLong
            /// The line has a control character or is not UTF-8.
            case notText
        }

        public let line: Int
        public let kind: Kind
    }

    /// The entries by name, in lower case.
    public private(set) var entries: [String: Entry] = [:]
    public private(set) var problems: [Problem] = []

    /// The maximum size of a file that is read.
    public static let maximumSize = 1 << 20
    private static let longestLine = 1 << 16

    public init() {}

    /// Parses the file. Lines that cannot be read become problems, and the others count.
    public init(_ octets: [UInt8]) {
        if octets.count > Self.maximumSize {
            problems = [Problem(line: 1, kind: .tooLong)]
            return
        }
        var (current, begin): ([UInt8], Int) = ([], 0)
        var number = 0
        for line in octets.split(separator: Self.lineFeed, omittingEmptySubsequences: false) {
            number += 1
            let line = line.last == Self.carriageReturn ? line.dropLast() : line
            // A line that begins with a blank continues the one before.
            if let first = line.first, first == Self.blank || first == Self.tab, begin > 0 {
                if line.first(where: { $0 != Self.blank && $0 != Self.tab }) != Self.hash { current += line }
                continue
            }
            take(current, begin)
            (current, begin) = line.first == Self.hash || line.isEmpty ? ([], 0) : (Array(line), number)
        }
        take(current, begin)
    }

    private static let lineFeed: UInt8 = 0x0A
    private static let carriageReturn: UInt8 = 0x0D
    private static let blank: UInt8 = 0x20
    private static let tab: UInt8 = 0x09
    private static let hash: UInt8 = 0x23
    private static let colon: UInt8 = 0x3A
    private static let comma: UInt8 = 0x2C
    private static let quote: UInt8 = 0x22
    private static let backslash: UInt8 = 0x5C

    private mutating func take(_ line: [UInt8], _ number: Int) {
        guard line.contains(where: { $0 != Self.blank && $0 != Self.tab }) else { return }
        func report(_ kind: Problem.Kind) { problems.append(Problem(line: number, kind: kind)) }
        guard line.count <= Self.longestLine else { return report(.tooLong) }
        guard line.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == Self.tab }),
            let text = String(validating: line, as: UTF8.self)
        else { return report(.notText) }
        let octets = Array(text.utf8)
        var index = 0
        guard let end = Self.end(of: &index, in: octets, at: Self.colon), end < octets.count else {
            return report(.noColon)
        }
        let name = Self.lowercased(Self.unquoted(octets[..<end]))
        let targets = Self.targets(octets[(end + 1)...])
        guard !name.isEmpty, !targets.isEmpty else { return report(name.isEmpty ? .noColon : .noTarget) }
        if entries[name] != nil { return report(.repeated) }
        entries[name] = Entry(targets: targets, line: number)
    }

    /// Returns the index of the first `separator` outside quotes, or the end; `nil` if a quote is open.
    private static func end(of index: inout Int, in octets: [UInt8], at separator: UInt8) -> Int? {
        var isQuoted = false
        while index < octets.count {
            let octet = octets[index]
            if octet == backslash, isQuoted {
                index += 1
            } else if octet == quote {
                isQuoted.toggle()
            } else if octet == separator, !isQuoted {
                return index
            }
            index += 1
        }
        return isQuoted ? nil : octets.count
    }

    private static func targets(_ list: ArraySlice<UInt8>) -> [Target] {
        let octets = Array(list)
        var targets: [Target] = []
        var (begin, index) = (0, 0)
        while begin < octets.count {
            index = begin
            let end = end(of: &index, in: octets, at: comma) ?? octets.count
            let item = trimmed(octets[begin..<end])
            if !item.isEmpty { targets.append(target(item)) }
            begin = end + 1
        }
        return targets
    }

    private static func target(_ item: ArraySlice<UInt8>) -> Target {
        let plain = unquoted(item)
        let text = String(decoding: plain, as: UTF8.self)
        switch plain.first {
        case 0x7C?: return .refused(.command)
        case 0x2F?: return .refused(.file)
        case backslash?: return .literal(lowercased(plain.dropFirst()))
        default: break
        }
        if plain.starts(with: ":include:".utf8) { return .refused(.include) }
        if plain.contains(0x40) { return .address(text) }
        let isName = plain.allSatisfy { $0 > 0x20 && !"()<>[]:;,\"\\".utf8.contains($0) }
        return isName && !plain.isEmpty ? .name(lowercased(plain)) : .refused(.malformed(text))
    }

    private static func trimmed(_ octets: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var octets = octets
        while let first = octets.first, first == blank || first == tab { octets.removeFirst() }
        while let last = octets.last, last == blank || last == tab { octets.removeLast() }
        return octets
    }

    /// Returns the text without blanks around it and without quotes.
    private static func unquoted(_ octets: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let octets = trimmed(octets)
        guard octets.count >= 2, octets.first == quote, octets.last == quote else { return octets }
        var plain: [UInt8] = []
        var isEscaped = false
        for octet in octets.dropFirst().dropLast() {
            if octet == backslash, !isEscaped {
                isEscaped = true
                continue
            }
            plain.append(octet)
            isEscaped = false
        }
        return plain[...]
    }

    /// Names are compared without regard to the case of ASCII letters.
    static func lowercased(_ octets: some Sequence<UInt8>) -> String {
        String(decoding: octets.map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }, as: UTF8.self)
    }
}
