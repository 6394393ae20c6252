import MailTypes

extension SyncPlanner {
    /// Finds the origin of each file without a known UID.
    mutating func placeFiles() {
        let waiting = sides.indices.contains { !comparisons[$0].unclaimed.isEmpty }
        guard waiting else { return }
        var absent = absentByContent()
        var left: [(Int, LocalMessage)] = []
        let frozen = frozenContents()
        for index in sides.indices where isSettled(index) {
            for file in comparisons[index].unclaimed where !frozen.contains(file.content) {
                guard sides[index].isOnServer || isArchive(index) else { continue }
                guard let source = absent[file.content]?.popLast() else {
                    left.append((index, file))
                    continue
                }
                explained[source.mailbox].insert(source.index)
                // An interrupted sync may already have removed the message on the server.
                if comparisons[source.mailbox].isDoubtful { continue }
                carry(file, from: source, to: index)
            }
        }
        let contents = Set(left.map(\.1.content))
        let live = liveSources(of: contents)
        movedOnBothSides = contentsMovedOnBothSides()
        goneOnBothSides = contentsGoneOnBothSides(among: contents)
        let doubtful = doubtfulContents(contents)
        for (index, file) in left where !doubtful.contains(file.content) {
            place(file, in: index, live: live[file.content])
        }
    }

    func isSettled(_ index: Int) -> Bool { sides[index].local?.look == .settled }

    private func isArchive(_ index: Int) -> Bool {
        if case .archive = sides[index].kind { true } else { false }
    }

    private struct Source {
        let mailbox: Int
        let index: Int
    }

    /// Returns messages that are gone from their mailboxes here, in reverse order. Those that are certainly still on
    /// the server are at the end: the others explain a file only if nothing else does.
    private func absentByContent() -> [InternedContentID: [Source]] {
        var absent: [InternedContentID: [Source]] = [:]
        let backwards = sides.indices.reversed()
        for mailbox in backwards.filter({ !comparisons[$0].isProven }) + backwards.filter({ comparisons[$0].isProven })
        {
            for index in comparisons[mailbox].vanished.indices.reversed() {
                absent[comparisons[mailbox].vanished[index].content, default: []].append(
                    Source(mailbox: mailbox, index: index))
            }
        }
        return absent
    }

    /// Handles a file that was moved from one mailbox to another.
    private mutating func carry(_ file: LocalMessage, from source: Source, to target: Int) {
        let origin = sides[source.mailbox]
        let message = comparisons[source.mailbox].vanished[source.index]
        if origin.isReadOnly || failures.isRefused(.removal(origin.name, message.uid)) {
            takeBack(file, from: target, to: origin.name, message.uid)
            return
        }
        switch sides[target].kind {
        case .archive(let server):
            unmark(message, of: source.mailbox)
            transfers.move(from: origin.name, message.uid, to: server, file: nil)
        case .view(let flag):
            operations.append(.addFlags(origin.name, UIDSet(message.uid), FlagSet([flag])))
            operations.append(.takeBack(takingBack(file, from: target, to: origin.name, message.uid)))
        case .mailbox, .trash:
            if case .view = origin.kind {
                // A message cannot be moved out of a view, since it is stored in another mailbox.
                takeBack(file, from: target, to: origin.name, message.uid)
            } else if comparisons[target].mustMatchFirst || sides[target].isReadOnly {
                if sides[target].isReadOnly { notices.append(.held(sides[target].name, file.handle, .readOnly)) }
                comparisons[source.mailbox].mayAdvance = false
            } else {
                var (observed, flags) = (message.observed, message.flags)
                if !file.flags.contains(.deleted) || message.wasMarked {
                    unmark(message, of: source.mailbox)
                    observed.added.remove(.deleted)
                    if flags.contains(.deleted), file.flags.contains(.deleted) { observed.removed.insert(.deleted) }
                    flags.remove(.deleted)
                }
                pull(observed, message.uid, of: origin.name, to: file, in: target)
                transfers.move(from: origin.name, message.uid, to: sides[target].name, file: file.handle)
                name(file, in: target, flags: flags)
            }
        }
    }

