/// Decodes the text of a header field: unfolds it, decodes its encoded words, and converts raw 8-bit text to UTF-8.
enum HeaderText {
    static func string(_ bytes: [UInt8], _ range: Range<Int>) -> String {
        let range = bytes.trimmed(range)
        let span = bytes.span
        if isPlain(span, range) { return String(decoding: bytes[range], as: UTF8.self) }
        return String(decoding: decode(bytes, range), as: UTF8.self)
    }

    /// Returns whether the text is ASCII on one line without encoded words, so that it needs no decoding.
    private static func isPlain(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
        guard ByteScan.firstNonASCII(in: bytes, range) == range.upperBound,
            ByteScan.first(ASCII.lf, in: bytes, range) == range.upperBound
        else { return false }
        return firstOpening(bytes, range) == range.upperBound
    }

    /// Returns the index of the first "=?", or the end.
    private static func firstOpening(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Int {
        var index = range.lowerBound
        while true {
            index = ByteScan.first(ASCII.equals, in: bytes, index..<range.upperBound)
            guard index + 1 < range.upperBound else { return range.upperBound }
            if bytes[index + 1] == ASCII.question { return index }
            index += 1
        }
    }

    /// Returns the text of `range` in UTF-8.
    static func decode(_ bytes: [UInt8], _ range: Range<Int>) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(range.count)
        decode(bytes, range, into: &output)
        return output
    }

    static func decode(_ bytes: [UInt8], _ range: Range<Int>, into output: inout [UInt8]) {
        let span = bytes.span
        let range = bytes.trimmed(range)
        let isUTF8 = LossyUTF8Decoder.isValid(span, range)
        var finder = EncodedWord.Finder()
        var run = Run()
        var plainStart = range.lowerBound
        var search = range.lowerBound
        while search < range.upperBound {
            let opening = firstOpening(span, search..<range.upperBound)
            guard opening < range.upperBound else { break }
            guard let word = finder.word(span, at: opening, end: range.upperBound) else {
                search = opening + 2
                continue
            }
            // White space between two words is not part of the text [RFC 2047 §6.2].
            let between = plainStart..<opening
            if !(run.hasWord && between.allSatisfy { bytes[$0].isWhitespace }) {
                run.flush(into: &output)
                plain(span, between, isUTF8: isUTF8, into: &output)
            }
            run.add(word, span, into: &output)
            plainStart = word.end
            search = word.end
        }
        run.flush(into: &output)
        plain(span, plainStart..<range.upperBound, isUTF8: isUTF8, into: &output)
    }

    /// Adjacent words in one character set, joined before decoding: senders split characters between words.
    private struct Run {
        private(set) var hasWord = false
        private var charset: [UInt8] = []
        private var octets: [UInt8] = []

        mutating func add(_ word: EncodedWord, _ bytes: Span<UInt8>, into output: inout [UInt8]) {
            if !hasWord || !isSameCharset(word, bytes) {
                flush(into: &output)
                charset = Array(bytes.extracting(word.charset))
            }
            hasWord = true
            word.decode(bytes, into: &octets)
        }

        private func isSameCharset(_ word: EncodedWord, _ bytes: Span<UInt8>) -> Bool {
            guard word.charset.count == charset.count else { return false }
            return charset.indices.allSatisfy {
                charset[$0].lowercased == bytes[word.charset.lowerBound + $0].lowercased
            }
        }

        mutating func flush(into output: inout [UInt8]) {
            guard hasWord else { return }
            TextDecoding.decode(octets.span, label: charset, into: &output)
            hasWord = false
            octets.removeAll(keepingCapacity: true)
        }
    }

    private static func plain(
        _ bytes: Span<UInt8>, _ range: Range<Int>, isUTF8: Bool, into output: inout [UInt8]
    ) {
        guard !range.isEmpty else { return }
        if !isUTF8, ByteScan.firstNonASCII(in: bytes, range) < range.upperBound {
            var decoder = CharsetDecoder(.windows1252)
            var text: [UInt8] = []
            decoder.decode(bytes.extracting(range), isLast: true, into: &text)
            unfold(text.span, 0..<text.count, into: &output)
        } else {
            unfold(bytes, range, into: &output)
        }
    }

    /// Removes line breaks; the white space after them is kept [RFC 5322 §2.2.3].
    private static func unfold(_ bytes: Span<UInt8>, _ range: Range<Int>, into output: inout [UInt8]) {
        var start = range.lowerBound
        while start < range.upperBound {
            let newline = ByteScan.first(ASCII.lf, in: bytes, start..<range.upperBound)
            var end = newline
            if newline < range.upperBound, end > start, bytes[end - 1] == ASCII.cr { end -= 1 }
            output.append(bytes.extracting(start..<end))
            start = newline + 1
        }
    }
}

extension HeaderText {
    static func string(raw bytes: [UInt8]) -> String {
        string(bytes, 0..<bytes.count)
    }

    /// Returns the text of an address, without control characters. Encoded words are not decoded there [RFC 2047 §5]:
    /// the result could be a different person's address.
    static func address(_ bytes: [UInt8]) -> String {
        if bytes.allSatisfy({ $0 &- 0x20 < 0x5F }) { return String(decoding: bytes, as: UTF8.self) }
        let octets = bytes.filter { $0 > 0x1F && $0 != 0x7F }
        var text: [UInt8] = []
        TextDecoding.decode(octets.span, label: nil, into: &text)
        return String(decoding: text, as: UTF8.self)
    }
}
