internal import Database
internal import Disk

extension IndexWriter {
    /// Above this size in bytes, the write-ahead log is moved into the database on closing. The first process to open
    /// an index reads the whole log, which takes about 2 ms for this size.
    private static let largeLog = 4 << 20

    /// Cancels an index that was being built while mail arrived. The writer must not be used afterwards.
    public func abandonArriving() {
        database.close()
        try? location.removeArriving()
    }

    /// Closes the connection. The writer must not be used afterwards.
    public func close() {
        database.close(keepingLog: !isBuilding && logSize <= Self.largeLog)
    }

    /// Completes a new index and makes it the current one. The writer must not be used afterwards.
    public func finishBuilding() throws(IndexFailure) {
        guard let building else { return }
        try IndexFailure.index { () throws(IndexDatabaseError) in
            try assignAllThreads()
            try database.run(IndexSchema.laterIndexes)
            try database.run(IndexSchema.builtWords)
            try database.run("COMMIT")
            // Other processes can now open the file. The version is written last; when this returns, everything is on
            // the disk.
            try database.run("PRAGMA locking_mode = NORMAL; PRAGMA synchronous = FULL")
            try database.run("PRAGMA application_id = \(Int32.random(in: 1...Int32.max))")
            try database.run("PRAGMA user_version = \(IndexSchema.version)")
            // In WAL mode, a reader opens all files at once, and can continue to read after they have been removed.
            try database.run("PRAGMA journal_mode = WAL")
        }
        database.close()
        try IndexFailure.file { () throws(FileError) in try location.publish(building) }
    }
}
