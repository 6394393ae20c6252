/// Writes a header field, folded into lines of at most 78 bytes where possible [RFC 5322 §2.1.1, §2.2.3].
///
/// Lines are limited to 76 bytes: this is the limit for lines with encoded words [RFC 2047 §2], and punctuation after a
/// word needs room as well.
///
/// The only line breaks in the output are those of folding, whatever the words contain: a string cannot inject a field.
struct FoldedFieldWriter {
    static let preferredLength = 76
    /// Longer words are written as encoded words, which can be split, so that no line comes near 998 bytes.
    static let maximumWord = 400

    private(set) var octets: [UInt8]
    private var column: Int
    private var isEmpty = true

    init(_ name: String) {
        octets = Array(name.utf8) + [ASCII.colon]
        column = octets.count
    }

    /// The room for a word on the current line, after a blank.
    var room: Int {
        max(0, Self.preferredLength - column - 1)
    }

    /// Adds a word after `blanks`, on a new line if it does not fit. The first word stays on the line of the name.
    mutating func add(_ word: some Collection<UInt8>, behind blanks: [UInt8] = [ASCII.space]) {
        if !isEmpty, column + blanks.count + word.count > Self.preferredLength, !blanks.isEmpty { breakLine() }
        let blanks = isEmpty ? [ASCII.space] : blanks
        octets.append(contentsOf: blanks)
        octets.append(contentsOf: word.lazy.map { $0 == ASCII.cr || $0 == ASCII.lf || $0 == 0 ? ASCII.space : $0 })
        column += blanks.count + word.count
        isEmpty = false
    }

    /// Begins a new line, unless the current one is empty.
    mutating func breakLine() {
        guard !isEmpty, column > 0 else { return }
        octets.append(contentsOf: [ASCII.cr, ASCII.lf])
        column = 0
    }

    /// Appends a punctuation mark to the last word.
    mutating func append(_ mark: UInt8) {
        octets.append(mark)
        column += 1
    }

    /// Appends the colon after a group name. An encoded word must be followed by a blank [RFC 2047 §5].
    mutating func endGroupName() {
        if octets.last == ASCII.equals { append(ASCII.space) }
        append(ASCII.colon)
    }

    consuming func finish() -> [UInt8] {
        octets.append(contentsOf: [ASCII.cr, ASCII.lf])
        return octets
    }

    // MARK: - Text

    /// Adds unstructured text. The text from the first to the last word that ASCII cannot express becomes encoded
    /// words; the rest stays readable.
    mutating func add(text: String) {
        let words = HeaderWords(text)
        guard let encoded = words.encodedRange else {
            for word in words.all { add(word.octets, behind: word.blanks) }
            return
        }
        for word in words.all[..<encoded.lowerBound] { add(word.octets, behind: word.blanks) }
        add(encoded: words.joined(encoded))
        for word in words.all[encoded.upperBound...] { add(word.octets, behind: word.blanks) }
    }

    /// Adds text as encoded words, one per line if several are needed. Text that fits into one word is not split to
    /// fill a line, because some readers display a blank between two words.
    mutating func add(encoded text: [UInt8]) {
        let whole = EncodedWordWriter.words(text, firstRoom: Self.preferredLength)
        if room < EncodedWordWriter.minimumRoom || whole.count == 1 && whole[0].count > room { breakLine() }
        var first = true
        for word in EncodedWordWriter.words(text, firstRoom: room) {
            if !first { breakLine() }
            add(word)
            first = false
        }
    }

    /// Adds a display name [RFC 5322 §3.2.5]: as atoms if possible, otherwise as a quoted string or encoded words.
    mutating func add(phrase: String) {
        let words = HeaderWords(phrase)
        if words.all.allSatisfy(\.isAtom) {
            for word in words.all { add(word.octets) }
        } else if words.encodedRange != nil {
            // Words that are not atoms would have to be quoted beside the encoded words, so they are encoded too.
            let start = words.startOfRun(words.all.firstIndex { !$0.isAtom } ?? 0)
            let last = words.all.lastIndex { !$0.isAtom } ?? 0
            for word in words.all[..<start] { add(word.octets) }
            add(encoded: words.joined(start..<last + 1))
            for word in words.all[(last + 1)...] { add(word.octets) }
        } else {
            addQuoted(words)
        }
    }

    private mutating func addQuoted(_ words: HeaderWords) {
        let last = words.all.count - 1
        for (index, word) in words.all.enumerated() {
            var quoted: [UInt8] = index == 0 ? [ASCII.quote] : []
            for octet in word.octets {
                if octet == ASCII.quote || octet == ASCII.backslash { quoted.append(ASCII.backslash) }
                quoted.append(octet)
            }
            if index == last { quoted.append(ASCII.quote) }
            add(quoted, behind: word.blanks)
        }
    }
}
