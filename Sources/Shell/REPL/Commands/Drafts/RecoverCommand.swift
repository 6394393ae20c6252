internal import MailTypes
internal import MaildirStore
internal import Platform
internal import Terminal

extension Command {
    static let recover = Command(
        name: "recover", summary: "bring back a text that was deleted or replaced", synopsis: "[dN]", operands: 0...1,
        details: """
            Without dN, lists what is kept: drafts that were deleted, for 30 days, and texts that lost to a change made
            elsewhere. With it, makes that one a draft again; of several texts of one draft d7 is the newest, and d7.3 the
            third revision. A draft that goes on meanwhile stays, and the text becomes another one.
            """,
        examples: ["petrel recover", "petrel recover d7"]
    ) { invocation, console throws(CommandFailure) in
        let kept = try console.keptVersions(invocation)
        guard let operand = invocation.operands.first else {
            console.show(kept, of: invocation.command)
            if kept.isEmpty { console.note("Nothing is kept that could be brought back.") }
            return .done
        }
        guard let wanted = kept.first(where: { $0.isNamed(operand) }) else {
            let text = String(decoding: operand, as: UTF8.self)
            throw CommandFailure(.noInput, "noSuchVersion", "Nothing is kept of \"\(text)\". Type: petrel recover")
        }
        let now = console.clock.now()
        let draft = try console.drafting { () throws(DraftError) in try wanted.store.restore(wanted.version, at: now) }
        console.told(draft, isInOutbox: false, invocation.command, "Brought back as")
        return .done
    }
}

extension Console {
    mutating func show(_ kept: [RecoverableVersion], of command: Command) {
        let (isAccessible, zone) = (isAccessible, zone)
        let screen = ListScreen(self)
        answer(command) { json in
            json.key("versions")
            json.array { json in
                for version in kept { json.object { version.members(to: &$0) } }
            }
        } text: { output in
            for version in kept {
                output.write(isAccessible ? version.sentence(zone) : version.line(on: screen, zone))
            }
        }
    }
}
