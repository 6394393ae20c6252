/// Commands for one task, in the order in which help lists them.
struct CommandGroup: Sendable {
    /// One or two words: "Read".
    let title: String
    let commands: [Command]

    init(_ title: String, _ commands: [Command]) {
        self.title = title
        self.commands = commands
    }

    /// Returns the commands that can be typed in any of the places. If two have the same name, the first is returned.
    func commands(in places: Set<Command.Place>) -> [Command] {
        commands.filter { !$0.places.isDisjoint(with: places) }
    }

    /// All groups, in the order of help. Each one is declared with its commands, in Commands/.
    static let all: [CommandGroup] = [
        .reading, .organizing, .folders, .writing, .draftHeader, .draftText, .draftAttachments, .finishing, .drafts,
        .sending, .syncing, .accounts, .maintenance, .session,
    ]
}
