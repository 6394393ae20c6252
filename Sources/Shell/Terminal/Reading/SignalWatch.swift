private import CLinux
private import Glibc

/// Signals that are noted instead of obeyed while this lives, and a bell that any thread can ring [signal(7)].
///
/// The process has one at a time: signals are its own.
final class SignalWatch: Sendable {
    /// Readable when a signal has come or somebody rang.
    let descriptor: Int32
    private let bell: Int32

    /// Signals that tell the process to end. Between two lines SIGQUIT does so at once, whatever hangs.
    static let endings = lifelong + [SIGQUIT]
    private static let lifelong = [SIGTERM, SIGHUP]
    /// Those that are noted while keys are read from a terminal.
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

    /// Whether the signal has come since this was last asked.
    func take(_ number: Int32) -> Bool {
        linux_take_signal(number) != 0
    }

    /// A full pipe has rung already.
    func ring() {
        var octet: UInt8 = 1
        _ = unsafe write(bell, &octet, 1)
    }

    /// Makes the descriptor quiet until the next signal or ring.
    func quieten() {
        var octets = [UInt8](repeating: 0, count: 512)
        while unsafe read(descriptor, &octets, octets.count) == octets.count {}
    }

    /// Stops the job, and comes back when it goes on.
    func stop() {
        linux_stop_job()
    }
}
