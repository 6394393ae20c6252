public import MailTypes

/// These fields are untrusted in received mail: any sender can write them.
extension PartialMessageMarkers {
    /// In bytes; no header is longer.
    private static let longestHeader = 1 << 18
    private static let names: [StaticString] = ["x-petrel-partial", "x-petrel-cut", "x-petrel-whole"]

    /// Returns a received message, or the beginning of one, with forged markers neutralized. If the header
    /// contains one of the fields, a line that marks the message as complete is put before it; all other bytes are
    /// unchanged.
    public static func neutralizingForgery(in message: [UInt8]) -> [UInt8] {
        isClaimed(by: message) ? Array("\(whole): yes\r\n".utf8) + message : message
    }

    /// Returns whether a line of the header, which ends at the first empty line, begins with the name of one of the
    /// fields.
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
        // A header that has not ended yet may contain them further on.
        return message.count > longestHeader
    }
}

extension Span<UInt8> {
    fileprivate func hasName(_ name: StaticString, at index: Int) -> Bool {
        let end = index + name.utf8CodeUnitCount
        return end <= count && equalsIgnoringCase(name, in: index..<end)
    }
}
