import MailTypes

/// Records what users did, to determine which messages must exist at the end.
struct UserEditRecord {
    /// The number of copies made of each content.
    var made: [Int: Int] = [:]
    /// The number of copies deliberately destroyed: on the server, or in Trash.
    var destroyed: [Int: Int] = [:]
    /// Contents whose files were moved or removed here.
    var removedHere: Set<Int> = []
    var destroyedHere: Set<Int> = []
    var touchedHere: Set<Int> = []
    var touchedThere: Set<Int> = []
    /// Contents changed on both sides between two syncs. The number of remaining copies depends on the order then.
    var contended: Set<Int> = []
    var edits: [Int: Int] = [:]
    var flagged: [Int: Set<Flag>] = [:]

    mutating func agree() {
        touchedHere = []
        touchedThere = []
    }

    mutating func here(_ content: Int) {
        // A copy whose original is removed counts as a move of one message.
        if !touchedHere.insert(content).inserted { contended.insert(content) }
        edits[content, default: 0] += 1
        if touchedThere.contains(content) { contended.insert(content) }
    }

    mutating func there(_ content: Int) {
        touchedThere.insert(content)
        edits[content, default: 0] += 1
        if touchedHere.contains(content) { contended.insert(content) }
    }
}
