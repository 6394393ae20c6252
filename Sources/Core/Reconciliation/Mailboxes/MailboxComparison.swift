import MailTypes

/// The result of comparing the three sides of one mailbox, before other mailboxes are searched for moved messages.
struct MailboxComparison {
    struct Push {
        let uid: UID
        let change: FlagDelta
    }

    /// A message that is gone here but not on the server.
    struct Absence {
        let uid: UID
        let content: InternedContentID
        /// The server's flags, and the server's changes since both sides last agreed.
        let flags: FlagSet
        let observed: FlagDelta

        /// Whether the message was marked as deleted when both sides last agreed.
        var wasMarked: Bool {
            observed.removed.contains(.deleted) || flags.contains(.deleted) && !observed.added.contains(.deleted)
        }
    }

    struct Removal {
        let uid: UID?
        let handle: LocalMessage.Handle
        let content: InternedContentID
        let isKept: Bool
        /// The flags that were changed here since both sides last agreed.
        let change: FlagDelta

        init(_ file: LocalMessage, uid: UID? = nil, isKept: Bool, change: FlagDelta = FlagDelta()) {
            self.uid = uid
            handle = file.handle
            content = file.content
            self.isKept = isKept
            self.change = change
        }
    }

    var pushes: [Push] = []
    var flaggings: [SyncOperation.Flagging] = []
    var namings: [SyncOperation.Naming] = []
    var vanished: [Absence] = []
    /// Gone on both sides.
    var forgotten: [BaselineMessage] = []
    /// Contents of `forgotten` that stay in the baseline, because their files wait for new messages elsewhere.
    var remembered: Set<InternedContentID> = []
    var removals: [Removal] = []
    /// Files without a known UID, ordered by handle.
    var unclaimed: [LocalMessage] = []
    /// Server messages that belong here and must be fetched or linked.
    var fresh = UIDSet()
    /// Server messages that are not in the baseline and are older than the window. A new copy of an old message is one
    /// of these.
    var aged = UIDSet()
    /// New server messages that have been matched with files here.
    var settledFresh = UIDSet()
    var adopted: [UID] = []
    /// Baseline messages that the server no longer has.
    var gone = UIDSet()
    /// Some of `fresh` may be one of `unclaimed`, so no unclaimed file is uploaded before that is known.
    var mustMatchFirst = false
    /// Whether the server's state is proven, including which messages are absent.
    var isProven = false
    /// Whether the server's report is inconsistent or ambiguous and must be repeated.
    var isDoubtful = false
    /// Whether the plan covers everything the server reported, so that the baseline may advance.
    var mayAdvance = true
    var notices: [SyncNotice] = []
    /// The baseline after a UIDVALIDITY change, including the messages still to be fetched.
    var restart: SyncBaseline?
    /// Messages of the renumbered mailbox whose files had already been moved away or deleted.
    var absent: [BaselineMessage] = []
    /// Whether nothing is planned for this mailbox but what makes its UIDs valid again.
    var isFrozen = false
    /// Whether the server seems to have been restored from a backup, so that all messages must be identified.
    var isRestored = false
    /// Files whose UIDs the server has given to other messages.
    var detached: [LocalMessage.Handle] = []

    /// Those of `namings` whose files already have the UID, by index.
    var adoptedClaims: [(Int, LocalMessage)] = []

    /// Files whose names contain a UID that is not in the baseline, as pairs of UID and index.
    var claimedUnassignedFiles: [(UID, Int)] = []
    /// Files named after messages that the server no longer has. They are kept, since no ledger shows that they were
    /// deleted.
    var strays: Set<LocalMessage.Handle> = []
    /// Contents of several messages that are gone here, some of which may also be gone on the server.
    var alike: Set<InternedContentID> = []
    /// Contents of messages whose files were not found in a directory that is still changing, which proves nothing.
    var unseen: Set<InternedContentID> = []
    /// Flags of messages that are gone on both sides, and may now be in this mailbox.
    var lostFlags: [InternedContentID: FlagSet] = [:]
    /// Files that may be one of `fresh`.
    var candidates: [LocalMessage.Handle] = []

    init(_ sides: ThreeWayMailboxState, failures: RejectedChangeCounts) {
        guard let local = sides.local else { return }
        guard local.look != .unreadable else {
            notices.append(.unreadable(sides.name))
            mayAdvance = false
            return
        }
        if local.look == .unsettled {
            notices.append(.unsettled(sides.name))
            // A file that is not visible now may name one of these UIDs, from an interrupted sync. If the baseline had
            // advanced past it, the file would look like one from before the ledger was lost.
            if sides.baseline?.status.uidNext != sides.server?.status.uidNext
                || sides.baseline?.pending.isEmpty == false
            {
                mayAdvance = false
            }
        }
        guard sides.isOnServer, let uidValidity = sides.uidValidity else {
            if case .archive = sides.kind { unclaimed = local.messages.sorted { $0.handle < $1.handle } }
            return
        }
        if let baseline = sides.baseline, baseline.status.uidValidity != uidValidity {
            isFrozen = true
            renumber(sides, local: local, baseline: baseline)
            return
        }
        guard sides.reassigned.isEmpty else {
            detachReassigned(sides, local)
            return
        }
        let evidence = weigh(sides)
        if Self.isRestored(sides) {
            isFrozen = true
            isRestored = true
            fresh = UIDSet()
            return
        }
        var claims = FilesByUID(local, uidValidity, below: Self.firstUnassigned(sides.server))
        compareBaseline(sides, local, evidence, &claims, failures)
        markAmbiguousDuplicates(sides)
        placeClaimed(sides, local, evidence, &claims)
        unclaimed = claims.unclaimed.map { local.messages[$0] }.sorted { $0.handle < $1.handle }
        if local.look == .settled { matchRenamed(sides.name, within: local.expressible) }
    }

    /// Subtracts the files that were moved here, if there are no new server messages that they could match instead.
    func excludeMovedContents(_ movedContents: inout [InternedContentID: Int]) {
        guard fresh.isEmpty, aged.isEmpty else { return }
        for file in unclaimed { movedContents[file.content]? -= 1 }
    }

    /// The second half of the comparison, once it is known which messages are missing in other mailboxes.
    /// `movedContents`: for each content, the number of missing messages that are certainly still on the server. That
    /// many files were moved here and do not match new messages, even if the content is identical. `lostFlags`: for each
    /// content, the flags that both sides last agreed on of a message that is now gone on both.
    mutating func finish(
        _ sides: ThreeWayMailboxState, movedContents: inout [InternedContentID: Int],
        lostFlags: [InternedContentID: FlagSet]
    ) {
        self.lostFlags = lostFlags
        guard !isFrozen, sides.isOnServer, let local = sides.local, local.look != .unreadable else { return }
        keepFlagsOfAdoptedClaims(within: local.expressible)
        matchFresh(sides, local, &movedContents)
        if local.look == .unsettled, sides.hasOpenUploads {
            // The new messages may be the uploaded ones, whose files are temporarily not visible.
            fresh = UIDSet()
            mayAdvance = false
        }
    }
}
