internal import Accounts
internal import Disk

extension Command {
    static let setup = Command(
        name: "setup", summary: "say who you are, and where your mail is", synopsis: "", operands: 0...0,
        details: """
            Asks for your name and address, finds the servers and signs in. Each question can be left for later: mail that
            you send waits until then. back goes to the question before, quit leaves; nothing is written before the last
            question. The password is never written into the file of the account. account add does the same without
            questions.
            """,
        examples: ["petrel setup"]
    ) { _, console throws(CommandFailure) in
        guard console.canAsk, console.isInteractive else {
            throw .usage("setup asks, and nobody is here to answer. Type: petrel account add NAME --address ADDR")
        }
        let files = try console.accounts()
        let listing: AccountFiles.Listing
        do throws(FileError) { listing = try files.listing() } catch { throw CommandFailure(error) }
        let former = listing.accounts.count == 1 ? listing.accounts.first { !$0.hasServer } : nil
        guard listing.problems.isEmpty, listing.accounts.isEmpty || former != nil else {
            console.printLine(
                "There is an account already. Type: petrel account list, or account add NAME for another one.")
            return .done
        }
        var dialogue = SetupDialogue(console, files, former)
        defer { console = dialogue.console }
        try dialogue.run()
        return .done
    }
}
