internal import Accounts
internal import Conversations
internal import Disk
internal import InternetMessage
internal import MailIndex
internal import MailTypes
internal import MaildirStore

/// The place of a message in its conversation.
struct ThreadPlace {
    let level: Int
    /// As in `ThreadTree.Row`.
    let branches: [Bool]
    /// The message that it replies to.
    let parent: PromptMessageNumbers.Key?
    /// Whether its subject says no more than that of the message it replies to.
    let repeatsSubject: Bool
}

extension IndexedMail {
    /// In longer conversations the messages are listed by date: their headers would have to be read for a tree.
    private static let largestTree = 500

    func thread(of found: Found) throws(CommandFailure) -> [Found] {
        let messages = try index { () throws(IndexDatabaseError) in
            try found.opened.index.thread(found.message.thread)
        }
        return messages.map { Found(message: $0, opened: found.opened) }
    }

    /// Returns the messages of a conversation in reading order, each once: a message may be in several mailboxes.
    func tree(of messages: [Found]) throws(CommandFailure) -> [ListRow] {
        var messages = Self.unique(messages)
        guard messages.count <= Self.largestTree else { return messages.map { ListRow(latest: $0) } }
        messages.sort { one, other in one.message.content.date < other.message.content.date }
        let nodes = try messages.map { found throws(CommandFailure) in try Self.node(found) }
        return ThreadTree(nodes).rows.map { place in
            let found = messages[place.message]
            let parent = place.parent.map { messages[$0] }
            let subject = BaseSubject.of(found.message.content.subject)
            var row = ListRow(latest: found)
            row.thread = ThreadPlace(
                level: place.level, branches: place.branches, parent: parent.map { PromptMessageNumbers.Key($0) },
                repeatsSubject: parent.map { BaseSubject.of($0.message.content.subject) == subject } ?? false)
            return row
        }
    }

    /// Returns each content once, preferably in the inbox.
    private static func unique(_ messages: [Found]) -> [Found] {
        var places: [ContentHash: Int] = [:]
        var result: [Found] = []
        for found in messages {
            if let place = places[found.message.content.hash] {
                if found.message.mailbox == .inbox { result[place] = found }
            } else {
                places[found.message.content.hash] = result.count
                result.append(found)
            }
        }
        return result
    }

    private static func node(_ found: Found) throws(CommandFailure) -> ThreadTree.Message {
        let content = found.message.content
        var references: [[UInt8]] = []
        if let octets = try found.header() {
            let header = Message(octets).header
            for name in [FieldName.references, .inReplyTo] {
                for id in header.messageIDs(name) where references.count < ThreadLinks.maximumIDs {
                    references.append(Array(id.text.utf8))
                }
            }
        }
        return ThreadTree.Message(
            id: content.messageID.map { Array($0.text.utf8) }, references: references, date: content.date)
    }
}
