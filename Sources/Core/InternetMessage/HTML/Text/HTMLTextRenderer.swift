/// Converts tags and text to lines, with a rule for each kind of element.
struct HTMLTextRenderer {
    var writer = HTMLTextOutputBuffer()
    private var stack = HTMLElementStack()
    private var lists: [List] = []

    /// `numbering`: the links so far, if links are numbered. Otherwise their addresses follow them.
    init(numbering: LinkNumbering? = nil, isSpoken: Bool = false) {
        writer.numbering = numbering
        writer.isSpoken = isSpoken
    }

    private struct List {
        let depth: Int
        let isOrdered: Bool
        var number: Int
        var hasItems = false
    }

    mutating func read(_ token: HTMLToken, _ bytes: Span<UInt8>) {
        switch token {
        case .text(let range):
            if stack.isShown { writer.text(bytes, range, isPreformatted: stack.isPreformatted) }
        case .start(let tag):
            start(tag, bytes)
        case .end(let element, _):
            end(element, bytes)
        }
    }

    mutating func finish(_ bytes: Span<UInt8>) -> [UInt8] {
        writer.endLink(bytes)
        closeAll(from: 0, bytes)
        return writer.finish()
    }

    // MARK: - Start tags

    private mutating func start(_ tag: HTMLTag, _ bytes: Span<UInt8>) {
        let element = tag.element
        if element == .document { return }
        closeImplied(by: element, bytes)
        var isHidden = element == .dropped || tag.attributes.has(.hidden)
        var isPreformatted = element == .preformatted || element == .textArea
        if let style = tag.attributes[.style] {
            let style = HTMLStyle(bytes, style)
            isHidden = isHidden || style.isHidden
            isPreformatted = isPreformatted || style.keepsWhiteSpace
        }
        if element.isVoid {
            if stack.isShown, !isHidden { void(tag, bytes) }
            return
        }
        // "<o:p/>" is complete. In HTML tags, a slash has no meaning [WHATWG HTML §13.1.2.1].
        if element == .inline, tag.isSelfClosing { return }
        if element == .cell, stack.depth(of: .row) < stack.depth(of: .table) { open(.row) }
        let isKept = stack.push(element, isHidden: isHidden, isPreformatted: isPreformatted)
        guard stack.isShown, isKept || !isHidden else { return }
        if isKept {
            begin(tag, bytes)
        } else if element.isSpecial {
            writer.endLine()
        }
    }

    private mutating func open(_ element: HTMLElementKind) {
        _ = stack.push(element, isHidden: false, isPreformatted: false)
    }

    private mutating func begin(_ tag: HTMLTag, _ bytes: Span<UInt8>) {
        switch tag.element {
        case .anchor:
            writer.endLink(bytes)
            if let address = tag.attributes[.href] { writer.beginLink(address, depth: stack.count) }
        case .quotation: writer.put(0x201C, isPreformatted: false)
        case .division, .block, .option, .textArea, .caption, .term, .section: writer.endLine()
        case .paragraph, .heading, .preformatted, .row:
            writer.endParagraph()
            if tag.element == .preformatted { writer.rows.markComplex() }
        case .definition:
            writer.endLine()
            pushPrefix([ASCII.space, ASCII.space])
        case .blockquote:
            if isReply(tag, bytes) { writer.endLine() } else { writer.endParagraph() }
            pushPrefix([ASCII.greater, ASCII.space])
        case .definitionList: endBlock(.definitionList)
        case .unorderedList, .orderedList: beginList(tag, bytes)
        case .listItem: beginItem(tag, bytes)
        case .table:
            writer.endParagraph()
            writer.rows.openTable()
        case .cell:
            if stack.depth(of: .table) < 0 { writer.put(0x20, isPreformatted: false) } else { openCell(tag, bytes) }
        default: break
        }
    }

    private mutating func openCell(_ tag: HTMLTag, _ bytes: Span<UInt8>) {
        writer.openCell(columns: max(1, tag.attributes.integer(.colspan, in: bytes) ?? 1))
    }

    /// Returns whether the element quotes the message being answered: the line before it names the author.
    private func isReply(_ tag: HTMLTag, _ bytes: Span<UInt8>) -> Bool {
        if tag.attributes.value(.type, is: "cite", in: bytes) { return true }
        guard let names = tag.attributes[.class] else { return false }
        return bytes.extracting(names).hasPrefixIgnoringCase("gmail_quote")
    }

    private mutating func pushPrefix(_ prefix: [UInt8], isMarker: Bool = false) {
        stack.setPrefixLength(writer.pushPrefix(prefix, isMarker: isMarker))
    }

