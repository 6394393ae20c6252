import Contacts
import MailTypes

extension FuzzTarget {
    /// An address book in any format is read to entries with addresses.
    static let addressBook = FuzzTarget(name: "addressBook", maximumLength: 4096) { bytes in
        for entry in AddressBookEntry.entries(in: bytes) {
            expect(!entry.addresses.isEmpty, "an entry has an address")
            for address in entry.addresses { expect(address.email != nil, "an entry's address is one") }
        }
    }
}
