internal import SASL

/// Combines what several programs say about the same account: the IMAP server of mbsync with the SMTP server of msmtp
/// and the name from muttrc.
struct AccountMerger {
    private(set) var accounts: [ConfiguredAccount] = []
    private(set) var notes: [ImportNote] = []

    init(_ found: [ConfiguredAccount], name: String?) {
        for part in found where part.imap != nil { take(part) }
        for part in found where part.imap == nil && part.smtp != nil { take(part) }
        joinPairs()
        for part in found where part.imap == nil && part.smtp == nil { takeIdentity(part, all: found) }
        for index in accounts.indices { accounts[index].complete(name: name) }
    }

    private mutating func take(_ part: ConfiguredAccount) {
        if let index = accounts.firstIndex(where: { $0.isSame(as: part) }) {
            accounts[index].merge(part)
        } else {
            accounts.append(part)
        }
    }

    /// Joins an account for reading with one for sending if no other fits either.
    private mutating func joinPairs() {
        for reading in accounts where reading.imap != nil && reading.smtp == nil {
            let senders = accounts.indices.filter {
                accounts[$0].imap == nil && accounts[$0].isNear(reading) && accounts[$0].mayShareUser(with: reading)
            }
            guard senders.count == 1, let sender = senders.first,
                accounts.count(where: { $0.smtp == nil && $0.isNear(accounts[sender]) }) == 1,
                let index = accounts.firstIndex(where: { $0.imap?.place == reading.imap?.place }), index != sender,
                !accounts[index].contradicts(accounts[sender])
            else { continue }
            accounts[index].merge(accounts[sender])
            accounts.remove(at: sender)
        }
    }

    /// Adds addresses and folders of a program that names no server.
    private mutating func takeIdentity(_ part: ConfiguredAccount, all: [ConfiguredAccount]) {
        if let index = accounts.firstIndex(where: { $0.isSame(as: part) }) {
            accounts[index].merge(part)
            return
        }
        guard let address = part.identities.first else {
            notes += part.notes
            return
        }
        let isOther = part.name == ConfiguredAccount.notmuch && !part.isDefault
        let main = all.first { isOther && $0.name == ConfiguredAccount.notmuch && $0.isDefault }
        let unnamed = accounts.indices.filter { accounts[$0].addressKeys.isEmpty && accounts[$0].isNear(part) }
        if let main, let index = accounts.firstIndex(where: { $0.isSame(as: main) }) {
            accounts[index].merge(part)
        } else if unnamed.count == 1, let index = unnamed.first {
            accounts[index].merge(part)
        } else {
            notes += part.notes
            notes.append(ImportNote(part.places[0], "No server was found for the address \(address.address)."))
        }
    }
}
