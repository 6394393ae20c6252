internal import Disk

extension StoreCheck {
    /// The files that count drafts, and those of the contacts.
    mutating func countersAndContacts() throws(FileError) {
        if let path = try drafts.counters.damage() {
            if repairs { try drafts.counters.recount() }
            report(.damagedCounters, path, "Drafts are numbered on from the highest number in use.")
        }
        guard let contacts = try ContactDirectory(existingIn: drafts.state) else { return }
        for path in try contacts.damage(repairing: repairs, in: drafts.state) {
            report(.damagedContacts, path, "Contacts in it are learnt again from the mail.")
        }
    }
}
