internal import Accounts
internal import Composer
internal import GnuPG
internal import InternetMessage
internal import MailTypes
internal import MaildirStore
internal import MessageSecurity
internal import Platform

/// Encrypts drafts of encrypted mail to their author before they are stored on the server.
struct DraftEncryption: Sendable {
    let account: AccountConfiguration
    let environment: Environment

    /// Needs no passphrase, because only a public key is used.
    func form(of message: [UInt8]) -> DraftUploadForm {
        let read = Message(message)
        let draft = Draft(read)
        let settings = account.security(of: draft.sender?.email)
        let encrypts = draft.security?.encrypts ?? (settings.encrypt == .on)
        // One that another device has encrypted stays as it is.
        guard encrypts, SecuredPart(read.root) == nil else { return .asStored }
        let method = draft.security?.method ?? (settings.method == .smime ? .smime : .openPGP)
        let programs = GnuPG(environment, prompting: .none)
        let address = draft.sender?.email?.text ?? ""
        do throws(GnuPG.Failure) {
            let keys = try programs.keys(settings.key ?? "<\(address)>", method, secret: true)
            guard
                let key = keys.filter({ $0.isUsable && $0.canEncrypt }).max(by: {
                    ($0.created ?? 0) < ($1.created ?? 0)
                })
            else { return .kept("It is to be encrypted, and there is no secret key of \(address).") }
            let writer = SecuredMessageWriter(
                message, unique: DraftID(random: (0..<16).map { _ in UInt8.random(in: 0...255) }).text)
            let payload = writer.payload(isEncrypted: true)
            let (data, _) = try programs.encrypt(payload, to: [key.fingerprint], method)
            guard !data.isEmpty else {
                return .kept("It is to be encrypted, and \(GnuPG.program(method)) could not do that.")
            }
            return .encrypted(writer.octets(around: writer.encryptedEntity(data, method), isEncrypted: true))
        } catch {
            return .kept("It is to be encrypted: \(SecuritySentence.of(error))")
        }
    }
}

extension MailAccount {
    /// The drafts and outbox for a sync, which stores drafts of encrypted mail encrypted on the server.
    func drafts(encryptedIn environment: Environment) throws(CommandFailure) -> DraftStore {
        var store = try drafts()
        let encryption = DraftEncryption(account: configuration, environment: environment)
        store.uploadForm = { encryption.form(of: $0) }
        return store
    }
}
