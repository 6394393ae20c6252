public import Database
public import MailTypes

extension MailIndex {
    /// Returns the messages with this Message-ID, oldest first. They may differ, because a sender can reuse a
    /// Message-ID.
    public func messages(withID id: MessageID) throws(IndexDatabaseError) -> [IndexedMessage] {
        let hash = Int64(bitPattern: ThreadingKeys.hash(id))
        let named = try messages("content.id IN (SELECT content FROM named WHERE id = ?1)", [.integer(hash)])
        return named.filter { $0.content.messageID == id }
    }
}
