/// An item of message content in a FETCH response.
public enum FetchedContentItem: Hashable, Sendable {
    /// `BODY[section]<origin>`.
    case body(BodySection, origin: UInt32?)
    /// `BINARY[part]<origin>`, decoded by the server.
    case binary(BodySection, origin: UInt32?)
    /// RFC822, RFC822.HEADER or RFC822.TEXT, which old servers send unsolicited.
    case rfc822(BodySection)
}

extension FetchedContentItem {
    /// How far back to look for the name of an item. Servers echo the section that a command named, and commands are
    /// shorter than this.
    private static let longestName = 16_384

    /// Parses the FETCH item whose value begins at `offset`. Returns `nil` if the item is not message content.
    init?(endingAt offset: Int, of response: [UInt8]) {
        var end = offset
        while end > 0, response[end - 1] == ASCII.space { end -= 1 }
        var start = end
        let floor = max(0, end - Self.longestName)
        if end > 0, response[end - 1] == ASCII.rightBracket || response[end - 1] == ASCII.greater {
            while start > floor, response[start - 1] != ASCII.leftBracket { start -= 1 }
        }
        while start > floor, response[start - 1] > ASCII.space, response[start - 1] != ASCII.leftParenthesis {
            start -= 1
        }
        var cursor = ResponseCursor(response, start..<end)
        guard let item = try? cursor.fetchedItem(), cursor.isAtEnd else { return nil }
        self = item
    }
}
