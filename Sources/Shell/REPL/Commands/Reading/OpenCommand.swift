internal import Accounts
internal import Composer
internal import Disk
internal import InternetMessage
internal import LineEditing
internal import MailTypes
internal import Mailcap
internal import Platform
internal import Processes
internal import Terminal

extension Command {
    static let open = Command(
        name: "open", summary: "open an attachment, or the HTML of a message, in its application",
        form: "[ID] aN | --html [ID]", operands: [.optional("ID", .message), .optional("aN", .attachment)],
        options: [
            Option("html", summary: "open the HTML of the message in the browser, without scripts and remote images"),
            .fetching,
        ],
        details: """
            aN is the attachment's number as show and attachments print it; ID/aN may be one word. Without ID, opens an
            attachment of the open draft or of the message that was shown last. The application is the program that set
            opener names, the command in $MAILCAPS or ~/.mailcap, xdg-open, or the command in /etc/mailcap. It gets a private copy, so the message cannot be changed. Executable files are not opened.
            With --html, the browser gets a copy in which nothing can run or be loaded from a server; it is the program that
            set browser names, or xdg-open. Copies are deleted after a day, or when the prompt is started after that.
            """,
        examples: ["petrel open 4f3a91c2d0e8b7a6 a1", "petrel open --html 4f3a91c2d0e8b7a6"]
    ) { invocation, console throws(CommandFailure) in
        if invocation.has("html") { return try console.openHTML(invocation) }
        let file = try console.fileToOpen(invocation)
        try file.open(on: &console)
        return .done
    }
}

extension Console {
    fileprivate mutating func fileToOpen(_ invocation: Invocation) throws(CommandFailure) -> OpenedFile {
        let operands = invocation.operands
        guard let last = operands.last else { throw .usage("Say which file: open ID a1. Type: petrel help open") }
        var id = operands.count == 2 ? operands[0] : nil
        var number = AttachmentOperand.attachment(last[...])
        if operands.count == 1, let (named, inside) = AttachmentOperand.split(operands[0]) {
            (id, number) = (named, inside)
        }
        guard let number else { throw .usage("Say which file: open ID a1. Type: petrel help open") }
        if id == nil, let draft = session?.compose?.draft {
            guard let file = draft.attachments.first(where: { $0.number == number }) else {
                throw CommandFailure(
                    .noInput, "noSuchAttachment", "There is no a\(number) in this draft. Type: attach")
            }
            if file.undownloaded != nil { throw .notHereYet }
            return OpenedFile(name: AttachmentSaver.plainName(file.filename, number), content: file.content)
        }
        guard id != nil || session?.current != nil else {
            throw .usage("Say of which message: open ID a\(number). Type: petrel list")
        }
        let opened = try decrypted(id ?? [0x2E], invocation)
        let parts = Message(opened.octets).root.attachments
        guard parts.indices.contains(number - 1) else { throw AttachmentOperand.missing(number, of: parts.count) }
        let part = parts[number - 1]
        let content = try contents(of: [part], in: opened, invocation)[0]
        return OpenedFile(name: AttachmentSaver(part, number, content).filename, content: content)
    }
}

/// An attachment that is about to be opened in its application.
private struct OpenedFile {
    /// A safe file name: see `AttachmentSaver`.
    let name: [UInt8]
    let content: [UInt8]

    func open(on console: inout Console) throws(CommandFailure) {
        let shown = String(decoding: name, as: UTF8.self)
        if ProgramFile.isOne(name: name, content) {
            throw CommandFailure(
                .dataError, "isProgram",
                "\(shown) is a program, and opening it would run it. It was not opened. To inspect it, type: petrel save"
            )
        }
        let home = try console.home()
        let type = FileMediaType.of(filename: shown, content: content)
        let viewer = try viewer(for: type, in: home, console)
        let kind = FileMediaType.word(for: type)
        console.printLine("Opening \(shown) (\(kind), \(ByteCountText.of(content.count))) with: \(viewer.name)")
        console.output.flush()
        console.errors.flush()
        guard ChildProcess.run(shell: viewer.command, [viewer.path.bytes], console.environment).isSuccess else {
            throw CommandFailure(
                .unavailable, "notOpened",
                "\(viewer.name) did not open it. Save it with save, or name another program: set opener COMMAND")
        }
    }

    /// A program that shows the file: its name, its shell command, and the copy, which is its `$1`.
    private typealias Viewer = (name: String, command: [UInt8], path: Path)

    /// Returns the program that the user has set, the user's mailcap names, the desktop chooses, or the machine's
    /// mailcap names, in this order.
    private func viewer(for type: String, in home: Home, _ console: Console) throws(CommandFailure) -> Viewer {
        let mailcap = MailcapFiles(console.environment)
        let opener = Settings(of: home)[.opener]
        if opener == nil, let entry = mailcap.userEntry(for: type),
            let viewer = try viewer(entry, for: type, in: home, console)
        {
            return viewer
        }
        if opener == nil, !console.environment.hasProgram("xdg-open"), let entry = mailcap.systemEntry(for: type),
            let viewer = try viewer(entry, for: type, in: home, console)
        {
            return viewer
        }
        let path = try ExternalViewerFile.make(of: content, named: name, in: home, at: console.clock.now())
        return (opener ?? "xdg-open", Array("\(opener ?? "xdg-open") \"$1\"".utf8), path)
    }

    /// Returns the command of a mailcap entry; `nil` if it cannot be filled in safely.
    private func viewer(
        _ entry: Mailcap.Entry, for type: String, in home: Home, _ console: Console
    ) throws(CommandFailure) -> Viewer? {
        let path = try ExternalViewerFile.make(
            of: content, named: MailcapCommand.plainName(name), in: home, at: console.clock.now())
        guard let command = MailcapFiles.shellCommand(of: entry, for: path, type: type) else { return nil }
        let end = command.firstIndex { $0 == 0x0A } ?? command.count
        return (TerminalSafeText.line(command[..<end]), command, path)
    }
}

/// Files that run code when they are opened, recognized by extension and by their first bytes.
private enum ProgramFile {
    private static let endings: Set<String> = [
        "appimage", "apk", "application", "bash", "bat", "cmd", "com", "command", "cpl", "csh", "deb", "desktop", "exe",
        "fish", "flatpakref", "hta", "jar", "jnlp", "js", "jse", "ksh", "lnk", "lua", "msi", "msix", "php", "pif", "pl",
        "ps1", "py", "rb", "reg", "rpm", "run", "scr", "sh", "snap", "url", "vbe", "vbs", "wsf", "zsh",
    ]
    private static let beginnings: [[UInt8]] = [
        [0x7F, 0x45, 0x4C, 0x46], Array("MZ".utf8), Array("#!".utf8), Array("[Desktop Entry]".utf8),
    ]

    static func isOne(name: [UInt8], _ content: [UInt8]) -> Bool {
        let ending = name.lastIndex(of: 0x2E).map { name[($0 + 1)...].map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 } } ?? []
        return endings.contains(String(decoding: ending, as: UTF8.self))
            || beginnings.contains { content.starts(with: $0) }
    }
}
