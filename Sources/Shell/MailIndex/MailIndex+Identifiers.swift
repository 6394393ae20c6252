public import Database
public import MailTypes

extension MailIndex {
    /// The messages that have this Message-ID, the oldest first. Anybody may use one again: they need not be equal.
    public func messages(withID id: MessageID) throws(IndexError) -> [IndexedMessage] {
        let hash = Int64(bitPattern: ThreadingKeys.hash(id))
        let named = try messages("content.id IN (SELECT content FROM named WHERE id = ?1)", [.integer(hash)])
        return named.filter { $0.content.messageID == id }
    }
}
