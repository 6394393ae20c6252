internal import Disk

extension StoreCheck {
    /// Checks the counters file and the contact files.
    mutating func countersAndContacts() throws(FileError) {
        if let path = try drafts.counters.damage() {
            if repairs { try drafts.counters.recount() }
            report(.damagedCounters, path, "Draft numbers continue from the highest one in use.")
        }
        guard let contacts = try ContactFiles(existingIn: drafts.state) else { return }
        for path in try contacts.damage(repairing: repairs, in: drafts.state) {
            report(.damagedContacts, path, "petrel collects its contacts from the mail again.")
        }
    }
}
