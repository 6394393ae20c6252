/// All verbs that may be typed in one place, and the options that go with each of them.
struct CommandTable: Sendable {
    let commands: [Command]
    let globalOptions: [Command.Option]
    /// What is typed before a verb: the program's name, or nothing inside it.
    let prefix: String
    /// What is run where no verb is typed.
    var standard: Command?

    /// Those of the command line.
    static let program = CommandTable(
        commands: commands(for: .program), globalOptions: globalOptions, prefix: "petrel ", standard: .startPrompt)
    /// Those of the prompt, and of the prompt while a draft is open.
    static let prompt = CommandTable(
        commands: commands(for: .prompt), globalOptions: promptOptions, prefix: "")
    static let compose = CommandTable(
        commands: commands(for: .draft) + commands(for: .prompt), globalOptions: promptOptions, prefix: "")

    /// Every command that there is, in the order in which help lists them.
    private static let all: [Command] = [
        .list, .search, .show, .next, .previous, .thread, .headers, .source, .attachments, .save, .open, .pipe,
        .folders, .folder, .folderNew, .folderRename, .folderDelete, .emptyTrash,
        .new, .reply, .replyAll, .replyList, .forward, .resend, .mailto,
        .drafts, .draftsImport, .draftsExport, .resume, .discard, .recover, .conflicts, .send, .sendmail, .outbox,
        .outboxCancel,
        .outboxRelease, .outboxFlush, .outboxRetry, .outboxSent,
        .undo, .now,
        .to, .cc, .bcc, .from, .subject, .replyTo, .header, .remove, .body, .edit, .insert, .quote, .attach, .detach,
        .bold, .italic, .link, .plain,
        .lines, .line, .cut, .insertAt, .substitute, .signature, .suggest, .use, .preview, .fields, .check, .sendDraft,
        .saveDraft, .close, .discardDraft, .undoEdit, .redoEdit,
        .flag, .unflag, .read, .unread, .archive, .delete, .move, .copy, .junk, .notJunk, .contactsQuery, .status,
        .sync, .older, .online, .offline, .set,
        .history, .events, .renumber,
        .importMail, .fsck, .setup, .accountAdd, .accountList, .accountCheck, .accountRemove, .parse, .run, .help,
        .quit,
    ]

    private static func commands(for place: Command.Place) -> [Command] {
        all.filter { $0.places.contains(place) }
    }

    private static let promptOptions = globalOptions.filter { $0.name != "home" }

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
            if let distance = command.names.compactMap({ EditDistance.distance(word, $0) }).min() {
                near.append((distance, command.name + (command.aliases.first.map { " (\($0))" } ?? "")))
            }
            let first = String(decoding: command.name.utf8.prefix { $0 != 0x20 }, as: UTF8.self)
            let isNew = self.command(first) == nil && !near.contains { $0.name == first }
            if isNew, let distance = EditDistance.distance(word, first) { near.append((distance, first)) }
        }
        let best = EditDistance.nearest(near, by: \.distance).map(\.name)
        return EditDistance.question(best)
    }
}
