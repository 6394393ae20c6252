internal import MailIndex
internal import MailTypes
internal import MaildirStore

/// The differences between a mailbox's files and the index.
struct MailboxIndexDiff {
    /// New files, in the order in which to read them.
    struct Added: RandomAccessCollection, Sendable {
        fileprivate var names: FileNames
        /// `nil` for all files.
        fileprivate var indices: [Int32]?

        var startIndex: Int { 0 }
        var endIndex: Int { indices?.count ?? names.count }
        subscript(position: Int) -> IndexedFile { names[indices.map { Int($0[position]) } ?? position] }
    }

    private(set) var added: Added
    /// Messages whose files were renamed or moved. Their content is already indexed.
    private(set) var renamed: [(stored: StoredFile, file: IndexedFile)] = []
    private(set) var removed: [StoredFile] = []

    /// `found` is in the order in which to read new files. `forEachStored` passes the files in the index, which need not be
    /// in memory together.
    init<Failure: Error>(
        found: FileNames, forEachStored: ((StoredFile) -> Void) throws(Failure) -> Void
    ) throws(Failure) {
        added = Added(names: found)
        let lookup = FileNameLookup(found)
        var isKnown = [Bool](repeating: false, count: found.count)
        var gone: [StoredFile] = []
        try forEachStored { stored in
            if let index = lookup.index(of: stored.file.name, in: stored.file.place), !isKnown[index] {
                isKnown[index] = true
            } else {
                gone.append(stored)
            }
        }
        // A file was renamed only if its previous name is gone.
        var byBase: [[UInt8]: [Int]] = [:]
        for index in gone.indices.reversed() {
            byBase[MaildirFilename(gone[index].file.name).base, default: []].append(index)
        }
        var isGone = [Bool](repeating: true, count: gone.count)
        var new: [Int32] = []
        for index in 0..<found.count where !isKnown[index] {
            if !byBase.isEmpty, let match = byBase[MaildirFilename(Array(found.name(index))).base]?.popLast() {
                isGone[match] = false
                renamed.append((gone[match], found[index]))
            } else {
                new.append(Int32(index))
            }
        }
        if new.count < found.count { added.indices = new }
        removed = gone.indices.filter { isGone[$0] }.map { gone[$0] }
    }

    init(found: FileNames, stored: [StoredFile]) {
        self.init(found: found) { body in for file in stored { body(file) } }
    }

    /// Limits the removed files to those with these rows.
    mutating func limitRemoved(to rows: Set<Int64>) {
        removed.removeAll { !rows.contains($0.row) }
    }
}
