internal import Accounts
internal import Disk
internal import MailEngine
internal import MailTypes
internal import MaildirStore
internal import Platform

extension CommandGroup {
    static let folders = CommandGroup(
        "Folders",
        [
            .folder, .folders, .folderNew, .folderRename, .folderDelete, .emptyTrash,
        ])
}

extension Command {
    static let folderNew = Command(
        name: "folder new", aliases: ["mkdir", "md"], summary: "create a folder", operands: [.one("NAME")],
        details: "The next sync creates it on the server.", examples: ["petrel folder new Projects/Boat"]
    ) { invocation, console throws(CommandFailure) in
        let (account, name) = try console.accountAndFolder(invocation.operands[0], invocation)
        let mail = try account.makingMail()
        let isTaken = try account.files { () throws(FileError) in try mail.maildir(name) != nil }
        guard !isTaken else { throw .folderExists(name) }
        try account.files { () throws(FileError) in _ = try mail.makingMaildir(name) }
        console.printLine("Created folder \(name).")
        return .done
    }

    static let folderRename = Command(
        name: "folder rename", summary: "rename a folder and its subfolders",
        operands: [.one("NAME", .folder), .one("NEW-NAME")],
        details: "The next sync renames it on the server.", examples: ["petrel folder rename Projects/Boat Boat"]
    ) { invocation, console throws(CommandFailure) in
        let (account, name) = try console.accountAndFolder(invocation.operands[0], invocation)
        let newName = try console.folderName(invocation.operands[1])
        let mail = try console.changeable(name, in: account)
        let isTaken = try account.files { () throws(FileError) in try mail.maildir(newName) != nil }
        guard !isTaken else { throw .folderExists(newName) }
        try account.files { () throws(FileError) in try mail.rename(name, to: newName) }
        console.printLine("Renamed \(name) to \(newName).")
        return .done
    }

    static let folderDelete = Command(
        name: "folder delete", summary: "delete a folder and move its messages to Trash",
        operands: [.one("NAME", .folder)], options: [.yes],
        details: """
            The next sync moves the messages to Trash on the server and then deletes the folder there. Subfolders are kept.
            """,
        examples: ["petrel folder delete Projects/Boat"]
    ) { invocation, console throws(CommandFailure) in
        let (account, name) = try console.accountAndFolder(invocation.operands[0], invocation)
        let mail = try console.changeable(name, in: account)
        return try console.delete(name, in: mail, of: account, invocation)
    }

    static let emptyTrash = Command(
        name: "empty-trash", aliases: ["empty"], summary: "permanently delete all messages in Trash", options: [.yes],
        details: "This cannot be undone.", examples: ["petrel empty-trash --yes"]
    ) { invocation, console throws(CommandFailure) in
        var count = 0
        var trashes: [(account: MailAccount, trash: Maildir, entries: [Maildir.Entry])] = []
        for account in try console.accounts(invocation) {
            guard let mail = try account.mail() else { continue }
            try account.files { () throws(FileError) in
                guard let trash = try mail.maildir(.trash) else { return }
                let entries = try trash.entries()
                count += entries.count
                trashes.append((account, trash, entries))
            }
        }
        guard count > 0 else {
            console.printLine("Trash is empty.")
            return .done
        }
        let messages = count.counted("message")
        guard try console.isSure("Permanently delete \(messages) in Trash?", "Delete", invocation) else { return .done }
        for (account, trash, entries) in trashes {
            let records = DeletionRecords(in: try account.makingState())
            try account.files { () throws(FileError) in
                try records.confirm(entries.map(\.name.base))
                for entry in entries { try trash.remove(entry, lasting: false) }
                try trash.synchronize()
            }
        }
        let sentence = MessageAction.remove.sentence(messages)
        var record = console.newRecord([sentence])
        record.permanent = count
        console.record(record)
        console.printLine(sentence)
        return .done
    }
}