    /// Removes the mark that another client set to delete a message, before the message is moved. It would move with the
    /// message, and the next client that expunges would delete the message where the user has put it. Without MOVE, it may
    /// be the mark of a move that was interrupted. A mark that both sides had before may be another client's, too.
    private mutating func unmark(_ message: MailboxComparison.Absence, of source: Int) {
        guard message.flags.contains(.deleted), sides[source].permanentFlags.allows(.deleted) else { return }
        comparisons[source].pushes.append(
            MailboxComparison.Push(uid: message.uid, change: FlagDelta(removing: FlagSet([.deleted]))))
    }

    /// Removes the mark from a file that the server does not have in this mailbox. It may be the mark of another client, set
    /// where the file was before.
    private mutating func unmark(_ file: LocalMessage, in target: Int) {
        guard file.flags.contains(.deleted) else { return }
        operations.append(
            .flag(
                SyncOperation.Flagging(
                    mailbox: sides[target].name, uid: nil, handle: file.handle, movedTo: sides[target].name,
                    change: FlagDelta(removing: FlagSet([.deleted])), observed: FlagDelta())))
    }

    /// Applies what the server has changed of the flags to a file that was moved here.
    private mutating func pull(
        _ observed: FlagDelta, _ uid: UID, of origin: MailboxName, to file: LocalMessage, in target: Int
    ) {
        guard !observed.isEmpty else { return }
        let scope = sides[target].local?.expressible ?? .maildir
        operations.append(
            .flag(
                SyncOperation.Flagging(
                    mailbox: origin, uid: uid, handle: file.handle, movedTo: sides[target].name,
                    change: observed.within(scope, of: file.flags), observed: observed)))
    }

    private mutating func takeBack(_ file: LocalMessage, from target: Int, to origin: MailboxName, _ uid: UID) {
        operations.append(.takeBack(takingBack(file, from: target, to: origin, uid)))
        notices.append(.reverted(origin, uid, .move(to: sides[target].name)))
    }

    private func takingBack(
        _ file: LocalMessage, from target: Int, to origin: MailboxName, _ uid: UID
    ) -> SyncOperation.TakeBack {
        SyncOperation.TakeBack(handle: file.handle, from: sides[target].name, to: origin, uid: uid)
    }

    /// Names the file after the UID that the server will assign.
    private mutating func name(_ file: LocalMessage, in target: Int, flags: FlagSet) {
        operations.append(
            .name(
                SyncOperation.Naming(
                    mailbox: sides[target].name, handle: file.handle, uid: nil,
                    change: FlagDelta(), agreed: flags, content: file.content)))
    }

