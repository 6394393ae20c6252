internal import Accounts
internal import Disk
internal import LineEditing
internal import MailClients
internal import MailEngine
internal import OAuth
internal import SASL
internal import Terminal

extension SetupDialogue {
    /// Shows a certificate, so that the user can compare it with what the provider says.
    mutating func describe(_ certificate: ServerCertificate) {
        console.printLine("Its certificate is for:  \(certificate.subject)")
        console.printLine("It is issued by:         \(certificate.issuer)")
        console.printLine("It is valid:             \(certificate.firstDay) to \(certificate.lastDay)")
        console.printLine("Its SHA-256 fingerprint:")
        for line in Self.lines(ofFingerprint: certificate.fingerprint) { console.printLine("  \(line)") }
        console.printLine(
            "If your provider has its own certificate authority, get its certificate file from the provider's website or administrator. petrel can trust it for this account."
        )
    }

    /// Breaks a fingerprint into lines that fit on a narrow screen.
    private static func lines(ofFingerprint fingerprint: String) -> [String] {
        let bytes = fingerprint.utf8.split(separator: 0x3A).map { String(decoding: Array($0), as: UTF8.self) }
        return stride(from: 0, to: bytes.count, by: fingerprintWidth).map { start in
            bytes[start..<min(bytes.count, start + fingerprintWidth)].joined(separator: ":")
        }
    }

    /// The number of bytes in a line.
    private static let fingerprintWidth = 8

    /// Asks for a file of certificate authorities, and signs in again with it.
    mutating func askForCertificateFile() -> Next {
        answered("Certificate file (PEM)", standard: account.caFile?.description) { dialogue, text in
            guard let credentials = dialogue.credentials else { return .back }
            let path = Path(text).absolute(in: dialogue.console.environment)
            do throws(FileError) {
                let content = try FileReading.contents(of: path, onlyRegular: true)
                guard !content.split(separator: 0x0A).contains(where: { $0.starts(with: Self.certificateBegin) }) else {
                    dialogue.account.caFile = path
                    return dialogue.check(credentials)
                }
                dialogue.console.printError(
                    "\(path) contains no certificate in PEM form. Type another file, or: back")
            } catch {
                dialogue.console.printError("\(error) Type another file, or: back")
            }
            return .again
        }
    }

    private static let certificateBegin = Array("-----BEGIN CERTIFICATE-----".utf8)
}
