internal import MailTypes
internal import Reconciliation
internal import SyncLedger

/// One pass of a sync, and what it leaves to the next.
struct SyncPass {
    let listing: MailboxListing
    /// Mailboxes that the server must list completely, because the pass before could not verify them.
    let doubted: Set<MailboxName>
    var plan = SyncPlan([])
    var isFirst = false
    var reasons: [MailboxName: MailboxPlan.Reason] = [:]
    /// Mailboxes that exist here and are not in the listing: messages that were moved into them were not deleted.
    var unlisted: [MailboxName] = []
    /// Mailboxes that this pass could not verify.
    var doubts: Set<MailboxName> = []
    /// Mailboxes that the server refused to open.
    var unobservedMailboxes: Set<MailboxName> = []
    /// Mailboxes whose flags the server listed completely.
    var compared: Set<MailboxName> = []
    var wantsAnother = false
    /// The server refused something: the next sync tries again, not the next pass.
    var hasRefusals = false
    /// Another program may be in the middle of a change: the next pass waits until that can be over.
    var mustSettle = false
    /// The UIDs that the server assigned to uploaded files in this pass.
    var assigned: [LocalMessage.Handle: UID] = [:]
    var entries: [SyncLedger.Entry] = []

    init(listing: MailboxListing, doubted: Set<MailboxName>) {
        self.listing = listing
        self.doubted = doubted
    }
}

extension MailboxPlan {
    /// Mailboxes that exist here and are not in the listing.
    var unlisted: [MailboxName] {
        var names: [MailboxName] = []
        for case .makeOnServer(let name) in steps { names.append(name) }
        for case .goneOnServer(let name, _) in notices { names.append(name) }
        return names
    }
}
