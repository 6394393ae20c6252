internal import Composer
internal import InternetMessage
internal import LineEditing
internal import MaildirStore
internal import Terminal

extension Command {
    static let templateList = Command(
        name: "template list", aliases: ["templates"], summary: "list the templates for new mail",
        configuration: .settings,
        details: """
            Templates are files in the templates directory of the configuration: fields such as Subject: Plan, an empty line,
            and text. new --template NAME begins a draft with one.
            """,
        examples: ["petrel template list", "petrel new ana --template minutes"]
    ) { invocation, console throws(CommandFailure) in
        let names = try console.templateNames()
        console.answer(invocation.command) { json in
            json.key("templates")
            json.array { json in for name in names { json.string(name) } }
        } text: { output in
            for name in names { output.write(TerminalSafeText.line(name) + "\n") }
        }
        if names.isEmpty {
            console.note("There are no templates. To make one of a draft, type: petrel template save NAME")
        }
        return .done
    }

    static let templateSave = Command(
        name: "template save", summary: "save a draft as a template",
        operands: [.one("NAME", .template), .optional("dN", .draft)],
        options: [.init("replace", summary: "replace the template of that name")],
        details: """
            Saves recipients, subject and text, but neither sender nor attachments. Without dN, saves the open draft.
            """,
        examples: ["template save minutes", "petrel template save minutes d7"]
    ) { invocation, console throws(CommandFailure) in
        let name = try Invocation.text(invocation.operands[0], of: "template save")
        let draft: Draft
        if invocation.operands.count > 1 {
            let found = try console.draft(named: invocation.operands[1], invocation)
            draft = Draft(Message(try found.contents()))
        } else {
            draft = try console.openedDraft()
        }
        guard
            try console.save(template: DraftTemplate.octets(of: draft), as: name, replacing: invocation.has("replace"))
        else {
            throw CommandFailure(
                .cannotCreate, "templateExists",
                "There is a template \"\(name)\" already. Nothing was changed. To replace it, add --replace")
        }
        console.printLine("Saved as template \(name). To use it, type: petrel new --template \(name)")
        if !draft.attachments.isEmpty { console.note("The attachments are not part of the template.") }
        return .done
    }

    static let templateDelete = Command(
        name: "template delete", summary: "delete a template", operands: [.one("NAME", .template)], options: [.yes],
        configuration: .settings, details: "A deleted template cannot be restored.",
        examples: ["petrel template delete minutes --yes"]
    ) { invocation, console throws(CommandFailure) in
        let name = try Invocation.text(invocation.operands[0], of: "template delete")
        _ = try console.template(name)
        if !invocation.has("yes") {
            let question = Question(
                text: "Delete template \(name)?",
                answers: [.init(letter: "d", words: "Delete"), .init(letter: "k", words: "Keep")], safe: 1,
                remedy: "Add --yes.")
            if try console.ask(question) == 1 { return .done }
        }
        _ = try console.delete(template: name)
        console.printLine("Template \(name) deleted.")
        return .done
    }
}