    /// Handles a file that was not moved: it is new, or a copy of a message here.
    private mutating func place(_ file: LocalMessage, in target: Int, live: LiveSource?) {
        let mailbox = sides[target].name
        switch sides[target].kind {
        case .archive:
            return
        case .view(let flag):
            if let live, !live.flags.contains(flag) {
                operations.append(.addFlags(sides[live.mailbox].name, UIDSet(live.uid), FlagSet([flag])))
            } else if live == nil {
                notices.append(.held(mailbox, file.handle, .view))
            }
            return
        case .mailbox, .trash:
            break
        }
        if let count = movedOnBothSides[file.content], count > 0 {
            // Another file with this content is a copy.
            movedOnBothSides[file.content] = count - 1
            goneOnBothSides[file.content]? -= 1
            comparisons[target].removals.append(MailboxComparison.Removal(file, isKept: false))
            elsewhere[file.content, default: []].append((target, file.handle))
            carryFlags(of: file, in: target)
            return
        }
        if awaitsMessageElsewhere(file, in: target) { return }
        guard !file.isDraft, !comparisons[target].mustMatchFirst else { return }
        if comparisons[target].strays.contains(file.handle) {
            if live != nil {
                // Another client has moved the message, or removed this one of two copies.
                comparisons[target].removals.append(MailboxComparison.Removal(file, isKept: false))
                return
            }
            if mayCome(file, elsewhereThan: target) {
                comparisons[target].mustMatchFirst = true
                return
            }
        }
        if file.isAwaited { return }
        if !sides[target].isReadOnly { unmark(file, in: target) }
        if sides[target].isReadOnly {
            notices.append(.held(mailbox, file.handle, .readOnly))
        } else if failures.isRefused(.upload(mailbox, file.handle)) {
            notices.append(.held(mailbox, file.handle, .refused))
        } else if let live {
            transfers.copy(from: sides[live.mailbox].name, live.uid, to: mailbox, file: file.handle)
            name(file, in: target, flags: live.flags)
        } else if file.isWhole {
            var flags = FlagSet(file.flags.flags.filter(sides[target].permanentFlags.allows))
            flags.remove(.deleted)
            operations.append(
                .append(SyncOperation.Upload(mailbox: mailbox, handle: file.handle, flags: flags)))
            name(file, in: target, flags: flags)
        } else {
            notices.append(.held(mailbox, file.handle, .notWhole))
        }
    }

    private func mayCome(_ file: LocalMessage, elsewhereThan target: Int) -> Bool {
        sides.indices.contains { $0 != target && isPossiblyNew(file, in: $0) }
    }

    /// Returns whether a new message of the mailbox may be the file's, judging by what is known before it is fetched.
    func isPossiblyNew(_ file: LocalMessage, in index: Int) -> Bool {
        let fresh = comparisons[index].fresh
        guard !fresh.isEmpty else { return false }
        let described = (sides[index].server?.messages ?? []).filter { fresh.contains($0.uid) }
        guard described.count == fresh.count else { return true }
        return described.contains { message in
            if let content = message.content { return content == file.content }
            guard let identity = message.identity else { return true }
            return identity.messageID == file.identity?.messageID
        }
    }

    private struct LiveSource {
        let mailbox: Int
        let uid: UID
        let flags: FlagSet
    }

    /// Returns, for each content, a server message that has it and is not merely shown by a view.
    private func liveSources(of contents: Set<InternedContentID>) -> [InternedContentID: LiveSource] {
        var live: [InternedContentID: LiveSource] = [:]
        guard !contents.isEmpty else { return live }
        for mailbox in sides.indices where !comparisons[mailbox].isFrozen {
            if case .view = sides[mailbox].kind { continue }
            for message in sides[mailbox].baseline?.messages ?? [] where contents.contains(message.content) {
                guard live[message.content] == nil, !comparisons[mailbox].gone.contains(message.uid) else { continue }
                let flags = sides[mailbox].server?.message(message.uid)?.flags ?? message.flags
                live[message.content] = LiveSource(mailbox: mailbox, uid: message.uid, flags: flags)
            }
        }
        return live
    }

    /// Returns the contents that may have been moved out of a mailbox that is unreadable or still changing.
    private func doubtfulContents(_ contents: Set<InternedContentID>) -> Set<InternedContentID> {
        var doubtful: Set<InternedContentID> = []
        guard !contents.isEmpty else { return doubtful }
        for side in sides where side.local != nil && side.local?.look != .settled {
            for message in side.baseline?.messages ?? [] where contents.contains(message.content) {
                doubtful.insert(message.content)
            }
        }
        return doubtful
    }

    /// Returns the contents of renumbered mailboxes. Where those files went can only be determined once their UIDs are
    /// valid again.
    private func frozenContents() -> Set<InternedContentID> {
        var frozen: Set<InternedContentID> = []
        for index in sides.indices where comparisons[index].isFrozen {
            frozen.formUnion((sides[index].baseline?.messages ?? []).lazy.map(\.content))
        }
        return frozen
    }
}
