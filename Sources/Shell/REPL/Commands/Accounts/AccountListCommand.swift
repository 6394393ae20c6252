internal import Accounts
internal import Disk
internal import LineEditing
internal import MailTypes
internal import Terminal

extension Command {
    static let accountList = Command(
        name: "account list", aliases: ["accounts"], summary: "list accounts",
        configuration: .none,
        details: """
            Prints one line per account with its name, address and servers. If an account file is invalid, prints the line and
            how to fix it, and still lists the other accounts.
            """,
        examples: ["petrel account list", "petrel account list --json"], quickForm: "accounts"
    ) { invocation, console throws(CommandFailure) in
        let files = try console.accounts()
        let listing: AccountConfigurationFiles.Listing
        do throws(FileError) {
            listing = try files.listing()
        } catch {
            throw CommandFailure(error)
        }
        let failure = listing.problems.first.map { CommandFailure($0) }
        if console.isJSON {
            console.object(of: invocation.command.name, failure) { json in
                json.key("accounts")
                json.array { json in
                    for account in listing.accounts { json.account(account, of: files) }
                }
            }
        } else {
            for line in lines(on: listing.accounts, console.isAccessible) { console.printLine(line) }
            if listing.accounts.isEmpty, failure == nil {
                console.printLine(
                    "No account yet. You can write mail; it waits until you add one. Type: petrel help account add")
            }
        }
        for problem in listing.problems { console.printError(problem.description) }
        return failure?.exitCode ?? .done
    }

    private static func lines(on accounts: [AccountConfiguration], _ isAccessible: Bool) -> [String] {
        let width = accounts.map(\.name.text.utf8.count).max() ?? 0
        return accounts.map { account in
            let address = account.identities.first?.address.text ?? "no address"
            let servers = [account.imap?.description, account.smtp?.description].compactMap(\.self)
            let places =
                account.provider.map { [$0] }
                ?? (servers.isEmpty ? [account.hasServer ? "server not known yet" : "no server"] : servers)
            let facts = ([address] + places).map { TerminalSafeText.line($0) }
            if isAccessible { return "\(account.name): \(facts.joined(separator: ", "))." }
            let name = DisplayWidth.fit(account.name.text, columns: width)
            return "\(name)  \(facts.joined(separator: "  "))"
        }
    }
}

extension JSONWriter {
    mutating func account(_ account: AccountConfiguration, of files: AccountConfigurationFiles) {
        object { json in
            json.member("account", account.name.text)
            json.member("address", account.identities.first?.address.text)
            json.member("name", account.identities.first?.name)
            json.key("identities")
            json.array { json in
                for identity in account.identities {
                    json.object { json in
                        json.member("name", identity.name)
                        json.member("address", identity.address.text)
                    }
                }
            }
            json.member("provider", account.provider)
            json.member("imap", account.imap?.description)
            json.member("smtp", account.smtp?.description)
            json.member("maildir", files.mailPath(of: account).description)
        }
    }

    private mutating func member(_ name: String, _ value: String?) {
        key(name)
        string(value)
    }
}
