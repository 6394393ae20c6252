internal import Accounts
internal import MailTypes
internal import SASL

/// The last question, and saving the account.
extension SetupDialogue {
    private enum Place {
        case keyring(KeyringAttributes)
        case file
        case nowhere
    }

    /// The last question if a password was typed.
    mutating func askForPlace() throws(CommandFailure) -> Next {
        guard password != nil, let address else { return .step(.confirmation) }
        let entry = KeyringAttributes.password(of: address.text)
        var places: [(words: String, place: Place)] = []
        if let entry, KeyringWriter(console.environment).isThere {
            places.append(("In the desktop's keyring", .keyring(entry)))
        }
        places.append(("In a file that only you can read", .file))
        places.append(("Nowhere, ask each time", .nowhere))
        let text = "Save the account \(account.name), with the password:"
        return try choice(text, places.map(\.words), safe: 0) { (dialogue, place) throws(CommandFailure) in
            try dialogue.save(in: places[place].place)
        }
    }

    mutating func askForConfirmation() throws(CommandFailure) -> Next {
        try yesOrNo("Save the account \(account.name)?", safe: true) { (dialogue, isYes) throws(CommandFailure) in
            isYes ? try dialogue.save(in: .nowhere) : .quit
        }
    }

    private mutating func save(in place: Place) throws(CommandFailure) -> Next {
        if let password { try keep(password, in: place) }
        guard try write() else {
            throw CommandFailure(
                .configuration, "editedByHand",
                "\(files.file(of: account.name)) was changed in the meantime, so petrel did not change it. Type: setup")
        }
        try keepTokens()
        return .saved
    }

    /// Returns `false` if the account file says something else than when it was read, so that it cannot be replaced.
    private mutating func write() throws(CommandFailure) -> Bool {
        do throws(AccountError) {
            if let former {
                if try !files.change(former, to: account) { return false }
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

    private mutating func keep(_ password: Secret, in place: Place) throws(CommandFailure) {
        let file = files.passwordFile(of: account.name)
        var problem: SecretError?
        switch place {
        case .nowhere: return
        case .keyring(let entry):
            do throws(SecretError) {
                let label = "petrel: \(address?.text ?? account.name.text)"
                try console.withoutTyping { console throws(SecretError) in
                    try KeyringWriter(console.environment).store(password, as: entry, labelled: label)
                }
                account.secret = .keyring(entry)
                return
            } catch {
                problem = error
            }
        case .file: break
        }
        do throws(AccountError) { try files.keep(password, of: account.name) } catch { throw CommandFailure(error) }
        account.secret = .passwordFile(file)
        if let problem { console.printError(problem.sentence(storing: "the password is", in: file)) }
    }
}
