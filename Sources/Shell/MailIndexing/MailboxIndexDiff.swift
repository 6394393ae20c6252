internal import MailIndex
internal import MailTypes
internal import MaildirStore

/// The differences between a mailbox's files and the index.
struct MailboxIndexDiff {
    private(set) var added: [IndexedFile] = []
    /// Messages whose files were renamed or moved. Their content is already indexed.
    private(set) var renamed: [(stored: StoredFile, file: IndexedFile)] = []
    private(set) var removed: [StoredFile] = []

    private struct Position: Hashable {
        let place: IndexedFile.Place
        let name: [UInt8]

        func hash(into hasher: inout Hasher) {
            hasher.combine(place)
            hasher.combine(bytes: name)
        }
    }

    /// `found` is in the order in which to read new files.
    init(found: [IndexedFile], stored: [StoredFile]) {
        if stored.isEmpty {
            added = found
            return
        }
        var known: [Position: Int] = [:]
        known.reserveCapacity(stored.count)
        for (index, stored) in stored.enumerated() {
            known[Position(place: stored.file.place, name: stored.file.name)] = index
        }
        var isGone = [Bool](repeating: true, count: stored.count)
        var unknown: [IndexedFile] = []
        for file in found {
            if let index = known[Position(place: file.place, name: file.name)] {
                isGone[index] = false
            } else {
                unknown.append(file)
            }
        }
        // A file was renamed only if its previous name is gone.
        var byBase: [[UInt8]: [Int]] = [:]
        for index in stored.indices.reversed() where isGone[index] {
            byBase[MaildirFilename(stored[index].file.name).base, default: []].append(index)
        }
        for file in unknown {
            if let index = byBase[MaildirFilename(file.name).base]?.popLast() {
                isGone[index] = false
                renamed.append((stored[index], file))
            } else {
                added.append(file)
            }
        }
        removed = stored.indices.filter { isGone[$0] }.map { stored[$0] }
    }
}
