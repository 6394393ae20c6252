/// Splits a document into text and tags. Comments, declarations and processing instructions are skipped [WHATWG HTML
/// §13.2.5].
///
/// Differs from browsers where they would lose text: a comment or quoted attribute that never ends stops at the next
/// ">". Searches that can reach the end of the document remember that they found nothing, so that no input is scanned
/// more than a few times.
struct HTMLTokenizer {
    private var position = 0
    /// The content of a text area, between its two tags.
    private var held: Range<Int>?
    /// The first ">" at or after a position already passed; -1 before the first search.
    private var greater = -1
    private var hasCommentEnd = true
    private var hasCDATAEnd = true
    private var hasQuote = true
    private var hasApostrophe = true
    /// Whether a tag extended to the end of the document: its quotes are unbalanced, as are those of the tags in it.
    private var areQuotesBroken = false
    private var neverEnding: Set<HTMLElementKind> = []

    mutating func next(_ bytes: Span<UInt8>) -> HTMLToken? {
        if let held {
            self.held = nil
            return .text(held)
        }
        while position < bytes.count {
            if bytes[position] != ASCII.less { return text(bytes, from: position) }
            if let token = markup(bytes) { return token }
        }
        return nil
    }

    /// Returns the text from `start` to the next "<" after it.
    private mutating func text(_ bytes: Span<UInt8>, from start: Int) -> HTMLToken {
        position = ByteScan.first(ASCII.less, in: bytes, (start &+ 1)..<bytes.count)
        return .text(start..<position)
    }

    /// Reads the markup that begins with the "<" here; returns `nil` if it is skipped.
    private mutating func markup(_ bytes: Span<UInt8>) -> HTMLToken? {
        let start = position
        guard start &+ 1 < bytes.count else { return text(bytes, from: start) }
        switch bytes[start &+ 1] {
        case let byte where byte.isLetter:
            return tag(bytes, start, nameStart: start &+ 1, isEnd: false)
        case ASCII.slash where start &+ 2 < bytes.count && bytes[start &+ 2].isLetter:
            return tag(bytes, start, nameStart: start &+ 2, isEnd: true)
        case ASCII.exclamation where hasPrefix("<!--", bytes, start):
            comment(bytes, body: start &+ 4)
            return nil
        case ASCII.exclamation where hasPrefix("<![CDATA[", bytes, start) && skipCDATA(bytes, start):
            return nil
        case ASCII.slash where start &+ 2 < bytes.count, ASCII.exclamation, ASCII.question:
            guard let end = firstGreater(bytes, start &+ 2) else { return text(bytes, from: start) }
            position = end &+ 1
            return nil
        default:
            return text(bytes, from: start)
        }
    }

    private func hasPrefix(_ prefix: StaticString, _ bytes: Span<UInt8>, _ start: Int) -> Bool {
        bytes.extracting(start..<bytes.count).hasPrefixIgnoringCase(prefix)
    }

    private mutating func firstGreater(_ bytes: Span<UInt8>, _ start: Int) -> Int? {
        if greater < start { greater = ByteScan.first(ASCII.greater, in: bytes, min(start, bytes.count)..<bytes.count) }
        return greater < bytes.count ? greater : nil
    }

    // MARK: - Comments

    /// Skips a comment. It ends at "-->" or "--!>"; "<!-->" and "<!--->" are complete [WHATWG HTML §13.2.5.43].
    private mutating func comment(_ bytes: Span<UInt8>, body: Int) {
        if body < bytes.count, bytes[body] == ASCII.greater {
            position = body &+ 1
        } else if hasPrefix("->", bytes, body) {
            position = body &+ 2
        } else if let end = commentEnd(bytes, body) ?? firstGreater(bytes, body) {
            position = end &+ 1
        } else {
            position = body
        }
    }

    private mutating func commentEnd(_ bytes: Span<UInt8>, _ body: Int) -> Int? {
        guard hasCommentEnd else { return nil }
        var index = body
        while true {
            index = ByteScan.first(ASCII.greater, in: bytes, index..<bytes.count)
            guard index < bytes.count else { break }
            let last = index > body && bytes[index &- 1] == ASCII.exclamation ? index &- 1 : index
            if last &- 2 >= body, bytes[last &- 1] == ASCII.hyphen, bytes[last &- 2] == ASCII.hyphen { return index }
            index &+= 1
        }
        hasCommentEnd = false
        return nil
    }

    /// Skips a CDATA section. Returns whether it had an end.
    private mutating func skipCDATA(_ bytes: Span<UInt8>, _ start: Int) -> Bool {
        guard hasCDATAEnd else { return false }
        var index = start &+ 9
        while true {
            index = ByteScan.first(ASCII.greater, in: bytes, index..<bytes.count)
            guard index < bytes.count else { break }
            if bytes[index &- 1] == ASCII.rightBracket, bytes[index &- 2] == ASCII.rightBracket {
                position = index &+ 1
                return true
            }
            index &+= 1
        }
        hasCDATAEnd = false
        return false
    }

