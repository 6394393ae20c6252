internal import Accounts
internal import Composer
internal import GnuPG
internal import InternetMessage
internal import MailIndex
internal import MailTypes
internal import MaildirStore
internal import MessageSecurity
internal import Terminal

/// Signs and encrypts a message as planned.
struct MessageSecuring {
    let plan: SecurityPlan
    let programs: GnuPG

    /// Returns the message to send. `octets` is the plain message as it is written for signing. Throws without a result
    /// if a program fails; the plain message is never used instead.
    func octets(of octets: [UInt8], unique: String) throws(CommandFailure) -> [UInt8] {
        let writer = SecuredMessageWriter(octets, unique: unique)
        if writer.isSecured { return octets }
        let payload = writer.payload(isEncrypted: plan.encryption != nil)
        guard let encryption = plan.encryption else {
            return writer.octets(around: try signed(payload, writer), isEncrypted: false)
        }
        // OpenPGP signs inside the encryption [RFC 3156 §6.2]; S/MIME encrypts what was signed [RFC 8551 §3.7].
        let signsInside = plan.method == .openPGP
        let entity = plan.signer == nil || signsInside ? payload : try signed(payload, writer)
        let data = try encrypted(entity, encryption, signer: signsInside ? plan.signer : nil)
        return writer.octets(around: writer.encryptedEntity(data, plan.method), isEncrypted: true)
    }

    private func signed(_ payload: [UInt8], _ writer: SecuredMessageWriter) throws(CommandFailure) -> [UInt8] {
        let result: (signature: [UInt8], report: GnuPGReport)
        do throws(GnuPG.Failure) {
            result = try programs.sign(payload, as: plan.signer ?? "", plan.method)
        } catch {
            throw .security(error, "Nothing was sent.")
        }
        guard let created = result.report.created, !result.signature.isEmpty else {
            throw failure(result.report, "signed")
        }
        return writer.signedEntity(
            payload, signature: result.signature, hashAlgorithm: created.hashAlgorithm, plan.method)
    }

    private func encrypted(
        _ entity: [UInt8], _ encryption: SecurityPlan.Encryption, signer: String?
    ) throws(CommandFailure) -> [UInt8] {
        let result: (data: [UInt8], report: GnuPGReport)
        do throws(GnuPG.Failure) {
            result = try programs.encrypt(
                entity, to: encryption.recipients, hidden: encryption.hidden, signer: signer, plan.method)
        } catch {
            throw .security(error, "Nothing was sent.")
        }
        let isSigned = signer == nil || result.report.created != nil
        guard isSigned, result.report.invalidRecipients.isEmpty, !result.data.isEmpty,
            result.report.isEncryptionComplete || plan.method == .smime
        else { throw failure(result.report, "encrypted") }
        return result.data
    }

    private func failure(_ report: GnuPGReport, _ word: String) -> CommandFailure {
        let program = GnuPG.program(plan.method)
        // gpgsm does not report that a passphrase is missing.
        if report.lacksPassphrase || plan.method == .smime && plan.signer != nil && !report.hasInvalidSigner {
            return CommandFailure(
                .noPermission, "noPassphrase",
                "The message was not \(word), because the passphrase of your key is needed. Nothing was sent. Type send again and the passphrase, or unlock the key first: echo | \(program) --armor --sign"
            )
        }
        if let recipient = report.invalidRecipients.first {
            return CommandFailure(
                .noUser, "noKey",
                "\(program) does not encrypt to the key \(recipient): it has expired, was revoked or is not valid. Nothing was sent. To look at it, type: \(program) --list-keys \(recipient)"
            )
        }
        return CommandFailure(
            .unavailable, "securityProgram",
            "\(program) could not do its work, so the message was not \(word). Nothing was sent. To see why, type: \(program) --list-secret-keys"
        )
    }
}
