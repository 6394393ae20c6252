internal import AccountImport
internal import Accounts
internal import Disk
internal import MailTypes

extension JSONWriter {
    /// Writes the members of the answer to `setup --adopt`.
    mutating func importPlan(_ plan: AccountImportPlan, _ added: [AccountName], isDryRun: Bool) {
        key("dryRun")
        bool(isDryRun)
        key("files")
        array { json in
            for file in plan.source.files {
                json.object { json in
                    json.text("program", file.program.rawValue)
                    json.text("path", file.path)
                }
            }
        }
        key("accounts")
        array { json in
            for imported in plan.accounts {
                let name = imported.account.name
                json.object { $0.account(imported, wasAdded: imported.status == .new && added.contains(name)) }
            }
        }
        key("notUnderstood")
        notes(plan.source.findings.notes)
        key("addressBooks")
        array { json in
            for path in plan.source.findings.addressBooks { json.string(path) }
        }
    }

    private mutating func text(_ name: String, _ value: String?) {
        key(name)
        string(value)
    }

    private mutating func notes(_ notes: [ImportNote]) {
        array { json in
            for note in notes {
                json.object { json in
                    json.text("file", note.place.file)
                    json.key("line")
                    json.number(note.place.line)
                    json.text("message", note.sentence)
                }
            }
        }
    }

    private mutating func account(_ imported: ImportedAccount, wasAdded: Bool) {
        let account = imported.account
        switch imported.status {
        case .new:
            text("account", account.name.text)
            text("state", wasAdded ? "added" : "new")
            text("problem", nil)
        case .exists(let name):
            text("account", name.text)
            text("state", "exists")
            text("problem", nil)
        case .incomplete(let sentence):
            text("account", account.name.text)
            text("state", "incomplete")
            text("problem", sentence)
        }
        key("identities")
        array { json in
            for identity in account.identities {
                json.object { json in
                    json.text("name", identity.name)
                    json.text("address", identity.address.text)
                }
            }
        }
        text("provider", account.provider)
        text("imap", account.imap?.description)
        text("smtp", account.smtp?.description)
        text("user", account.signInName)
        secret(imported)
        text("caFile", account.caFile?.description)
        mail(imported)
        key("notes")
        notes(imported.found.notes)
        key("places")
        array { json in
            for place in imported.found.places {
                json.object { json in
                    json.text("file", place.file)
                    json.key("line")
                    json.number(place.line)
                }
            }
        }
    }

    private mutating func secret(_ imported: ImportedAccount) {
        let (kind, value): (String, String?) =
            switch imported.account.secret {
            case .passwordCommand(let command): ("passwordCommand", command)
            case .tokenCommand(let command): ("tokenCommand", command)
            case .passwordFile(let path): ("passwordFile", path.description)
            case .keyring(let entry): ("keyring", entry.description)
            case .oauth, nil: (imported.plainPassword == nil ? "none" : "plainText", nil)
            }
        key("secret")
        object { json in
            json.text("kind", kind)
            json.text("value", value)
        }
    }

    private mutating func mail(_ imported: ImportedAccount) {
        text("maildir", imported.account.maildir?.description)
        var reason: String?
        var messages: Int?
        switch imported.mail {
        case .none: break
        case .imported(_, let count, _): messages = count
        case .unusable(let path, let words): reason = "\(path) cannot be used as it is: \(words)."
        }
        key("messages")
        number(messages)
        text("maildirProblem", reason)
    }
}
