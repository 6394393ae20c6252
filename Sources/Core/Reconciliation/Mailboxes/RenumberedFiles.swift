import MailTypes

/// The files of a mailbox whose UIDVALIDITY has changed.
struct RenumberedFiles {
    private let local: LocalMailbox
    private let baseline: SyncBaseline
    private let uidValidity: UIDValidity
    /// Messages of the old baseline that no file names.
    private let unnamed: [InternedContentID: [BaselineMessage]]
    /// Files that an interrupted attempt has already renamed.
    private var renamed: [(file: Int, uid: UID)] = []
    /// Files with a UID from a former UIDVALIDITY first, in UID order, then files without a UID. There may be several
    /// former values, since one change may have been interrupted by another.
    private var others: [Int] = []
    private var formerCount = 0
    /// Pairs of a file index and the index of the matching message.
    private(set) var pairs: [(file: Int, message: Int)] = []

    init(_ local: LocalMailbox, _ uidValidity: UIDValidity, _ baseline: SyncBaseline, _ present: UIDSet) {
        self.local = local
        self.baseline = baseline
        self.uidValidity = uidValidity
        unnamed = Self.unnamed(baseline, local)
        var former: [(UID, Int)] = []
        var unclaimed: [Int] = []
        var taken: Set<UID> = []
        for index in local.messages.indices {
            let claim = local.messages[index].claim
            if let claim, claim.uidValidity == uidValidity, present.contains(claim.uid),
                taken.insert(claim.uid).inserted
            {
                renamed.append((index, claim.uid))
            } else if let claim {
                former.append((claim.uid, index))
            } else {
                unclaimed.append(index)
            }
        }
        former.sort { $0.0 == $1.0 ? local.messages[$0.1].handle < local.messages[$1.1].handle : $0.0 < $1.0 }
        unclaimed.sort { local.messages[$0].handle < local.messages[$1].handle }
        others = former.map(\.1) + unclaimed
        formerCount = former.count
    }

    /// Finds the pairs and returns the indices of the files with a former UID that have no match.
    mutating func match(_ messages: [ServerMessage]) -> [Int] {
        var index: [UID: Int] = [:]
        for position in messages.indices { index[messages[position].uid] = position }
        for (file, uid) in renamed {
            if let position = index[uid] { pairs.append((file, position)) }
        }
        let taken = Set(pairs.map(\.message))
        let free = messages.indices.filter { !taken.contains($0) }
        let partners = MailboxComparison.partners(of: others.map { local.messages[$0] }, in: free.map { messages[$0] })
        var lost: [Int] = []
        for (position, partner) in partners.enumerated() {
            if let partner {
                pairs.append((others[position], free[partner]))
            } else if position < formerCount {
                lost.append(others[position])
            }
        }
        pairs.sort { $0.message < $1.message }
        return lost
    }

    /// Returns the message of a file in the old baseline.
    private func base(of file: LocalMessage) -> BaselineMessage? {
        guard let claim = file.claim, claim.uidValidity == baseline.status.uidValidity else { return nil }
        return baseline.message(claim.uid)
    }

    /// Returns the flags that both sides last agreed on. A file renamed by an interrupted attempt is one of the unnamed
    /// messages with its content; its local flag changes must be kept. Returns `nil` if those messages differ in flags.
    func baseFlags(of file: LocalMessage) -> FlagSet? {
        if let base = base(of: file) { return base.flags }
        guard file.claim?.uidValidity == uidValidity, let candidates = unnamed[file.content],
            let first = candidates.first,
            candidates.allSatisfy({ $0.flags == first.flags })
        else { return nil }
        return first.flags
    }

    /// Returns the UIDs of files in the old baseline. A file renamed by an interrupted attempt stands for any unnamed
    /// message with its content.
    func formerUIDs(of files: [Int]) -> [UID?] {
        var unnamed = unnamed
        return files.map { index in
            let file = local.messages[index]
            return base(of: file)?.uid ?? unnamed[file.content]?.popLast()?.uid
        }
    }

    private static func unnamed(_ baseline: SyncBaseline, _ local: LocalMailbox) -> [InternedContentID:
        [BaselineMessage]]
    {
        var claimed: Set<UID> = []
        for file in local.messages {
            if let claim = file.claim, claim.uidValidity == baseline.status.uidValidity { claimed.insert(claim.uid) }
        }
        var unnamed: [InternedContentID: [BaselineMessage]] = [:]
        for message in baseline.messages where !claimed.contains(message.uid) {
            unnamed[message.content, default: []].append(message)
        }
        return unnamed
    }

    /// Returns the messages whose files had already been moved away or deleted, if their content is proven.
    func absent(_ messages: [ServerMessage]) -> [BaselineMessage] {
        let taken = Set(pairs.map(\.message))
        var missing = unnamed.mapValues(\.count)
        // A file with a different name that was matched is not missing.
        for pair in pairs where base(of: local.messages[pair.file]) == nil {
            missing[local.messages[pair.file].content, default: 0] -= 1
        }
        var result: [BaselineMessage] = []
        for index in messages.indices where !taken.contains(index) {
            guard let content = messages[index].content, let flags = messages[index].flags else { continue }
            guard let count = missing[content], count > 0 else { continue }
            missing[content] = count - 1
            result.append(BaselineMessage(messages[index].uid, flags: flags, content: content))
        }
        return result
    }
}
