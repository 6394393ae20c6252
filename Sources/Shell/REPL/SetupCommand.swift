internal import Accounts
internal import Disk
internal import InternetMessage
internal import MailTypes
internal import Surroundings
internal import Terminal

extension Command {
    static let setup = Command(
        name: "setup", summary: "say who you are", synopsis: "", operands: 0...0,
        details: """
            Asks for your name and address, one after the other; quit leaves it. Nothing is written before the last
            question. What you send waits until there is an account with servers: account add.
            """,
        examples: ["petrel setup"]
    ) { _, console throws(CommandFailure) in
        guard console.canAsk, console.isInteractive else {
            throw .usage("setup asks, and nobody is here to answer. Type: petrel account add NAME --address ADDR")
        }
        try console.setUp()
        return .done
    }
}

extension Console {
    fileprivate mutating func setUp() throws(CommandFailure) {
        let files = try accounts()
        let listing = try reading { () throws(FileError) in try files.listing() }
        guard listing.accounts.isEmpty, listing.problems.isEmpty else {
            return say("There is an account already. Type: petrel account list, or account add NAME for another one.")
        }
        let reader = Question(
            text: "Do you use a screen reader?",
            answers: [.init(letter: "y", words: "Yes"), .init(letter: "n", words: "No")], safe: 1,
            remedy: "Type: petrel account add")
        let usesScreenReader = try ask(reader) == 0
        guard let name = answer("Your name: "), let address = ownAddress() else {
            return say("Nothing was saved.")
        }
        let save = Question(
            text: "Save?", answers: [.init(letter: "y", words: "Yes"), .init(letter: "n", words: "No")], safe: 0,
            remedy: "Type: petrel account add")
        guard try ask(save) == 0, let identity = Identity(name: name.isEmpty ? nil : name, address: address) else {
            return say("Nothing was saved.")
        }
        do throws(AccountError) {
            try files.add(AccountConfiguration(.local, identities: [identity]))
            if usesScreenReader { try Settings.set(.accessible, to: "on", in: files.home) }
        } catch {
            throw CommandFailure(error)
        }
        say("Ready. Mail you send waits in the outbox until an account has servers. Type: help")
    }

    private func reading<Result>(_ body: () throws(FileError) -> Result) throws(CommandFailure) -> Result {
        do throws(FileError) { return try body() } catch { throw CommandFailure(error) }
    }

    /// A line that was typed, without blanks around it; `nil` for who wants to leave.
    private mutating func answer(_ prompt: String) -> String? {
        output.flush()
        guard case .line(let line) = read(.question(prompt)) else { return nil }
        let words = line.utf8.split { $0 == 0x20 || $0 == 0x09 }.map { String(Substring($0)) }
        let text = words.joined(separator: " ")
        return text.utf8.elementsEqual("quit".utf8) ? nil : text
    }

    private mutating func ownAddress() -> EmailAddress? {
        while let text = answer("Your e-mail address: ") {
            let address = EmailAddress(text)
            if address.isValid { return address }
            complain("\"\(text)\" is no address of mail. Write it as kim@example.net, or type: quit")
        }
        return nil
    }
}
