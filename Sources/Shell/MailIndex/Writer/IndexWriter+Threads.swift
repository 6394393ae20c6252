public import Database

/// Contents whose conversations must be looked at again.
struct TouchedThreads {
    var added: [Int64] = []
    /// Contents that may have lost their last file.
    var mayBeGone: Set<Int64> = []
}

/// Keeps conversations as if they had been made from all messages at once: what a change can reach is computed anew.
extension IndexWriter {
    /// Puts the contents that were added into conversations.
    func assignThreads() throws(IndexError) {
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

    /// Removes contents that have no file any more. Returns how many rows of words belong to no content by now, and how
    /// many do; `nil` where no file has gone. Counting them takes longer than some new messages do.
    public func forgetContents() throws(IndexError) -> (orphans: Int, contents: Int)? {
        let candidates = touched.mayBeGone.sorted()
        if candidates.isEmpty { return nil }
        touched.mayBeGone = []
        try database.transaction { () throws(IndexError) in try forget(candidates) }
        let sequence = try database.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'content'")
        let count = try database.prepare("SELECT count(*) FROM content")
        let used = try sequence.first { $0.number(0) } ?? 0
        let contents = try count.first { $0.number(0) } ?? 0
        return (used - contents, contents)
    }

    private func forget(_ candidates: [Int64]) throws(IndexError) {
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

    /// Computes the conversations of all members of these components, of those that were added, and of all messages
    /// that share a subject with any of them.
    private func assign(
        components: Set<Int64>, added: [Int64], subjects: Set<Int64>
    ) throws(IndexError) {
        var contents: [Int64] = []
        var pairs: [(id: UInt64, member: Int)] = []
        var subjects = subjects
        func take(_ row: borrowing Row) {
            for id in ThreadingKeys(record: row.octets(1), subject: 0).ids { pairs.append((id, contents.count)) }
            contents.append(row.integer(0))
            subjects.insert(row.integer(2))
        }
        let members = try database.prepare("SELECT id, ids, subject FROM content WHERE component = ?1")
        // What was just added says component 0, and so may another content say rightly: each is taken once.
        let addedSet = Set(added)
        for component in components.sorted() {
            try members.visit([.integer(component)]) { row in
                if !addedSet.contains(row.integer(0)) { take(row) }
            }
        }
        let one = try database.prepare("SELECT id, ids, subject FROM content WHERE id = ?1")
        for row in added { try one.visit([.integer(row)]) { take($0) } }
        pairs.sort { ($0.id, $0.member) < ($1.id, $1.member) }
        var found = ReferenceComponents(count: contents.count)
        for pair in pairs { found.join(pair.id, pair.member) }
        found.finish()
        let set = try ThreadUpdates(database)
        for (member, content) in contents.enumerated() { try set.component(found.component(of: member), of: content) }
        try set.threads(ofSubjects: subjects.sorted())
    }

    /// Puts all contents into conversations. Memory is a few octets for each of them.
    func assignAllThreads() throws(IndexError) {
        let last = try database.prepare("SELECT ifnull(max(id), 0) FROM content").first { $0.number(0) } ?? 0
        var found = ReferenceComponents(count: last)
        try database.prepare("SELECT id, content FROM named ORDER BY id, content").visit { row in
            found.join(UInt64(bitPattern: row.integer(0)), row.number(1) - 1)
        }
        found.finish()
        let set = try ThreadUpdates(database)
        for member in 0..<last { try set.component(found.component(of: member), of: Int64(member + 1)) }
        try set.threadsOfAllSubjects()
    }
}
