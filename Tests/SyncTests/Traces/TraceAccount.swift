/// What users did, so that it can be said what must be there in the end. A message is known by its subject.
struct TraceAccount {
    /// Copies that were made of each message.
    private(set) var made: [String: Int] = [:]
    /// Copies that somebody destroyed on purpose: on the server, or out of Trash.
    private(set) var destroyed: [String: Int] = [:]
    /// Messages a file of which somebody removed here.
    private(set) var removed: Set<String> = []
    /// Messages that somebody took out of a mailbox here: their removal from there is what a server may be asked for.
    private(set) var taken: Set<Place> = []
    /// Touched on both sides, or twice, between two agreements: how many of them are left is a matter of order.
    private(set) var contended: Set<String> = []
    /// What mailboxes are called on the server by now that a sync does not know yet.
    private var newNames: [String: Set<String>] = [:]
    private var edits: [String: Int] = [:]
    private var touchedHere: Set<String> = []
    private var touchedThere: Set<String> = []
    /// A sync was cut off since: what a file is to the server is not certain.
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

    /// What was done since, on either side, looks as if it had always been so.
    mutating func forgetAgreement() { contended.formUnion(touchedHere.union(touchedThere)) }

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

    /// `isOfMailbox`: it was done to the whole mailbox, of which it may not be written down yet what stands in it here.
    mutating func there(_ subject: String, isOfMailbox: Bool = false) {
        touchedThere.insert(subject)
        if touchedHere.contains(subject) || isOfMailbox && isUncertain { contended.insert(subject) }
        edits[subject, default: 0] += 1
    }

    /// What is wrong with so many copies. `kept`: whether one was put aside here.
    func fault(_ subject: String, copies: Int, isKept: Bool) -> String? {
        let made = made[subject] ?? 0
        let destroyed = destroyed[subject] ?? 0
        guard contended.contains(subject) else {
            return copies == made - destroyed ? nil : "\(subject) is there \(copies) times and not \(made - destroyed)"
        }
        if copies == 0, destroyed == 0, !removed.contains(subject), !isKept { return "\(subject) is lost" }
        return copies > made + (edits[subject] ?? 0) ? "\(subject) is there \(copies) times" : nil
    }
}
