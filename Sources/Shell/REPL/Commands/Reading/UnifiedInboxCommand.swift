internal import Accounts
internal import Disk
internal import LineEditing
internal import MailEngine
internal import MailIndex
internal import MailSearch
internal import MailTypes
internal import Terminal

extension Command {
    static let inbox = Command(
        name: "inbox", aliases: ["i"], summary: "list the conversations in the inboxes of all accounts",
        options: [.limit] + .forPrograms,
        configuration: .complete,
        details: """
            Lists the newest conversations first, each with its last message in the inbox, the number of its messages there, and
            its account. Works offline. If an account could not be synced, says why.
            """,
        examples: ["petrel inbox", "petrel inbox --limit 50 --json"], quickForm: "inbox"
    ) { invocation, console throws(CommandFailure) in
        let size = try console.pageSize(invocation)
        let view = try console.view(of: console.everyAccount())
        let inbox = try UnifiedInbox(view, size: size)
        if try console.printRecords(inbox.page.rows, invocation) { return .done }
        console.show(inbox, invocation.command)
        try console.remember(inbox.page, of: .conversations(UnifiedInbox.search), size, in: view, invocation)
        return .done
    }
}

/// The inboxes of all accounts as one. Conversations never span accounts.
private struct UnifiedInbox {
    struct Account {
        let name: AccountName
        let unread: Int
        /// Why the last sync failed.
        let problem: String?
    }

    /// The conversations, the newest first.
    let page: ListPage
    let accounts: [Account]

    var unread: Int { accounts.reduce(0) { $0 + $1.unread } }

    static let search = MessageSearch(.matching(.folder(.inbox, withSubfolders: false)))

    init(_ view: IndexedMail, size: Int) throws(CommandFailure) {
        page = try view.page(.first, of: Self.search, asConversations: true, size: size)
        accounts = try view.accounts.map { opened throws(CommandFailure) in
            let mailboxes = try view.index { () throws(IndexDatabaseError) in try opened.index.mailboxes() }
            let account = opened.account
            let state = try account.files { () throws(FileError) in try account.home.directory(.state(account.name)) }
            return Account(
                name: account.name, unread: mailboxes.first { $0.name == .inbox }?.unread ?? 0,
                problem: state.flatMap { LastSyncRecord(in: $0).failure?.sentence })
        }
    }
}

extension Console {
    fileprivate mutating func show(_ inbox: UnifiedInbox, _ command: Command) {
        number(inbox.page.rows)
        let line = MessageListFormatter(
            zone: zone, layout: ListRowLayout(self), tellsMailbox: false, tellsAccount: inbox.accounts.count > 1,
            numbers: session, isUTF8: hasUTF8)
        let isAccessible = isAccessible
        answer(command) { json in
            json.key("unread")
            json.number(inbox.unread)
            json.key("accounts")
            json.array { json in
                for account in inbox.accounts {
                    json.object { json in
                        json.key("account")
                        json.string(account.name.text)
                        json.key("unread")
                        json.number(account.unread)
                        json.key("lastError")
                        json.string(account.problem)
                    }
                }
            }
            json.key("conversations")
            json.array { json in
                for one in inbox.page.rows {
                    json.object { json in
                        IndexedMessageJSON.members(of: one.latest, to: &json)
                        json.key("messages")
                        json.number(one.count)
                        json.key("unread")
                        json.number(one.unread ?? 0)
                    }
                }
            }
        } text: { output in
            let accounts = inbox.accounts.count
            let place = accounts > 1 ? "the inboxes of \(accounts) accounts" : "the inbox"
            output.write(
                "\(inbox.unread == 0 ? "Nothing" : inbox.unread.counted("message")) unread in \(place).\n"
            )
            line.write(inbox.page.rows, isAccessible: isAccessible, to: &output)
        }
        for account in inbox.accounts {
            if let problem = account.problem { note("\(account.name): the last sync failed. \(problem)") }
        }
    }
}
