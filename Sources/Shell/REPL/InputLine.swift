private import Glibc
internal import Terminal

/// Lines of standard input, each taken when it is needed.
enum InputLine {
    /// No answer to a question is longer.
    private static let maximumLength = 1 << 16

    /// Asks on standard error, so that what a command prints can be piped on, and reads the answer.
    static func next(_ request: LineRequest) -> LineResult {
        if isatty(STDIN_FILENO) == 1 {
            var errors = Output.standardError
            errors.write(request.prompt)
            errors.flush()
        }
        return next().map { .line(String(decoding: $0, as: UTF8.self)) } ?? .endOfInput
    }

    /// The next line without its end; what is too long is cut off. Takes no octet of the line behind it, which another
    /// program may be meant to read. `nil` at the end, and where reading fails.
    private static func next() -> [UInt8]? {
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