    private mutating func beginList(_ tag: HTMLTag, _ bytes: Span<UInt8>) {
        if lists.isEmpty { writer.endParagraph() } else { writer.endItem() }
        // A list directly in another list, not in an item of it, is also indented further.
        if let outer = lists.last, stack.depth(of: .listItem) < outer.depth { pushPrefix([ASCII.space, ASCII.space]) }
        let isOrdered = tag.element == .orderedList
        let number = tag.attributes.integer(.start, in: bytes) ?? 1
        lists.append(List(depth: stack.count &- 1, isOrdered: isOrdered, number: number))
        writer.rows.markComplex()
    }

    private mutating func beginItem(_ tag: HTMLTag, _ bytes: Span<UInt8>) {
        var marker: [UInt8] = [ASCII.hyphen, ASCII.space]
        if let list = lists.indices.last {
            // Consecutive items of a list have no empty line between them, even if they contain paragraphs.
            if lists[list].hasItems { writer.endItem() } else { writer.endLine() }
            lists[list].hasItems = true
            if lists[list].isOrdered {
                let number = tag.attributes.integer(.value, in: bytes) ?? lists[list].number
                lists[list].number = number &+ 1
                marker = Array(String(number).utf8) + [ASCII.dot, ASCII.space]
            }
        } else {
            writer.endLine()
        }
        pushPrefix(marker, isMarker: true)
    }

    // MARK: - End tags

    /// Closes the elements whose end tags may be omitted before this one [WHATWG HTML §13.1.2.4].
    private mutating func closeImplied(by element: HTMLElementKind, _ bytes: Span<UInt8>) {
        let table = stack.depth(of: .table)
        switch element {
        case .listItem: close(.listItem, above: max(stack.listDepth, stack.scope), bytes)
        case .term, .definition:
            let list = max(stack.depth(of: .definitionList), stack.scope)
            close(.term, above: list, bytes)
            close(.definition, above: list, bytes)
        case .option: close(.option, above: stack.depth(of: .select), bytes)
        case .table where table >= 0 && table == stack.scope: closeAll(from: table, bytes)
        case .caption where table >= 0, .section where table >= 0: closeAll(from: table &+ 1, bytes)
        case .row where table >= 0: closeAll(from: max(table, stack.depth(of: .section)) &+ 1, bytes)
        case .cell where table >= 0:
            closeAll(from: max(table, stack.depth(of: .section), stack.depth(of: .row)) &+ 1, bytes)
        default: break
        }
        if element.endsParagraph { close(.paragraph, above: stack.scope, bytes) }
    }

    private mutating func end(_ element: HTMLElementKind, _ bytes: Span<UInt8>) {
        let limit: Int
        switch element {
        case .lineBreak:
            if stack.isShown { writer.breakLine() }
            return
        case .anchor:
            if stack.isShown { writer.endLink(bytes) }
            limit = stack.specialDepth
        case .table, .dropped: limit = -1
        case .caption, .section, .row, .cell: limit = stack.depth(of: .table)
        case .listItem: limit = max(stack.listDepth, stack.scope)
        default: limit = element.isSpecial ? stack.scope : stack.specialDepth
        }
        if !close(element, above: limit, bytes), stack.isShown, element.endsParagraph { endBlock(element) }
    }

    /// Closes an element. Returns whether it was open.
    @discardableResult
    private mutating func close(_ element: HTMLElementKind, above limit: Int, _ bytes: Span<UInt8>) -> Bool {
        let depth = stack.depth(of: element)
        guard depth > limit else { return false }
        closeAll(from: depth, bytes)
        return true
    }

    private mutating func closeAll(from depth: Int, _ bytes: Span<UInt8>) {
        while stack.count > depth, let frame = stack.pop() {
            if frame.isShown { finish(frame, bytes) }
        }
    }

    private mutating func finish(_ frame: HTMLElementStack.Frame, _ bytes: Span<UInt8>) {
        writer.popPrefix(Int(frame.prefixLength))
        switch frame.element {
        case .quotation: writer.put(0x201D, isPreformatted: false)
        case .unorderedList, .orderedList:
            lists.removeLast(min(1, lists.count))
            endBlock(frame.element)
        case .cell:
            // A link does not extend beyond the cell in which it begins [WHATWG HTML §13.2.4.3].
            if let link = writer.links.open, link.depth > stack.count { writer.endLink(bytes) }
            if stack.depth(of: .table) < 0 { writer.endLine() } else { writer.closeCell() }
        case .row: writer.closeRow()
        case .table: writer.closeTable()
        default: endBlock(frame.element)
        }
    }

    /// Ends the line at the edge of a block.
    private mutating func endBlock(_ element: HTMLElementKind) {
        switch element {
        case .paragraph, .heading, .preformatted, .blockquote: writer.endParagraph()
        case .unorderedList, .orderedList, .definitionList:
            if lists.isEmpty { writer.endParagraph() } else { writer.endLine() }
        case .inline, .span, .anchor, .quotation, .button: break
        default: writer.endLine()
        }
    }
}
