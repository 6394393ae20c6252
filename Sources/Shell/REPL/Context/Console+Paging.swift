internal import Accounts
internal import Disk
internal import LineEditing
internal import Platform
internal import Processes
internal import Terminal

extension Console {
    /// Shows a page of header fields and text, with long lines broken between words. If it does not fit on the screen
    /// and the user has set a pager, the pager shows it.
    mutating func show(page write: (inout Output) -> Void) {
        guard let columns, !isAccessible else { return write(&output) }
        var page = Output()
        write(&page)
        show(text: WordWrap.page(page.contents, columns: columns, labelWidth: Self.labelWidth))
    }

    /// Shows lines as they are, in the pager like a page.
    mutating func showLines(_ write: (inout Output) -> Void) {
        guard pager != nil else { return write(&output) }
        var lines = Output()
        write(&lines)
        show(text: lines.contents)
    }

    private mutating func show(text: [UInt8]) {
        guard let pager, !fits(text) else { return output.write(text.span) }
        do throws(CommandFailure) {
            try withTemporaryFile(of: text, named: "page-") { (console, path) throws(CommandFailure) in
                try console.shell(pager + Array(" < \"$1\"".utf8), [path.bytes])
            }
        } catch {
            output.write(text.span)
            printError(error.message)
        }
    }

    /// The width of the names of header fields on pages.
    static let labelWidth = 9

    /// The pager named by `set pager` or the variable PAGER.
    private var pager: [UInt8]? {
        guard rows != nil, columns != nil, isInteractive, !isAccessible, !isJSON, !isQuiet,
            !(environment["TERM"]?.elementsEqual("dumb".utf8) ?? true), let home = try? home()
        else { return nil }
        return Settings(of: home)[.pager].map { Array($0.utf8) } ?? environment["PAGER"]
    }

    /// Returns whether the whole text fits on the screen with a prompt below it.
    private func fits(_ text: [UInt8]) -> Bool {
        guard let rows, let columns else { return true }
        var used = 0
        for line in text.split(separator: 0x0A, omittingEmptySubsequences: false) {
            used += 1 + max(0, DisplayWidth.of(String(decoding: line, as: UTF8.self)) - 1) / max(1, columns)
            if used > rows { return false }
        }
        return true
    }

    /// Runs a command that reads the bytes from a private file, so that a command that reads nothing does not block
    /// petrel.
    mutating func withTemporaryFile(
        of octets: [UInt8], named prefix: String,
        _ body: (inout Console, Path) throws(CommandFailure) -> Void
    ) throws(CommandFailure) {
        let directory: Directory
        let name = Array(prefix.utf8) + UniqueName.next()
        let home = try home()
        do throws(FileError) {
            directory = try home.makingDirectory(.runtime)
            try directory.write(octets, as: name, .new, through: directory, named: [0x2E] + UniqueName.next())
        } catch {
            throw CommandFailure(error)
        }
        defer { _ = try? directory.remove(name) }
        try body(&self, directory.path / name)
    }
}
