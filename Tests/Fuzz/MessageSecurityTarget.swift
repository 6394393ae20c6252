import InternetMessage
import MailTypes

@testable import MessageSecurity

extension FuzzTarget {
    /// Signed and encrypted mail, and what gpg reports. Whatever they contain, nothing is good without the key that made
    /// it, and only one protected text is decrypted.
    static let security = FuzzTarget(name: "security", maximumLength: 8192) { bytes in
        let report = GnuPGReport(bytes, method: .openPGP)
        expect(
            report.checkedSignatures.allSatisfy { !$0.isIntact || !$0.fingerprint.isEmpty }, "a key made the signature")
        _ = report.decryption
        _ = PublicKey.list(bytes).map { key in key.userIDs.map { KeyUserID.readable($0) } }
        for block in InlineOpenPGP.blocks(in: bytes) { _ = ArmoredPacketKind.first(in: block.octets) }
        let message = Message(bytes)
        _ = SecuredContentDetection.isAnywhere(in: message.root)
        if case .signed(_, let content, _)? = SecuredPart(message.root) {
            _ = content.signedOctets
            _ = Message(MessageUnwrapping.octets(ofSigned: message, content)).header.subject
        }
        if let field = AutocryptHeader(of: message.header) { _ = field.field }
        let writer = SecuredMessageWriter(bytes, unique: "u")
        let payload = writer.payload(isEncrypted: true)
        let secured = Message(writer.octets(around: writer.encryptedEntity([0x41], .openPGP), isEncrypted: true))
        if case .encrypted? = SecuredPart(secured.root) {
            _ = Message(MessageUnwrapping.octets(payload, in: secured)).header.subject
        }
    }
}
