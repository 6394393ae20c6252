private import Glibc

/// Lines of standard input, each taken when it is needed.
enum InputLine {
    /// No answer to a question is longer.
    private static let maximumLength = 1 << 16

    /// The next line without its end; what is too long is cut off. Takes no octet of the line behind it, which another
    /// program may be meant to read. `nil` at the end, and where reading fails.
    static func next() -> [UInt8]? {
        var line: [UInt8] = []
        while true {
            var octet: UInt8 = 0
            let count = unsafe read(STDIN_FILENO, &octet, 1)
            if count < 0, errno == EINTR { continue }
            if count <= 0 { return line.isEmpty ? nil : line }
            if octet == 0x0A {
                if line.last == 0x0D { line.removeLast() }
                return line
            }
            if line.count < maximumLength { line.append(octet) }
        }
    }
}
