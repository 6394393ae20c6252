internal import Accounts
internal import InternetMessage
internal import MailTypes
internal import MaildirStore
internal import Outbox
internal import Platform

extension Console {
    /// Queues the message in the account that sends as its sender or author, or otherwise in the account for new
    /// messages, signed and encrypted as the settings of that account say.
    mutating func queue(
        _ submission: SendmailMessage, _ invocation: Invocation
    ) throws(CommandFailure) -> (account: MailAccount, item: DraftItem, plan: SecurityPlan?) {
        if submission.readsHeader, !submission.allowsLocalNames {
            try OutboxPreparation.recipientCount(submission.message)
        }
        let planned = try plannedTime(invocation)
        let (account, ambiguity) = try account(keeping: submission, invocation)
        var submission = submission
        var named: [EmailAddress] = []
        if submission.allowsLocalNames {
            let names = try localNames(of: account)
            named = try recipients(of: submission, names)
            submission = submission.replacing(names.qualifying(submission.message))
        }
        let identity = account.configuration.identities.first { $0.address == submission.sender }
        let main = identity ?? account.configuration.identities.first
        let sender = submission.sender.flatMap { $0 == .null ? nil : $0 }
        let now = clock.now()
        let octets = OutboxPreparation.completed(
            submission.message, zone.time(now), author: author(submission, main, sender))
        let envelope = try envelope(of: submission, Message(octets), account, named)
        if let ambiguity { throw try kept(octets, envelope, of: account, because: ambiguity) }
        let secured: (octets: [UInt8], plan: SecurityPlan)?
        do throws(CommandFailure) {
            secured = try self.secured(
                octets, to: envelope.recipients, of: account, leavingOut: submission.omission)
        } catch  where submission.isKeptIfUnsecured {
            throw try kept(octets, envelope, of: account, because: error)
        }
        let store = try account.drafts()
        let name = account.name.text
        let uptime = clock.uptime()
        let item = try drafting { () throws(DraftError) in
            try store.queue(secured?.octets ?? octets, from: nil, at: now) {
                $0.account = name
                $0.queuedMoment = DateAndUptime(now, uptime)
                $0.envelope = envelope
                $0.sendAfter = planned
            }
        }
        return (account, item, secured?.plan)
    }

    /// Returns the account of the message. If several could send mail of other programs, returns the first one, which keeps
    /// the message, and why it does not send it: the program that wrote it, such as cron, does not keep it.
    private func account(
        keeping submission: SendmailMessage, _ invocation: Invocation
    ) throws(CommandFailure) -> (MailAccount, CommandFailure?) {
        do throws(CommandFailure) {
            return (try account(sending: submission, invocation), nil)
        } catch  where error.exitCode == .usage && submission.allowsLocalNames {
            guard try invocation.text("account") == nil,
                let first = try accounts(invocation).first(where: { !$0.configuration.isUnnamed })
            else { throw error }
            return (first, CommandFailure(.configuration, "severalAccounts", error.message))
        }
    }

    /// Keeps a message that cannot be sent as a draft, and returns the failure that says so.
    private mutating func kept(
        _ octets: [UInt8], _ envelope: Sidecar.Envelope, of account: MailAccount, because failure: CommandFailure
    ) throws(CommandFailure) -> CommandFailure {
        let store = try account.drafts()
        let (now, account) = (clock.now(), account.name.text)
        let item = try drafting { () throws(DraftError) in
            try store.create(envelope.naming(allIn: octets), at: now) { $0.account = account }
        }
        let name = item.sidecar?.draftNumber.map { "d\($0)" } ?? "a draft"
        session?.lastDraft = name
        var sentence = "The message is kept as \(name). Once that is solved, type: petrel send \(name)"
        let header = Message(octets).header
        let others = [FieldName.to, .cc, .bcc].flatMap { header.addresses($0) }.compactMap(\.email)
            .filter { !envelope.recipients.contains($0) }
        if let other = others.first {
            sentence += "  It would then go to \(other.text) too, whom its header names: petrel resume \(name)"
        }
        return failure.adding(sentence)
    }

    /// Returns the author if the header has none; `nil` if no address is configured yet, so that the account that sends
    /// the message decides.
    private func author(_ submission: SendmailMessage, _ main: Identity?, _ sender: EmailAddress?) -> Address? {
        let name = submission.authorName ?? main?.name
        if let email = sender ?? main?.address ?? senderOfEnvironment?.email {
            return Address(name: name ?? senderOfEnvironment?.name, email: email)
        }
        return submission.authorName.map { Address(name: $0, email: unnamedSender.email) }
    }

    private func account(
        sending submission: SendmailMessage, _ invocation: Invocation
    ) throws(CommandFailure) -> MailAccount {
        let authors = Message(submission.message).header.addresses(.from).compactMap(\.email)
        let accounts = try accounts(invocation)
        for address in [submission.sender].compactMap({ $0 }) + authors {
            if let account = accounts.first(where: { account in
                account.configuration.identities.contains { $0.address == address }
            }) {
                return account
            }
        }
        return try accountToWriteFrom(invocation)
    }

    /// Returns the addresses of all recipients, from the header if wanted and from the arguments.
    private func recipients(
        of submission: SendmailMessage, _ names: UnqualifiedAddressResolver
    ) throws(CommandFailure) -> [EmailAddress] {
        var all: [SendmailOptions.Recipient] = []
        let header = Message(submission.message).header
        for field in submission.readsHeader ? [FieldName.to, .cc, .bcc] : [] {
            for address in header.addresses(field) where address.email != nil || address.name != nil {
                if let email = address.email, email.isValid {
                    all.append(.address(email))
                } else if let name = address.localName {
                    all.append(.local(name))
                } else {
                    throw OutboxPreparation.invalid(address)
                }
            }
        }
        var found: [EmailAddress] = []
        for recipient in all + submission.recipients { found += try names.addresses(of: recipient) }
        return found
    }

    /// `named`: the recipients, if local names are allowed.
    private func envelope(
        of submission: SendmailMessage, _ message: Message, _ account: MailAccount, _ named: [EmailAddress]
    ) throws(CommandFailure) -> Sidecar.Envelope {
        let isNamed = submission.allowsLocalNames || !submission.readsHeader
        let recipients = isNamed ? named : envelope(of: message, from: account)?.recipients ?? []
        var envelope = Sidecar.Envelope(
            sender: submission.sender ?? sender(of: message, account), recipients: recipients,
            messageID: message.header.messageID)
        envelope?.reports = submission.reports
        envelope?.reportsReturnMessage = submission.reportsReturnMessage
        guard let envelope else { throw OutboxPreparation.noRecipients(.noUser) }
        try OutboxPreparation.check(envelope)
        if envelope.fits { return envelope }
        throw CommandFailure(
            .dataError, "tooManyRecipients",
            "Too many recipients for one envelope. Nothing was queued. Send it to fewer at a time.")
    }
}