extension Console {
    func folderName(_ operand: [UInt8]) throws(CommandFailure) -> MailboxName {
        let text = try Invocation.text(operand, of: "folder")
        guard let name = MailboxName(text) else {
            throw .usage("\"\(text)\" is not a valid folder name. Type: petrel folders")
        }
        return name
    }

    /// Returns the folder that an operand names, after the name of its account or in the only account meant.
    fileprivate func accountAndFolder(
        _ operand: [UInt8], _ invocation: Invocation
    ) throws(CommandFailure) -> (MailAccount, MailboxName) {
        let name = try folderName(operand)
        let accounts = try accounts(invocation)
        if let first = name.components.first, name.components.count > 1,
            let account = accounts.first(where: { first.elementsEqual($0.name.text.utf8) }),
            let inside = MailboxName(Array(name.components.dropFirst()))
        {
            return (account, inside)
        }
        let configured = accounts.filter { !$0.configuration.isUnnamed }
        guard let account = configured.count == 1 ? configured.first : accounts.count == 1 ? accounts.first : nil else {
            throw .usage("There are \(accounts.count) accounts. Say which one: ACCOUNT/\(name)")
        }
        return (account, name)
    }

    /// Returns the account's mail tree with a folder that may be renamed or deleted. Folders with a special use may
    /// not.
    fileprivate func changeable(_ name: MailboxName, in account: MailAccount) throws(CommandFailure) -> MailTree {
        guard let mail = try account.mail(),
            try account.files({ () throws(FileError) in try mail.maildir(name) }) != nil
        else { throw CommandFailure(.noInput, "noSuchFolder", "There is no folder \(name). Type: petrel folders") }
        if name.hasSpecialUse {
            throw CommandFailure(.noPermission, "folderInUse", "petrel needs \(name); it was not changed.")
        }
        return mail
    }

    mutating func isSure(
        _ text: String, _ words: String, _ invocation: Invocation
    ) throws(CommandFailure) -> Bool {
        if invocation.has("yes") { return true }
        let answers = [
            Question.Answer(letter: "d", words: words), Question.Answer(letter: "c", words: "Cancel"),
        ]
        return try ask(Question(text: text, answers: answers, safe: 1, remedy: "Add --yes to do it anyway.")) == 0
    }

    fileprivate mutating func delete(
        _ name: MailboxName, in mail: MailTree, of account: MailAccount, _ invocation: Invocation
    ) throws(CommandFailure) -> ExitCode {
        let count = try account.files { () throws(FileError) in try mail.maildir(name)?.entries().count ?? 0 }
        let fate =
            count == 0 ? "It is empty." : "\(count.counted("message")) in it go\(count == 1 ? "es" : "") to Trash."
        guard try isSure("Delete the folder \(name)? \(fate)", "Delete", invocation) else { return .done }
        try account.files { () throws(FileError) in
            guard let folder = try mail.maildir(name) else { return }
            let trash = try mail.makingMaildir(.trash)
            for entry in try folder.entries() { _ = try folder.move(entry, to: trash) }
        }
        guard account.configuration.hasServer else {
            try account.files { () throws(FileError) in try mail.removeEmpty(name) }
            printLine("Deleted the folder \(name).")
            return .done
        }
        var request = AccountSync.Request()
        request.removals = [name]
        let exitCode = try sync([account], request, invocation)
        let isGone = try account.files { () throws(FileError) in try mail.maildir(name) == nil }
        if isGone {
            if !isJSON { printLine("Deleted the folder \(name).") }
            return exitCode
        }
        throw CommandFailure(
            .temporaryFailure, "folderStays",
            "\(name) is empty, but the server has not deleted it yet. Try again later: petrel folder delete \(name)")
    }
}

extension CommandFailure {
    fileprivate static func folderExists(_ name: MailboxName) -> CommandFailure {
        CommandFailure(.cannotCreate, "folderExists", "Folder \(name) already exists. Nothing was changed.")
    }
}
