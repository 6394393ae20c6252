internal import Accounts
internal import Disk
internal import MailTypes
internal import MaildirStore
internal import Platform

extension Command {
    static let exportMail = Command(
        name: "export", summary: "write a folder as an mbox or MH folder",
        operands: [.one("FOLDER", .folder), .one("PATH", .file)],
        options: [
            Option("format", value: "mbox|mh", .choice(["mbox", "mh"]), summary: "the format (mbox)"),
            .quoting,
        ],
        details: """
            PATH must not exist; an MH folder may be an empty directory. Flags are written as Status, X-Status and
            X-Mozilla-Status, or in .mh_sequences. import reads them again. Attachments that were never downloaded are not
            written; sync with "attachments": "all" first. A message that cannot be read is left out and reported, and the
            command exits with 1.
            """,
        examples: ["petrel export INBOX inbox.mbox", "petrel export Lists/Swift ~/Mail/swift --format mh"]
    ) { invocation, console throws(CommandFailure) in
        guard let name = MailboxName(try invocation.text(operand: 0) ?? "") else {
            throw .usage("That is not a folder name. Type: petrel folders")
        }
        let account = try console.accountToWriteFrom(invocation)
        guard let source = try console.folder(name, of: account) else {
            throw CommandFailure(
                .noInput, "noSuchFolder", "There is no folder \(name) in \(account.name). Type: petrel folders")
        }
        let path = Path(invocation.operands[1])
        let format = try invocation.text("format") ?? "mbox"
        guard format == "mbox" || format == "mh" else { throw .usage("--format is mbox or mh.") }
        let quoting = try invocation.text("quoting") ?? "mboxrd"
        guard quoting == "mboxrd" || quoting == "mboxo" else { throw .usage("--quoting is mboxrd or mboxo.") }
        let report = try console.write(source, to: path, isFolder: format == "mh", quoting)
        console.answer(invocation.command) { json in
            json.key("messages")
            json.number(report.messages)
            json.key("partial")
            json.number(report.partial)
            json.key("unreadable")
            json.number(report.unreadable)
        } text: { _ in
        }
        console.printLine("\(report.messages.counted("message")) written to \(path)")
        if report.partial > 0 {
            console.note("\(report.partial) of them lack attachments that were never downloaded.")
        }
        guard report.unreadable > 0 else { return .done }
        for problem in report.problems { console.note("\(problem)") }
        let isOne = report.unreadable == 1
        let count = report.unreadable.counted("message")
        console.note("\(count) cannot be read and \(isOne ? "is" : "are") not in \(path).")
        return .someFailed
    }
}

extension Command.Option {
    static let quoting = Command.Option(
        "quoting", value: "mboxrd|mboxo", .choice(["mboxrd", "mboxo"]),
        summary: "how lines that begin with From are marked (mboxrd)")
}

extension Console {
    /// Returns the folder of an account; `nil` if it has none of this name here.
    func folder(_ name: MailboxName, of account: MailAccount) throws(CommandFailure) -> Maildir? {
        guard let mail = try account.mail() else { return nil }
        return try account.files { () throws(FileError) in try mail.maildir(name) }
    }

    fileprivate func write(
        _ source: Maildir, to path: Path, isFolder: Bool, _ quoting: String
    ) throws(CommandFailure) -> MboxAndMHExport.Report {
        let slash = path.bytes.lastIndex(of: 0x2F)
        let parent = slash.map { $0 == 0 ? Path("/") : Path(path.bytes[..<$0]) } ?? Path(".")
        let name = path.lastComponent
        guard !name.isEmpty, name != [0x2E], name != [0x2E, 0x2E] else { throw .usage("PATH must name a new file.") }
        guard path.bytes != [0x2D] else {
            throw .usage("export does not write to standard output. For a file named -, type ./-")
        }
        do throws(FileError) {
            let directory = try Directory.open(parent, on: system)
            let present = try directory.status(of: name)
            if present == nil, isFolder {
                return try MboxAndMHExport(from: source).writeFolder(try directory.makingDirectory(name))
            }
            if present == nil {
                return try MboxAndMHExport(from: source).writeMbox(name, in: directory, isOfQuoting: quoting)
            }
            if isFolder, present?.kind == .directory {
                let folder = try directory.directory(name)
                if try folder.names().isEmpty { return try MboxAndMHExport(from: source).writeFolder(folder) }
            }
        } catch {
            throw CommandFailure(error)
        }
        throw CommandFailure(
            .cannotCreate, "exists",
            "\(path) exists already. Nothing was written. Name a new \(isFolder ? "directory" : "file").")
    }
}
