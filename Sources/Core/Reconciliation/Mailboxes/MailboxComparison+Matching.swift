import MailTypes

extension MailboxComparison {
    /// Marks contents that several missing messages share, unless the server has reported what it has. A file elsewhere
    /// shows that one of them was moved, but not which one. Another may be gone on the server, and its file removed by
    /// an interrupted sync: the remaining message would then be moved without the user having asked for it.
    mutating func markAmbiguousDuplicates(_ sides: ThreeWayMailboxState) {
        guard !isProven, !isDoubtful, sides.server != nil else { return }
        var contents: Set<InternedContentID> = []
        for message in vanished where !contents.insert(message.content).inserted { alike.insert(message.content) }
        guard !alike.isEmpty else { return }
        notices.append(.verify(sides.name, .alike(vanished.count { alike.contains($0.content) })))
        mayAdvance = false
        isDoubtful = true
    }

    /// Matches files that another program renamed within the mailbox, by content.
    mutating func matchRenamed(_ mailbox: MailboxName, within expressible: FlagSet) {
        guard !unclaimed.isEmpty else { return }
        var absent: [InternedContentID: [Int]] = [:]
        for index in vanished.indices.reversed() { absent[vanished[index].content, default: []].append(index) }
        var files: [InternedContentID: Int] = [:]
        for file in unclaimed { files[file.content, default: 0] += 1 }
        // If the server's report is in doubt, some of the missing messages may also be gone on the server. Verification
        // shows which one a file was.
        let ambiguous = isDoubtful ? absent.filter { $0.value.count > files[$0.key] ?? 0 } : [:]
        var found: Set<Int> = []
        var left: [LocalMessage] = []
        for file in unclaimed where ambiguous[file.content] == nil {
            if let index = absent[file.content]?.popLast() {
                found.insert(index)
                let base = vanished[index]
                namings.append(
                    SyncOperation.Naming(
                        mailbox: mailbox, handle: file.handle, uid: base.uid,
                        change: base.observed.within(expressible, of: file.flags), agreed: base.flags,
                        content: file.content))
            } else {
                left.append(file)
            }
        }
        unclaimed = left
        if !found.isEmpty { vanished = vanished.indices.filter { !found.contains($0) }.map { vanished[$0] } }
    }

    /// Matches renamed files, also those of a renamed mailbox, with messages that the server no longer has, and removes
    /// those files. Files that were moved here from elsewhere are excluded.
    mutating func matchDeleted(_ sides: ThreeWayMailboxState, _ movedContents: [InternedContentID: Int]) {
        guard !forgotten.isEmpty, let local = sides.local, local.look == .settled else { return }
        var deleted: [InternedContentID: [BaselineMessage]] = [:]
        for message in forgotten.reversed() { deleted[message.content, default: []].append(message) }
        var left: [LocalMessage] = []
        for file in unclaimed {
            if movedContents[file.content] ?? 0 == 0, let message = deleted[file.content]?.popLast() {
                let change = FlagDelta(from: message.flags, to: file.flags, within: local.expressible)
                removals.append(Removal(file, isKept: file.isDraft, change: change))
            } else {
                left.append(file)
            }
        }
        unclaimed = left
    }

    /// Matches files without a known UID with new server messages: another program may have uploaded them, or an
    /// interrupted sync.
    mutating func matchFresh(
        _ sides: ThreeWayMailboxState, _ local: LocalMailbox, _ movedContents: inout [InternedContentID: Int]
    ) {
        let listed = fresh.union(aged)
        guard !unclaimed.isEmpty, !listed.isEmpty, let server = sides.server else { return }
        let new = server.messages.filter { listed.contains($0.uid) }
        var left: [LocalMessage] = []
        var files: [LocalMessage] = []
        for file in unclaimed {
            if let count = movedContents[file.content], count > 0 {
                movedContents[file.content] = count - 1
                left.append(file)
            } else {
                files.append(file)
            }
        }
        let partners = Self.partners(of: files, in: new)
        for (file, partner) in zip(files, partners) {
            if let partner, let flags = new[partner].flags, local.look == .settled {
                adopt(file, new[partner].uid, flags, sides, local)
            } else {
                left.append(file)
                // A file that was just renamed is not one of the new messages, even if the content is identical.
                if !unseen.contains(file.content) { candidates.append(file.handle) }
            }
        }
        unclaimed = left.sorted { $0.handle < $1.handle }
        settleAdopted()
        let isIdentified = unclaimed.allSatisfy { $0.identity != nil }
        // If a file and a message have the same Message-ID, or neither has one, only the content shows whether they are
        // the same: a size can be wrong, and some programs add a header field when they copy a message.
        let names = Set(unclaimed.map { $0.identity?.messageID })
        let known = UIDSet(
            new.lazy.filter { message in
                guard message.flags != nil, message.content == nil else { return message.flags != nil }
                return isIdentified && message.identity.map { !names.contains($0.messageID) } ?? false
            }.map(\.uid))
        if let next = sides.baseline?.status.uidNext, !unclaimed.isEmpty {
            // A message that is newer than the baseline or pending may be a copy of an old message from an interrupted
            // sync.
            let recent = UIDSet(next ... .last).union(sides.baseline?.pending ?? UIDSet())
            fresh = fresh.union(aged.intersection(recent).subtracting(known))
        }
        mustMatchFirst = !unclaimed.isEmpty && !fresh.subtracting(known).isEmpty
    }

