internal import Database
internal import Disk

/// The words of an index are divided into segments. A search looks each word up in all of them, so many segments make it
/// slow. Building an index does not merge its segments, because that would take half as long again.
extension IndexLocation {
    /// With more segments than this, they are merged. A search among 100,000 messages then takes at most about 2 ms
    /// longer, and a large segment is rewritten once in about 2,000 new messages.
    private static var manySegments: Int { 64 }
    /// How many pages of a segment one step writes. Another process that wants to change the index waits for one step.
    private static var pagesOfStep: Int { 250 }

    /// Merges segments for about 50 ms if the index has many of them. Returns whether there is more to do.
    ///
    /// Does nothing if another process is changing the index. Readers are not affected. An interrupted merge is
    /// continued by the next call.
    public func mergeSegments() throws(IndexFailure) -> Bool {
        try mergeSegments(ifMoreThan: Self.manySegments)
    }

    func mergeSegments(ifMoreThan most: Int) throws(IndexFailure) -> Bool {
        guard let lock = try IndexFailure.file({ () throws(FileError) in try lock(waiting: false) }) else {
            return false
        }
        defer { withExtendedLifetime(lock) {} }
        let isUnchanged = try IndexFailure.file { () throws(FileError) in try isUnchangedSinceClose() }
        guard let writer = try IndexWriter.open(self) else { return false }
        let hasMerged: Bool
        do {
            defer { writer.close() }
            hasMerged = try IndexFailure.index { () throws(IndexDatabaseError) in
                guard try writer.hasSegments(moreThan: most) else { return false }
                return try writer.mergeSegments(pages: Self.pagesOfStep)
            }
        }
        // Changes by other programs must be found by the next refresh.
        if isUnchanged { try IndexFailure.file { () throws(FileError) in try recordClosedState() } }
        return hasMerged
    }
}

extension IndexWriter {
    fileprivate func hasSegments(moreThan most: Int) throws(IndexDatabaseError) -> Bool {
        let next = try database.prepare("SELECT min(segid) FROM words_idx WHERE segid > ?1")
        var last: Int64 = 0
        for _ in 0...most {
            // The minimum of no rows is null, which reads as 0.
            guard let segment = try next.first([.integer(last)], { $0.integer(0) }), segment > last else {
                return false
            }
            last = segment
        }
        return true
    }

    /// Returns whether anything was merged.
    fileprivate func mergeSegments(pages: Int) throws(IndexDatabaseError) -> Bool {
        let before = database.changeCount
        try transaction { () throws(IndexDatabaseError) in
            try database.run("INSERT INTO words(words, rank) VALUES('merge', \(pages))")
        }
        // The command itself counts as one change. If it merges nothing, it makes no other.
        return database.changeCount - before > 1
    }
}
