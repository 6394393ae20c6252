/// The stack of open elements. Each element takes a few bytes and is linked to the one of the same kind below it, so
/// that no end tag needs a search of the whole stack [WHATWG HTML §13.2.4.2].
struct HTMLElementStack {
    struct Frame {
        let element: HTMLElementKind
        /// False inside an element that is not displayed, at any depth.
        let isShown: Bool
        let isPreformatted: Bool
        /// The number of bytes that the element adds to the start of its lines.
        var prefixLength: UInt8 = 0
        fileprivate let previous: Int32
        fileprivate let previousSpecial: Int32
    }

    /// Elements deeper than this are not kept: their tags only end lines.
    private static let deepest = 65_536

    private var frames: [Frame] = []
    private var last = [Int32](repeating: -1, count: HTMLElementKind.allCases.count)
    private var lastSpecial: Int32 = -1

    var count: Int { frames.count }
    var isShown: Bool { frames.last?.isShown ?? true }
    var isPreformatted: Bool { frames.last?.isPreformatted ?? false }

    /// Returns the depth of the innermost element of this kind, or -1.
    func depth(of element: HTMLElementKind) -> Int { Int(last[Int(element.rawValue)]) }

    /// The depth of the innermost element that end tags of phrasing elements do not cross.
    var specialDepth: Int { Int(lastSpecial) }

    /// The depth of the innermost element that end tags do not cross ["in scope", WHATWG HTML §13.2.4.2].
    var scope: Int { max(depth(of: .cell), depth(of: .caption), depth(of: .table)) }

    /// The depth of the innermost list, or -1.
    var listDepth: Int { max(depth(of: .unorderedList), depth(of: .orderedList)) }

    /// Adds an element. Returns whether it was kept.
    mutating func push(_ element: HTMLElementKind, isHidden: Bool, isPreformatted: Bool) -> Bool {
        guard frames.count < Self.deepest else { return false }
        let kind = Int(element.rawValue)
        frames.append(
            Frame(
                element: element, isShown: isShown && !isHidden,
                isPreformatted: self.isPreformatted || isPreformatted, previous: last[kind],
                previousSpecial: lastSpecial))
        last[kind] = Int32(truncatingIfNeeded: frames.count &- 1)
        if element.isSpecial { lastSpecial = last[kind] }
        return true
    }

    mutating func pop() -> Frame? {
        guard let frame = frames.popLast() else { return nil }
        last[Int(frame.element.rawValue)] = frame.previous
        lastSpecial = frame.previousSpecial
        return frame
    }

    mutating func setPrefixLength(_ length: Int) {
        guard !frames.isEmpty else { return }
        frames[frames.count &- 1].prefixLength = UInt8(clamping: length)
    }
}
