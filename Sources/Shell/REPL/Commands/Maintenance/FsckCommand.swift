internal import Accounts
internal import Disk
internal import LineEditing
internal import MaildirStore
internal import Platform
internal import Terminal

extension CommandGroup {
    static let maintenance = CommandGroup(
        "Maintenance",
        [
            .importMail, .exportMail, .fsck, .diagnose, .parse,
        ])
}

extension Command {
    static let fsck = Command(
        name: "fsck", summary: "check the mail store for errors and optionally repair them",
        options: [Option("repair", summary: "repair what can be repaired")],
        configuration: .tolerant,
        details: """
            Checks every mailbox, draft and queued message and their metadata, and whether another program edited a message
            in place, so that search and lists show its old text. A repair never deletes what a user may have
            written: files that petrel cannot read are moved aside and reported. Exits with 1 if problems remain.
            """,
        examples: ["petrel fsck", "petrel fsck --repair --json"]
    ) { invocation, console throws(CommandFailure) in
        let repairs = invocation.has("repair")
        let now = console.clock.now()
        var problems: [StoreProblem] = []
        for account in try console.accounts(invocation) {
            guard let store = try account.existingDrafts() else { continue }
            problems += try account.files { () throws(FileError) in
                try StoreCheck.run(store, at: now, repairs: repairs)
            }
            problems += try account.editedMessages(repairs: repairs)
        }
        problems += try console.mailWithoutAccount(invocation).map { mail in
            StoreProblem(.mailWithoutAccount, mail.path, mail.sentence, isRepaired: false)
        }
        console.answer(invocation.command) { json in
            json.key("problems")
            json.array { json in
                for problem in problems {
                    json.object { json in
                        json.key("code")
                        json.string(problem.code.rawValue)
                        json.key("path")
                        json.string(problem.path.description)
                        json.key("message")
                        json.string(problem.sentence)
                        json.key("repaired")
                        json.bool(problem.isRepaired)
                    }
                }
            }
        } text: { output in
            for problem in problems {
                output.write(
                    TerminalSafeText.line(
                        "\(problem.path): \(problem.sentence)\(problem.isRepaired ? " Repaired." : "")")
                        + "\n")
            }
            if problems.isEmpty { output.write("No problems found.\n") }
        }
        return problems.allSatisfy(\.isRepaired) ? .done : .someFailed
    }
}
