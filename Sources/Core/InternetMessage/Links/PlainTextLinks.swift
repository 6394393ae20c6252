/// Addresses in plain text.
enum PlainTextLinks {
    /// Adds the addresses in `text` that name their scheme, without marking them.
    static func number(in text: [UInt8], _ numbering: inout LinkNumbering?) {
        guard numbering != nil else { return }
        var index = 0
        while index < text.count {
            let colon = ByteScan.first(ASCII.colon, in: text.span, index..<text.count)
            guard colon < text.count else { return }
            guard let start = start(of: text, before: colon) else {
                index = colon &+ 1
                continue
            }
            let end = end(of: text, after: colon)
            let address = text[start..<end]
            if end &- colon > 3 { _ = numbering?.number(of: Array(address), text: [], isMarked: false) }
            index = max(end, colon &+ 1)
        }
    }

    /// Returns where the scheme begins, which must be a word of its own.
    private static func start(of text: [UInt8], before colon: Int) -> Int? {
        var start = colon
        while start > 0, colon &- start < 7, text[start &- 1].isLetter { start &-= 1 }
        let scheme = text[start..<colon]
        let isWeb = scheme.equalsIgnoringCase("http") || scheme.equalsIgnoringCase("https")
        guard isWeb || scheme.equalsIgnoringCase("mailto") else { return nil }
        let hasSlashes = colon &+ 2 < text.count && text[colon &+ 1] == ASCII.slash && text[colon &+ 2] == ASCII.slash
        return isWeb && !hasSlashes ? nil : start
    }

    /// Returns where the address ends: at a blank, a quotation mark or an angle bracket, without the punctuation of the
    /// sentence.
    private static func end(of text: [UInt8], after colon: Int) -> Int {
        var end = colon &+ 1
        var opened = 0
        while end < text.count, text[end] > ASCII.space, text[end] < 0x7F || text[end] > 0x9F,
            !"<>\"`{}|^\\".utf8.contains(text[end])
        {
            if text[end] == ASCII.leftParenthesis { opened &+= 1 }
            end &+= 1
        }
        while end > colon &+ 1 {
            let last = text[end &- 1]
            if last == ASCII.rightParenthesis, opened > 0 { break }
            guard ".,;:!?'*_)]".utf8.contains(last) else { break }
            end &-= 1
        }
        return end
    }
}
