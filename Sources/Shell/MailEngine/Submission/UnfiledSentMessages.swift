internal import MaildirStore
internal import Platform

/// Messages that were sent and whose copies are not in Sent yet. If many messages wait, the copies of several ones are
/// filed together, because each step of filing waits for the disk, whether for one copy or for many.
struct UnfiledSentMessages {
    /// With fewer messages in the queue, each copy is filed at once.
    private static let fewMessages = 8
    /// This many are filed together at most.
    private static let mostTogether = 32
    /// How long a message waits at most, unless the transmission of another one takes longer.
    private static let patience = Duration.seconds(1)
    /// A message of this size in bytes may take long to transmit.
    private static let largeSize = 256 * 1024

    private let clock: any Clock
    private let most: Int
    private var items: [DraftItem] = []
    private var since: Duration?

    /// `queued`: the number of messages in the queue.
    init(_ clock: any Clock, queued: Int) {
        self.clock = clock
        most = queued < Self.fewMessages ? 1 : Self.mostTogether
    }

    mutating func add(_ item: DraftItem) {
        items.append(item)
        since = since ?? clock.elapsed()
    }

    /// Whether the copies are to be filed now.
    var areDue: Bool {
        guard let since else { return false }
        return items.count >= most || clock.elapsed() - since >= Self.patience
    }

    /// Whether they are to be filed before a message of this size in bytes is transmitted.
    func areDue(beforeSending size: Int) -> Bool { size >= Self.largeSize }

    mutating func take() -> [DraftItem] {
        defer { (items, since) = ([], nil) }
        return items
    }
}
