internal import Accounts
internal import MailTypes
internal import MaildirStore
internal import Terminal

extension Command {
    static let status = Command(
        name: "status", aliases: ["st"], summary: "show what is waiting and what failed",
        details: "Each line names the command that deals with it.",
        examples: ["petrel status", "petrel status --json"],
        quickForm: "status"
    ) { invocation, console throws(CommandFailure) in
        let all = try console.drafts(invocation)
        let accounts = try console.accounts(invocation).map { account in
            AccountStatus(
                account, drafts: all.drafts.filter { $0.account == account.name },
                outbox: all.outbox.filter { $0.account == account.name })
        }
        console.answer(invocation.command) { json in
            json.key("accounts")
            json.array { json in
                for account in accounts { json.object { account.members(to: &$0) } }
            }
        } text: { output in
            for account in accounts {
                for line in account.lines { output.write(line + "\n") }
            }
        }
        return .done
    }
}

/// What is waiting in one account.
private struct AccountStatus {
    private let account: MailAccount
    private let drafts: [FoundDraft]
    private let outbox: [FoundDraft]

    init(_ account: MailAccount, drafts: [FoundDraft], outbox: [FoundDraft]) {
        self.account = account
        self.drafts = drafts
        self.outbox = outbox
    }

    private var held: [FoundDraft] { outbox.filter(\.item.isHeld) }
    private var failed: [FoundDraft] { outbox.filter { $0.item.sidecar?.sendState == .failed } }

    var lines: [String] {
        let name = account.name.text
        var lines: [String] = []
        if !account.configuration.hasServer {
            lines.append("\(name): no sending account yet. Mail that you send waits. Type: setup")
        }
        if !outbox.isEmpty { lines.append("\(name): \(Self.count(outbox, "message")) in the outbox. Type: outbox") }
        for one in failed {
            let number = one.number ?? ""
            let isUnknown = one.item.sidecar?.isOutcomeUnknown ?? false
            lines.append(
                isUnknown
                    ? "\(name): \(number) may or may not have arrived. Type: outbox retry \(number), or outbox sent \(number)"
                    : "\(name): \(number) was not sent. Type: outbox retry \(number), resume \(number), or outbox cancel \(number)"
            )
        }
        if !held.isEmpty { lines.append("\(name): \(Self.count(held, "message")) held there. Type: outbox") }
        lines.append(
            drafts.isEmpty ? "\(name): no drafts." : "\(name): \(Self.count(drafts, "draft")). Type: drafts")
        return lines
    }

    /// Returns "2 messages (o3, o4)", with at most three names.
    private static func count(_ list: [FoundDraft], _ what: String) -> String {
        let names = list.compactMap(\.number)
        let more = names.count > 3 ? " and \(names.count - 3) more" : ""
        return "\(list.count) \(what)\(list.count == 1 ? "" : "s") (\(names.prefix(3).joined(separator: ", "))\(more))"
    }

    func members(to json: inout JSONWriter) {
        json.key("account")
        json.string(account.name.text)
        json.key("hasServer")
        json.bool(account.configuration.hasServer)
        json.key("drafts")
        json.number(drafts.count)
        json.key("outbox")
        json.number(outbox.count)
        json.key("held")
        json.number(held.count)
        json.key("failed")
        json.number(failed.count)
    }
}
