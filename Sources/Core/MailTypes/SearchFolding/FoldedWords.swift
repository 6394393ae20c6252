/// The words in the output of `SearchFold.words`, as byte ranges in order.
public struct FoldedWords: Sequence, IteratorProtocol, Sendable {
    private let octets: [UInt8]
    private var index: Int

    public init(_ octets: [UInt8]) {
        self.octets = octets
        index = octets.startIndex
    }

    /// Folds a text and splits it into words.
    public init(of text: String) {
        self.init(SearchFold.words(of: text))
    }

    public mutating func next() -> Range<Int>? {
        while index < octets.count, octets[index] == 0x20 { index += 1 }
        guard index < octets.count else { return nil }
        let start = index
        while index < octets.count, octets[index] != 0x20 { index += 1 }
        return start..<index
    }
}
