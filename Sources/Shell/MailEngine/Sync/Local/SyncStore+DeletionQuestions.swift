internal import Database
internal import Disk
internal import MailTypes
internal import MaildirStore
internal import Reconciliation
internal import SyncLedger

/// Deletions that the user has confirmed or was asked about.
extension SyncStore {
    /// Allows this sync to delete the messages that earlier syncs have asked about, and no others: the user has not been
    /// told about those.
    func confirmQuestionedDeletions() throws(SyncFailure) {
        sync.confirmedDeletions = try SyncFailure.file { () throws(FileError) in try records.questioned() }
    }

    /// Makes this sync fetch the messages that earlier syncs have asked about.
    func restoreQuestionedDeletions() throws(SyncFailure) {
        let questioned = try SyncFailure.file { () throws(FileError) in try records.questioned() }
        for mailbox in try known() {
            let uids = Self.uids(in: questioned, of: mailbox.name, mailbox.status.uidValidity)
            guard !uids.isEmpty else { continue }
            try SyncFailure.ledger { () throws(DatabaseError) in
                try ledger.record(.expect(mailbox.name, uids), CompletedOperationData(), pass.contents)
            }
        }
        // The questions are answered. If the messages are gone once more, that is another question.
        try SyncFailure.file { () throws(FileError) in try records.setQuestioned([]) }
    }

    /// Adds what earlier syncs asked, and what the user has confirmed or commands have deleted permanently.
    func addDeletionRecords(to sides: inout [ThreeWayMailboxState]) throws(SyncFailure) {
        let (recorded, questioned) = try SyncFailure.file { () throws(FileError) in
            (try records.confirmed(), try records.questioned())
        }
        let confirmed = recorded + sync.confirmedDeletions
        guard !confirmed.isEmpty || !questioned.isEmpty else { return }
        for index in sides.indices {
            guard let validity = sides[index].baseline?.status.uidValidity else { continue }
            sides[index].confirmed = Self.uids(in: confirmed, of: sides[index].name, validity)
            sides[index].questioned = Self.uids(in: questioned, of: sides[index].name, validity)
        }
    }

    /// Adds the drafts that earlier syncs asked about, and those that the user has confirmed to have deleted.
    func addDeletionRecords(
        to situation: inout DraftPlan.Situation, _ validity: UIDValidity
    ) throws(SyncFailure) {
        let questioned = try SyncFailure.file { () throws(FileError) in try records.questioned() }
        situation.questioned = Self.uids(in: questioned, of: .drafts, validity)
        situation.confirmed = Self.uids(in: sync.confirmedDeletions, of: .drafts, validity)
    }

    /// Records the questions of the plan, so that the next sync asks again, and forgets those that are settled.
    func recordDeletionQuestions() throws(SyncFailure) {
        guard let plan = pass.plan else { return }
        var asked = plan.emptied
        for case .deletionQuestion(let name, let uids, _) in plan.notices { asked[name] = uids }
        for mailbox in try known() where mailbox.name != .drafts {
            // Only a mailbox that was scanned can have no question any longer.
            guard asked[mailbox.name] != nil || pass.scans[mailbox.name]?.isSettled ?? false else { continue }
            try recordDeletionQuestion(asked[mailbox.name] ?? UIDSet(), in: mailbox.name, mailbox.status.uidValidity)
        }
        try forgetDeletedMessages()
    }

    /// Replaces the messages of a mailbox that the user was asked about.
    func recordDeletionQuestion(
        _ uids: UIDSet, in name: MailboxName, _ validity: UIDValidity
    ) throws(SyncFailure) {
        try SyncFailure.file { () throws(FileError) in
            let former = try records.questioned()
            guard !uids.isEmpty || !former.isEmpty else { return }
            let tag = SyncedFilename.tag(of: name)
            let added = uids.uids.map {
                SyncedFilename($0, validity, in: name, arrived: Instant(seconds: 0), size: 0)
            }
            let list = former.filter { !$0.isTagged(tag) } + added
            if list != former { try records.setQuestioned(list) }
        }
    }

    /// Forgets the messages that the user has deleted permanently once the server has none of them.
    private func forgetDeletedMessages() throws(SyncFailure) {
        let confirmed = try SyncFailure.file { () throws(FileError) in try records.confirmed() }
        guard !confirmed.isEmpty else { return }
        for mailbox in try known() {
            let uids = Self.uids(in: confirmed, of: mailbox.name, mailbox.status.uidValidity)
            guard !uids.isEmpty else { continue }
            let left = try SyncFailure.ledger { () throws(DatabaseError) in
                try ledger.baseline(of: mailbox, naming: uids, &pass.contents)
            }
            guard left.messages.isEmpty else { return }
        }
        try SyncFailure.file { () throws(FileError) in try records.forgetConfirmed() }
    }

    private static func uids(in names: [SyncedFilename], of mailbox: MailboxName, _ validity: UIDValidity) -> UIDSet {
        let tag = SyncedFilename.tag(of: mailbox)
        return UIDSet(names.lazy.filter { $0.uidValidity == validity && $0.isTagged(tag) }.map(\.uid))
    }
}
