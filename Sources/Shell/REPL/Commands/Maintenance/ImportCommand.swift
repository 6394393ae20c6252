internal import Accounts
internal import Disk
internal import InternetMessage
internal import MailTypes
internal import MaildirStore
internal import Platform

extension Command {
    static let importMail = Command(
        name: "import", summary: "import the mail of another program", operands: [.one("PATH", .file)],
        options: [
            Option("folder", value: "NAME", .folder, summary: "for an mbox or MH folder: import into this folder"),
            .quoting,
        ],
        details: """
            PATH is a Maildir, a directory of Maildirs, a Maildir++ with its folders, an mbox, or an MH folder with those in it.
            Messages in Maildirs are hard-linked where possible and copied otherwise; PATH itself is not changed. Messages that
            were imported before are skipped. Nothing is uploaded. If there is no account, petrel creates one named local.

            The flags of an mbox are read from Status, X-Status and X-Mozilla-Status, and those of an MH folder from
            .mh_sequences. Content-Length is ignored.
            """,
        examples: [
            "petrel import ~/Maildir", "petrel import --account work ~/Mail/work",
            "petrel import archive.mbox --folder Archive/2019",
        ]
    ) { invocation, console throws(CommandFailure) in
        let path = Path(invocation.operands[0])
        let kind: MboxOrMHFolder?
        do throws(FileError) {
            kind = try MboxOrMHFolder(at: path, on: console.system)
        } catch {
            throw CommandFailure(.noInput, "cannotRead", "\(error) Name a directory with mail, or an mbox.")
        }
        if let kind { return try console.importMail(kind, from: path, invocation) }
        let source = try console.source(of: path)
        let account = try console.importingAccount(invocation) {
            source.commonestSender().flatMap { Identity(name: $0.name, address: $0.address) }
        }
        let mail = try account.makingMail()
        let report: MaildirImport.Report
        do throws(FileError) {
            report = try source.run(into: mail)
        } catch {
            throw CommandFailure(error)
        }
        // Index the imported mail and add its senders to the contacts.
        _ = try console.view(invocation)
        for failure in report.failures.prefix(10) { console.printError("\(failure) It was skipped.") }
        console.answer(invocation.command) { json in
            json.key("account")
            json.string(account.name.text)
            json.key("mailboxes")
            json.array { json in
                for name in report.mailboxes { json.string(name.description) }
            }
            json.key("messages")
            json.number(report.messages)
            json.key("linked")
            json.number(report.linked)
            json.key("copied")
            json.number(report.copied)
            json.key("failed")
            json.number(report.failures.count)
        } text: { _ in
        }
        let folders = report.mailboxes.count.counted("folder")
        console.printLine(
            "Imported \(report.messages.counted("message")) in \(folders) into account \(account.name). Type: petrel list"
        )
        return report.failures.isEmpty ? .done : .someFailed
    }
}

extension Console {
    /// The Maildirs in a directory that the user named.
    fileprivate func source(of path: Path) throws(CommandFailure) -> MaildirImport {
        let source: MaildirImport
        do throws(FileError) {
            source = try MaildirImport(from: Directory.open(path, on: system))
        } catch  where error.isMissing {
            throw CommandFailure(.noInput, "cannotRead", "\(error) Name a directory with mail.")
        } catch {
            throw CommandFailure(.noInput, "cannotRead", error.description)
        }
        if source.sources.isEmpty {
            throw CommandFailure(
                .dataError, "notAMaildir",
                "\(path) does not contain a Maildir: none of its directories has cur or new. Nothing was imported.")
        }
        return source
    }

    /// Returns the account that was named, or the only one, or otherwise a new one named `local`.
    /// `identity`: the user's identity as far as the imported mail shows it.
    func importingAccount(
        _ invocation: Invocation, _ identity: () -> Identity?
    ) throws(CommandFailure) -> MailAccount {
        let accounts = try accounts(invocation)
        if accounts.count > 1 {
            let names = accounts.map(\.name.text).joined(separator: ", ")
            throw CommandFailure(
                .unanswered, "questionNeedsAnswer", "Import into which account: \(names)? Add --account NAME.")
        }
        guard let only = accounts.first else { throw .usage("There is no account to import into.") }
        let files = try self.accounts()
        do throws(FileError) {
            if try files.has(only.name) { return only }
        } catch {
            throw CommandFailure(error)
        }
        let local = AccountConfiguration(.local, identities: identity().map { [$0] } ?? [])
        do throws(AccountError) {
            try files.add(local)
        } catch {
            throw CommandFailure(error)
        }
        return MailAccount(configuration: local, home: files.home)
    }
}

extension MaildirImport {
    /// The number of sent messages from which the user's address is derived.
    private static let sample = 500
    private static let sentNames = [
        "Sent", "Sent Items", "Sent Messages", "Sent Mail", "Gesendet", "Gesendete Elemente", "Enviados",
    ]

    /// Returns the most common sender in a folder for sent mail, with the latest name; `nil` if there is no such
    /// folder.
    fileprivate func commonestSender() -> (name: String?, address: EmailAddress)? {
        var counts: [EmailAddress: (count: Int, name: String?)] = [:]
        for source in sources where Self.isSent(source.name) {
            for entry in ((try? source.maildir.entries()) ?? []).suffix(Self.sample) {
                var entry = entry
                guard let octets = try? source.maildir.contents(of: &entry),
                    let sender = Message(octets).header.addresses(.from).first(where: { _ in true }),
                    let address = sender.email, address.isValid
                else { continue }
                let known = counts[address]
                counts[address] = ((known?.count ?? 0) + 1, sender.name ?? known?.name)
            }
        }
        let best = counts.max { one, other in
            (one.value.count, other.key.text) < (other.value.count, one.key.text)
        }
        return best.map { ($0.value.name, $0.key) }
    }

    private static func isSent(_ name: MailboxName) -> Bool {
        let last = String(decoding: name.components.last ?? [], as: UTF8.self)
        return sentNames.contains { $0.utf8.elementsEqual(last.utf8) }
    }
}
