internal import Accounts
internal import Disk
internal import MailTypes

extension Console {
    /// Returns the accounts that a command applies to: the one that was named, or all usable ones. A home without
    /// accounts has the account `local`.
    func accounts(_ invocation: Invocation) throws(CommandFailure) -> [MailAccount] {
        let files = try accounts()
        let listing: AccountConfigurationFiles.Listing
        do throws(FileError) {
            listing = try files.usable()
        } catch {
            throw CommandFailure(error)
        }
        let place = session?.account.flatMap { listing.account($0) }
        guard let typed = try invocation.text("account") else {
            if let place { return [MailAccount(configuration: place, home: files.home)] }
            if listing.accounts.isEmpty, !listing.problems.isEmpty { throw CommandFailure(listing.problems) }
            return listing.accounts.map { MailAccount(configuration: $0, home: files.home) }
        }
        if let account = AccountName(typed).flatMap({ listing.account($0) }) {
            return [MailAccount(configuration: account, home: files.home)]
        }
        let problems = AccountName(typed).map { listing.problems(of: $0) } ?? []
        if !problems.isEmpty { throw CommandFailure(problems) }
        throw .noSuchAccount(typed, .configuration)
    }

    /// Returns the account that an operand names.
    func account(named operand: [UInt8], in accounts: [MailAccount]) throws(CommandFailure) -> MailAccount {
        let name = String(decoding: operand, as: UTF8.self)
        guard let account = accounts.first(where: { $0.name.text == name }) else { throw .noSuchAccount(name) }
        return account
    }

    /// Returns the up-to-date mail of these accounts. Long work is reported on standard error if that is a terminal.
    mutating func view(_ invocation: Invocation) throws(CommandFailure) -> IndexedMail {
        try view(of: accounts(invocation))
    }
}

extension Console {
    func everyAccount() throws(CommandFailure) -> [MailAccount] {
        let files = try accounts()
        do throws(FileError) {
            return try files.usable().accounts.map { MailAccount(configuration: $0, home: files.home) }
        } catch {
            throw CommandFailure(error)
        }
    }
}
