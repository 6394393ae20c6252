public import InternetMessage
public import MailTypes

/// An address that stands in the header of a message, and the name beside it.
public struct ContactOccurrence: Sendable {
    public let address: EmailAddress
    /// Fit to be shown; never empty.
    public let name: String?

    /// Entries of address lists that are read of one message. Who writes to more people at once knows none of them.
    public static let maximumEntries = 1000
    /// Octets of a name that are kept.
    static let maximumNameLength = 200

    /// `name` is cleaned: one SP for each run of white space, no controls and no marks of direction, no quotes around it.
    /// A name that is itself an address tells nothing, or lies, and is left out.
    public init(address: EmailAddress, name: String?) {
        self.address = address
        self.name = name.flatMap(Self.cleaned)
    }

    /// The addresses in From, To and Cc to which mail can be sent, each once, without those in `own`, which are the
    /// account's.
    public static func of(_ header: Header, except own: Set<EmailAddress> = []) -> [ContactOccurrence] {
        let fields = [FieldName.from, .to, .cc].lazy.map { header.addresses($0) }
        return of(fields.joined(), except: own)
    }

    /// The same of the entries of these three fields, in that order.
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

    /// The visible scalars up to the maximum length, white space collapsed.
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

    /// Marks that turn the direction of what follows, past the end of the name.
    private static func isDirection(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x200B, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069, 0xFEFF: true
        default: false
        }
    }
}
