// The shapes of drafts and of the outbox, and the answers of the commands that write and send.

extension OutputSchema {
    static let draft: [JSONMember] =
        [
            .init("id", .string0), .init("draftId", .string0), .init("account", .string), .init("to", people),
            .init("cc", people), .init("bcc", people), .init("subject", .string), .init("date", .time0),
            .init("attachments", .array(.reference("attachment"))), .init("revision", .integer),
            .init("onServer", .boolean), .init("conflict", .boolean),
        ] + earlierDelivery

    private static let earlierDelivery: [JSONMember] = [
        .init("deliveredTo", .strings), .init("mayHaveArrivedAt", .strings),
    ]

    private static let sendState = JSONShape.word(["none", "queued", "sending", "sent", "failed"])

    /// Without the error of the last attempt, whose name depends on where the message stands.
    static let queuedMessage: [JSONMember] = [
        .init("id", .string0), .init("outboxId", .string0), .init("account", .string), .init("to", people),
        .init("subject", .string), .init("sendState", sendState), .init("held", .boolean),
        .init("heldBecause", .optional(.word(["unknown", "copied", "changedElsewhere"]))),
        .init("outcome", .optional(.word(["unknown"]))),
        .init("undoRemaining", .optional(.number)), .init("retryCount", .integer), .init("queuedDate", .time0),
        .init("nextAttempt", .time0), .init("sendAt", .time0),
        .init(
            "refusedRecipients",
            .array(.object([.init("address", .string), .init("code", .integer), .init("reply", .string)]))),
        .init(
            "pendingAttachments", .array(.object([.init("filename", .string0), .init("size", .integer0)]))),
    ]

    /// Members for a draft that was stored.
    static let written: [JSONMember] = [.init("draft", .string0), .init("draftId", .string0)]
    private static let queued: [JSONMember] = [
        .init("outbox", .string0), .init("outboxId", .string0), .init("sendState", sendState), .init("sendAt", .time0),
    ]
    /// At the prompt, the command opens or closes a draft and reports nothing else.
    private static let opened: [JSONMember] = []
    private static let outbox: [JSONMember] = [.init("outbox", .array(.reference("queuedMessage")))]

    private static let versions: [JSONMember] = [
        .init(
            "versions",
            .array(
                .object([
                    .init("id", .string), .init("draftId", .string), .init("account", .string),
                    .init("subject", .string),
                    .init("reason", .word(["discarded", "conflict", "superseded", "queued"])),
                    .init("revision", .integer), .init("kept", .time), .init("until", .time0),
                ])))
    ]

    static let draftAnswers: [OutputSchema] =
        [
            "new", "reply", "reply-all", "reply-list", "forward", "resend", "mailto", "accept", "decline", "tentative",
        ].map { OutputSchema($0, [written, queued, opened]) }
        + ["outbox", "outbox flush", "outbox retry", "outbox sent", "outbox resume"].map { OutputSchema($0, [outbox]) }
        + [
            OutputSchema("drafts import", [written]), OutputSchema("outbox cancel", [written + earlierDelivery]),
            OutputSchema("draft", [written]), OutputSchema("discard", [written, opened]),
            OutputSchema("send", [queued, written]),
            OutputSchema("sendmail", [queued, outbox]),
            OutputSchema("drafts", [[.init("drafts", .array(.reference("draft")))]]),
            OutputSchema("recover", [versions, written]),
            OutputSchema("conflicts", [versions]),
            OutputSchema("template list", [[.init("templates", .strings)]]),
            OutputSchema(
                "git-setup",
                [
                    [
                        .init(
                            "settings",
                            .array(
                                .object([
                                    .init("name", .string), .init("value", .string0), .init("former", .string0),
                                ])))
                    ]
                ]),
        ]
}
