internal import MailTypes

/// The subject of a conversation: a message's subject without reply and forward prefixes and without the names of
/// mailing lists [RFC 5256 §2.1].
public enum BaseSubject {
    /// Returns the base subject for comparisons: folded by `SearchFold`, with each run of white space as one SP. Empty
    /// if the subject consists of prefixes only.
    public static func of(_ subject: String) -> [UInt8] {
        let folded = SearchFold.folded(subject)
        var scanner = SubjectScanner(folded)
        scanner.removeArtifacts { _ in }
        return collapsed(folded[scanner.rest])
    }

    /// The meaning of a subject's prefixes, and the text after them.
    public struct Marks: Sendable {
        /// Whether a reply prefix and a forward prefix are present.
        public let isReply: Bool
        public let isForward: Bool
        /// The subject as written, without the prefixes. List names are kept, each once, at the front.
        public let rest: String
    }

    /// Parses the prefixes, for building the subject of a reply or forward.
    public static func marks(of subject: String) -> Marks {
        let octets = Array(subject.utf8)
        var scanner = SubjectScanner(octets)
        var lists: [Range<Int>] = []
        scanner.removeArtifacts { list in
            let name = octets[list]
            if lists.count < maximumLists, !lists.contains(where: { octets[$0] == name }) { lists.append(list) }
        }
        var result: [UInt8] = []
        for list in lists { result += octets[list] + [0x20] }
        result += octets[scanner.rest]
        return Marks(
            isReply: scanner.isReply, isForward: scanner.isForward,
            rest: String(decoding: collapsed(result[...]), as: UTF8.self))
    }

    /// The maximum number of list names that are kept.
    private static let maximumLists = 8

    /// Trims white space and collapses each inner run of it to one SP.
    private static func collapsed(_ octets: ArraySlice<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(octets.count)
        var isSpaceOwed = false
        for octet in octets {
            if octet.isWhiteSpace {
                isSpaceOwed = !result.isEmpty
            } else {
                if isSpaceOwed { result.append(0x20) }
                isSpaceOwed = false
                result.append(octet)
            }
        }
        return result
    }
}

/// Removes a subject's artifacts from both ends, in time linear in its length.
struct SubjectScanner {
    private let octets: [UInt8]
    /// The part not yet removed.
    private(set) var rest: Range<Int>
    private(set) var isReply = false
    private(set) var isForward = false

    /// The words that programs write before the colon of a reply, in lower case. The single letters of Italian programs
    /// are left out, because other subjects begin with them too. "VS" is a reply in Finnish and a forward in Danish.
    private static let replies: [[UInt8]] = [
        "re", "aw", "antw", "antwort", "sv", "vs", "res", "rif", "odp", "ynt", "回复", "回覆", "答复", "返信",
    ].map { (word: String) in Array(word.utf8) }

    /// The words that programs write before the colon of a forward.
    private static let forwards: [[UInt8]] = [
        "fw", "fwd", "wg", "doorst", "vb", "vl", "tr", "rv", "enc", "pd", "ilt", "转发", "轉寄", "転送",
    ].map { (word: String) in Array(word.utf8) }

    /// Some Chinese and Japanese programs write a full-width colon.
    private static let wideColon: [UInt8] = [0xEF, 0xBC, 0x9A]

    init(_ octets: [UInt8]) {
        self.octets = octets
        rest = 0..<octets.count
    }

    /// Performs steps 2 to 6 of RFC 5256. Calls `list` with each bracketed name it removes, in order.
    mutating func removeArtifacts(_ list: (Range<Int>) -> Void) {
        repeat {
            removeTrailers()
            removeLeaders(list)
        } while unwrapForward()
    }

    /// Removes white space and "(fwd)" at the end.
    private mutating func removeTrailers() {
        while true {
            while let last = rest.last, octets[last].isWhiteSpace { rest = rest.lowerBound..<last }
            guard rest.count >= 5, matches("(fwd)", at: rest.upperBound - 5) else { return }
            isForward = true
            rest = rest.lowerBound..<rest.upperBound - 5
        }
    }

    /// Removes prefixes, and bracketed names that have text after them.
    private mutating func removeLeaders(_ list: (Range<Int>) -> Void) {
        while true {
            rest = afterBlanks(rest.lowerBound)..<rest.upperBound
            var names: [Range<Int>] = []
            var index = rest.lowerBound
            while let name = bracketed(at: index) {
                names.append(name)
                index = afterBlanks(name.upperBound)
            }
            if let end = prefix(Self.replies, at: index) ?? prefix(Self.forwards, at: index) {
                if prefix(Self.replies, at: index) != nil { isReply = true } else { isForward = true }
                for name in names { list(name) }
                rest = end..<rest.upperBound
                continue
            }
            // If a subject consists of list names only, keep the last one.
            if index == rest.upperBound, let last = names.popLast() { index = last.lowerBound }
            for name in names { list(name) }
            rest = index..<rest.upperBound
            return
        }
    }

    /// Removes "[Fwd: …]", which some programs put around the whole subject.
    private mutating func unwrapForward() -> Bool {
        guard rest.count > 6, octets[rest.upperBound - 1] == 0x5D, matches("[fwd:", at: rest.lowerBound) else {
            return false
        }
        rest = rest.lowerBound + 5..<rest.upperBound - 1
        isForward = true
        return true
    }

    /// Returns the end of a prefix such as "Re:", "Fwd [3] :" or "AW(2)：" that begins at `index`.
    private func prefix(_ words: [[UInt8]], at index: Int) -> Int? {
        for word in words where matches(word, at: index) {
            var end = afterBlanks(index + word.count)
            if let count = bracketed(at: end) ?? counter(at: end) { end = afterBlanks(count.upperBound) }
            if end < rest.upperBound, octets[end] == 0x3A { return end + 1 }
            if matches(Self.wideColon, at: end) { return end + 3 }
        }
        return nil
    }

    /// Returns the range of brackets without nested ones.
    private func bracketed(at index: Int) -> Range<Int>? {
        guard index < rest.upperBound, octets[index] == 0x5B else { return nil }
        var end = index + 1
        while end < rest.upperBound, octets[end] != 0x5B, octets[end] != 0x5D { end += 1 }
        return end < rest.upperBound && octets[end] == 0x5D ? index..<end + 1 : nil
    }

    /// Returns the range of a number in parentheses.
    private func counter(at index: Int) -> Range<Int>? {
        guard index < rest.upperBound, octets[index] == 0x28 else { return nil }
        var end = index + 1
        while end < rest.upperBound, octets[end] &- 0x30 < 10 { end += 1 }
        return end > index + 1 && end < rest.upperBound && octets[end] == 0x29 ? index..<end + 1 : nil
    }

    private func afterBlanks(_ index: Int) -> Int {
        var index = index
        while index < rest.upperBound, octets[index].isWhiteSpace { index += 1 }
        return index
    }

    private func matches(_ word: String, at index: Int) -> Bool {
        matches(Array(word.utf8), at: index)
    }

    /// Returns whether `word`, which is in lower case, is at `index`, ignoring case.
    private func matches(_ word: [UInt8], at index: Int) -> Bool {
        guard index >= rest.lowerBound, rest.upperBound - index >= word.count else { return false }
        return word.indices.allSatisfy {
            let octet = octets[index + $0]
            return (octet &- 0x41 < 26 ? octet | 0x20 : octet) == word[$0]
        }
    }
}

extension UInt8 {
    /// SP, HTAB, LF, VT, FF or CR.
    var isWhiteSpace: Bool { self == 0x20 || self &- 9 < 5 }
}
