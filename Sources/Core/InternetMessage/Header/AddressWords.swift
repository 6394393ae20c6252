/// The words of one entry, before it is known whether they are a name or an address.
struct AddressWords {
    /// Without the quotes of quoted strings; one space between words.
    private var text: [UInt8] = []
    /// As written, without white space: used for addresses.
    private var raw: [UInt8] = []
    private var last = Word()
    /// The first word that contains an "@", once another word has followed it.
    private var address: (text: Range<Int>, raw: Range<Int>)?
    private var isSpaced = false
    private(set) var hasAt = false

    private struct Word {
        var textStart = 0
        var rawStart = 0
        /// Whether there is an "@" outside quotes.
        var hasAt = false
    }

    var isEmpty: Bool { raw.isEmpty }
    var endsWithAt: Bool { raw.last == ASCII.at }

    mutating func space() {
        isSpaced = true
    }

    mutating func append(_ atom: some Collection<UInt8>) {
        append(atom, raw: atom)
        if atom.contains(ASCII.at) {
            hasAt = true
            last.hasAt = true
        }
    }

    mutating func append(quoted content: [UInt8], raw: some Collection<UInt8>) {
        append(content, raw: raw)
    }

    private mutating func append(_ word: some Collection<UInt8>, raw word2: some Collection<UInt8>) {
        if isSpaced, !raw.isEmpty {
            if !joins(word2) {
                endWord()
                last = Word(textStart: text.count + 1, rawStart: raw.count)
            }
            text.append(ASCII.space)
        }
        isSpaced = false
        text.append(contentsOf: word)
        raw.append(contentsOf: word2)
    }

    /// Returns whether the word continues the previous one. "a . b @ c" is one word: white space around dots and "@" is
    /// allowed in an address [RFC 5322 §4.4]. After a name, a dot at the end of a word belongs to an initial.
    private func joins(_ word: some Collection<UInt8>) -> Bool {
        switch word.first {
        case ASCII.at, ASCII.dot: true
        default: raw.last == ASCII.at || raw.last == ASCII.dot && (last.hasAt || last.rawStart == 0)
        }
    }

    private mutating func endWord() {
        if address == nil, last.hasAt { address = (last.textStart..<text.count, last.rawStart..<raw.count) }
    }

    /// Returns whether `word`, which is a whole address, follows a complete address.
    func endsBefore(_ word: ArraySlice<UInt8>) -> Bool {
        isSpaced && (address != nil || last.hasAt) && !joins(word)
    }

    /// Removes and returns the words after the address, which begin another entry.
    mutating func cutBehindAddress() -> AddressWords {
        var rest = AddressWords()
        guard let address else { return rest }
        rest.text = Array(text[address.text.upperBound...].dropFirst())
        rest.raw = Array(raw[address.raw.upperBound...])
        rest.isSpaced = true
        text.removeSubrange(address.text.upperBound...)
        raw.removeSubrange(address.raw.upperBound...)
        return rest
    }

    var phrase: String {
        HeaderText.string(raw: text)
    }

    /// The name and address of an entry without angle brackets: the first word that contains an "@" is the address, and
    /// the words before it, or otherwise after it, are the name. Without an "@", a single word is an address and
    /// several are a name.
    var nameAndAddress: (name: String, address: [UInt8]) {
        if let place = address ?? (last.hasAt ? (last.textStart..<text.count, last.rawStart..<raw.count) : nil) {
            let before = text[..<place.text.lowerBound]
            let name = before.isEmpty ? text[place.text.upperBound...] : before
            return (HeaderText.string(raw: Array(name)), Self.withoutBracket(raw[place.raw]))
        }
        if !raw.isEmpty, raw.first != ASCII.quote, !text.contains(where: { $0 == ASCII.equals || $0 == ASCII.space }) {
            return ("", Self.withoutBracket(raw[...]))
        }
        return (phrase, [])
    }

    /// Returns an address without its closing bracket, if its opening bracket is missing.
    private static func withoutBracket(_ address: ArraySlice<UInt8>) -> [UInt8] {
        var address = address
        while address.last == ASCII.greater { address.removeLast() }
        return Array(address)
    }
}
