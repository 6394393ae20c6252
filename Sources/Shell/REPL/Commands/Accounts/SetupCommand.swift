internal import Accounts
internal import Disk

extension CommandGroup {
    static let accounts = CommandGroup(
        "Accounts",
        [
            .setup, .accountList, .accountAdd, .accountCheck, .accountRemove,
        ])
}

extension Command {
    static let setup = Command(
        name: "setup", summary: "set up an account interactively",
        details: """
            Asks for your name and address, finds the servers and signs in. You can skip any question; mail that you send waits
            until setup is complete. back returns to the previous question, quit leaves. Nothing is written before the last
            question, and the password is never stored in the account's file. account add does the same without questions.
            """,
        examples: ["petrel setup"], quickForm: "setup"
    ) { _, console throws(CommandFailure) in
        guard console.canAsk, console.isInteractive else {
            throw .usage("setup needs an interactive terminal. Use: petrel account add NAME --address ADDR")
        }
        let files = try console.accounts()
        let listing: AccountFiles.Listing
        do throws(FileError) { listing = try files.listing() } catch { throw CommandFailure(error) }
        let former = listing.accounts.count == 1 ? listing.accounts.first { !$0.hasServer } : nil
        guard listing.problems.isEmpty, listing.accounts.isEmpty || former != nil else {
            console.printLine(
                "There already is an account. Type: petrel account list, or account add NAME to add another one.")
            return .done
        }
        var dialogue = SetupDialogue(console, files, former)
        defer { console = dialogue.console }
        try dialogue.run()
        return .done
    }
}
