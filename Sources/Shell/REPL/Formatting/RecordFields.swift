internal import Accounts
internal import Composer
internal import InternetMessage
internal import MailIndex
internal import MailTypes
internal import MaildirStore

/// The fields of --format, by the kind of list. The first one is what --ids prints.
enum RecordFields {
    /// A draft or a message in the outbox, with its header.
    struct Draft {
        let located: LocatedDraft
        let message: Message

        init(_ located: LocatedDraft) {
            self.located = located
            message = Message((try? located.contents()) ?? [])
        }

        fileprivate func addresses(_ name: FieldName) -> String {
            RecordFields.addresses(Array(message.header.addresses(name)))
        }
    }

    typealias Folder = (account: AccountName, mailbox: IndexedMailbox)

    static let messages: [RecordFormatter<IndexedMail.Found>.Field] = [
        .init(name: "id") { $0.message.id.description },
        .init(name: "account") { $0.account.text },
        .init(name: "mailbox") { $0.message.mailbox.description },
        .init(name: "thread") { $0.message.thread.description },
        .init(name: "message-id") { $0.message.content.messageID?.text ?? "" },
        .init(name: "from") { addresses($0.message.content.from) },
        .init(name: "to") { addresses($0.message.content.to) },
        .init(name: "cc") { addresses($0.message.content.cc) },
        .init(name: "subject") { $0.message.content.subject },
        .init(name: "date") { $0.message.content.date.iso8601 },
        .init(name: "size") { "\($0.message.content.size)" },
        .init(name: "flags") { $0.message.flags.imapNames.joined(separator: " ") },
        .init(name: "attachments") { "\($0.message.content.attachments.count)" },
        .init(name: "snippet") { $0.message.content.snippet },
    ]

    static let drafts: [RecordFormatter<Draft>.Field] =
        written + [
            .init(name: "date") { $0.message.header.date?.instant.iso8601 ?? "" }
        ]

    static let outbox: [RecordFormatter<Draft>.Field] =
        written + [
            .init(name: "state") { ($0.located.item.sidecar?.sendState ?? .none).rawValue },
            .init(name: "send-at") { $0.located.item.sidecar?.sendAfter?.iso8601 ?? "" },
            .init(name: "error") { $0.located.item.sidecar?.lastError ?? "" },
        ]

    static let folders: [RecordFormatter<Folder>.Field] = [
        .init(name: "name") { $0.mailbox.name.description },
        .init(name: "account") { $0.account.text },
        .init(name: "messages") { "\($0.mailbox.total)" },
        .init(name: "unread") { "\($0.mailbox.unread)" },
    ]

    private static let written: [RecordFormatter<Draft>.Field] = [
        .init(name: "id") { $0.located.number ?? $0.located.item.draftID?.text ?? "" },
        .init(name: "account") { $0.located.account.text },
        .init(name: "to") { $0.addresses(.to) },
        .init(name: "cc") { $0.addresses(.cc) },
        .init(name: "bcc") { $0.addresses(.bcc) },
        .init(name: "subject") { $0.message.header.subject ?? "" },
        .init(name: "attachments") { "\($0.message.root.attachments.count)" },
    ]

    fileprivate static func addresses(_ list: [Address]) -> String {
        list.map { AddressDisplay.of($0) }.joined(separator: ", ")
    }
}
