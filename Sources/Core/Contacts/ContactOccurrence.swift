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

    private static func cleaned(_ name: String) -> String? {
        var scalars = spaced(name)
        while let first = scalars.first, let last = scalars.last, scalars.count > 1, first == last,
            first == "\"" || first == "'"
        {
            scalars = Array(scalars.dropFirst().dropLast().drop { $0 == " " })
            while scalars.last == " " { scalars.removeLast() }
        }
        guard !scalars.isEmpty, scalars != ["'"], scalars != ["\""] else { return nil }
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars)
        let result = String(text)
        return EmailAddress(result).isValid ? nil : result
    }

    /// Returns the visible scalars up to the maximum length, with white space collapsed.
    private static func spaced(_ name: String) -> [Unicode.Scalar] {
        var result: [Unicode.Scalar] = []
        var octets = 0
        var isSpaceOwed = false
        for scalar in name.unicodeScalars {
            if isSpace(scalar) {
                isSpaceOwed = !result.isEmpty
            } else if !isDirection(scalar) {
                octets += UTF8.width(scalar) + (isSpaceOwed ? 1 : 0)
                guard octets <= maximumNameLength else { break }
                if isSpaceOwed { result.append(" ") }
                isSpaceOwed = false
                result.append(scalar)
            }
        }
        return result
    }

    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value <= 0x20 || 0x7F..<0xA0 ~= scalar.value || scalar.value > 0x7F && scalar.properties.isWhitespace
    }

    /// Returns whether the scalar is a direction mark or invisible. Such marks could affect text after the name.
    private static func isDirection(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x200B, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069, 0xFEFF: true
        default: false
        }
    }
}
