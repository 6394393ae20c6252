internal import Contacts
internal import Digest
internal import JSONText
internal import MailTypes

/// One of the 256 files with an account's contacts. The shard number is the first byte of the XXH3-64 of the address in
/// lower case.
struct ContactShard {
    static let count = 256
    static let version: Int64 = 1

    var contacts: [Contact] = []
    /// How far messages have been counted in this shard. After a crash some shards are ahead of others.
    var progress: ContactProgress?

    static func hash(_ address: EmailAddress) -> UInt64 {
        XXH3.hash64(address.text.utf8.map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 })
    }

    static func number(_ address: EmailAddress) -> Int {
        Int(hash(address) >> 56)
    }

    /// Returns the filename of a shard, such as `5e.json`.
    static func filename(_ number: Int) -> [UInt8] {
        HexadecimalNumber.digits(UInt64(number)).suffix(2) + Array(".json".utf8)
    }

    // MARK: - Writing

    /// Returns the file, with contacts ordered by hash. Members that a newer version wrote into `former` are kept.
    func octets(keeping former: JSONObject?) -> [UInt8] {
        var object = JSONObject()
        object["version"] = .integer(Self.version)
        object["index"] = .string(String(decoding: HexadecimalNumber.digits(progress?.index ?? 0), as: UTF8.self))
        object["content"] = .integer(progress?.content ?? 0)
        let known = former?["contacts"]?.object
        var lists: [(hash: UInt64, contacts: [Contact])] = []
        for (hash, contact) in contacts.map({ (Self.hash($0.address), $0) }).sorted(by: Self.precedes) {
            if lists.last?.hash == hash {
                lists[lists.count - 1].contacts.append(contact)
            } else {
                lists.append((hash, [contact]))
            }
        }
        var all = JSONObject()
        for (hash, contacts) in lists {
            let key = String(decoding: HexadecimalNumber.digits(hash), as: UTF8.self)
            let entries = known?[key]?.array?.compactMap(\.object) ?? []
            all[new: key] = .array(contacts.map { .object(Self.object($0, entries)) })
        }
        object["contacts"] = .object(all)
        for (name, value) in former?.members ?? [] where object[name] == nil && name != "sum" { object[name] = value }
        return ChecksummedJSON.octets(of: object)
    }

    private static func precedes(_ one: (UInt64, Contact), _ other: (UInt64, Contact)) -> Bool {
        if one.0 != other.0 { return one.0 < other.0 }
        return one.1.address.text.utf8.lexicographicallyPrecedes(other.1.address.text.utf8)
    }

    /// Members are written in the order that `ContactFileReader` expects.
    private static func object(_ contact: Contact, _ former: [JSONObject]) -> JSONObject {
        var object = JSONObject()
        object["address"] = .string(contact.address.text)
        object["name"] = contact.name.map { .string($0) } ?? .null
        object["nameDate"] = contact.nameDate.map { .integer($0.seconds) } ?? .null
        object["lastSeen"] = .integer(contact.lastSeen.seconds)
        object["frequency"] = .integer(contact.frequency)
        object["forgotten"] = .bool(contact.isForgotten)
        let known = former.first { $0["address"]?.string.map { EmailAddress($0) } == contact.address }
        for (name, value) in known?.members ?? [] where object[name] == nil { object[name] = value }
        return object
    }

    // MARK: - Reading

    /// Returns `nil` if the file is damaged or of a newer version.
    init?(reading file: [UInt8]) {
        guard ChecksummedJSON.isWhole(file) else { return nil }
        if let shard = ContactFileReader.shard(file) {
            self = shard
        } else {
            guard let object = ChecksummedJSON.object(in: file), let shard = ContactShard(object) else { return nil }
            self = shard
        }
    }

    /// Appends the contacts of a shard file. A damaged file or one of a newer version adds nothing.
    static func append(_ file: [UInt8], to contacts: inout [Contact]) {
        guard ChecksummedJSON.isWhole(file), !ContactFileReader.append(file, to: &contacts) else { return }
        if let shard = ChecksummedJSON.object(in: file).flatMap({ ContactShard($0) }) { contacts += shard.contacts }
    }

    init() {}

    private init?(_ object: JSONObject) {
        guard let version = object["version"]?.integer, version == Self.version,
            let index = object["index"]?.string.flatMap({ HexadecimalNumber.value($0.utf8) }),
            let content = object["content"]?.integer, let lists = object["contacts"]?.object
        else { return nil }
        progress = ContactProgress(index: index, content: content)
        for (_, list) in lists.members {
            for entry in list.array ?? [] {
                guard let entry = entry.object, let address = entry["address"]?.string,
                    let lastSeen = entry["lastSeen"]?.integer, let frequency = entry["frequency"]?.integer
                else { return nil }
                contacts.append(
                    Contact(
                        address: EmailAddress(address), name: entry["name"]?.string,
                        nameDate: entry["nameDate"]?.integer.map { Instant(seconds: $0) },
                        lastSeen: Instant(seconds: lastSeen), frequency: Int(clamping: frequency),
                        isForgotten: entry["forgotten"]?.bool ?? false))
            }
        }
    }
}
