private import CLinux
private import Glibc

/// The terminal that output goes to, if it goes to one.
public enum Screen {
    /// Whether a descriptor leads to a terminal.
    public static func isTerminal(_ descriptor: Int32) -> Bool {
        isatty(descriptor) == 1
    }

    /// How many columns standard output has; `nil` where it is no terminal, or one that does not say.
    public static var columns: Int? {
        let columns = Int(linux_terminal_columns(STDOUT_FILENO))
        return columns > 0 ? columns : nil
    }

    /// How many rows standard output has; `nil` as for `columns`.
    public static var rows: Int? {
        let rows = Int(linux_terminal_rows(STDOUT_FILENO))
        return rows > 0 ? rows : nil
    }

    static func size(of descriptor: Int32) -> ScreenSize {
        ScreenSize(
            columns: Int(linux_terminal_columns(descriptor)), rows: Int(linux_terminal_rows(descriptor)))
    }
}
