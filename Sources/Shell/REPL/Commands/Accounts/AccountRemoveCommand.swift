internal import Accounts
internal import Disk
internal import Platform
internal import SignIn

extension Command {
    static let accountRemove = Command(
        name: "account remove", summary: "remove an account and its mail from this machine",
        operands: [.one("NAME", .account)], options: [.init("yes", summary: "do not ask, even if mail would be lost")],
        configuration: .tolerant,
        details: """
            Changes nothing on the server. A Maildir that you named with --maildir is kept. A password that setup stored
            in the keyring, and the tokens of a sign-in, are removed. If messages wait to be sent or exist only here, petrel
            asks first.
            """,
        examples: ["petrel account remove work"]
    ) { invocation, console throws(CommandFailure) in
        let typed = try invocation.text(operand: 0) ?? ""
        guard let name = AccountName(typed) else {
            throw .usage("\"\(typed)\" is not a valid account name. Type: petrel account list")
        }
        let files = try console.accounts()
        guard let account = try account(name, files) else { throw CommandFailure(.unknown(name)) }
        var isRemoved = true
        if !invocation.has("yes"), let question = try question(on: account, files) {
            isRemoved = try console.ask(question) == 0
        }
        if isRemoved {
            let tokens = TokenStore(account, in: files.home, console.environment, clock: console.clock)
            var problem: CommandFailure?
            do throws(AccountError) {
                try files.remove(name) {
                    do throws(SignInError) { try tokens?.forget() } catch { problem = CommandFailure(error) }
                }
            } catch {
                throw CommandFailure(error)
            }
            if let problem { console.printError(problem.message) }
            try forgetPassword(of: account, files, console.environment)
        }
        console.answer(
            invocation.command,
            { json in
                json.key("account")
                json.string(name.text)
                json.key("removed")
                json.bool(isRemoved)
            }, text: { _ in })
        console.printLine("Account \(name) \(isRemoved ? "removed" : "kept").")
        return .done
    }

    /// Deletes the password that setup has stored in the keyring, unless another account uses it.
    private static func forgetPassword(
        of account: AccountConfiguration, _ files: AccountConfigurationFiles, _ environment: Environment
    ) throws(CommandFailure) {
        guard case .keyring(let entry) = account.secret, entry.isOfSetup else { return }
        do throws(FileError) {
            let others = try files.listing().accounts
            guard !others.contains(where: { $0.secret == account.secret }) else { return }
        } catch {
            throw CommandFailure(error)
        }
        KeyringWriter(environment).forget(entry)
    }

    /// Returns the account. If its file cannot be parsed, only the name is known. Returns `nil` if there is no file.
    private static func account(
        _ name: AccountName, _ files: AccountConfigurationFiles
    ) throws(CommandFailure) -> AccountConfiguration? {
        do throws(FileError) {
            guard try files.has(name) else { return nil }
            return try files.listing().account(name) ?? AccountConfiguration(name, identities: [])
        } catch {
            throw CommandFailure(error)
        }
    }

    /// Returns the question to ask before the account is removed; `nil` if nothing would be lost.
    private static func question(
        on account: AccountConfiguration, _ files: AccountConfigurationFiles
    ) throws(CommandFailure) -> Question? {
        let unsent: UnsyncedMail
        do throws(FileError) {
            unsent = try files.unsyncedMail(of: account)
        } catch {
            throw CommandFailure(error)
        }
        if unsent.isEmpty { return nil }
        func count(_ number: Int, _ one: String, _ more: String) -> String? {
            number == 0 ? nil : number == 1 ? "1 \(one)" : "\(number) \(more)"
        }
        let lost = [
            count(unsent.queued, "message waits to be sent", "messages wait to be sent"),
            count(unsent.drafts, "draft is not on the server", "drafts are not on the server"),
            count(unsent.onlyHere, "message is only here", "messages are only here"),
        ].compactMap(\.self)
        let loss = account.maildir == nil ? "That would be lost." : "That would no longer be sent."
        return Question(
            text: "\(lost.joined(separator: ", ")). \(loss) Remove account \(account.name)?",
            answers: [.init(letter: "r", words: "Remove"), .init(letter: "k", words: "Keep")], safe: 1,
            remedy: "Add --yes to remove it anyway.")
    }
}
