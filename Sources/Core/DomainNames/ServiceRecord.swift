/// A server that a domain names for a service [RFC 2782, RFC 6186].
public struct ServiceRecord: Hashable, Sendable {
    public enum Kind: String, Sendable, CaseIterable {
        /// Reading mail, with TLS from the first octet.
        case imaps = "_imaps._tcp"
        /// Reading mail, with STARTTLS.
        case imap = "_imap._tcp"
        /// Handing in mail, with TLS from the first octet [RFC 8314 §5.1].
        case submissions = "_submissions._tcp"
        /// Handing in mail, with STARTTLS.
        case submission = "_submission._tcp"
    }

    /// The lower, the sooner it is tried.
    public let priority: UInt16
    /// The more, the more often it is chosen among those of one priority.
    public let weight: UInt16
    public let port: UInt16
    /// In ASCII and lower case, without a dot at the end. Empty where the domain says that it has no such service.
    public let host: String

    public init(priority: UInt16, weight: UInt16, port: UInt16, host: String) {
        self.priority = priority
        self.weight = weight
        self.port = port
        self.host = host
    }

    /// The records of an answer, the best first. What cannot be read, or names no host, is left out, whatever the octets
    /// are.
    public static func records(in answer: [UInt8]) -> [ServiceRecord] {
        var reader = NameServerAnswer(answer)
        var records: [ServiceRecord] = []
        while let record = reader.nextRecord() {
            guard record.type == NameServerAnswer.serviceType, let found = ServiceRecord(record, in: reader),
                !records.contains(found)
            else { continue }
            records.append(found)
        }
        return records.sorted { first, second in
            (first.priority, second.weight, first.host, first.port)
                < (second.priority, first.weight, second.host, second.port)
        }
    }

    private init?(_ record: NameServerAnswer.Record, in answer: NameServerAnswer) {
        let start = record.data.lowerBound
        guard let priority = answer.number(at: start), let weight = answer.number(at: start + 2),
            let port = answer.number(at: start + 4), let (host, end) = answer.name(at: start + 6),
            end == record.data.upperBound
        else { return nil }
        self.init(priority: priority, weight: weight, port: port, host: host)
    }
}
