// The answers of the other commands, and the events of watch.

extension OutputSchema {
    /// The members of an event of one kind.
    private static func event(_ kinds: String..., adding members: [JSONMember], of account: JSONShape = .string0)
        -> [JSONMember]
    {
        [.init("event", .word(kinds)), .init("time", .time), .init("account", account)] + members
    }

    private static let events: [[JSONMember]] = [
        event("phase", adding: [.init("phase", .string)]),
        event(
            "new", adding: message.filter { $0.name != "account" } + [.init("path", .string)], of: .string),
        event("changed", adding: [.init("mailboxes", .array(.reference("syncedMailbox")))]),
        event(
            "sent", "failed", "postponed", "unknown",
            adding: [
                .init("outbox", .string0), .init("outboxId", .string), .init("subject", .string0), .init("to", people),
                .init("reason", .string0),
            ]),
        event(
            "problem",
            adding: [
                .init("message", .string), .init("reason", .word(["connection", "credentials", "other"])),
                .init("until", .time0),
            ]),
        event("following", adding: [.init("process", .integer)]),
    ]

    private static let text: [JSONMember] = [.init("text", .string)]
    private static let imported: [JSONMember] =
        [.init("account", .string), .init("mailboxes", .strings)]
        + ["messages", "linked", "copied", "failed"].map { .init($0, .integer) }
    private static let taken: [JSONMember] = [
        .init("account", .string),
        .init(
            "folders",
            .array(
                .object(
                    [.init("name", .string)]
                        + ["added", "present", "removed", "tooLarge"].map { .init($0, .integer) }))),
    ]

    private static let keys: [JSONMember] = [
        .init(
            "keys",
            .array(
                .object([
                    .init("fingerprint", .string), .init("userIds", .strings), .init("canEncrypt", .boolean),
                    .init("certified", .boolean),
                ])))
    ]

    static let otherAnswers: [OutputSchema] = [
        OutputSchema("keys list", [keys]), OutputSchema("keys import", [keys]),
        OutputSchema("watch", events), OutputSchema("events", command: "watch", events),
        OutputSchema("import", [imported, taken]),
        OutputSchema(
            "export", [[.init("messages", .integer), .init("partial", .integer), .init("unreadable", .integer)]]),
        OutputSchema(
            "fsck",
            [
                [
                    .init(
                        "problems",
                        .array(
                            .object([
                                .init("code", .string), .init("path", .string), .init("message", .string),
                                .init("repaired", .boolean),
                            ])))
                ]
            ]),
        OutputSchema("help", [text]), OutputSchema("completions", [text]),
        OutputSchema("service install", [[.init("path", .string)]]),
        OutputSchema("service remove", [[.init("removed", .boolean)]]),
        OutputSchema("service status", [[.init("installed", .boolean), .init("running", .boolean)]]),
        OutputSchema("petrel", isForUnknownCommands: true, [[.init("version", .string)]]),
    ]
}
