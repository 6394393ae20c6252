internal import Accounts
internal import Contacts
internal import Disk
internal import LineEditing
internal import MailTypes
internal import MaildirStore
internal import Platform
internal import Terminal

extension Console {
    /// Returns the contacts of all accounts. At the prompt they are read only once.
    func contacts() throws(CommandFailure) -> ContactIndex {
        if let contacts = session?.contacts { return contacts }
        let contacts = try contacts(of: everyAccount())
        session?.contacts = contacts
        return contacts
    }

    /// Returns the contacts that decide whom a word means in a message that this account sends.
    func contacts(of account: MailAccount) throws(CommandFailure) -> ContactIndex {
        try everyAccount().count == 1 ? contacts() : contacts(of: [account])
    }

    /// Returns the up-to-date contacts of these accounts, in the order of the accounts.
    func contacts(of accounts: [MailAccount]) throws(CommandFailure) -> ContactIndex {
        do throws(FileError) {
            var directories: [ContactFiles?] = []
            for account in accounts { directories.append(try account.contactFiles()) }
            return try ContactFiles.index(of: directories)
        } catch {
            throw CommandFailure(error)
        }
    }
}

extension MailAccount {
    /// Returns `nil` if no contacts have been stored yet.
    func contactFiles() throws(FileError) -> ContactFiles? {
        guard let state = try home.directory(.state(name)) else { return nil }
        return try ContactFiles(existingIn: state)
    }
}
