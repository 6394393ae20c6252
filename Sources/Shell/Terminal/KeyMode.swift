private import CLinux
private import Glibc

/// The settings of a terminal: those that it was found with, and those with which each key comes at once [termios(3)].
struct KeyMode {
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
        unsafe linux_set_keys(&settings)
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
