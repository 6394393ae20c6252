/// A server that a domain announces for a service [RFC 2782, RFC 6186].
public struct ServiceRecord: Hashable, Sendable {
    public enum Kind: String, Sendable, CaseIterable {
        /// Reading mail, with TLS from the first byte.
        case imaps = "_imaps._tcp"
        /// Reading mail, with STARTTLS.
        case imap = "_imap._tcp"
        /// Submitting mail, with TLS from the first byte [RFC 8314 §5.1].
        case submissions = "_submissions._tcp"
        /// Submitting mail, with STARTTLS.
        case submission = "_submission._tcp"
    }

    /// Servers with a lower priority value are tried first.
    public let priority: UInt16
    /// Among servers of the same priority, the relative probability of being chosen.
    public let weight: UInt16
    public let port: UInt16
    /// In ASCII and lower case, without a trailing dot. Empty if the domain states that it does not offer the service.
    public let host: String

    public init(priority: UInt16, weight: UInt16, port: UInt16, host: String) {
        self.priority = priority
        self.weight = weight
        self.port = port
        self.host = host
    }

    /// Returns the records of a response, best first. Accepts arbitrary bytes. Records that cannot be parsed or that
    /// name no host are ignored.
    public static func records(in answer: [UInt8]) -> [ServiceRecord] {
        var reader = DNSResponse(answer)
        var records: [ServiceRecord] = []
        while let record = reader.nextRecord() {
            guard record.type == DNSResponse.serviceType, let found = ServiceRecord(record, in: reader),
                !records.contains(found)
            else { continue }
            records.append(found)
        }
        return records.sorted { first, second in
            (first.priority, second.weight, first.host, first.port)
                < (second.priority, first.weight, second.host, second.port)
        }
    }

    private init?(_ record: DNSResponse.Record, in answer: DNSResponse) {
        let start = record.data.lowerBound
        guard let priority = answer.number(at: start), let weight = answer.number(at: start + 2),
            let port = answer.number(at: start + 4), let (host, end) = answer.name(at: start + 6),
            end == record.data.upperBound
        else { return nil }
        self.init(priority: priority, weight: weight, port: port, host: host)
    }
}
