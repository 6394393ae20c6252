internal import Accounts
internal import Disk
internal import LineEditing
internal import Platform
internal import Processes
internal import Terminal

extension Console {
    /// Shows a page of header fields and text, with long lines broken between words. If it does not fit on the screen
    /// and the user has set a pager, the pager shows it. Returns whether it did.
    @discardableResult
    mutating func show(page write: (inout Output) -> Void) -> Bool {
        guard let columns, !isAccessible else {
            write(&output)
            return false
        }
        var page = Output()
        write(&page)
        return show(text: WordWrap.page(page.contents, columns: columns, labelWidth: Self.labelWidth))
    }

    /// The same without the pager, because the user types below it.
    mutating func showAboveInput(_ write: (inout Output) -> Void) {
        guard let columns, !isAccessible else { return write(&output) }
        var page = Output()
        write(&page)
        output.write(WordWrap.page(page.contents, columns: columns, labelWidth: Self.labelWidth).span)
    }

    /// Shows lines as they are, in the pager like a page.
    mutating func showLines(_ write: (inout Output) -> Void) {
        guard pager != nil else { return write(&output) }
        var lines = Output()
        write(&lines)
        show(text: lines.contents)
    }

    /// Shows text in the pager if it does not fit on the screen. Returns whether it did.
    @discardableResult
    mutating func show(text: [UInt8]) -> Bool {
        guard let pager, !fits(text) else {
            output.write(text.span)
            return false
        }
        output.flush()
        errors.flush()
        do throws(CommandFailure) {
            var end = ChildProcess.End.exited(0)
            try withTemporaryFile(of: text, named: "page-") { (console, path) throws(CommandFailure) in
                end = ChildProcess.run(
                    shell: pager + Array(" < \"$1\"".utf8), [path.bytes], console.environmentOfPager)
            }
            switch end {
            case .exited(126), .exited(127), .notStarted:
                output.write(text.span)
                output.flush()
                note("The pager \"\(String(decoding: pager, as: UTF8.self))\" was not found. Type: petrel help config")
            case .exited, .killed: break
            }
        } catch {
            output.write(text.span)
            printError(error.message)
        }
        return true
    }

    /// The variables that git sets too: less exits if the text fits on the screen, and keeps it there.
    private var environmentOfPager: Environment {
        let wanted = [(name: "LESS", value: Array("FRX".utf8)), (name: "LV", value: Array("-c".utf8))]
        return environment.adding(wanted.filter { environment[$0.name] == nil })
    }

    /// The width of the names of header fields on pages.
    static let labelWidth = 9

    /// The pager named by the setting, or the variable PAGER. In a shell, less if there is neither.
    private var pager: [UInt8]? {
        guard rows != nil, columns != nil, session == nil || isInteractive, mayPage, !isAccessible, !isJSON, !isQuiet,
            !(environment["TERM"]?.elementsEqual("dumb".utf8) ?? true), let home = try? home()
        else { return nil }
        let wanted = Settings(of: home)[.pager].map { Array($0.utf8) } ?? environment["PAGER"]
        return wanted ?? (session == nil && Self.hasLess ? Array("less".utf8) : nil)
    }

    private static var hasLess: Bool {
        ["/usr/bin/less", "/bin/less", "/usr/local/bin/less"].contains {
            (try? FileReading.kind(of: Path($0))) == .file
        }
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
