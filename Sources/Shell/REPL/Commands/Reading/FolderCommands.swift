internal import Accounts
internal import Disk
internal import LineEditing
internal import MailClients
internal import MailIndex
internal import MailSearch
internal import MailTypes
internal import MaildirStore
internal import Terminal

extension Command {
    static let folders = Command(
        name: "folders", aliases: ["L"], summary: "list folders and saved searches with their message counts",
        options: .forPrograms, configuration: .complete,
        details: """
            Shows all folders of each account, with the number of messages and of unread messages, and the saved searches of
            search --save, with the number of messages that they find. At the prompt, folder 3 changes to the third folder.
            --ids prints the names of the folders; saved searches are left out.

            """ + RecordFormatter.help(RecordFields.folders),
        examples: ["petrel folders --json"], quickForm: "folders"
    ) { invocation, console throws(CommandFailure) in
        let view = try console.view(invocation)
        var rows: [RecordFields.Folder] = []
        for opened in view.accounts {
            let mailboxes = try view.index { () throws(IndexDatabaseError) in try opened.index.mailboxes() }
            rows += mailboxes.map { (opened.account.name, $0) }
        }
        if try console.printRecords(rows, RecordFields.folders, invocation) { return .done }
        let searches = try console.savedSearches(in: view)
        let isAccessible = console.isAccessible
        console.session?.listedFolders = rows.map { ($0.account, $0.mailbox.name) }
        let isNumbered = console.session != nil
        let digits = "\(rows.count)".count
        let margin = isNumbered ? String(repeating: " ", count: digits + 2) : ""
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
            json.key("searches")
            json.array { json in
                for search in searches {
                    json.object { json in
                        json.key("name")
                        json.string(search.name)
                        json.key("query")
                        json.string(search.query)
                        json.key("messages")
                        if let count = search.count { json.number(count) } else { json.null() }
                    }
                }
            }
        } text: { output in
            // With several accounts, each line names the account.
            let names = rows.map { row in
                TerminalSafeText.line((view.accounts.count > 1 ? "\(row.account)/" : "") + row.mailbox.name.description)
            }
            let widest = (names + searches.map { "@\($0.name)" }).map { DisplayWidth.of($0) }.max() ?? 0
            let width = min(widestName, widest)
            for (index, (row, name)) in zip(rows, names).enumerated() {
                let unread = row.mailbox.unread == 0 ? "" : ", \(row.mailbox.unread) unread"
                if isAccessible {
                    let messages = row.mailbox.total.counted("message")
                    output.write("\(isNumbered ? "\(index + 1). " : "")\(name): \(messages)\(unread).\n")
                } else {
                    let blanks = String(repeating: " ", count: max(0, width - DisplayWidth.of(name)))
                    let number = "\(margin)\(index + 1)  ".suffix(margin.count)
                    output.write("\(number)\(name)\(blanks)  \(row.mailbox.total)\(unread)\n")
                }
            }
            for search in searches {
                let count = search.count.map { "\($0)" } ?? "?"
                let name = TerminalSafeText.line("@\(search.name)")
                if isAccessible {
                    output.write("Saved search \(name): \(count == "1" ? "1 message" : "\(count) messages").\n")
                } else {
                    let blanks = String(repeating: " ", count: max(0, width - DisplayWidth.of(name)))
                    output.write("\(margin)\(name)\(blanks)  \(count)\n")
                }
            }
        }
        for search in searches {
            if let problem = search.problem { console.note("@\(search.name): \(problem)") }
        }
        if rows.isEmpty { console.note(IndexedMail.unsynced(try console.accounts(invocation)) ?? IndexedMail.noMail) }
        return .done
    }

    /// A longer name overflows its column instead of widening it.
    private static let widestName = 40

    static let folder = Command(
        name: "folder", aliases: ["cd"], summary: "change to a folder, a saved search or an account",
        operands: [.optional("NAME|NUMBER|@NAME|ACCOUNT|all", .folder)], places: [.prompt],
        details: """
            list then shows that folder, or what that saved search finds. The beginning of a name is enough if no other folder of
            the account begins with it. Without an operand or with all, list shows the inboxes of all accounts again. folders
            lists the folders with their numbers.
            """,
        examples: ["folder Archive", "folder 3", "folder work", "folder work/Lists", "folder @bills", "folder all"],
        quickForm: "folder Archive",
        shortForms: [.sign("+", "folder $* ; list", shown: "+NAME", as: "folder NAME and list")]
    ) { invocation, console throws(CommandFailure) in
        let former = console.session?.account
        try console.go(to: invocation.operands.first ?? Array("all".utf8), invocation)
        console.connections.limiter.prefer(console.session?.account?.text)
        if let name = console.session?.account, name != former { console.syncIfStale(name) }
        return .done
    }
}

