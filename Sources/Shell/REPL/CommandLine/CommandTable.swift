internal import LineEditing

/// The commands that can be typed in one place, and the global options.
struct CommandTable: Sendable {
    let groups: [CommandGroup]
    /// All commands. Those of a draft come first, so that `send` in a draft sends that draft.
    let commands: [Command]
    let globalOptions: [Command.Option]
    /// What is typed before a command: the program's name, or nothing at the prompt.
    let prefix: String
    /// The command that runs if none is typed.
    var standard: Command?

    init(
        groups: [CommandGroup], hidden: [Command] = [],
        globalOptions: [Command.Option] = CommandTable.globalOptions, prefix: String, standard: Command? = nil
    ) {
        let all = groups.flatMap(\.commands) + hidden
        commands = all.filter { $0.places.contains(.draft) } + all.filter { !$0.places.contains(.draft) }
        self.groups = groups
        self.globalOptions = globalOptions
        self.prefix = prefix
        self.standard = standard
    }

    /// The commands of a shell, of the prompt, and of the prompt while a draft is open.
    static let program: CommandTable = CommandTable(
        groups: groups(for: [.program]), hidden: [.complete], prefix: "petrel ", standard: .startPrompt)
    static let prompt = CommandTable(groups: groups(for: [.prompt]), globalOptions: promptOptions, prefix: "")
    static let compose = CommandTable(groups: groups(for: [.draft, .prompt]), globalOptions: promptOptions, prefix: "")

    private static func groups(for places: Set<Command.Place>) -> [CommandGroup] {
        CommandGroup.all.map { CommandGroup($0.title, $0.commands(in: places)) }.filter { !$0.commands.isEmpty }
    }

    private static let promptOptions = globalOptions.filter { $0.name != "home" }

    /// Options that every command accepts, before or after its name.
    static let globalOptions: [Command.Option] = [
        .init("json", summary: "print one JSON object per command (parse: per message)"),
        .init("home", value: "DIR", .file, summary: "use DIR for all data and configuration"),
        .init("account", value: "NAME", .account, summary: "use this account"),
        .init("no-input", summary: "never prompt; fail if confirmation is needed"),
        .init("accessible", summary: "write plain sentences for screen readers"),
        .init("no-pager", summary: "print long output without a pager"),
        .init("quiet", "q", summary: "print nothing but results and errors"),
    ]

    /// Returns the command with this name or alias.
    func command(_ name: String) -> Command? {
        commands.first { $0.names.contains { $0.utf8.elementsEqual(name.utf8) } }
    }

    /// Returns the command that a tilde and these letters run inside the text of a draft, as in mailx.
    func command(escapedBy letters: [UInt8]) -> Command? {
        if letters == [0x76] { return command("edit") }
        return commands.first { $0.tildeEscape?.utf8.elementsEqual(letters) ?? false }
    }

    /// Returns the commands whose two-word name begins with this word.
    func group(_ word: String) -> [Command] {
        commands.filter { $0.names.contains { Self.hasWord(word, before: $0) } }
    }

    private static func hasWord(_ word: String, before name: String) -> Bool {
        name.utf8.starts(with: word.utf8) && name.utf8.dropFirst(word.utf8.count).first == 0x20
    }

    /// Returns "Type: petrel help parse", for the end of an error message.
    func hint(_ topic: String? = nil) -> String {
        "Type: \(prefix)help" + (topic.map { " \($0)" } ?? "")
    }

    /// Returns "Did you mean: reply (r), report? ", or an empty string.
    func suggestion(for word: String) -> String {
        var near: [(distance: Int, name: String)] = []
        for command in commands {
            if let distance = command.names.compactMap({ SpellingSuggestion.distance(word, $0) }).min() {
                near.append((distance, command.name + (command.aliases.first.map { " (\($0))" } ?? "")))
            }
            let first = String(decoding: command.name.utf8.prefix { $0 != 0x20 }, as: UTF8.self)
            let isNew = self.command(first) == nil && !near.contains { $0.name == first }
            if isNew, let distance = SpellingSuggestion.distance(word, first) { near.append((distance, first)) }
        }
        let best = SpellingSuggestion.nearest(near, by: \.distance).map(\.name)
        return SpellingSuggestion.question(best)
    }
}
