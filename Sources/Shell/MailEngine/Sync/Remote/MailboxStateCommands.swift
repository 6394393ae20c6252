internal import IMAPProtocol
internal import MailTypes
internal import Reconciliation
internal import SyncLedger

/// The commands that query the server about one mailbox, sent in one pipeline.
struct MailboxStateCommands {
    /// How to detect changes.
    enum Mode: Hashable {
        /// List all messages, with or without their details.
        case everything
        /// SELECT returns VANISHED and changed flags [RFC 7162 §3.2].
        case qresync(UIDValidity, ModSequence)
        /// CHANGEDSINCE lists changed flags, but no deletions [RFC 7162 §3.1].
        case condStore(ModSequence)
        /// Fetch the flags of all local messages and all new ones.
        case flags
    }

    /// SELECT first, then the others.
    private(set) var commands: [IMAPCommand] = []
    /// Whether every message is fetched with all details that were requested.
    private(set) var isDescribed = false
    /// Indexes of the commands that search for messages of any age.
    private(set) var searches: Set<Int> = []
    /// The index of the search for messages inside the sync window.
    private(set) var sinceIndex: Int?
    /// A search to run after the others. Without ESEARCH, a response does not show which of two pipelined searches it
    /// answers [RFC 9051 §5.5].
    private(set) var laterKey: SearchKey?
    /// The messages of which the dates are requested, to recognize the mailbox.
    private(set) var landmarks = UIDSet()
    /// The index of the command that requests them.
    private(set) var landmarkIndex: Int?

    init(_ wanted: MailboxStateQuery, _ mode: Mode, hasCondStore: Bool, hasESEARCH: Bool) {
        var select = SelectCommand(wanted.name)
        if hasCondStore { select.resynchronization = .condStore }
        if case .qresync(let validity, let sequence) = mode {
            select.resynchronization = .qresync(validity, sequence)
        }
        commands.append(.select(select))
        switch mode {
        case .everything: appendListing(wanted)
        case .qresync:
            if wanted.needsIdentities || wanted.objectItem != nil { appendNew(wanted) }
            appendAwaited(wanted)
        case .condStore(let sequence):
            if let last = wanted.next.previous {
                var changed = FetchCommand(UIDSet(.first...last), [.flags])
                changed.changedSince = sequence
                commands.append(.fetch(changed))
            }
            appendNew(wanted)
            appendAwaited(wanted)
            if wanted.since != nil, !wanted.ours.isEmpty {
                for piece in wanted.ours.pieces(ofAtMost: Self.longestSet) { appendSearch(.uid(piece)) }
            }
        case .flags where wanted.since == nil:
            commands.append(.fetch(FetchCommand(UIDSet(.first ... .last), wanted.newItems)))
        case .flags:
            for piece in wanted.ours.pieces(ofAtMost: Self.longestSet) {
                commands.append(.fetch(FetchCommand(piece, [.flags])))
            }
            appendNew(wanted)
            appendAwaited(wanted)
        }
        appendSince(wanted, mode, hasESEARCH: hasESEARCH)
        if mode != .everything, !wanted.landmarks.isEmpty {
            landmarks = wanted.landmarks
            landmarkIndex = commands.count
            commands.append(.fetch(FetchCommand(landmarks, [.internalDate])))
        }
    }

    private mutating func appendListing(_ wanted: MailboxStateQuery) {
        if wanted.needsIdentities || wanted.isVerifying || wanted.isListing {
            commands.append(.fetch(FetchCommand(UIDSet(.first ... .last), wanted.newItems)))
            isDescribed = true
        } else {
            appendSearch(wanted.sinceKey ?? .all)
        }
    }

    private mutating func appendNew(_ wanted: MailboxStateQuery) {
        commands.append(.fetch(FetchCommand(UIDSet(wanted.next ... .last), wanted.newItems)))
    }

    private mutating func appendAwaited(_ wanted: MailboxStateQuery) {
        guard wanted.objectItem != nil, let awaited = wanted.known?.pending else { return }
        for piece in awaited.pieces(ofAtMost: Self.longestSet) {
            commands.append(.fetch(FetchCommand(piece, wanted.newItems)))
        }
    }

    private mutating func appendSearch(_ key: SearchKey) {
        searches.insert(commands.count)
        commands.append(.search(SearchCommand(key)))
    }

    private mutating func appendSince(_ wanted: MailboxStateQuery, _ mode: Mode, hasESEARCH: Bool) {
        guard let key = wanted.sinceKey else { return }
        if mode == .everything, !searches.isEmpty {
            sinceIndex = searches.first
        } else if !searches.isEmpty, !hasESEARCH {
            laterKey = key
        } else {
            sinceIndex = commands.count
            commands.append(.search(SearchCommand(key)))
        }
    }

    /// The maximum number of UIDs per command.
    static let longestSet = 4000
}

extension MailboxStateQuery {
    fileprivate var next: UID { known?.status.uidNext ?? .first }

    /// The items to fetch of new messages.
    fileprivate var newItems: [FetchItem] {
        (needsIdentities ? [.flags] + MessageIdentity.items : [.flags]) + (objectItem.map { [$0] } ?? [])
    }

    fileprivate var sinceKey: SearchKey? {
        since.map { .since(year: $0.year, month: $0.month, day: $0.day) }
    }
}