extension Console {
    fileprivate struct SavedSearch {
        let name: String
        let query: String
        /// `nil` if the query is invalid.
        var count: Int?
        var problem: String?
    }

    /// Returns the saved searches with the number of messages that they find.
    fileprivate func savedSearches(in view: IndexedMail) throws(CommandFailure) -> [SavedSearch] {
        var found: [SavedSearch] = []
        for (name, text) in Settings(of: try home()).searches {
            var search = SavedSearch(name: name, query: text)
            do throws(CommandFailure) {
                let query = try query([Array("@\(name)".utf8)])
                var count = 0
                for opened in view.accounts {
                    count += try view.index { () throws(IndexDatabaseError) in
                        try opened.index.count(matching: query)
                    }
                }
                search.count = count
            } catch {
                search.problem = error.message
            }
            found.append(search)
        }
        return found
    }

    fileprivate func go(to operand: [UInt8], _ invocation: Invocation) throws(CommandFailure) {
        // The next page of the former list would be one of another place.
        session?.shown = nil
        let text = try Invocation.text(operand, of: "folder")
        if text == "all" {
            session?.account = nil
            session?.mailbox = nil
            session?.search = nil
            return
        }
        if text.utf8.first == 0x40 {
            let name = String(text.dropFirst())
            guard Settings(of: try home()).searches.contains(where: { $0.name == name }) else {
                throw CommandFailure(.noInput, "noSuchSearch", "There is no saved search \(text). Type: folders")
            }
            session?.mailbox = nil
            session?.search = name
            return
        }
        let accounts = try everyAccount()
        if let account = accounts.first(where: { $0.name.text == text }) {
            session?.account = account.name
            session?.mailbox = nil
            session?.search = nil
            return
        }
        var place = try place(of: text, in: accounts, by: Self.equal)
        if place == nil, let name = listed(text) { place = try self.place(of: name, in: accounts, by: Self.equal) }
        if place == nil { place = try self.place(of: text, in: accounts, by: Self.only) }
        guard let place else {
            throw CommandFailure(.noInput, "noSuchFolder", "There is no folder \"\(text)\". Type: folders")
        }
        if accounts.count > 1 || text.utf8.starts(with: "\(place.account)/".utf8) { session?.account = place.account }
        session?.mailbox = place.mailbox
        session?.search = nil
    }

    /// Returns the name, with its account, of the folder that has this number in the last list of folders.
    private func listed(_ text: String) -> String? {
        guard let number = Int(text), let listed = session?.listedFolders, number > 0, number <= listed.count
        else { return nil }
        return "\(listed[number - 1].account)/\(listed[number - 1].mailbox)"
    }

    private func place(
        of text: String, in accounts: [MailAccount], by match: ([MailboxName], String) -> MailboxName?
    ) throws(CommandFailure) -> (account: AccountName, mailbox: MailboxName)? {
        for account in accounts {
            let prefix = account.name.text + "/"
            let isInside = text.utf8.starts(with: prefix.utf8)
            if session?.account != nil, session?.account != account.name, !isInside { continue }
            let name = isInside ? String(text.dropFirst(prefix.count)) : text
            guard let mail = try account.mail() else { continue }
            let mailboxes = try account.files { () throws(FileError) in try mail.mailboxes().map(\.name) }
            if let found = match(mailboxes, name) { return (account.name, found) }
        }
        return nil
    }

    private static func equal(_ mailboxes: [MailboxName], _ text: String) -> MailboxName? {
        mailboxes.first { "\($0)" == text } ?? mailboxes.first { "\($0)".lowercased() == text.lowercased() }
    }

    /// Returns the mailbox whose name begins with a text, if it is the only one.
    private static func only(_ mailboxes: [MailboxName], beginningWith text: String) -> MailboxName? {
        let text = text.lowercased()
        let found = mailboxes.filter { "\($0)".lowercased().utf8.starts(with: text.utf8) }
        return found.count == 1 && !text.isEmpty ? found.first : nil
    }
}
