public import Database

extension SyncLedger {
    /// Returns the server that the ledger is about; `nil` if that was never recorded.
    public func server() throws(DatabaseError) -> [UInt8]? {
        try database.prepare("SELECT name FROM server").first { $0.octets(0) }
    }

    public func setServer(_ server: [UInt8]) throws(DatabaseError) {
        try database.run("DELETE FROM server")
        try database.prepare("INSERT INTO server(name) VALUES(?)").run([.octets(server)])
    }

    /// Discards everything that the ledger knows about its server.
    public func removeAll() throws(DatabaseError) {
        for mailbox in try mailboxes() { try remove(mailbox.name) }
        for table in ["journal", "refusal", "append", "missing", "object"] { try database.run("DELETE FROM \(table)") }
    }
}
