private import CLinux

/// The echo of a terminal while the user waits for an answer that a question follows.
public enum TerminalEcho {
    /// Stops the echo, also if Ctrl-Z stops the process and it is continued. If a signal ends the process, the terminal
    /// is restored first. Does nothing if the descriptor is not the terminal of this process.
    public static func stop(on descriptor: Int32) {
        _ = linux_stop_echo(descriptor)
    }

    /// Restores the echo, and discards what was typed since it was stopped.
    public static func restore() {
        linux_restore_echo()
    }
}
