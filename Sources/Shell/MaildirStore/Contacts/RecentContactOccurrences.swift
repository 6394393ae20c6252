public import Contacts
internal import Digest
internal import JSONText
public import MailTypes

extension ContactFiles {
    /// A message to be counted.
    public struct Sighting: Sendable {
        public let content: Int64
        public let date: Instant
        public let sightings: [ContactOccurrence]

        public init(content: Int64, date: Instant, sightings: [ContactOccurrence]) {
            self.content = content
            self.date = date
            self.sightings = sightings
        }
    }
}

/// The file `counted.json`: up to which message contacts have been counted.
///
/// The most recent messages are stored here in full, so that a few new messages change only this file, instead of one
/// shard per address. Each shard records its own progress: a message counts for a shard only if its content number is
/// higher.
struct RecentContactOccurrences {
    static let version: Int64 = 1
    /// Above this number of address occurrences, recent messages are counted into the shards.
    static let mostRecent = 128

    var progress: ContactProgress
    /// The total number of contacts in all shards, or slightly less after an interrupted write; `nil` if unknown.
    var contacts: Int?
    var recent: [ContactFiles.Sighting] = []

    /// Returns the occurrences to add to a shard, or to an empty one if the shard does not exist.
    func people(
        beside shard: ContactShard?, numbered number: Int
    ) -> [(sighting: ContactOccurrence, date: Instant)] {
        if let progress = shard?.progress, progress.index != self.progress.index { return [] }
        let counted = shard?.progress?.content ?? .min
        return recent.filter { $0.content > counted }.flatMap { message in
            message.sightings.filter { ContactShard.number($0.address) == number }.map { ($0, message.date) }
        }
    }

    /// The numbers of the shards that the recent messages affect.
    var shards: Set<Int> {
        Set(recent.lazy.flatMap(\.sightings).map { ContactShard.number($0.address) })
    }

    mutating func forget(_ address: EmailAddress) {
        recent = recent.map { message in
            ContactFiles.Sighting(
                content: message.content, date: message.date,
                sightings: message.sightings.filter { $0.address != address })
        }
    }

    // MARK: - File format

    var octets: [UInt8] {
        var object = JSONObject()
        object["version"] = .integer(Self.version)
        object["index"] = .string(String(decoding: HexadecimalNumber.digits(progress.index), as: UTF8.self))
        object["content"] = .integer(progress.content)
        object["contacts"] = contacts.map { .integer($0) } ?? .null
        object["recent"] = .array(
            recent.map { message in
                var entry = JSONObject()
                entry["content"] = .integer(message.content)
                entry["date"] = .integer(message.date.seconds)
                entry["people"] = .array(
                    message.sightings.map { sighting in
                        var person = JSONObject()
                        person["address"] = .string(sighting.address.text)
                        person["name"] = sighting.name.map { .string($0) } ?? .null
                        return .object(person)
                    })
                return .object(entry)
            })
        return ChecksummedJSON.octets(of: object)
    }

    /// Returns `nil` if the file is damaged or of a newer version.
    init?(reading file: [UInt8]) {
        guard ChecksummedJSON.isWhole(file), let object = ChecksummedJSON.object(in: file),
            object["version"]?.integer == Self.version,
            let index = object["index"]?.string.flatMap({ HexadecimalNumber.value($0.utf8) }),
            let last = object["content"]?.integer
        else { return nil }
        progress = ContactProgress(index: index, content: last)
        contacts = object["contacts"]?.integer.map { Int(clamping: $0) }
        for entry in object["recent"]?.array ?? [] {
            guard let entry = entry.object, let content = entry["content"]?.integer, let date = entry["date"]?.integer,
                let people = entry["people"]?.array
            else { return nil }
            var sightings: [ContactOccurrence] = []
            for person in people {
                guard let person = person.object, let address = person["address"]?.string else { return nil }
                sightings.append(ContactOccurrence(address: EmailAddress(address), name: person["name"]?.string))
            }
            recent.append(
                ContactFiles.Sighting(content: content, date: Instant(seconds: date), sightings: sightings))
        }
    }

    init(_ progress: ContactProgress, contacts: Int?) {
        self.progress = progress
        self.contacts = contacts
    }
}
