internal import Disk
internal import MaildirStore
internal import Platform
internal import Terminal

extension Command {
    static let fsck = Command(
        name: "fsck", summary: "look over the mail on the disk, and mend what can be mended",
        synopsis: "[--repair]", options: [Option("repair", summary: "put in order what can be")], operands: 0...0,
        details: """
            Looks at every mailbox, draft and queued message and at what is known of them. A repair removes nothing that
            somebody may have written: what is not understood is put aside, and said. Exit 1 where problems remain.
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
            if problems.isEmpty { output.write("Everything is in order.\n") }
        }
        return problems.allSatisfy(\.isRepaired) ? .done : .someFailed
    }
}
