/// A server that receives the mail of a domain [RFC 1035 §3.3.9, RFC 5321 §5.1].
public struct MailExchanger: Hashable, Sendable {
    /// Lower values are tried first.
    public let preference: UInt16
    /// In ASCII and lower case, without a trailing dot. Empty if the domain states that it receives no mail [RFC 7505].
    public let host: String

    public init(preference: UInt16, host: String) {
        self.preference = preference
        self.host = host
    }

    /// Returns the records of a response, best first. Accepts arbitrary bytes. Records that cannot be parsed or that
    /// name no host are ignored.
    public static func records(in answer: [UInt8]) -> [MailExchanger] {
        var reader = DNSResponse(answer)
        var records: [MailExchanger] = []
        while let record = reader.nextRecord() {
            let start = record.data.lowerBound
            guard record.type == DNSResponse.exchangerType, let preference = reader.number(at: start),
                let (host, end) = reader.name(at: start + 2), end == record.data.upperBound
            else { continue }
            let found = MailExchanger(preference: preference, host: host)
            if !records.contains(found) { records.append(found) }
        }
        return records.sorted { ($0.preference, $0.host) < ($1.preference, $1.host) }
    }

    /// Whether the host is below one of the given domains, or is one of them.
    public func isBelow(_ domains: [String]) -> Bool {
        domains.contains { ".\(host)".utf8.reversed().starts(with: ".\($0)".utf8.reversed()) }
    }
}
