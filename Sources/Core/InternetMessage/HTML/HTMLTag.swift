struct HTMLTag {
    let element: HTMLElementKind
    let name: Range<Int>
    /// From the end of the name to the ">".
    let rest: Range<Int>
    let attributes: HTMLKnownAttributes
    /// Written with a slash before the ">".
    let isSelfClosing: Bool
}
