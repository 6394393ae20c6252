private import Glibc

/// The modes of a terminal: the original one, and one in which keys are delivered immediately and unchanged, without
/// echo and signals [termios(3)].
struct TerminalMode {
    private let descriptor: Int32
    private let former: termios

    /// Returns `nil` if the descriptor is not a terminal, or the terminal was closed. Does not change the mode.
    init?(of descriptor: Int32) {
        var settings = termios()
        guard unsafe tcgetattr(descriptor, &settings) == 0 else { return nil }
        self.descriptor = descriptor
        former = settings
    }

    /// Returns `false` if the terminal was closed.
    func enter() -> Bool {
        var settings = former
        settings.c_iflag &= ~tcflag_t(BRKINT | ICRNL | INLCR | IGNCR | INPCK | ISTRIP | IXON)
        settings.c_lflag &= ~tcflag_t(ECHO | ICANON | IEXTEN | ISIG)
        unsafe withUnsafeMutableBytes(of: &settings.c_cc) { characters in
            unsafe characters[Int(VMIN)] = 1
            unsafe characters[Int(VTIME)] = 0
        }
        return set(settings)
    }

    func leave() {
        _ = set(former)
    }

    /// Applies settings immediately, without discarding pending input.
    private func set(_ settings: termios) -> Bool {
        var settings = settings
        var result: Int32
        repeat { result = unsafe tcsetattr(descriptor, TCSANOW, &settings) } while result != 0 && errno == EINTR
        return result == 0
    }
}
