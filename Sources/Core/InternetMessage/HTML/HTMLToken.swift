/// A piece of a document, as byte ranges.
enum HTMLToken {
    case text(Range<Int>)
    case start(HTMLTag)
    case end(HTMLElement)
}

struct HTMLTag {
    let element: HTMLElement
    let attributes: HTMLAttributes
    /// Written with a slash before the ">".
    let isSelfClosing: Bool
}
