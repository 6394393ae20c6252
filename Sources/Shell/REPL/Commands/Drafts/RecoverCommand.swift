internal import MailTypes
internal import MaildirStore
internal import Platform
internal import Terminal

extension Command {
    static let recover = Command(
        name: "recover", summary: "recover a deleted or replaced text", operands: [.optional("dN", .keptVersion)],
        details: """
            Without dN, lists the deleted drafts, which are kept for 30 days, and the texts that lost to a change made
            elsewhere. With dN, makes the newest text of that draft a draft again; d7.3 is its third revision. If the draft
            still exists, it is not changed, and the text becomes another draft.
            """,
        examples: ["petrel recover", "petrel recover d7"], quickForm: "recover"
    ) { invocation, console throws(CommandFailure) in
        let kept = try console.keptVersions(invocation)
        guard let operand = invocation.operands.first else {
            console.show(kept, of: invocation.command)
            if kept.isEmpty { console.note("There is nothing to recover.") }
            return .done
        }
        guard let wanted = kept.first(where: { $0.isNamed(operand) }) else {
            let text = String(decoding: operand, as: UTF8.self)
            throw CommandFailure(
                .noInput, "noSuchVersion", "There is nothing to recover for \"\(text)\". Type: petrel recover")
        }
        let now = console.clock.now()
        let draft = try console.drafting { () throws(DraftError) in try wanted.store.restore(wanted.version, at: now) }
        console.printResult(for: draft, isInOutbox: false, of: invocation.command, "Brought back as")
        return .done
    }
}

extension Console {
    mutating func show(_ kept: [RecoverableDraft], of command: Command) {
        let (isAccessible, zone) = (isAccessible, zone)
        let layout = ListRowLayout(self)
        answer(command) { json in
            json.key("versions")
            json.array { json in
                for version in kept { json.object { version.members(to: &$0) } }
            }
        } text: { output in
            for version in kept {
                output.write(isAccessible ? version.sentence(zone) : version.line(in: layout, zone))
            }
        }
    }
}
