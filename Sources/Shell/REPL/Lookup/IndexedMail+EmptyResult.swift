internal import Accounts
internal import Disk
internal import LineEditing
internal import MailEngine
internal import MailIndex
internal import MailSearch
internal import MailTypes

extension IndexedMail {
    static let noMail = "There is no mail here yet. Type: petrel help import"

    /// Names the first account that has a server but was never synced; `nil` if there is none.
    static func unsynced(_ accounts: [MailAccount]) -> String? {
        accounts.first { $0.configuration.hasServer && $0.isNeverSynced }.map { account in
            "\(account.name) was never synced, so its mail is not here yet. Type: petrel sync \(account.name)"
        }
    }

    /// Returns the accounts of which no mail is here.
    func accountsWithoutMail(_ all: [MailAccount]) -> [MailAccount] {
        all.filter { account in !accounts.contains { $0.account.name == account.name } }
    }

    /// Explains why a list is empty. `all`: the accounts that were asked for.
    func whyNothing(_ query: SearchQuery, in all: [MailAccount]) throws(CommandFailure) -> String {
        if let hint = Self.unsynced(all) { return hint }
        if accounts.isEmpty { return Self.noMail }
        for case .folder(let wanted, withSubfolders: false) in query.requiredConditions {
            let folders = try folders(matching: wanted)
            if !folders.isThere, folders.hasChildren {
                return "Nothing is in \(wanted) itself. For what is inside it, type: in:\(wanted)/"
            }
        }
        return "No messages."
    }

    /// Throws if the query names a folder that is in none of the accounts. Folders with a special use count as there.
    /// `all`: the accounts that were asked for.
    func checkFolders(of query: SearchQuery, in all: [MailAccount]) throws(CommandFailure) {
        if accounts.isEmpty || Self.unsynced(all) != nil { return }
        for case .folder(let wanted, let withSubfolders) in query.wantedConditions where !wanted.hasSpecialUse {
            let folders = try folders(matching: wanted)
            if folders.isThere || folders.hasChildren { continue }
            let name = withSubfolders ? "\(wanted)/" : "\(wanted)"
            let question = SpellingSuggestion.question(try foldersNamedLike(wanted).map(\.description))
            throw CommandFailure(
                .noInput, "noSuchFolder", "There is no folder \(name). \(question)Type: petrel folders")
        }
    }

    /// Returns whether a folder is in one of the accounts, and whether there are folders inside it. Names are compared
    /// as in a search.
    private func folders(matching wanted: MailboxName) throws(CommandFailure) -> (isThere: Bool, hasChildren: Bool) {
        let name = SearchFold.folded(wanted.description)
        var found = (isThere: false, hasChildren: false)
        for mailbox in try mailboxNames() {
            let other = SearchFold.folded(mailbox.description)
            found.isThere = found.isThere || other == name
            found.hasChildren =
                found.hasChildren
                || mailbox.components.count > wanted.components.count && other.starts(with: name + [0x2F])
        }
        return found
    }

    /// Returns the folders that a mistyped name may mean, the nearest first.
    func foldersNamedLike(_ wanted: MailboxName) throws(CommandFailure) -> [MailboxName] {
        let near = Set(try mailboxNames()).sorted().compactMap { name in
            SpellingSuggestion.distance("\(wanted)", "\(name)").map { (distance: $0, name: name) }
        }
        return SpellingSuggestion.nearest(near, by: \.distance).map(\.name)
    }

    private func mailboxNames() throws(CommandFailure) -> [MailboxName] {
        var names: [MailboxName] = []
        for opened in accounts {
            names += try index { () throws(IndexDatabaseError) in try opened.index.mailboxes().map(\.name) }
        }
        return names
    }
}

extension MailAccount {
    /// `false` if that cannot be determined: what is listed does not depend on it.
    fileprivate var isNeverSynced: Bool {
        do throws(FileError) {
            return try home.directory(.state(name)).map { LastSyncRecord.isFirstSync(in: $0) } ?? true
        } catch {
            return false
        }
    }
}