    // MARK: - Tags

    private mutating func tag(_ bytes: Span<UInt8>, _ start: Int, nameStart: Int, isEnd: Bool) -> HTMLToken? {
        let limit = firstGreater(bytes, nameStart) ?? min(bytes.count, nameStart &+ HTMLName.longest &+ 1)
        var nameEnd = nameStart
        while nameEnd < limit, !bytes[nameEnd].isHTMLSpace, bytes[nameEnd] != ASCII.slash { nameEnd &+= 1 }
        let name = nameStart..<nameEnd
        guard let end = firstGreater(bytes, nameStart) else {
            // The document ends within the tag, or it is not a tag.
            guard HTMLElementKind.isKnown(bytes, name) else { return text(bytes, from: start) }
            position = bytes.count
            return nil
        }
        if isAddress(bytes, name) {
            position = end &+ 1
            return isEnd ? nil : .text(start..<position)
        }
        let element = HTMLElementKind(bytes, name)
        let (attributes, isSelfClosing) = scanAttributes(bytes, from: nameEnd, firstGreater: end)
        let rest = nameEnd..<max(nameEnd, min(position &- 1, bytes.count))
        if isEnd { return .end(element, name: name) }
        guard skipContent(bytes, element, name) else { return nil }
        return .start(
            HTMLTag(
                element: element, name: name, rest: rest, attributes: attributes, isSelfClosing: isSelfClosing))
    }

    /// Returns whether this is an unescaped address in angle brackets, which would be lost if read as a tag.
    private func isAddress(_ bytes: Span<UInt8>, _ name: Range<Int>) -> Bool {
        // No element of HTML or Office has a name this long.
        guard name.count > 4 else { return false }
        let tag = bytes.extracting(name)
        return tag.isEqualIgnoringCase("http:") || tag.isEqualIgnoringCase("https:")
            || ByteScan.first(ASCII.at, in: bytes, name) < name.upperBound
    }

    private mutating func scanAttributes(_ bytes: Span<UInt8>, from start: Int, firstGreater: Int)
        -> (HTMLKnownAttributes, isSelfClosing: Bool)
    {
        var scanner = HTMLTagScanner(limit: areQuotesBroken ? firstGreater : bytes.count)
        scanner.hasQuote = hasQuote
        scanner.hasApostrophe = hasApostrophe
        if !scanner.scan(bytes, from: start) {
            areQuotesBroken = true
            scanner = HTMLTagScanner(limit: firstGreater)
            _ = scanner.scan(bytes, from: start)
        }
        hasQuote = scanner.hasQuote
        hasApostrophe = scanner.hasApostrophe
        position = scanner.end &+ 1
        return (scanner.attributes, scanner.isSelfClosing)
    }

    // MARK: - Content that is not markup

    /// Skips an element's content that is not markup. Returns whether the tag itself is still to be reported.
    private mutating func skipContent(_ bytes: Span<UInt8>, _ element: HTMLElementKind, _ name: Range<Int>) -> Bool {
        switch element {
        case .script, .style:
            position = contentEnd(bytes, element, name) ?? bytes.count
        case .title, .rawText:
            // If there is no end tag, showing the content is better than dropping the rest of the document.
            if let end = contentEnd(bytes, element, name) { position = end }
        case .textArea:
            if let end = contentEnd(bytes, element, name) {
                held = position..<end
                position = end
            }
            return true
        default:
            return true
        }
        return false
    }

    /// Returns the start of the element's end tag.
    private mutating func contentEnd(_ bytes: Span<UInt8>, _ element: HTMLElementKind, _ name: Range<Int>) -> Int? {
        guard !neverEnding.contains(element) else { return nil }
        var index = position
        while true {
            index = ByteScan.first(ASCII.less, in: bytes, index..<bytes.count)
            let nameEnd = index &+ 2 &+ name.count
            guard nameEnd <= bytes.count else { break }
            if bytes[index &+ 1] == ASCII.slash, isEqual(bytes, index &+ 2, name),
                nameEnd == bytes.count || bytes[nameEnd].isHTMLSpace || bytes[nameEnd] == ASCII.greater
                    || bytes[nameEnd] == ASCII.slash
            {
                return index
            }
            index &+= 1
        }
        neverEnding.insert(element)
        return nil
    }

    private func isEqual(_ bytes: Span<UInt8>, _ start: Int, _ name: Range<Int>) -> Bool {
        for offset in 0..<name.count
        where bytes[start &+ offset].lowercased != bytes[name.lowerBound &+ offset].lowercased {
            return false
        }
        return true
    }
}
