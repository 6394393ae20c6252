private import CLinux
private import Glibc
internal import LineEditing

/// Whether a descriptor is a terminal, and its size.
public enum TerminalPathAndSize {
    /// Whether a descriptor is a terminal.
    public static func isTerminal(_ descriptor: Int32) -> Bool {
        isatty(descriptor) == 1
    }

    /// The path of the terminal behind a descriptor, or `nil` if it is not a terminal [ttyname(3)].
    public static func path(_ descriptor: Int32) -> [UInt8]? {
        var octets = [CChar](repeating: 0, count: 4096)
        guard unsafe ttyname_r(descriptor, &octets, octets.count) == 0 else { return nil }
        return octets.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    }

    /// The number of columns of the standard output, or `nil` if it is not a terminal or its size is unknown.
    public static var columns: Int? {
        let columns = Int(linux_terminal_columns(STDOUT_FILENO))
        return columns > 0 ? columns : nil
    }

    /// The number of rows of the standard output, or `nil` as for `columns`.
    public static var rows: Int? {
        let rows = Int(linux_terminal_rows(STDOUT_FILENO))
        return rows > 0 ? rows : nil
    }

    static func size(of descriptor: Int32) -> ScreenSize {
        ScreenSize(
            columns: Int(linux_terminal_columns(descriptor)), rows: Int(linux_terminal_rows(descriptor)))
    }
}
