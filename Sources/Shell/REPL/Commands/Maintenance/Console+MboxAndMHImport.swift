internal import Accounts
internal import Disk
internal import MailTypes
internal import MaildirStore
internal import Terminal

extension Console {
    /// Imports an mbox or an MH folder.
    mutating func importMail(
        _ kind: MboxOrMHFolder, from path: Path, _ invocation: Invocation
    ) throws(CommandFailure) -> ExitCode {
        let account = try importingAccount(invocation) { nil }
        let mail = try account.makingMail()
        let base = try folderName(for: path, invocation)
        let quoting = try invocation.text("quoting") ?? "mboxrd"
        guard quoting == "mboxrd" || quoting == "mboxo" else { throw .usage("--quoting is mboxrd or mboxo.") }
        var rows: [(name: MailboxName, report: MboxAndMHImport.Report)] = []
        switch kind {
        case .mbox:
            rows.append((base, try importMbox(path, quoting, into: base, of: mail)))
        case .folder:
            let folders = try account.files { () throws(FileError) in
                try MboxOrMHFolder.folders(at: path, on: system, below: [])
            }
            for folder in folders {
                // A directory that only contains folders lends them no name.
                let isRoot = !folders.contains { $0.names.isEmpty } && !invocation.has("folder")
                guard let name = MailboxName((isRoot ? [] : base.components) + folder.names) else { continue }
                let report = try account.files { () throws(FileError) in
                    var importing = try MboxAndMHImport(into: mail.makingMaildir(name))
                    try importing.addFolder(Directory.open(folder.path, on: system))
                    return importing.report
                }
                rows.append((name, report))
            }
        }
        _ = try view(invocation)
        tell(rows, account.name, invocation)
        return rows.contains { $0.report.tooLarge > 0 } ? .someFailed : .done
    }

    private func importMbox(
        _ path: Path, _ quoting: String, into name: MailboxName, of mail: MailTree
    ) throws(CommandFailure) -> MboxAndMHImport.Report {
        do throws(FileError) {
            let file = try SequentialFile(path)
            var importing = try MboxAndMHImport(into: mail.makingMaildir(name))
            if try importing.addMbox(isOfQuoting: quoting, { () throws(FileError) in try file.next() }) {
                return importing.report
            }
        } catch {
            throw CommandFailure(error)
        }
        throw CommandFailure(
            .dataError, "notAnMbox",
            "\(path) is not an mbox: it does not begin with a line \"From …\". Nothing was imported.")
    }

    /// Returns the folder to import into: the one that was named, or one with the name of the file.
    private func folderName(for path: Path, _ invocation: Invocation) throws(CommandFailure) -> MailboxName {
        if let text = try invocation.text("folder") {
            guard let name = MailboxName(text) else { throw .usage("\"\(text)\" is not a folder name.") }
            return name
        }
        var last = path.lastComponent
        for end in [".mbox", ".mbx"]
        where last.count > end.utf8.count && last.suffix(end.utf8.count).elementsEqual(end.utf8) {
            last = last.dropLast(end.utf8.count)
        }
        let text = String(decoding: last, as: UTF8.self)
        if text.lowercased() == "inbox" { return .inbox }
        guard let name = MailboxName(text) else { throw .usage("Say where the mail goes: --folder NAME") }
        return name
    }

    private mutating func tell(
        _ rows: [(name: MailboxName, report: MboxAndMHImport.Report)], _ account: AccountName, _ invocation: Invocation
    ) {
        answer(invocation.command) { json in
            json.key("account")
            json.string(account.text)
            json.key("folders")
            json.array { json in
                for row in rows {
                    json.object { json in
                        json.key("name")
                        json.string(row.name.description)
                        json.key("added")
                        json.number(row.report.added)
                        json.key("present")
                        json.number(row.report.present)
                        json.key("removed")
                        json.number(row.report.removed)
                        json.key("tooLarge")
                        json.number(row.report.tooLarge)
                    }
                }
            }
        } text: { output in
            for row in rows {
                let messages = row.report.added.counted("message")
                var line = "\(row.name): \(messages) imported"
                if row.report.present > 0 { line += ", \(row.report.present) were here already" }
                if row.report.removed > 0 { line += ", \(row.report.removed) were deleted there" }
                if row.report.tooLarge > 0 { line += ", \(row.report.tooLarge) are too large" }
                output.write(line + "\n")
            }
        }
    }
}
