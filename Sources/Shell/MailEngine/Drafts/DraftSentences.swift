/// What the user is told about a draft that a sync has changed or could not upload.
enum DraftSentences {
    static func conflict(_ subject: String) -> String {
        "Drafts: \"\(subject)\" was changed here and elsewhere. It now has the server's text; yours is kept. Type: petrel recover"
    }

    /// The server does not tell whether another device has sent a draft or deleted it.
    static func gone(_ subject: String) -> String {
        "Drafts: \"\(subject)\" was changed here, and sent or deleted elsewhere. It is no longer a draft; your text is kept. Type: petrel recover"
    }

    /// `number`: its number in the outbox.
    static func held(_ subject: String, _ number: Int?) -> String {
        let name = number.map { "o\($0)" } ?? "oN"
        return
            "Outbox: \(name) \"\(subject)\" is on hold: its draft was changed, sent or deleted on another device. To send it anyway, type: petrel send \(name)"
    }

    static func revived(_ subject: String) -> String {
        "Drafts: \"\(subject)\" was discarded here and changed elsewhere. It is a draft again."
    }

    static func refused(_ subject: String, _ reason: String) -> String {
        "Drafts: \"\(subject)\" is not on the server yet. It is safe here. \(reason)"
    }
}
