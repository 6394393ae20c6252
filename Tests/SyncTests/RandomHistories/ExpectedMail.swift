/// Records what users did, to determine which messages must exist at the end. A message is identified by its subject.
struct ExpectedMail {
    /// The number of copies made of each message.
    private(set) var made: [String: Int] = [:]
    /// The number of copies deliberately destroyed: on the server, or in Trash.
    private(set) var destroyed: [String: Int] = [:]
    /// Messages of which a local file was removed.
    private(set) var removed: Set<String> = []
    /// Messages taken out of a mailbox here. Only these may be removed from it on the server.
    private(set) var taken: Set<Place> = []
    /// Messages changed on both sides, or twice, between two syncs. The number of remaining copies depends on the order
    /// then.
    private(set) var contended: Set<String> = []
    /// The new names of mailboxes renamed on the server since the last sync.
    private var newNames: [String: Set<String>] = [:]
    private var edits: [String: Int] = [:]
    /// The number of homes that have lost their ledgers since all agreed. Each of them uploads a file whose message was
    /// moved or removed on the server meanwhile.
    private var lostLedgers = 0
    private var touchedHere: Set<String> = []
    private var touchedThere: Set<String> = []
    /// Whether a sync was interrupted. The state of files is unknown then.
    var isUncertain = false

    struct Place: Hashable {
        let subject: String
        let mailbox: String
    }

    mutating func agree() {
        touchedHere = []
        touchedThere = []
        newNames = [:]
        isUncertain = false
    }

    /// Called when the ledger is lost: changes since the last sync can no longer be told from the state before.
    mutating func forgetAgreement() {
        contended.formUnion(touchedHere.union(touchedThere))
        lostLedgers += 1
    }

    mutating func contendAll() { contended.formUnion(made.keys) }

    mutating func make(_ subject: String) { made[subject, default: 0] += 1 }
    mutating func destroy(_ subject: String) { destroyed[subject, default: 0] += 1 }

    mutating func take(_ subject: String, from mailbox: String) {
        for name in (newNames[mailbox] ?? []).union([mailbox]) {
            taken.insert(Place(subject: subject, mailbox: name))
        }
    }

    mutating func remove(_ subject: String, from mailbox: String) {
        take(subject, from: mailbox)
        removed.insert(subject)
        if mailbox == "Trash" { destroy(subject) }
    }

    mutating func renameMailbox(_ mailbox: String, to target: String) {
        for name in newNames.keys where newNames[name]?.contains(mailbox) ?? false { newNames[name]?.insert(target) }
        newNames[mailbox, default: []].insert(target)
        for place in taken where place.mailbox == mailbox {
            taken.insert(Place(subject: place.subject, mailbox: target))
        }
    }

    mutating func here(_ subject: String) {
        if isUncertain || !touchedHere.insert(subject).inserted || touchedThere.contains(subject) {
            contended.insert(subject)
        }
        edits[subject, default: 0] += 1
    }

    /// `isOfMailbox` marks an action on the whole mailbox, whose local messages may not be recorded yet.
    mutating func there(_ subject: String, isOfMailbox: Bool = false) {
        touchedThere.insert(subject)
        if touchedHere.contains(subject) || isOfMailbox && isUncertain { contended.insert(subject) }
        edits[subject, default: 0] += 1
    }

    /// Returns what is wrong with the number of copies. `isKept` tells whether a version was kept here.
    func fault(_ subject: String, copies: Int, isKept: Bool) -> String? {
        let made = made[subject] ?? 0
        let destroyed = destroyed[subject] ?? 0
        guard contended.contains(subject) else {
            return copies == made - destroyed ? nil : "\(subject) is there \(copies) times and not \(made - destroyed)"
        }
        if copies == 0, destroyed == 0, !removed.contains(subject), !isKept { return "\(subject) is lost" }
        let most = made + (edits[subject] ?? 0) * max(1, lostLedgers)
        return copies > most ? "\(subject) is there \(copies) times" : nil
    }
}
