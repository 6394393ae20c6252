/// A piece of a document, as byte ranges.
enum HTMLToken {
    case text(Range<Int>)
    case start(HTMLTag)
    case end(HTMLElement, name: Range<Int>)
}

struct HTMLTag {
    let element: HTMLElement
    let name: Range<Int>
    /// From the end of the name to the ">".
    let rest: Range<Int>
    let attributes: HTMLKnownAttributes
    /// Written with a slash before the ">".
    let isSelfClosing: Bool
}
