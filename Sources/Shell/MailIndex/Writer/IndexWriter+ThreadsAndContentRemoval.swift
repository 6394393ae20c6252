public import Database

/// Contents whose conversations must be recomputed.
struct TouchedThreads {
    var added: [Int64] = []
    /// Contents that may have lost their last file.
    var mayBeGone: Set<Int64> = []
}

/// Keeps conversations identical to those computed from all messages at once, by recomputing all that a change can
/// affect.
extension IndexWriter {
    /// Assigns conversations to the contents that were added.
    func assignThreads() throws(IndexDatabaseError) {
        if touched.added.isEmpty { return }
        let named = try database.prepare(
            "SELECT content.component FROM named JOIN content ON content.id = named.content WHERE named.id = ?1")
        let idsOf = try database.prepare("SELECT ids FROM content WHERE id = ?1")
        var reached: Set<Int64> = []
        for row in touched.added {
            let ids = try idsOf.first([.integer(row)]) { ThreadingKeys(record: $0.octets(0), subject: 0).ids } ?? []
            for id in ids {
                try named.visit([.integer(Int64(bitPattern: id))]) { reached.insert($0.integer(0)) }
            }
        }
        let added = touched.added
        touched.added = []
        try assign(components: reached, added: added, subjects: [])
    }

    /// Removes contents without files. Returns the number of word rows without a content and the number of contents, or
    /// `nil` if no file was removed: counting takes longer than indexing a few new messages.
    public func forgetContents() throws(IndexDatabaseError) -> (orphans: Int, contents: Int)? {
        let candidates = touched.mayBeGone.sorted()
        if candidates.isEmpty { return nil }
        touched.mayBeGone = []
        try database.transaction { () throws(IndexDatabaseError) in try forget(candidates) }
        let sequence = try database.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'content'")
        let count = try database.prepare("SELECT count(*) FROM content")
        let used = try sequence.first { $0.number(0) } ?? 0
        let contents = try count.first { $0.number(0) } ?? 0
        return (used - contents, contents)
    }

    private func forget(_ candidates: [Int64]) throws(IndexDatabaseError) {
        let hasFile = try database.prepare("SELECT 1 FROM file WHERE content = ?1")
        let facts = try database.prepare("SELECT component, subject, ids FROM content WHERE id = ?1")
        let deleteName = try database.prepare("DELETE FROM named WHERE id = ?1 AND content = ?2")
        let delete = try database.prepare("DELETE FROM content WHERE id = ?1")
        var components: Set<Int64> = []
        var subjects: Set<Int64> = []
        for row in candidates where try hasFile.first([.integer(row)], { _ in true }) == nil {
            var ids: [UInt64] = []
            try facts.visit([.integer(row)]) { fact in
                components.insert(fact.integer(0))
                subjects.insert(fact.integer(1))
                ids = ThreadingKeys(record: fact.octets(2), subject: 0).ids
            }
            for id in ids { try deleteName.run([.integer(Int64(bitPattern: id)), .integer(row)]) }
            try delete.run([.integer(row)])
        }
        try assign(components: components, added: [], subjects: subjects)
    }

    /// Recomputes the conversations of all members of these components, of the added contents, and of all messages that
    /// share a subject with any of them.
    private func assign(
        components: Set<Int64>, added: [Int64], subjects: Set<Int64>
    ) throws(IndexDatabaseError) {
        var contents: [Int64] = []
        var pairs: [(id: UInt64, member: Int)] = []
        var subjects = subjects
        func take(_ row: borrowing Row) {
            for id in ThreadingKeys(record: row.octets(1), subject: 0).ids { pairs.append((id, contents.count)) }
            contents.append(row.integer(0))
            subjects.insert(row.integer(2))
        }
        let members = try database.prepare("SELECT id, ids, subject FROM content WHERE component = ?1")
        // Added contents still have component 0, which may also be the valid number of another component: take each
        // content only once.
        let addedSet = Set(added)
        for component in components.sorted() {
            try members.visit([.integer(component)]) { row in
                if !addedSet.contains(row.integer(0)) { take(row) }
            }
        }
        let one = try database.prepare("SELECT id, ids, subject FROM content WHERE id = ?1")
        for row in added { try one.visit([.integer(row)]) { take($0) } }
        pairs.sort { ($0.id, $0.member) < ($1.id, $1.member) }
        var found = ReferenceGraphComponents(count: contents.count)
        for pair in pairs { found.join(pair.id, pair.member) }
        found.finish()
        let set = try ThreadAssignment(database)
        for (member, content) in contents.enumerated() { try set.component(found.component(of: member), of: content) }
        try set.threads(ofSubjects: subjects.sorted())
    }

    /// Assigns conversations to all contents. Uses a few bytes of memory per content.
    func assignAllThreads() throws(IndexDatabaseError) {
        let last = try database.prepare("SELECT ifnull(max(id), 0) FROM content").first { $0.number(0) } ?? 0
        var found = ReferenceGraphComponents(count: last)
        try database.prepare("SELECT id, content FROM named ORDER BY id, content").visit { row in
            found.join(UInt64(bitPattern: row.integer(0)), row.number(1) - 1)
        }
        found.finish()
        let set = try ThreadAssignment(database)
        for member in 0..<last { try set.component(found.component(of: member), of: Int64(member + 1)) }
        try set.threadsOfAllSubjects()
    }
}
