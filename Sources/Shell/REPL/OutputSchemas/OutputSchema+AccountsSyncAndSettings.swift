// The shapes of accounts and syncs, and the answers of the commands about them.

extension OutputSchema {
    static let account: [JSONMember] =
        ["account", "address", "name"].map { .init($0, .string0) }
        + [.init("identities", .array(.reference("person")))]
        + ["provider", "imap", "smtp", "maildir"].map { .init($0, .string0) }

    static let syncedMailbox: [JSONMember] =
        [.init("name", .string), .init("role", .string0)]
        + ["messages", "new", "changed", "removed", "uploaded"].map { .init($0, .integer) } + [.init("error", .string0)]

    static let syncedAccount: [JSONMember] =
        [
            .init("account", .string), .init("ok", .boolean), .init("error", .string0), .init("finished", .boolean),
            .init("seconds", .number),
        ] + ["roundTrips", "bytesIn", "bytesOut", "sent", "waiting"].map { .init($0, .integer) } + [
            .init("notices", .strings), .init("plan", .strings),
            .init("mailboxes", .array(.reference("syncedMailbox"))),
        ]

    /// A remark about a line of a file.
    static let line: [JSONMember] = [.init("file", .string0), .init("line", .integer0), .init("message", .string)]

    private static let accounts: [JSONMember] = [.init("accounts", .array(.reference("account")))]
    private static let synced: [JSONMember] = [.init("accounts", .array(.reference("syncedAccount")))]
    private static let problems = JSONMember("problems", .array(.reference("line")))

    private static let status: [JSONMember] =
        [
            .init("account", .string), .init("hasServer", .boolean), .init("phase", .string0),
            .init("phaseSince", .string0), .init("nextTry", .string0), .init("lastSync", .time0),
            .init("lastError", .optional(.object([.init("time", .time), .init("message", .string)]))),
        ] + ["drafts", "outbox", "awaitedCopies", "held", "failed"].map { .init($0, .integer) }

    private static let diagnosis: [JSONMember] = [
        .init("account", .string), .init("ok", .boolean), .init("phase", .string0), .init("lastSync", .time0),
        .init(
            "checks",
            .array(.object([.init("name", .string), .init("ok", .boolean), .init("problem", .string0)]))),
        .init("report", .strings),
    ]

    private static let server: [JSONMember] = [
        .init("ok", .boolean), .init("server", .string0), .init("problem", .string0),
    ]

    private static let adopted: [JSONMember] =
        [
            .init("account", .string), .init("state", .word(["new", "added", "exists", "incomplete"])),
            .init("problem", .string0), .init("identities", .array(.reference("person"))),
        ] + ["provider", "imap", "smtp", "user"].map { .init($0, .string0) } + [
            .init("secret", .object([.init("kind", .string), .init("value", .string0)])), .init("caFile", .string0),
            .init("maildir", .string0), .init("messages", .integer0), .init("maildirProblem", .string0),
            .init("notes", .array(.reference("line"))),
            .init("places", .array(.object([.init("file", .string), .init("line", .integer0)]))),
        ]

    private static let adoption: [JSONMember] = [
        .init("dryRun", .boolean),
        .init("files", .array(.object([.init("program", .string), .init("path", .string)]))),
        .init("accounts", .array(.object(adopted))), .init("notUnderstood", .array(.reference("line"))),
        .init("addressBooks", .strings),
    ]

    private static let shownAccount: [JSONMember] =
        [.init("file", .string0)] + accounts
        + [.init("imapServers", .strings), .init("smtpServers", .strings)]
        + ["user", "secret", "caFile", "window", "sent"].map { .init($0, .string0) }
        + [.init("undo", .integer0), .init("attachments", .string0), problems]

    private static let setting: [JSONMember] =
        [.init("name", .string)] + ["value", "origin", "default", "values", "summary"].map { .init($0, .string0) }

    static let accountSyncAndSettingAnswers: [OutputSchema] = [
        OutputSchema("sync", [synced]), OutputSchema("older", [synced, []]),
        // Without a server, only a folder here is deleted.
        OutputSchema("folder delete", [synced, []]),
        OutputSchema("status", [[.init("accounts", .array(.object(status)))]]),
        OutputSchema("diagnose", [[.init("accounts", .array(.object(diagnosis)))]]),
        OutputSchema("setup", [adoption, []]),
        OutputSchema("account list", [accounts]), OutputSchema("account add", [accounts]),
        OutputSchema("account show", [shownAccount]),
        OutputSchema(
            "account edit", [[.init("account", .string), .init("file", .string), .init("changed", .boolean)]]),
        OutputSchema("account remove", [[.init("account", .string), .init("removed", .boolean)]]),
        OutputSchema("account sign-in", [[.init("account", .string), .init("store", .word(["keyring", "file"]))]]),
        OutputSchema("account sign-out", [[.init("account", .string), .init("revoked", .boolean)]]),
        OutputSchema("account token", [[.init("account", .string), .init("token", .string)]]),
        OutputSchema(
            "account check",
            [
                [
                    .init("account", .string),
                    .init("imap", .object(server + [.init("messages", .integer0), .init("unseen", .integer0)])),
                    .init("smtp", .object(server + [.init("sizeLimit", .integer0)])),
                ]
            ]),
        OutputSchema("config list", [[.init("settings", .array(.object(setting))), problems]]),
        OutputSchema("config get", [[.init("name", .string), .init("value", .string), .init("origin", .string)]]),
        OutputSchema("config set", [[.init("name", .string), .init("value", .string)]]),
        OutputSchema("config unset", [[.init("name", .string), .init("value", .string0)]]),
    ]
}
