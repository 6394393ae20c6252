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

    /// Returns the numbers of the contents with this Message-ID. Those that only refer to it are also named.
    func contents(withID id: MessageID, upTo greatest: Int64) throws(IndexDatabaseError) -> ContentSet {
        var set = ContentSet(upTo: greatest)
        let named = try database.prepare(
            """
            SELECT content.id, content.summary FROM named JOIN content ON content.id = named.content
            WHERE named.id = ?1
            """)
        try named.visit([.integer(Int64(bitPattern: ThreadingKeys.hash(id)))]) { row throws(IndexDatabaseError) in
            guard let content = IndexedContent(record: row.octets(1)) else { throw .damaged(path: database.path) }
            if content.messageID == id { set.insert(row.integer(0)) }
        }
        return set
    }
}