    /// Returns, for each file, the index of the matching message: by content if it is known, otherwise by identity.
    static func partners(of files: [LocalMessage], in messages: [ServerMessage]) -> [Int?] {
        var partners: [Int?] = Array(repeating: nil, count: files.count)
        var free: [InternedContentID: [Int]] = [:]
        for index in messages.indices.reversed() {
            if let content = messages[index].content { free[content, default: []].append(index) }
        }
        for index in files.indices { partners[index] = free[files[index].content]?.popLast() }
        let matched = IdentityMatch(
            local: files.indices.map { partners[$0] == nil ? files[$0].identity : nil },
            server: messages.map { $0.content == nil ? $0.identity : nil })
        for index in files.indices where partners[index] == nil { partners[index] = matched.partners[index] }
        return partners
    }

    /// Handles files whose names contain a UID that is not in the baseline: an interrupted sync wrote them, or the
    /// ledger was lost.
    mutating func placeClaimed(
        _ sides: ThreeWayMailboxState, _ local: LocalMailbox, _ evidence: ServerEvidence, _ claims: inout FilesByUID
    ) {
        var orphans: [Int] = []
        var unknown = 0
        var reassigned: [UID] = []
        for (uid, index) in claimedUnassignedFiles {
            let file = local.messages[index]
            if let identity = file.identity, sides.server?.message(uid)?.identity?.contradicts(identity) ?? false {
                reassigned.append(uid)
                detached.append(file.handle)
            } else if let message = sides.server?.message(uid), let flags = message.flags,
                evidence.fresh.contains(uid) || !message.isInWindow
            {
                adopt(file, uid, flags, sides, local)
            } else if evidence.fresh.contains(uid) {
                candidates.append(file.handle)
            } else if evidence.isConclusive, Self.proves(sides.server?.presence, absenceOf: uid) {
                orphans.append(index)
            } else if evidence.isConclusive {
                unknown += 1
            }
        }
        if !reassigned.isEmpty {
            notices.append(.verify(sides.name, .reassignedUIDs(reassigned.count)))
            mayAdvance = false
            // A message with the same name as a file that is not renamed yet could not be distinguished from it later.
            fresh = fresh.subtracting(UIDSet(reassigned))
        }
        if unknown > 0, let server = sides.server, !server.isVerified {
            notices.append(.verify(sides.name, .unknownNames(unknown)))
            mayAdvance = false
        }
        let isMass = MassDeletionLimit.isExceeded(orphans.count, of: local.messages.count)
        for index in orphans {
            let file = local.messages[index]
            if isMass || Self.isOlder(file, than: sides.baseline) {
                // Without a ledger, no message is treated as deleted.
                strays.insert(file.handle)
                claims.release(index)
            } else {
                removals.append(Removal(file, isKept: true))
            }
        }
        claimedUnassignedFiles = []
        settleAdopted()
    }

    mutating func settleAdopted() {
        let uids = UIDSet(adopted)
        adopted = []
        settledFresh = settledFresh.union(uids)
        fresh = fresh.subtracting(uids)
    }

    /// Returns whether the file's message existed before the baseline began; a ledger from that time would contain it.
    private static func isOlder(_ file: LocalMessage, than baseline: SyncBaseline?) -> Bool {
        guard let baseline else { return true }
        // If the baseline never advanced, the file is from an interrupted sync.
        guard let next = baseline.status.uidNext, let claim = file.claim else { return false }
        return claim.uid < next && !baseline.pending.contains(claim.uid)
    }

    private static func proves(_ presence: ServerUIDReport?, absenceOf uid: UID) -> Bool {
        switch presence {
        case .complete(let present): !present.contains(uid)
        case .vanished(let vanished): vanished.contains(uid)
        case .unknown, nil: false
        }
    }

    /// Assigns a server message to a file. If the message was elsewhere and is gone there on both sides, the changes that
    /// were made here since they last agreed are pushed next. Otherwise the two sides have not agreed on flags yet, so the
    /// server's flags win; or the file's, if petrel requested the copy itself and did not receive its UID.
    mutating func adopt(
        _ file: LocalMessage, _ uid: UID, _ flags: FlagSet, _ sides: ThreeWayMailboxState, _ local: LocalMailbox
    ) {
        let isOwn = file.claim == nil && isRequestedCopy(file, sides)
        let change = file.claim == nil ? changeSinceLost(file, within: local.expressible) : FlagDelta()
        if file.claim != nil { adoptedClaims.append((namings.count, file)) }
        namings.append(
            SyncOperation.Naming(
                mailbox: sides.name, handle: file.handle, uid: uid,
                change: isOwn
                    ? FlagDelta()
                    : FlagDelta(from: file.flags, to: flags.applying(change), within: local.expressible),
                agreed: flags, content: file.content))
        adopted.append(uid)
    }

    /// Whether a file without a UID may be that of a copy that petrel requested, and nothing tells which flags both sides
    /// last agreed on.
    func isRequestedCopy(_ file: LocalMessage, _ sides: ThreeWayMailboxState) -> Bool {
        sides.hasOpenUploads && lostFlags[file.content] == nil
    }

    /// Keeps the flags that were changed here before an interrupted sync moved the file after its message.
    mutating func keepFlagsOfAdoptedClaims(within expressible: FlagSet) {
        for (index, file) in adoptedClaims {
            let naming = namings[index]
            let change = changeSinceLost(file, within: expressible)
            guard !change.isEmpty, let flags = naming.agreed else { continue }
            namings[index] = SyncOperation.Naming(
                mailbox: naming.mailbox, handle: naming.handle, uid: naming.uid,
                change: FlagDelta(from: file.flags, to: flags.applying(change), within: expressible), agreed: flags,
                content: naming.content)
        }
    }

    /// Returns how the flags of a file were changed here whose message was elsewhere and is gone there on both sides.
    func changeSinceLost(_ file: LocalMessage, within expressible: FlagSet) -> FlagDelta {
        lostFlags[file.content].map { FlagDelta(from: $0, to: file.flags, within: expressible) } ?? FlagDelta()
    }
}
