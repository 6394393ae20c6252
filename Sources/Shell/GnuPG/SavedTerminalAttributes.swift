private import Glibc

/// The settings of a terminal on which the agent may ask for a passphrase. The agent's program changes them, and leaves
/// them changed if it is killed: keys would then no longer be shown.
struct SavedTerminalAttributes {
    private let path: [CChar]
    private let settings: termios

    /// Returns `nil` if there is no such terminal.
    init?(of path: [UInt8]) {
        guard !path.isEmpty else { return nil }
        self.path = path.map { CChar(bitPattern: $0) } + [0]
        var settings = termios()
        let isKnown = Self.with(self.path) { unsafe tcgetattr($0, &settings) == 0 } ?? false
        guard isKnown else { return nil }
        self.settings = settings
    }

    func restore() {
        var settings = settings
        _ = Self.with(path) { unsafe tcsetattr($0, TCSANOW, &settings) }
    }

    private static func with<Result>(_ path: [CChar], _ body: (Int32) -> Result) -> Result? {
        let descriptor = unsafe open(path, O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        return body(descriptor)
    }
}
