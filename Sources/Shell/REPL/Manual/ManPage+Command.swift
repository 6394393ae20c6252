extension ManPage {
    /// The page of a command. Commands of a shell, of the prompt and of a draft with the same name are on one page.
    static func command(_ name: String) -> ManPage {
        let commands = CommandGroup.all.flatMap(\.commands).filter { $0.name.utf8.elementsEqual(name.utf8) }
        let first = commands.first
        var body = ".Sh SYNOPSIS\n"
        for (index, command) in commands.enumerated() {
            let place = command.places.contains(.program) ? "petrel \(command.name)" : command.name
            body += index == 0 ? "" : ".Pp\n"
            body += ".Ic \(Roff.arguments("\(place) \(command.synopsis)"))\n"
        }
        body += ".Sh DESCRIPTION\n"
        for (index, command) in commands.enumerated() {
            body += index == 0 ? "" : ".Pp\n"
            body += Roff.paragraph("\(command.summary.capitalizedSentence). \(command.details) \(whereTyped(command))")
            if !command.aliases.isEmpty {
                body += ".Pp\n" + Roff.paragraph("Also: \(command.aliases.joined(separator: ", ")).")
            }
            if !command.shortForms.isEmpty {
                let forms = command.shortForms.map { "\($0.shown) for \($0.meaning)" }
                body += ".Pp\n" + Roff.paragraph("At the prompt, short: \(forms.joined(separator: ", ")).")
            }
            if !command.terms.isEmpty { body += Roff.terms(command.terms) }
            if !command.options.isEmpty { body += ".Pp\nThe options are:\n" + Roff.options(command.options) }
        }
        body += """
            .Pp
            The options of every command are in
            .Xr petrel 1 .

            """
        if commands.contains(where: { $0.places.contains(.program) }) { body += exitStatus }
        let examples = commands.flatMap(\.examples)
        if !examples.isEmpty { body += ".Sh EXAMPLES\n" + Roff.literal(examples) }
        body += ".Sh SEE ALSO\n" + Roff.references(related(to: name))
        let page = "petrel-" + name.replacing(" ", with: "-")
        return ManPage(name: page, section: 1, summary: first?.summary ?? name, body)
    }

    private static func whereTyped(_ command: Command) -> String {
        if command.places.contains(.program) { return "" }
        return command.places.contains(.prompt) ? "It can be typed at the prompt only." : "It changes the open draft."
    }

    /// The pages of the commands of the same group, and of the program.
    private static func related(to name: String) -> [(name: String, section: Int)] {
        let group = CommandGroup.all.first { group in
            group.commands.contains { $0.name.utf8.elementsEqual(name.utf8) }
        }
        var names: Set<String> = []
        for command in group?.commands ?? [] where !command.name.utf8.elementsEqual(name.utf8) {
            names.insert("petrel-" + command.name.replacing(" ", with: "-"))
        }
        return names.map { ($0, 1) } + [("petrel", 1), ("petrel-config", 5)]
    }
}
