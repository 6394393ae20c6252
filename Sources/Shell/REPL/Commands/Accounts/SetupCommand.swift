internal import Accounts
internal import Disk

extension CommandGroup {
    static let accounts = CommandGroup(
        "Accounts",
        [
            .setup, .accountList, .accountShow, .accountAdd, .accountSignIn, .accountEdit, .accountCheck,
            .accountSignOut, .accountToken, .accountRemove, .configList, .configGet, .configSet, .configUnset,
            .keysList, .keysImport,
        ])
}

extension Command {
    static let setup = Command(
        name: "setup", summary: "set up an account interactively, or adopt those of other programs",
        options: [
            Option("adopt", summary: "take over accounts of mbsync, msmtp, mutt, aerc, himalaya, OfflineIMAP, notmuch"),
            Option("dry-run", summary: "with --adopt, show what would be added and write nothing"),
            Option("yes", summary: "with --adopt, add what was found without asking"),
            Option("keep-passwords", summary: "with --adopt, copy passwords to files that only you can read"),
        ],
        configuration: .tolerant,
        details: """
            Asks for your name and address, finds the servers, signs in and gets your mail. You can skip any question; mail that
            you send waits until setup is complete. back returns to the previous question, quit leaves. Nothing is written
            before the last question, and the password is never stored in the account's file. If there are accounts, setup
            changes one of them or adds another. account add adds one without questions, from options that name its servers.

            An account is named after the domain of its address: kim@example.net is example. To find the servers, petrel asks
            DNS and the web server of the domain, and then a public directory of mail providers at thunderbird.net, which
            learns the domain but not the address.

            --adopt reads the configuration files of other mail programs in your home directory, combines what they say about
            the same account, and shows it with the lines that it does not understand. Password commands stay commands, a
            Maildir stays where it is, and its mail is not downloaded again. Accounts that petrel has are never changed, so
            it can be run again. Files of aliases and address books are added to the setting address-books.
            """,
        examples: ["petrel setup", "petrel setup --adopt --dry-run", "petrel setup --adopt --yes --json"],
        quickForm: "setup"
    ) { invocation, console throws(CommandFailure) in
        if invocation.has("adopt") { return try console.importAccounts(invocation) }
        for option in ["dry-run", "yes", "keep-passwords"] where invocation.has(option) {
            throw .usage("--\(option) is for adopting accounts: petrel setup --adopt --\(option)")
        }
        guard console.canAsk, console.isInteractive else {
            throw .usage("setup needs an interactive terminal. Use: petrel account add NAME --address ADDR")
        }
        let files = try console.accounts()
        let listing: AccountConfigurationFiles.Listing
        do throws(FileError) { listing = try files.listing() } catch { throw CommandFailure(error) }
        return try console.setUp(listing, in: files)
    }
}
