internal import Accounts
internal import Composer
internal import Disk
internal import InternetMessage
internal import MailTypes
internal import Platform
internal import Processes
internal import Terminal

extension Command {
    static let open = Command(
        name: "open", summary: "open an attachment in its default application",
        operands: [.optional("ID", .message), .one("aN", .attachment)], options: [.fetching],
        details: """
            aN is the attachment's number as show and attachments print it; ID/aN may be one word. Without ID, opens an
            attachment of the open draft or of the message that was shown last. The application is xdg-open, or the program
            that set opener names. It gets a private copy, so the message cannot be changed. Executable files are not opened.
            """,
        examples: ["petrel open 4f3a91c2d0e8b7a6 a1", "petrel open 4f3a91c2d0e8b7a6/a1"]
    ) { invocation, console throws(CommandFailure) in
        let file = try console.fileToOpen(invocation)
        try file.open(on: &console)
        return .done
    }
}

extension Console {
    fileprivate mutating func fileToOpen(_ invocation: Invocation) throws(CommandFailure) -> OpenedFile {
        let operands = invocation.operands
        var id = operands.count == 2 ? operands[0] : nil
        var number = AttachmentSaver.attachment(operands[operands.count - 1][...])
        if operands.count == 1, let (named, inside) = AttachmentSaver.split(operands[0]) {
            (id, number) = (named, inside)
        }
        guard let number else { throw .usage("Say which file: open ID a1. Type: petrel help open") }
        if id == nil, let draft = session?.compose?.draft {
            guard let file = draft.attachments.first(where: { $0.number == number }) else {
                throw CommandFailure(
                    .noInput, "noSuchAttachment", "There is no a\(number) in this draft. Type: attach")
            }
            if file.pending != nil { throw .notHereYet }
            return OpenedFile(name: AttachmentSaver.plainName(file.filename, number), content: file.content)
        }
        guard id != nil || session?.current != nil else {
            throw .usage("Say of which message: open ID a\(number). Type: petrel list")
        }
        let opened = try opened(id ?? [0x2E], invocation)
        let parts = Message(opened.octets).root.attachments
        guard parts.indices.contains(number - 1) else { throw AttachmentSaver.missing(number, of: parts.count) }
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

    private static let prefix = Array("open-".utf8)
    /// Seconds to keep the copy. The application may read it long after it was started, and does not report when it is
    /// done.
    private static let lifetime: Int64 = 24 * 3600

    func open(on console: inout Console) throws(CommandFailure) {
        let shown = String(decoding: name, as: UTF8.self)
        if ProgramFile.isOne(name: name, content) {
            throw CommandFailure(
                .dataError, "isProgram",
                "\(shown) is a program, and opening it would run it. It was not opened. To inspect it, type: petrel save"
            )
        }
        let home = try console.home()
        let opener = Settings(of: home)[.opener] ?? "xdg-open"
        let path = try copy(in: home, now: console.clock.now().seconds)
        let kind = FileMediaType.word(for: FileMediaType.of(filename: shown, content: content))
        console.printLine("Opening \(shown) (\(kind), \(ByteCountText.of(content.count))) with: \(opener)")
        console.output.flush()
        console.errors.flush()
        let end = ChildProcess.run(shell: Array("\(opener) \"$1\"".utf8), [path.bytes], console.environment)
        guard end.isSuccess else {
            throw CommandFailure(
                .unavailable, "notOpened",
                "\(opener) did not open it. Save it with save, or name another program: set opener COMMAND")
        }
    }

    /// Writes the copy, and removes those from previous days.
    private func copy(in home: Home, now: Int64) throws(CommandFailure) -> Path {
        do throws(FileError) {
            let parent = try home.makingDirectory(.runtime)
            for name in try parent.names() where name.starts(with: Self.prefix) {
                guard let status = try parent.status(of: name) else { continue }
                if status.modified / 1_000_000_000 < now - Self.lifetime { try? parent.removeTree(name) }
            }
            let directory = try parent.makingDirectory(Self.prefix + UniqueName.next())
            try directory.write(content, as: name, .new, through: directory, named: Array(".new".utf8))
            return directory.path / name
        } catch {
            throw CommandFailure(error)
        }
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
