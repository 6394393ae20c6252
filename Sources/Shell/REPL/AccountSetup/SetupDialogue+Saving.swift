internal import Accounts
internal import MailTypes
internal import SASL

/// The last questions, and saving the account.
extension SetupDialogue {
    private enum Place {
        case keyring(KeyringAttributes)
        case file
        case nowhere
    }

    /// Returns `false` if the user does not want to save the account.
    mutating func save() throws(CommandFailure) -> Bool {
        let place = try askForPlace()
        let question = Question(
            text: "Save?",
            answers: [.init(letter: "y", words: "Yes"), .init(letter: "n", words: "No")], safe: 0,
            remedy: "Type: petrel account add")
        guard try console.ask(question) == 0 else { return false }
        if let password { try keep(password, in: place) }
        guard try write() else {
            throw CommandFailure(
                .configuration, "editedByHand",
                "\(files.file(of: account.name)) was edited by hand, so petrel did not change it. Put \"imap\" and \"smtp\" into it yourself."
            )
        }
        console.printLine(
            account.hasServer
                ? "Saved as the account \(account.name). Try: new, list, help"
                : "Ready. Mail you send waits in the outbox until you run: setup")
        return true
    }

    /// Returns `false` if the account file is no longer as petrel wrote it, so that it cannot be replaced.
    private mutating func write() throws(CommandFailure) -> Bool {
        do throws(AccountError) {
            if let former {
                if try !files.replace(former, by: account) { return false }
            } else {
                try files.add(account)
            }
            if usesScreenReader {
                try Settings.set(.accessible, to: "on", in: files.home)
                console.follow(.accessible, "on", Settings(of: files.home))
            }
            return true
        } catch {
            throw CommandFailure(error)
        }
    }

    private mutating func askForPlace() throws(CommandFailure) -> Place {
        guard password != nil, let address else { return .nowhere }
        let entry = KeyringAttributes([("service", "petrel"), ("username", address.text)])
        var places: [(words: String, place: Place)] = []
        if let entry, KeyringWriter(console.environment).isThere {
            places.append(("In the desktop's keyring", .keyring(entry)))
        }
        places.append(("In a file that only you can read", .file))
        places.append(("Nowhere, ask each time", .nowhere))
        let question = Question(
            text: "Where should petrel store the password?",
            answers: places.enumerated().map { .init(letter: "\($0 + 1)", words: $1.words) }, safe: 0,
            remedy: "Type: petrel account add", isListed: true)
        return places[try console.ask(question)].place
    }

    private mutating func keep(_ password: Secret, in place: Place) throws(CommandFailure) {
        switch place {
        case .nowhere: return
        case .keyring(let entry):
            do throws(SecretProblem) {
                let label = "petrel: \(address?.text ?? account.name.text)"
                try KeyringWriter(console.environment).store(password, as: entry, labelled: label)
                account.secret = .keyring(entry)
                return
            } catch {
                console.printError("\(error) The password is stored in a file that only you can read.")
            }
        case .file: break
        }
        do throws(AccountError) { try files.keep(password, of: account.name) } catch { throw CommandFailure(error) }
        account.secret = .passwordFile(files.passwordFile(of: account.name))
    }
}
