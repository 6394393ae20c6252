public import InternetMessage
public import MailTypes

/// An address in the header of a message, with its display name.
public struct ContactOccurrence: Sendable {
    public let address: EmailAddress
    /// Safe to display and never empty.
    public let name: String?

    /// The maximum number of address list entries read per message. The sender of a message with more recipients hardly
    /// knows them.
    public static let maximumEntries = 1000
    /// The maximum length of a name in bytes.
    static let maximumNameLength = 200

    /// Creates an occurrence with a cleaned `name`: runs of white space become one SP, and controls, direction marks
    /// and surrounding quotes are removed. A name that is itself an address is dropped, because it is redundant or
    /// deceptive.
    public init(address: EmailAddress, name: String?) {
        self.address = address
        self.name = name.flatMap(Self.cleaned)
    }

    /// Returns the addresses in From, To and Cc that mail can be sent to, each once, except those in `own`, which
    /// belong to the account.
    public static func of(_ header: Header, except own: Set<EmailAddress> = []) -> [ContactOccurrence] {
        let fields = [FieldName.from, .to, .cc].lazy.map { header.addresses($0) }
        return of(fields.joined(), except: own)
    }

    /// Does the same for the entries of these three fields, in that order.
    public static func of(_ entries: some Sequence<Address>, except own: Set<EmailAddress> = []) -> [ContactOccurrence]
    {
        var places: [EmailAddress: Int] = [:]
        var sightings: [ContactOccurrence] = []
        for entry in entries.prefix(maximumEntries) {
            guard let address = entry.email, address.isValid, !own.contains(address) else { continue }
            let sighting = ContactOccurrence(address: address, name: entry.name)
            if let place = places[address] {
                if sightings[place].name == nil, sighting.name != nil { sightings[place] = sighting }
            } else {
                places[address] = sightings.count
                sightings.append(sighting)
            }
        }
        return sightings
    }
}
