internal import MailTypes
internal import MaildirStore

extension Command {
    static let conflicts = Command(
        name: "conflicts", summary: "list texts that lost to a change made elsewhere",
        details: """
            If a draft is changed here and on another device, the version that reaches the server first is used. petrel keeps
            the other version here until you recover it or delete it.
            """,
        examples: ["petrel conflicts", "petrel recover d7.3"]
    ) { invocation, console throws(CommandFailure) in
        let kept = try console.keptVersions(invocation).filter { $0.version.reason == .conflict }
        console.show(kept, of: invocation.command)
        if kept.isEmpty {
            console.note("There are no conflicts.")
        } else if let first = kept.first {
            console.note("To bring one back as a draft, type: petrel recover \(first.name)")
        }
        return .done
    }
}
