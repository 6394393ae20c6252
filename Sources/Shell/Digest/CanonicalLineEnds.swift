private import Glibc

extension Span<UInt8> {
    /// Passes the bytes to `body` in runs, with a carriage return before each bare line feed.
    ///
    /// `last` is the last byte of the piece of the message before this one, or 0, and becomes that of this one: a line
    /// feed that begins a piece may belong to a carriage return before it.
    func forEachRunWithCRLF(after last: inout UInt8, _ body: (Span<UInt8>) -> Void) {
        var start = 0
        var index = 0
        while let found = firstLineFeed(from: index) {
            let before = found > 0 ? self[found - 1] : last
            if before != 0x0D {
                body(extracting(start..<found))
                body(carriageReturn.span)
                start = found
            }
            index = found + 1
        }
        body(extracting(start...))
        if count > 0 { last = self[count - 1] }
    }

    private func firstLineFeed(from start: Int) -> Int? {
        unsafe withUnsafeBytes { buffer in
            guard start < buffer.count, let base = buffer.baseAddress else { return nil }
            return unsafe memchr(base + start, 0x0A, buffer.count - start).map { unsafe base.distance(to: $0) }
        }
    }
}

private let carriageReturn: [UInt8] = [0x0D]
