internal import MailTypes

/// A message in the graph. Its neighbors in two linked lists are indices, where -1 means none.
struct ConversationGroupingNode: Sendable {
    let key: Int64
    let date: Instant
    let isReply: Bool
    /// Removed, but still in its component.
    var isRemoved = false
    /// The conversation last reported for it.
    var thread: Int64?
    var ids: [Int32] = []
    var component: Int32 = -1
    var nextOfComponent: Int32 = -1
    var subject: Int32 = -1
    var nextOfSubject: Int32 = -1
    var previousOfSubject: Int32 = -1

    init(_ message: ThreadMessage) {
        key = message.key
        date = message.date
        isReply = message.links.isReply
    }

    /// The cost of moving it to another component.
    var weight: Int { ids.count + 1 }
}
