internal import Database
internal import Disk

extension IndexWriter {
    /// A log of more octets than this is moved into the database: whoever opens that reads the whole log first, some
    /// 2 ms for one of this size.
    private static let largeLog = 4 << 20

    /// Ends an index that was to be made for mail that arrives. Nothing is written with it afterwards.
    public func abandonArriving() {
        database.close()
        try? location.removeArriving()
    }

    /// Ends the connection. Nothing is written with it afterwards.
    public func close() {
        database.close(keepingLog: !isBuilding && logSize <= Self.largeLog)
    }

    /// Completes an index that was made from nothing: from now on it is the one that counts. Nothing is written with it
    /// afterwards.
    public func finishBuilding() throws(IndexFailure) {
        guard let building else { return }
        try IndexFailure.index { () throws(IndexError) in
            try assignAllThreads()
            try database.run(IndexSchema.laterIndexes)
            try database.run(IndexSchema.builtWords)
            try database.run("COMMIT")
            // Whoever opens the file is let in now. The version is written last, and returns when the disk has it all.
            try database.run("PRAGMA locking_mode = NORMAL; PRAGMA synchronous = FULL")
            try database.run("PRAGMA application_id = \(Int32.random(in: 1...Int32.max))")
            try database.run("PRAGMA user_version = \(IndexSchema.version)")
            // Whoever reads it has all of its files open from the first moment, and can read on when they are gone.
            try database.run("PRAGMA journal_mode = WAL")
        }
        database.close()
        try IndexFailure.file { () throws(FileError) in try location.publish(building) }
    }
}
