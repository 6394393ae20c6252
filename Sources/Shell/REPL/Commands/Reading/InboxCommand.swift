internal import Accounts
internal import Disk
internal import LineEditing
internal import MailEngine
internal import MailIndex
internal import MailTypes
internal import Terminal

extension Command {
    static let inbox = Command(
        name: "inbox", aliases: ["i"], summary: "list the conversations in the inboxes of all accounts",
        options: [.limit],
        details: """
            Lists the newest conversations first, each with its last message in the inbox, the number of its messages there, and
            its account. Works offline. If an account could not be synced, says why.
            """,
        examples: ["petrel inbox", "petrel inbox --limit 50 --json"], quickForm: "inbox"
    ) { invocation, console throws(CommandFailure) in
        let limit = try invocation.number("limit") ?? console.standardInboxLimit
        let inbox = try UnifiedInbox(console.view(of: console.everyAccount()), limit: limit)
        console.show(inbox, invocation.command)
        return .done
    }
}

/// The inboxes of all accounts as one. Conversations never span accounts.
private struct UnifiedInbox {
    struct Conversation {
        /// The newest message in the inbox.
        let latest: MailLookup.Found
        var count: Int
        var unread: Int
    }

    struct Account {
        let name: AccountName
        let unread: Int
        /// Why the last sync failed.
        let problem: String?
    }

    /// The newest first.
    let conversations: [Conversation]
    let accounts: [Account]

    var unread: Int { accounts.reduce(0) { $0 + $1.unread } }

    init(_ view: MailLookup, limit: Int) throws(CommandFailure) {
        var query = MessageQuery()
        query.terms.append(.init(.mailbox(.inbox, withChildren: false)))
        accounts = try view.accounts.map { opened throws(CommandFailure) in
            let mailboxes = try view.index { () throws(IndexDatabaseError) in try opened.index.mailboxes() }
            let account = opened.account
            let state = try account.files { () throws(FileError) in try account.home.directory(.state(account.name)) }
            return Account(
                name: account.name, unread: mailboxes.first { $0.name == .inbox }?.unread ?? 0,
                problem: state.flatMap { SyncRecord(in: $0).failure?.sentence })
        }
        // A conversation may have many messages, so look at more until there are enough conversations.
        var count = limit
        while true {
            let messages = try view.messages(matching: query, limit: count)
            let found = Self.conversations(messages)
            if found.count >= limit || messages.count < count {
                conversations = try found.prefix(limit).map { one throws(CommandFailure) in try one.counted(in: view) }
                return
            }
            count = count > Int.max / 4 ? Int.max : count * 4
        }
    }

    private struct Key: Hashable {
        let account: String
        let thread: UInt64
    }

    private static func conversations(_ messages: [MailLookup.Found]) -> [Conversation] {
        var known: Set<Key> = []
        return messages.compactMap { found in
            let key = Key(account: found.account.text, thread: found.message.thread.value)
            return known.insert(key).inserted ? Conversation(latest: found, count: 1, unread: 0) : nil
        }
    }
}

extension UnifiedInbox.Conversation {
    /// The same with its numbers of messages in the inbox.
    fileprivate func counted(in view: MailLookup) throws(CommandFailure) -> UnifiedInbox.Conversation {
        let messages = try view.index { () throws(IndexDatabaseError) in
            try latest.opened.index.thread(latest.message.thread).filter { $0.mailbox == .inbox }
        }
        var counted = self
        counted.count = messages.count
        counted.unread = messages.count { !$0.flags.contains(.seen) }
        return counted
    }
}

extension Console {
    fileprivate var standardInboxLimit: Int { isJSON ? Int(Int32.max) : session == nil ? 100 : 20 }

    fileprivate mutating func show(_ inbox: UnifiedInbox, _ command: Command) {
        if let session {
            session.list = inbox.conversations.map { session.numbers.number(of: $0.latest) }
        }
        var line = MessageLine(
            zone: zone, layout: ListRowLayout(self), tellsMailbox: false, tellsAccount: inbox.accounts.count > 1,
            numbers: session)
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
                for one in inbox.conversations {
                    json.object { json in
                        IndexedMessageJSON.members(of: one.latest, to: &json)
                        json.key("messages")
                        json.number(one.count)
                        json.key("unread")
                        json.number(one.unread)
                    }
                }
            }
        } text: { output in
            let accounts = inbox.accounts.count
            let place = accounts > 1 ? "the inboxes of \(accounts) accounts" : "the inbox"
            output.write(
                "\(inbox.unread == 0 ? "Nothing" : "\(inbox.unread) message\(inbox.unread == 1 ? "" : "s")") unread in \(place).\n"
            )
            for one in inbox.conversations {
                line.messagesInThread = one.count
                line.unreadInThread = one.unread
                output.write(isAccessible ? line.sentence(one.latest) : line.line(one.latest))
            }
        }
        for account in inbox.accounts {
            if let problem = account.problem { note("\(account.name): the last sync failed. \(problem)") }
        }
    }
}
