/// The open link, if there is one: links do not nest [WHATWG HTML §4.5.1].
struct HTMLOpenLink {
    struct Link {
        let address: Range<Int>
        /// The number of elements that were open around it.
        let depth: Int
        /// The start of its text.
        fileprivate(set) var start: Int?
        /// Whether it contains an image, so that it is a link even without text.
        var hasImage = false
    }

    var open: Link?

    mutating func begin(_ address: Range<Int>, depth: Int) {
        open = Link(address: address, depth: depth)
    }

    @inline(__always)
    mutating func contentBegins(at index: Int) {
        if open != nil, open?.start == nil { open?.start = index }
    }

    /// The output before `end` became longer by `count` bytes, or shorter.
    mutating func shift(by count: Int, from end: Int) {
        if let start = open?.start, start >= end { open?.start = start &+ count }
    }
}
