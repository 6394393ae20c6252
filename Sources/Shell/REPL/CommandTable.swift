/// All verbs that may be typed in one place, and the options that go with each of them.
struct CommandTable: Sendable {
    let commands: [Command]
    let globalOptions: [Command.Option]
    /// What is typed before a verb: the program's name, or nothing inside it.
    let prefix: String

    /// Those of the command line.
    static let program: CommandTable = CommandTable(
        commands: [
            .list, .search, .show, .thread, .attachments, .save, .drafts, .draftsImport, .draftsExport, .discard,
            .recover, .send,
            .outbox, .outboxCancel, .outboxRelease, .flag, .unflag, .read, .unread, .archive, .delete, .move, .copy,
            .folders, .fsck,
            .contactsQuery, .importMail, .accountAdd, .accountList, .accountRemove, .parse, .help,
        ], globalOptions: globalOptions, prefix: "petrel ")

    /// They stand before or after any verb.
    static let globalOptions: [Command.Option] = [
        .init("json", summary: "print JSON: one object a command (parse: one line a message)"),
        .init("home", value: "DIR", summary: "keep everything under DIR, and not where the desktop keeps it"),
        .init("account", value: "NAME", summary: "work with this account"),
        .init("no-input", summary: "ask nothing: a question is an error"),
        .init("accessible", summary: "whole sentences, one thing a line, nothing rewritten"),
        .init("quiet", "q", summary: "say nothing but what was asked for"),
    ]

    /// The command that has this name or alias. Names are whole: no beginning of one stands for it.
    func command(_ name: String) -> Command? {
        commands.first { $0.names.contains { $0.utf8.elementsEqual(name.utf8) } }
    }

    /// The commands whose names begin with this word and have another one behind it.
    func group(_ word: String) -> [Command] {
        commands.filter { $0.names.contains { Self.hasWord(word, before: $0) } }
    }

    private static func hasWord(_ word: String, before name: String) -> Bool {
        name.utf8.starts(with: word.utf8) && name.utf8.dropFirst(word.utf8.count).first == 0x20
    }

    /// "Type: petrel help parse", for the end of a sentence that says what is wrong.
    func hint(_ topic: String? = nil) -> String {
        "Type: \(prefix)help" + (topic.map { " \($0)" } ?? "")
    }

    /// "Did you mean: reply (r), report? ", or nothing.
    func suggestion(for word: String) -> String {
        var near: [(distance: Int, name: String)] = []
        for command in commands {
            if let distance = command.names.compactMap({ Likeness.distance(word, $0) }).min() {
                near.append((distance, command.name + (command.aliases.first.map { " (\($0))" } ?? "")))
            }
            let first = String(decoding: command.name.utf8.prefix { $0 != 0x20 }, as: UTF8.self)
            let isNew = first != command.name && !near.contains { $0.name == first }
            if isNew, let distance = Likeness.distance(word, first) { near.append((distance, first)) }
        }
        let best = Likeness.nearest(near, by: \.distance).map(\.name)
        return Likeness.question(best)
    }
}
