public import Autoconfiguration
public import DomainNames

/// What is known about the mail of a domain from the network. All of it is untrusted.
public struct DomainLookupResults: Sendable {
    /// The servers that the domain announces for each service [RFC 6186].
    public var records: [ServiceRecord.Kind: [ServiceRecord]] = [:]
    /// The servers that receive its mail.
    public var exchangers: [MailExchanger] = []
    /// The configuration files for mail clients, the domain's own first.
    public var configurations: [ClientConfiguration] = []

    public init() {}

    /// The addresses of the configuration files for a domain, the domain's own first. The last one is a public
    /// directory, which learns the domain but not the address.
    public static func configurationURLs(localPart: String, domain: String) -> [String] {
        let address = "\(percentEncoded(localPart))%40\(domain)"
        return [
            "https://autoconfig.\(domain)/mail/config-v1.1.xml?emailaddress=\(address)",
            "https://\(domain)/.well-known/autoconfig/mail/config-v1.1.xml",
            "https://autoconfig.thunderbird.net/v1.1/\(domain)",
        ]
    }

    private static func percentEncoded(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        let octets = text.utf8.flatMap { octet -> [UInt8] in
            let isUnreserved =
                (octet | 0x20) &- 0x61 < 26 || octet &- 0x30 < 10 || [0x2D, 0x2E, 0x5F, 0x7E].contains(octet)
            return isUnreserved ? [octet] : [0x25, digits[Int(octet >> 4)], digits[Int(octet & 0x0F)]]
        }
        return String(decoding: octets, as: UTF8.self)
    }
}
