private import CLinux
private import Glibc

/// Records signals instead of letting them act on the process, and can be woken up from any thread [signal(7)].
///
/// Only one may exist at a time, because signal handlers belong to the process.
final class SignalWatch: Sendable {
    /// Readable when a signal has arrived or `ring` was called.
    let descriptor: Int32
    private let bell: Int32

    /// Signals that request the end of the process. Between lines SIGQUIT is not caught, so it always ends the process.
    static let endings = lifelong + [SIGQUIT]
    private static let lifelong = [SIGTERM, SIGHUP]
    /// Signals that are recorded while keys are read from a terminal.
    static let ofTerminal = [SIGINT, SIGQUIT, SIGTSTP, SIGCONT, SIGWINCH]

    init() {
        var ends: [Int32] = [-1, -1]
        _ = unsafe linux_pipe(&ends)
        descriptor = ends[0]
        bell = ends[1]
        catching(Self.lifelong)
    }

    deinit {
        release(Self.lifelong + [SIGINT])
        close(descriptor)
        close(bell)
    }

    func catching(_ numbers: [Int32]) {
        for number in numbers { linux_catch_signal(number, bell) }
    }

    func release(_ numbers: [Int32]) {
        for number in numbers { linux_release_signal(number) }
    }

    /// Returns whether the signal has arrived since the last call.
    func take(_ number: Int32) -> Bool {
        linux_take_signal(number) != 0
    }

    /// Makes the descriptor readable. If the pipe is full, it already is.
    func ring() {
        var octet: UInt8 = 1
        _ = unsafe write(bell, &octet, 1)
    }

    /// Makes the descriptor unreadable until the next signal or `ring`.
    func quieten() {
        var octets = [UInt8](repeating: 0, count: 512)
        while unsafe read(descriptor, &octets, octets.count) == octets.count {}
    }

    /// Stops the process like Ctrl-Z, and returns when it is continued.
    func stop() {
        linux_stop_job()
    }
}
