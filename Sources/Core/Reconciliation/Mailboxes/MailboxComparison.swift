import MailTypes

/// What a look at the three sides of one mailbox shows, before other mailboxes are asked where things went.
struct MailboxComparison {
    struct Push {
        let uid: UID
        let change: FlagDelta
    }

    /// A message that is gone here and not on the server.
    struct Absence {
        let uid: UID
        let content: ContentClass
        /// The flags that the server has, and what it changed of those that both agreed on.
        let flags: FlagSet
        let observed: FlagDelta
    }

    struct Removal {
        let uid: UID?
        let handle: LocalMessage.Handle
        let content: ContentClass
        let isKept: Bool

        init(_ file: LocalMessage, uid: UID? = nil, isKept: Bool) {
            self.uid = uid
            handle = file.handle
            content = file.content
            self.isKept = isKept
        }
    }

    var pushes: [Push] = []
    var flaggings: [SyncOperation.Flagging] = []
    var namings: [SyncOperation.Naming] = []
    var vanished: [Absence] = []
    /// Gone on both sides.
    var forgotten: [(uid: UID, content: ContentClass)] = []
    var removals: [Removal] = []
    /// Files that no UID is known for, in order of their handles.
    var unclaimed: [LocalMessage] = []
    /// What the server has and belongs here: to be fetched, or linked.
    var fresh = UIDSet()
    /// What the server has and the anchor does not, older than the window. A copy of an old message is as old.
    var aged = UIDSet()
    /// What the server has and is on its way here already.
    var settledFresh = UIDSet()
    var adopted: [UID] = []
    /// Anchored messages that the server no longer has.
    var gone = UIDSet()
    /// Some of `fresh` may be one of `unclaimed`: so none of those goes up before it is known.
    var mustMatchFirst = false
    /// The server's side is proven to be as it is said here, down to what is not there.
    var isProven = false
    /// What the server said does not fit together, and is to be said again.
    var isDoubtful = false
    /// Whether all that the server said is taken up by the plan, so that it need not say it again.
    var mayAdvance = true
    var notices: [SyncNotice] = []
    /// What replaces the anchor after another UIDVALIDITY, and what waits for that.
    var restart: SyncAnchor?
    /// Messages of that one whose files had been carried away or deleted before.
    var absent: [AnchoredMessage] = []
    var isFrozen = false

    /// Files, by their index, that claim a UID that the anchor does not know.
    var claimedUnassignedFiles: [(UID, Int)] = []
    /// Files that name messages of which both sides knew once, and that the server does not have any more.
    var strays: Set<LocalMessage.Handle> = []
    /// Contents of several messages that are gone here, of which the server may have less.
    var alike: Set<ContentClass> = []
    /// Contents of messages whose files were not seen, which proves nothing yet.
    var unseen: Set<ContentClass> = []
    /// Files that may be one of `fresh`.
    var candidates: [LocalMessage.Handle] = []

    init(_ sides: MailboxMergeInput, failures: PushFailures) {
        guard let local = sides.local else { return }
        guard local.look != .unreadable else {
            notices.append(.unreadable(sides.name))
            mayAdvance = false
            return
        }
        if local.look == .unsettled {
            notices.append(.unsettled(sides.name))
            // A file out of sight may name one of these, of a sync that was cut off. An anchor that had passed it would
            // make it a message of a lost ledger's time.
            if sides.anchor?.status.uidNext != sides.server?.status.uidNext || sides.anchor?.pending.isEmpty == false {
                mayAdvance = false
            }
        }
        guard sides.isOnServer, let uidValidity = sides.uidValidity else {
            if case .archive = sides.kind { unclaimed = local.messages.sorted { $0.handle < $1.handle } }
            return
        }
        if let anchor = sides.anchor, anchor.status.uidValidity != uidValidity {
            isFrozen = true
            renumber(sides, local: local, anchor: anchor)
            return
        }
        let evidence = weigh(sides)
        var claims = UIDAssignments(local, uidValidity)
        compareAnchored(sides, local, evidence, &claims, failures)
        markAmbiguousDuplicates(sides)
        placeClaimed(sides, local, evidence, &claims)
        unclaimed = claims.unclaimed.map { local.messages[$0] }.sorted { $0.handle < $1.handle }
        if local.look == .settled { matchRenamed(sides.name, within: local.expressible) }
    }

    /// Takes the files that were carried here off the count, where nothing new is that they could be instead.
    func excludeMovedContents(_ movedContents: inout [ContentClass: Int]) {
        guard fresh.isEmpty, aged.isEmpty else { return }
        for file in unclaimed {
            if let count = movedContents[file.content], count > 0 { movedContents[file.content] = count - 1 }
        }
    }

    /// The second half, once it is known what is missing in other mailboxes. `carried`: how many of a content are, and are
    /// certainly still on the server there. As many files were carried here, and are none of what is new here, however
    /// much they are alike.
    mutating func finish(_ sides: MailboxMergeInput, movedContents: inout [ContentClass: Int]) {
        guard !isFrozen, sides.isOnServer, let local = sides.local, local.look != .unreadable else { return }
        matchFresh(sides, local, &movedContents)
        if local.look == .unsettled, sides.hasOpenUploads {
            // What is new may be what was uploaded, and its file just out of sight.
            fresh = UIDSet()
            mayAdvance = false
        }
    }
}
