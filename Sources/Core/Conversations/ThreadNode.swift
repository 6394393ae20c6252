internal import MailTypes

/// A message in the graph. Its neighbours in two lists are named by their places; -1 is none.
struct ThreadNode: Sendable {
    let key: Int64
    let date: Instant
    let isReply: Bool
    /// Taken out, but not yet out of its component.
    var isRemoved = false
    /// The conversation that was last told.
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

    /// What it costs to give it another component.
    var weight: Int { ids.count + 1 }
}
