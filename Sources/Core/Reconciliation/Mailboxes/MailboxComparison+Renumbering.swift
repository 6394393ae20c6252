import MailTypes

/// Another UIDVALIDITY [RFC 9051 §2.3.1.1]: nothing is deleted on the server, files are found again by what their messages
/// are, and the anchor is replaced once all have their new names.
extension MailboxComparison {
    /// Syncs in a row that may find another one.
    static let maximumRenumberings = 3

    mutating func renumber(_ sides: MailboxMergeInput, local: LocalMailbox, anchor: SyncAnchor) {
        mayAdvance = false
        // A file that is out of sight now would come back with a name that means nothing.
        guard let server = sides.server, local.look == .settled else { return }
        guard anchor.renumberings < Self.maximumRenumberings || server.isVerified else {
            notices.append(.renumberedEachTime(sides.name))
            return
        }
        guard case .complete(let present) = server.presence, isListed(present, server) else {
            notices.append(.verify(sides.name, .renumbered))
            return
        }
        var files = Renumbered(local, server.status.uidValidity, anchor, present)
        let lost = files.match(server.messages)
        guard server.isVerified || !MassDeletion.isSuspected(lost.count, of: anchor.messages.count) else {
            notices.append(.verify(sides.name, .manyGone(lost.count, of: anchor.messages.count)))
            return
        }
        // Out of the former anchor with them: a try that is cut off behind this is not to take them for carried away. A
        // draft that goes with its UID would wait for another client's next version of it.
        for (index, uid) in zip(lost, files.formerUIDs(of: lost)) {
            let file = local.messages[index]
            removals.append(Removal(file, uid: file.isDraft ? nil : uid, isKept: true))
        }
        var agreed: [AnchoredMessage] = []
        for (index, partner) in files.pairs {
            let message = server.messages[partner]
            guard let flags = message.flags else { continue }
            let file = local.messages[index]
            let observed = FlagDelta(from: files.baseFlags(of: file) ?? file.flags, to: flags)
            namings.append(
                SyncOperation.Naming(
                    mailbox: sides.name, handle: file.handle, uid: message.uid,
                    change: observed.within(local.expressible, of: file.flags), agreed: nil, content: file.content))
            agreed.append(AnchoredMessage(message.uid, flags: flags, content: file.content))
        }
        absent = files.absent(server.messages)
        let known = UIDSet(agreed.map(\.uid))
        let wanted = UIDSet(server.messages.lazy.filter { $0.isInWindow }.map(\.uid))
        restart = SyncAnchor(
            status: server.status, messages: agreed, pending: wanted.subtracting(known),
            renumberings: anchor.renumberings + 1, mailboxID: anchor.mailboxID)
    }

    private func isListed(_ present: UIDSet, _ server: ServerMailbox) -> Bool {
        UIDSet(server.messages.lazy.map(\.uid)) == present && server.messages.allSatisfy { $0.flags != nil }
            && (!server.isCounted || present.count == server.status.messages)
    }
}

/// The files of a mailbox between two lives of it.
struct Renumbered {
    private let local: LocalMailbox
    private let anchor: SyncAnchor
    private let uidValidity: UIDValidity
    /// What the former life's anchor knows and no file names.
    private let unnamed: [ContentClass: [AnchoredMessage]]
    /// Files that have their new names from a try that was cut off.
    private var renamed: [(file: Int, uid: UID)] = []
    /// Files of former lives first, in the order of their UIDs, then those without one. There may be several lives, as one
    /// change may have been cut off by another.
    private var others: [Int] = []
    private var formerCount = 0
    /// Indices of a file and of the message that it is.
    private(set) var pairs: [(file: Int, message: Int)] = []

    init(_ local: LocalMailbox, _ uidValidity: UIDValidity, _ anchor: SyncAnchor, _ present: UIDSet) {
        self.local = local
        self.anchor = anchor
        self.uidValidity = uidValidity
        unnamed = Self.unnamed(anchor, local)
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

    /// Finds the pairs, and returns the files of the former life that have no partner.
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

    /// What both agreed on in the former life.
    private func base(of file: LocalMessage) -> AnchoredMessage? {
        guard let claim = file.claim, claim.uidValidity == anchor.status.uidValidity else { return nil }
        return anchor.message(claim.uid)
    }

    /// The flags that both agreed on. A file that got its new name from a try that was cut off is one of those of its content
    /// that no file names: what was changed in it here is to last. Where they differ in flags nothing is known.
    func baseFlags(of file: LocalMessage) -> FlagSet? {
        if let base = base(of: file) { return base.flags }
        guard file.claim?.uidValidity == uidValidity, let candidates = unnamed[file.content],
            let first = candidates.first,
            candidates.allSatisfy({ $0.flags == first.flags })
        else { return nil }
        return first.flags
    }

    /// What the former life's anchor knows the files as. One that got its new name from a try that was cut off is any of
    /// that content that no file names.
    func formerUIDs(of files: [Int]) -> [UID?] {
        var unnamed = unnamed
        return files.map { index in
            let file = local.messages[index]
            return base(of: file)?.uid ?? unnamed[file.content]?.popLast()?.uid
        }
    }

    private static func unnamed(_ anchor: SyncAnchor, _ local: LocalMailbox) -> [ContentClass: [AnchoredMessage]] {
        var claimed: Set<UID> = []
        for file in local.messages {
            if let claim = file.claim, claim.uidValidity == anchor.status.uidValidity { claimed.insert(claim.uid) }
        }
        var unnamed: [ContentClass: [AnchoredMessage]] = [:]
        for message in anchor.messages where !claimed.contains(message.uid) {
            unnamed[message.content, default: []].append(message)
        }
        return unnamed
    }

    /// Messages whose files had been carried away or deleted before, where it is proven which they are.
    func absent(_ messages: [ServerMessage]) -> [AnchoredMessage] {
        let taken = Set(pairs.map(\.message))
        var missing = unnamed.mapValues(\.count)
        // A file of another name that was found again is not missing.
        for pair in pairs where base(of: local.messages[pair.file]) == nil {
            missing[local.messages[pair.file].content, default: 0] -= 1
        }
        var result: [AnchoredMessage] = []
        for index in messages.indices where !taken.contains(index) {
            guard let content = messages[index].content, let flags = messages[index].flags else { continue }
            guard let count = missing[content], count > 0 else { continue }
            missing[content] = count - 1
            result.append(AnchoredMessage(messages[index].uid, flags: flags, content: content))
        }
        return result
    }
}
