/// A piece of a document, as byte ranges.
enum HTMLToken {
    case text(Range<Int>)
    case start(HTMLTag)
    case end(HTMLElementKind, name: Range<Int>)
}
