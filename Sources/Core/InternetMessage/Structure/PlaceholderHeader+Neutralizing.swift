public import MailTypes

/// A stranger may write these fields, too, and is not to be believed.
extension PlaceholderHeader {
    /// More octets than a header has.
    private static let longestHeader = 1 << 18
    private static let names: [StaticString] = ["x-petrel-partial", "x-petrel-cut", "x-petrel-whole"]

    /// A message as it came, or the beginning of one, with nothing in its header that would be believed. Where one of the
    /// fields stands, a line goes in front that says that the message is whole; all else stays as it is.
    public static func disarmed(_ message: [UInt8]) -> [UInt8] {
        isClaimed(by: message) ? Array("\(whole): yes\r\n".utf8) + message : message
    }

    /// Whether a line of the header, which the first empty line ends, begins with the name of one of the fields.
    public static func isClaimed(by message: [UInt8]) -> Bool {
        let span = message.span
        var start = 0
        while start < span.count {
            var index = start
            while index < span.count, span[index].isBlank { index &+= 1 }
            if index < span.count, span[index].lowercased == 0x78,
                names.contains(where: { span.hasName($0, at: index) })
            {
                return true
            }
            let end = ByteScan.first(ASCII.lf, in: span, start..<span.count)
            var last = end
            while last > start, span[last &- 1] == ASCII.cr { last &-= 1 }
            if last == start { return false }
            start = end &+ 1
        }
        // A header that has not ended yet may go on with anything.
        return message.count > longestHeader
    }
}

extension Span<UInt8> {
    fileprivate func hasName(_ name: StaticString, at index: Int) -> Bool {
        let end = index + name.utf8CodeUnitCount
        return end <= count && equalsIgnoringCase(name, in: index..<end)
    }
}
