internal import SASL

/// A command as sent. The values in it cannot contain a line end, so a command can never become two.
enum SMTPCommand {
    case hello(ClientName)
    /// HELO, for servers without extensions [RFC 5321 §2.2.1].
    case oldHello(ClientName)
    case startTLS
    case mail(EnvelopeAddress, MailParameters)
    case recipient(EnvelopeAddress, Envelope.StatusRequest?)
    case data
    case reset
    case quit

    /// The maximum line length in bytes without extensions, including the line end [RFC 5321 §4.5.3.1.4].
    static let maximumLine = 512

    var octets: [UInt8] {
        let line: [UInt8] =
            switch self {
            case .hello(let name): Array("EHLO ".utf8) + name.octets
            case .oldHello(let name): Array("HELO ".utf8) + name.octets
            case .startTLS: Array("STARTTLS".utf8)
            case .mail(let sender, let parameters):
                Array("MAIL FROM:<".utf8) + sender.octets + Array(">".utf8) + parameters.octets
            case .recipient(let address, let status):
                Array("RCPT TO:<".utf8) + address.octets + Array(">".utf8) + Self.parameters(address, status)
            case .data: Array("DATA".utf8)
            case .reset: Array("RSET".utf8)
            case .quit: Array("QUIT".utf8)
            }
        return Self.ended(line)
    }

    /// Encodes AUTH, with the initial response if there is one [RFC 4954 §4].
    static func authenticate(_ mechanism: Mechanism, _ response: Secret?) -> [UInt8] {
        ended(Array("AUTH \(mechanism.rawValue)".utf8) + (response.map { [0x20] + $0.octets } ?? []))
    }

    static func ended(_ line: [UInt8]) -> [UInt8] {
        precondition(!line.contains { $0 == 0x0D || $0 == 0x0A || $0 == 0 }, "a command holds the end of a line")
        return line + [0x0D, 0x0A]
    }

    /// Encodes the RCPT parameters for delivery status notifications [RFC 3461 §4].
    private static func parameters(_ address: EnvelopeAddress, _ status: Envelope.StatusRequest?) -> [UInt8] {
        guard let status else { return [] }
        let asked = Envelope.StatusRequest.Occasion.allCases.filter(status.occasions.contains).map(\.rawValue)
        let notify = Array(" NOTIFY=\(asked.isEmpty ? "NEVER" : asked.joined(separator: ","))".utf8)
        // A non-ASCII address would require another form [RFC 6533 §3].
        if address.isInternational { return notify }
        return notify + Array(" ORCPT=rfc822;".utf8) + Self.xtext(address.octets)
    }

    /// Encodes bytes as xtext: `+`, `=` and all bytes other than printable ASCII become `+` and two hex digits
    /// [RFC 3461 §4].
    static func xtext(_ octets: [UInt8]) -> [UInt8] {
        let digits = Array("0123456789ABCDEF".utf8)
        return octets.flatMap { octet -> [UInt8] in
            let isPlain = (0x21...0x7E).contains(octet) && octet != 0x2B && octet != 0x3D
            return isPlain ? [octet] : [0x2B, digits[Int(octet >> 4)], digits[Int(octet & 15)]]
        }
    }
}
