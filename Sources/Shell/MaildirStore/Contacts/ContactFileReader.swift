internal import Contacts
internal import MailTypes

/// Parses contact files in exactly the form petrel writes, because thousands of entries must be read between two
/// keystrokes. Any other form is left to the general JSON parser.
struct ContactFileReader {
    private let octets: [UInt8]
    private var position = 0

    private init(_ octets: [UInt8]) {
        self.octets = octets
    }

    /// Parses a shard whose checksum has been verified. Returns `nil` if the file is in another form.
    static func shard(_ file: [UInt8]) -> ContactShard? {
        var reader = ContactFileReader(file)
        var shard = ContactShard()
        return reader.read(&shard) ? shard : nil
    }

    /// Appends the contacts of a file. Returns `false`, appending nothing, if the file is in another form.
    static func append(_ file: [UInt8], to contacts: inout [Contact]) -> Bool {
        var reader = ContactFileReader(file)
        let count = contacts.count
        // Swapped in and out: copying thousands of strings takes longer than parsing them.
        var shard = ContactShard()
        swap(&shard.contacts, &contacts)
        let isRead = reader.read(&shard)
        swap(&shard.contacts, &contacts)
        if !isRead { contacts.removeSubrange(count...) }
        return isRead
    }

    private mutating func read(_ shard: inout ContactShard) -> Bool {
        guard skip("{\"version\":1,\"index\":\""), position + 16 <= octets.count,
            let index = HexadecimalNumber.value(octets[position..<position + 16])
        else { return false }
        position += 16
        guard skip("\",\"content\":"), let content = number(), skip(",\"contacts\":{") else { return false }
        shard.progress = ContactProgress(index: index, content: content)
        if skip("}") { return skip(",\"sum\":\"") }
        repeat {
            // Skip the quoted hash, which follows from the address.
            position += 18
            guard skip(":[") else { return false }
            repeat {
                guard let contact = contact() else { return false }
                shard.contacts.append(contact)
            } while skip(",")
            guard skip("]") else { return false }
        } while skip(",")
        return skip("},\"sum\":\"")
    }

    private mutating func contact() -> Contact? {
        guard skip("{\"address\":\""), let address = string(), skip(",\"name\":") else { return nil }
        var name: String?
        if !skip("null") {
            guard skip("\""), let text = string() else { return nil }
            name = text
        }
        guard skip(",\"nameDate\":") else { return nil }
        var nameDate: Instant?
        if !skip("null") {
            guard let seconds = number() else { return nil }
            nameDate = Instant(seconds: seconds)
        }
        guard skip(",\"lastSeen\":"), let lastSeen = number(), skip(",\"frequency\":"), let frequency = number(),
            skip(",\"forgotten\":")
        else { return nil }
        let isForgotten = skip("true")
        guard isForgotten || skip("false"), skip("}") else { return nil }
        return Contact(
            address: EmailAddress(address), name: name, nameDate: nameDate, lastSeen: Instant(seconds: lastSeen),
            frequency: Int(clamping: frequency), isForgotten: isForgotten)
    }

    private mutating func skip(_ text: StaticString) -> Bool {
        let count = text.utf8CodeUnitCount
        guard position + count <= octets.count else { return false }
        for index in 0..<count where unsafe octets[position + index] != text.utf8Start[index] { return false }
        position += count
        return true
    }

    /// Parses the rest of a string after its opening quote. Returns `nil` if it contains an escape.
    private mutating func string() -> String? {
        let start = position
        while position < octets.count {
            let octet = octets[position]
            if octet == 0x22 { break }
            if octet == 0x5C { return nil }
            position += 1
        }
        guard position < octets.count else { return nil }
        defer { position += 1 }
        guard let text = try? UTF8Span(validating: octets.span.extracting(start..<position)) else { return nil }
        return String(copying: text)
    }

    private mutating func number() -> Int64? {
        let isNegative = skip("-")
        var value: Int64 = 0
        let start = position
        while position < octets.count, octets[position] &- 0x30 < 10, position - start < 18 {
            value = value * 10 + Int64(octets[position] - 0x30)
            position += 1
        }
        guard position > start else { return nil }
        return isNegative ? -value : value
    }
}
