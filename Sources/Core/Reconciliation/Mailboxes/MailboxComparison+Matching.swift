import MailTypes

extension MailboxComparison {
    /// Of messages with one content a file elsewhere shows that one was carried there, and not which: where the server has
    /// not said what it has, that could be one that is gone there, whose file a sync removed before it was cut off. Then
    /// the other one would be moved without anybody having asked for that.
    mutating func markAmbiguousDuplicates(_ sides: MailboxMergeInput) {
        guard !isProven, !isDoubtful, sides.server != nil else { return }
        var contents: Set<ContentClass> = []
        for message in vanished where !contents.insert(message.content).inserted { alike.insert(message.content) }
        guard !alike.isEmpty else { return }
        notices.append(.verify(sides.name, .alike(vanished.count { alike.contains($0.content) })))
        mayAdvance = false
        isDoubtful = true
    }

    /// Files that another program gave a new name in the same mailbox: the content says which they were.
    mutating func matchRenamed(_ mailbox: MailboxName, within expressible: FlagSet) {
        guard !unclaimed.isEmpty else { return }
        var absent: [ContentClass: [Int]] = [:]
        for index in vanished.indices.reversed() { absent[vanished[index].content, default: []].append(index) }
        var files: [ContentClass: Int] = [:]
        for file in unclaimed { files[file.content, default: 0] += 1 }
        // In doubt some of those that are missing here may be gone there: which one a file was shows when it is over.
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

    /// The same, of messages that the server no longer has: their files go too. One that was carried here from elsewhere
    /// is none of them.
    mutating func matchDeleted(_ sides: MailboxMergeInput, _ movedContents: [ContentClass: Int]) {
        guard !forgotten.isEmpty, sides.local?.look == .settled else { return }
        var deleted: [ContentClass: Int] = [:]
        for message in forgotten { deleted[message.content, default: 0] += 1 }
        var left: [LocalMessage] = []
        for file in unclaimed {
            if let count = deleted[file.content], count > 0, movedContents[file.content] ?? 0 == 0 {
                deleted[file.content] = count - 1
                removals.append(Removal(file, isKept: file.isDraft))
            } else {
                left.append(file)
            }
        }
        unclaimed = left
    }

    /// Files that no UID is known for and messages that are new on the server: another program may have uploaded them, or
    /// a sync of ours that was cut off.
    mutating func matchFresh(
        _ sides: MailboxMergeInput, _ local: LocalMailbox, _ movedContents: inout [ContentClass: Int]
    ) {
        let listed = fresh.union(aged)
        guard !unclaimed.isEmpty, !listed.isEmpty, let server = sides.server else { return }
        let new = server.messages.filter { listed.contains($0.uid) }
        var left: [LocalMessage] = []
        var files: [LocalMessage] = []
        for file in unclaimed {
            let count = movedContents[file.content] ?? 0
            if count > 0 { movedContents[file.content] = count - 1 }
            if count > 0 { left.append(file) } else { files.append(file) }
        }
        let partners = Self.partners(of: files, in: new)
        for (file, partner) in zip(files, partners) {
            if let partner, let flags = new[partner].flags, local.look == .settled {
                adopt(file, new[partner].uid, flags, sides, local)
            } else {
                left.append(file)
                // One that was just renamed is none of the new ones, however much they are alike.
                if !unseen.contains(file.content) { candidates.append(file.handle) }
            }
        }
        unclaimed = left.sorted { $0.handle < $1.handle }
        settleAdopted()
        let isIdentified = unclaimed.allSatisfy { $0.identity != nil }
        // Of a file and a message with one Message-ID or none only the content says whether they are one: a size can be
        // wrong, and some programs write a field into what they carry.
        let names = Set(unclaimed.map { $0.identity?.messageID })
        let known = UIDSet(
            new.lazy.filter { message in
                guard message.flags != nil, message.content == nil else { return message.flags != nil }
                return isIdentified && message.identity.map { !names.contains($0.messageID) } ?? false
            }.map(\.uid))
        if let next = sides.anchor?.status.uidNext, !unclaimed.isEmpty {
            // What is newer than the anchor, or awaited, may be the copy of an old message that a sync was cut off from.
            let recent = UIDSet(next ... .last).union(sides.anchor?.pending ?? UIDSet())
            fresh = fresh.union(aged.intersection(recent).subtracting(known))
        }
        mustMatchFirst = !unclaimed.isEmpty && !fresh.subtracting(known).isEmpty
    }

    /// For each file the index of the message that it is: by its content where that is known, else by its identity.
    static func partners(of files: [LocalMessage], in messages: [ServerMessage]) -> [Int?] {
        var partners: [Int?] = Array(repeating: nil, count: files.count)
        var free: [ContentClass: [Int]] = [:]
        for index in messages.indices.reversed() {
            if let content = messages[index].content { free[content, default: []].append(index) }
        }
        var isTaken = Array(repeating: false, count: messages.count)
        for index in files.indices {
            guard let partner = free[files[index].content]?.popLast() else { continue }
            partners[index] = partner
            isTaken[partner] = true
        }
        let matched = IdentityMatch(
            local: files.indices.map { partners[$0] == nil ? files[$0].identity : nil },
            server: messages.indices.map { isTaken[$0] || messages[$0].content != nil ? nil : messages[$0].identity })
        for index in files.indices where partners[index] == nil { partners[index] = matched.partners[index] }
        return partners
    }
}
