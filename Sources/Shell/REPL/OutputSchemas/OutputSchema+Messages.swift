// The shapes of messages, and the answers of the commands that read and organize them.

extension OutputSchema {
    static let address: [JSONMember] = [.init("name", .string0), .init("address", .string0)]
    static let people = JSONShape.array(.reference("person"))

    private static let attachment: [JSONMember] = [
        .init("index", .integer), .init("filename", .string0), .init("type", .string), .init("size", .integer),
        .init("downloaded", .boolean),
    ]

    static let message: [JSONMember] = [
        .init("id", .pattern("^[0-9a-f]{16}$")), .init("account", .string), .init("mailbox", .string),
        .init("threadId", .string), .init("messageId", .string0), .init("from", people), .init("to", people),
        .init("cc", people), .init("subject", .string), .init("date", .time), .init("size", .integer),
        .init("flags", .strings), .init("attachments", .array(.reference("attachment"))), .init("snippet", .string),
    ]

    private static let event: [JSONMember] =
        ["uid", "summary", "location", "description"].map { .init($0, .string0) } + [
            .init("sequence", .integer), .init("start", .string0), .init("end", .string0),
            .init("recurrence", .string0), .init("cancelled", .boolean),
            .init("organizer", .optional(.reference("person"))),
            .init("attendees", .array(.object(address + [.init("answer", .string0)]))),
        ]

    private static let link: [JSONMember] = [
        .init("number", .integer), .init("address", .string), .init("text", .string), .init("warning", .string0),
    ]

    private static let content: [JSONMember] = [
        .init("text", .string), .init("html", .string0), .init("headers", .array(.reference("field"))),
        .init("links", .array(.reference("link"))), .init("invitation", .optional(.reference("invitation"))),
    ]

    /// What is encrypted or signed in a message.
    private static let security: [JSONMember] = [
        .init("security", .array(.reference("finding")), isAlways: false),
        .init(
            "separateParts", .array(.object([.init("encrypted", .boolean), .init("text", .string)])), isAlways: false),
    ]

    private static let finding: [JSONMember] =
        ["method", "kind", "covers", "status", "sentence"].map { .init($0, .string) }
        + ["signer", "fingerprint", "trust"].map { .init($0, .string0) }
        + [.init("isOfSender", .optional(.boolean))]

    private static let part: [JSONMember] =
        [.init("type", .string), .init("parameters", .map(.string0))]
        + ["charset", "disposition", "filename", "contentId"].map { .init($0, .string0) }
        + [
            .init("encoding", .string), .init("size", .integer, isAlways: false),
            .init("sha256", .optional(.pattern("^[0-9a-f]{64}$")), isAlways: false),
            .init("text", .string, isAlways: false), .init("dataBase64", .string, isAlways: false),
            .init("parts", .array(.reference("part")), isAlways: false),
            .init("message", .reference("parsedMessage"), isAlways: false),
        ]

    private static let parsedMessage: [JSONMember] =
        [.init("headers", .array(.reference("field")))]
        + ["from", "to", "cc", "bcc", "replyTo", "sender"].map {
            .init($0, .array(.object(address + [.init("group", .string0)])))
        } + [
            .init("subject", .string0),
            .init("date", .optional(.pattern("^[0-9-]+T[0-9:]+(Z|[+-][0-9]{2}:[0-9]{2})$"))),
            .init("messageId", .string0), .init("inReplyTo", .strings), .init("references", .strings),
            .init("body", .reference("part")),
        ]

    /// Shapes with a name, which others refer to.
    static let definitions: [String: JSONShape] = [
        "person": .object(address), "attachment": .object(attachment), "message": .object(message),
        "field": .object([.init("name", .string), .init("value", .string)]), "link": .object(link),
        "invitation": .object([.init("method", .string0), .init("events", .array(.object(event)))]),
        "part": .object(part), "parsedMessage": .object(parsedMessage),
        "shownMessage": .object(message + content + security), "shownDraft": .object(draft + content + security),
        "shownQueuedMessage": .object(queuedBesideError + content + security), "finding": .object(finding),
        "draft": .object(draft), "queuedMessage": .object(queuedMessage + [.init("error", .string0)]),
        "account": .object(account), "syncedAccount": .object(syncedAccount),
        "syncedMailbox": .object(syncedMailbox), "line": .object(line),
    ]

    private static let messages: [JSONMember] = [.init("messages", .array(.reference("message")))]

    private static func shown(_ members: [JSONMember], _ name: String) -> [JSONMember] {
        members + content + security + [.init("message", .reference(name))]
    }

    static let queuedBesideError = queuedMessage + [.init("lastError", .string0)]

    static let messageAnswers: [OutputSchema] =
        ["list", "thread", "archive", "delete", "move", "copy", "flag", "unflag", "read", "unread"].map {
            OutputSchema($0, [messages])
        } + [
            OutputSchema("search", [messages, [.init("name", .string), .init("query", .string0)]]),
            OutputSchema("junk", [messages]), OutputSchema("not-junk", [messages]),
            OutputSchema("undo", [[.init("undone", .string)] + messages, []]),
            OutputSchema(
                "show",
                [
                    shown(message, "shownMessage"), shown(draft, "shownDraft"),
                    shown(queuedBesideError, "shownQueuedMessage"),
                    [.init("messages", .array(.reference("shownMessage")))], [.init("text", .string)],
                ]),
            OutputSchema(
                "headers", [message, draft, queuedBesideError].map { $0 + [headers, .init("cut", .boolean)] }),
            OutputSchema("attachments", [message, draft, queuedBesideError]),
            OutputSchema("save", [[.init("path", .string), .init("size", .integer)]]),
            OutputSchema("open", [[.init("path", .string), .init("omittedImages", .integer)], []]),
            OutputSchema(
                "open link", [[.init("links", .array(.reference("link")))], [.init("address", .string)], written]),
            OutputSchema("parse", [[.init("file", .string)] + parsedMessage]),
            OutputSchema(
                "inbox",
                [
                    [
                        .init("unread", .integer),
                        .init(
                            "accounts",
                            .array(
                                .object([
                                    .init("account", .string), .init("unread", .integer),
                                    .init("lastError", .string0),
                                ]))),
                        .init(
                            "conversations",
                            .array(
                                .object(message + [.init("messages", .integer), .init("unread", .integer)]))),
                    ]
                ]),
            OutputSchema(
                "folders",
                [
                    [
                        .init(
                            "folders",
                            .array(
                                .object([
                                    .init("account", .string), .init("name", .string), .init("messages", .integer),
                                    .init("unread", .integer),
                                ]))),
                        .init(
                            "searches",
                            .array(
                                .object([
                                    .init("name", .string), .init("query", .string), .init("messages", .integer0),
                                ]))),
                    ]
                ]),
            OutputSchema(
                "contacts query",
                [
                    [
                        .init(
                            "contacts",
                            .array(
                                .object([
                                    .init("address", .string), .init("name", .string0), .init("frequency", .integer),
                                    .init("lastSeen", .time), .init("account", .string),
                                    .init("why", .string, isAlways: false),
                                ])))
                    ]
                ]),
        ]

    private static let headers = JSONMember("headers", .array(.reference("field")))
}
