internal import Accounts
internal import Disk
internal import LineEditing
internal import MailClients
internal import MailIndex
internal import MailTypes
internal import MaildirStore
internal import Terminal

extension Command {
    static let folders = Command(
        name: "folders", summary: "list folders with their message counts",
        details: "Shows all folders of each account, with the number of messages and of unread messages.",
        examples: ["petrel folders --json"], quickForm: "folders"
    ) { invocation, console throws(CommandFailure) in
        let view = try console.view(invocation)
        var rows: [(account: AccountName, mailbox: IndexedMailbox)] = []
        for opened in view.accounts {
            let mailboxes = try view.index { () throws(IndexDatabaseError) in try opened.index.mailboxes() }
            rows += mailboxes.map { (opened.account.name, $0) }
        }
        let isAccessible = console.isAccessible
        console.answer(invocation.command) { json in
            json.key("folders")
            json.array { json in
                for row in rows {
                    json.object { json in
                        json.key("account")
                        json.string(row.account.text)
                        json.key("name")
                        json.string(row.mailbox.name.description)
                        json.key("messages")
                        json.number(row.mailbox.total)
                        json.key("unread")
                        json.number(row.mailbox.unread)
                    }
                }
            }
        } text: { output in
            // With several accounts, each line names the account.
            let names = rows.map { row in
                TerminalSafeText.line((view.accounts.count > 1 ? "\(row.account)/" : "") + row.mailbox.name.description)
            }
            let width = min(widestName, names.map { DisplayWidth.of($0) }.max() ?? 0)
            for (row, name) in zip(rows, names) {
                let unread = row.mailbox.unread == 0 ? "" : ", \(row.mailbox.unread) unread"
                if isAccessible {
                    let messages = row.mailbox.total == 1 ? "1 message" : "\(row.mailbox.total) messages"
                    output.write("\(name): \(messages)\(unread).\n")
                } else {
                    let blanks = String(repeating: " ", count: max(0, width - DisplayWidth.of(name)))
                    output.write("\(name)\(blanks)  \(row.mailbox.total)\(unread)\n")
                }
            }
        }
        if rows.isEmpty { console.note(MailLookup.noMail) }
        return .done
    }

    /// A longer name overflows its column instead of widening it.
    private static let widestName = 40

    static let folder = Command(
        name: "folder", aliases: ["cd"], summary: "change to a folder or an account",
        operands: [.optional("NAME|ACCOUNT|all", .folder)], places: [.prompt],
        details: """
            list then shows that folder. Without an operand or with all, it shows the inboxes of all accounts again. folders
            lists the folders.
            """,
        examples: ["folder Archive", "folder work", "folder work/Lists", "folder all"], quickForm: "folder Archive"
    ) { invocation, console throws(CommandFailure) in
        let former = console.session?.account
        try console.go(to: invocation.operands.first ?? Array("all".utf8), invocation)
        console.connections.limiter.prefer(console.session?.account?.text)
        if let name = console.session?.account, name != former { console.syncIfStale(name) }
        return .done
    }
}

extension Console {
    fileprivate func go(to operand: [UInt8], _ invocation: Invocation) throws(CommandFailure) {
        let text = try Invocation.text(operand, of: "folder")
        if text == "all" {
            session?.account = nil
            session?.mailbox = nil
            return
        }
        let accounts = try everyAccount()
        if let account = accounts.first(where: { $0.name.text == text }) {
            session?.account = account.name
            session?.mailbox = nil
            return
        }
        for account in accounts {
            let prefix = account.name.text + "/"
            let isInside = text.utf8.starts(with: prefix.utf8)
            if session?.account != nil, session?.account != account.name, !isInside { continue }
            let name = isInside ? String(text.dropFirst(prefix.count)) : text
            guard let mail = try account.mail() else { continue }
            let mailboxes = try account.files { () throws(FileError) in try mail.mailboxes().map(\.name) }
            let match =
                mailboxes.first { "\($0)" == name } ?? mailboxes.first { "\($0)".lowercased() == name.lowercased() }
            if let match {
                session?.account = isInside || accounts.count > 1 ? account.name : session?.account
                session?.mailbox = match
                return
            }
        }
        throw CommandFailure(.noInput, "noSuchFolder", "There is no folder \"\(text)\". Type: folders")
    }
}
