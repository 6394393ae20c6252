internal import Accounts
internal import Composer
internal import GnuPG
internal import InternetMessage
internal import MailIndex
internal import MailTypes
internal import MaildirStore
internal import MessageSecurity
internal import Terminal

extension Console {
    /// Returns how a draft would be signed and encrypted; `nil` if it is sent in the clear.
    mutating func securityPlan(
        for draft: Draft, of account: MailAccount, programs: GnuPG, leavingOut omission: SecurityOptOut = []
    ) throws(CommandFailure) -> SecurityPlan? {
        let settings = omission.applied(to: account.configuration.security(of: draft.sender?.email))
        let draft = omission.applied(to: draft)
        let isWanted =
            draft.security.map { $0.signs || $0.encrypts }
            ?? (settings.sign == .on || (settings.encrypt ?? .off) != .off)
        guard isWanted else { return nil }
        // The agent may draw on the same screen.
        output.flush()
        errors.flush()
        let view: IndexedMail? = settings.encrypt == .mutual && draft.security == nil ? try view(of: [account]) : nil
        let console = self
        return try SecurityPlanner(draft, settings, programs) { address in
            view.map { console.prefersEncryption(address, in: $0) } ?? false
        }.plan()
    }

    /// The number of newest messages from a person in which an Autocrypt field is looked for.
    private static let newestMessages = 5

    /// Whether the newest message from an address that can say so asks for encrypted mail.
    private func prefersEncryption(_ address: EmailAddress, in view: IndexedMail) -> Bool {
        guard let query = try? query([Array("from:\(address.text)".utf8)]),
            let found = try? view.messages(matching: query, limit: Self.newestMessages)
        else { return false }
        for message in found {
            guard let header = (try? message.header()).map({ Message($0).header }) else { continue }
            guard header.addresses(.from).contains(where: { $0.email == address }) else { continue }
            // A newer message without the field takes the preference back.
            return AutocryptHeader(of: header)?.prefersEncryption ?? false
        }
        return false
    }

    /// Returns a draft as it is sent, signed and encrypted; `nil` if it is sent in the clear. `plain` is the message if
    /// another program wrote the draft.
    mutating func secured(
        _ draft: Draft, plain: [UInt8]? = nil, of account: MailAccount, id: DraftID,
        leavingOut omission: SecurityOptOut = []
    ) throws(CommandFailure) -> (octets: [UInt8], plan: SecurityPlan)? {
        let programs = securityPrograms
        guard
            let plan = try securityPlan(for: draft, of: account, programs: programs, leavingOut: omission)
        else { return nil }
        let date = savingFacts.date
        let message: [UInt8]
        if let plain {
            message = SubmittedMessageNormalizer.sevenBit(OutboxPreparation.dated(plain, date))
        } else {
            do throws(OutgoingMessageError) {
                message = try OutgoingDraft.message(of: draft, id, date, isForSigning: true)
            } catch {
                throw CommandFailure(.dataError, "cannotWrite", "It cannot be sent as it is. Type: check")
            }
        }
        let settings = account.configuration.security(of: draft.sender?.email)
        let field = autocryptField(plan, settings, draft.sender?.email, programs)
        let octets = try MessageSecuring(plan: plan, programs: programs).octets(of: field + message, unique: id.text)
        return (octets, plan)
    }

    /// Returns a whole message of another program as it is sent, signed and encrypted as the settings of its account say;
    /// `nil` if it is sent as it is, because the settings say so or because that program has secured it.
    mutating func secured(
        _ octets: [UInt8], to recipients: [EmailAddress], of account: MailAccount, leavingOut omission: SecurityOptOut
    ) throws(CommandFailure) -> (octets: [UInt8], plan: SecurityPlan)? {
        let message = Message(octets)
        guard SecuredPart(message.root) == nil else { return nil }
        let header = message.header
        let own = account.configuration.identities.map(\.address)
        let author = header.addresses(.from).first { address in address.email.map { own.contains($0) } ?? false }
        var draft = Draft()
        draft.sender = author ?? own.first.map { Address(email: $0) } ?? Array(header.addresses(.from)).first
        let named = Set([FieldName.to, .cc].flatMap { header.addresses($0) }.compactMap(\.email))
        draft.recipients.to = recipients.filter(named.contains).map { Address(email: $0) }
        draft.recipients.bcc = recipients.filter { !named.contains($0) }.map { Address(email: $0) }
        let programs = securityPrograms
        guard
            let plan = try securityPlan(for: draft, of: account, programs: programs, leavingOut: omission)
        else { return nil }
        let settings = account.configuration.security(of: draft.sender?.email)
        let field = autocryptField(plan, settings, draft.sender?.email, programs)
        let secured = try MessageSecuring(plan: plan, programs: programs).octets(
            of: field + SubmittedMessageNormalizer.sevenBit(octets), unique: Self.unique)
        return (secured, plan)
    }

    private static var unique: String { DraftID(random: (0..<16).map { _ in UInt8.random(in: 0...255) }).text }

    /// The most bytes of a key that is added to the header of a message [Autocrypt 1.1 §2.1].
    private static let longestKey = 10_000

    /// Returns a field with the user's own key, for recipients who want to answer encrypted, if mail is encrypted where
    /// possible. Without a key that fits, the message is sent without it.
    private func autocryptField(
        _ plan: SecurityPlan, _ settings: MessageSecuritySettings, _ sender: EmailAddress?, _ programs: GnuPG
    ) -> [UInt8] {
        guard plan.method == .openPGP, settings.encrypt ?? .off != .off, let sender, !sender.isInternational,
            let key = try? programs.exportKey(plan.signer ?? "<\(sender.text)>", userID: sender.text),
            (1...Self.longestKey).contains(key.count)
        else { return [] }
        return AutocryptHeader(address: sender.text, prefersEncryption: true, key: key).field
    }
}
