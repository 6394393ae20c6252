private import Glibc

/// The settings of a terminal: those that it was found with, and those with which each key comes at once, unchanged,
/// unseen, and without sending a signal [termios(3)].
struct TerminalMode {
    private let descriptor: Int32
    private let former: termios

    /// `nil` where the descriptor is no terminal, or is gone. Nothing is changed yet.
    init?(of descriptor: Int32) {
        var settings = termios()
        guard unsafe tcgetattr(descriptor, &settings) == 0 else { return nil }
        self.descriptor = descriptor
        former = settings
    }

    /// False where the terminal is gone.
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

    /// At once, and without throwing away what was typed already.
    private func set(_ settings: termios) -> Bool {
        var settings = settings
        var result: Int32
        repeat { result = unsafe tcsetattr(descriptor, TCSANOW, &settings) } while result != 0 && errno == EINTR
        return result == 0
    }
}
