/// Message content in a FETCH response.
public struct FetchedContent: Hashable, Sendable {
    public let item: FetchedContentItem
    public let value: Value

    public enum Value: Hashable, Sendable {
        /// NIL: the section does not exist.
        case missing
        case octets([UInt8])
        /// This many bytes were streamed before the response was complete.
        case streamed(count: Int)
    }

    public init(item: FetchedContentItem, value: Value) {
        self.item = item
        self.value = value
    }
}
