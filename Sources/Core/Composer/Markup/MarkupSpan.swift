/// A marked part of a line, from the first byte of its opening mark to the last byte of its closing mark.
struct MarkupSpan {
    enum Kind: Hashable {
        case bold
        case italic
        /// A link to the address in this byte range of the line.
        case link(Range<Int>)
        /// A picture with the name in this byte range of the line, which may contain backslash escapes.
        case picture(Range<Int>)
    }

    let kind: Kind
    let opening: Range<Int>
    let closing: Range<Int>

    /// The range between the marks. Only a picture without a description has empty content.
    var content: Range<Int> { opening.upperBound..<closing.lowerBound }
    /// The range including the marks.
    var whole: Range<Int> { opening.lowerBound..<closing.upperBound }
}
