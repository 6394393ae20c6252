internal import Accounts
internal import Disk
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
        for condition in query.requiredConditions {
            guard case .folder(let wanted, let withSubfolders) = condition, !withSubfolders else { continue }
            let name = SearchFold.folded(wanted.description)
            var children = 0
            var isThere = false
            for opened in accounts {
                for mailbox in try index({ () throws(IndexDatabaseError) in try opened.index.mailboxes() }) {
                    let other = SearchFold.folded(mailbox.name.description)
                    isThere = isThere || other == name
                    if mailbox.name.components.count > wanted.components.count, other.starts(with: name + [0x2F]) {
                        children += 1
                    }
                }
            }
            if isThere { continue }
            if children > 0 { return "Nothing is in \(wanted) itself. For what is inside it, type: in:\(wanted)/" }
            if wanted != .inbox { return "There is no folder \(wanted). Type: petrel folders" }
        }
        return "No messages."
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
