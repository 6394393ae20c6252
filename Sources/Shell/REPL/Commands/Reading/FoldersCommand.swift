internal import Accounts
internal import LineEditing
internal import MailIndex
internal import MailTypes
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
        if rows.isEmpty { console.note(MailView.noMail) }
        return .done
    }

    /// A longer name overflows its column instead of widening it.
    private static let widestName = 40
}
