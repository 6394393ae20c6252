import MailTypes

extension IMAPSession {
    /// The maximum number of challenges in one AUTHENTICATE. No mechanism needs more.
    private static let maximumChallenges = 16

    /// Handles a response. Returns `nil` if the caller need not be notified.
    mutating func handle(_ response: Response) throws(IMAPFailure) -> SessionEvent? {
        switch state {
        case .greeting:
            guard case .status(let status) = response else {
                throw IMAPFailure(.notIMAP, .account, .later(after: nil))
            }
            return try greet(status)
        case .plain:
            return try handlePlain(response)
        case .handshake:
            throw IMAPFailure(.plaintextBeforeTLS, .account, .later(after: nil))
        case .notAuthenticated, .authenticated:
            return try handleProtected(response)
        case .over(let failure):
            throw failure
        }
    }

    private mutating func greet(_ status: StatusResponse) throws(IMAPFailure) -> SessionEvent? {
        switch (status.condition, security) {
        case (.ok, .implicitTLS):
            state = .notAuthenticated
        case (.ok, .startTLS):
            state = .plain
            return .greeted(isAuthenticated: false)
        case (.preauthenticated, .implicitTLS):
            state = .authenticated
        case (.preauthenticated, .startTLS):
            throw IMAPFailure(.preauthenticatedWithoutTLS, .account, .never)
        case (.bye, _):
            throw dismissal(status, isProtected: security == .implicitTLS)
        case (.no, _), (.bad, _):
            throw IMAPFailure(.notIMAP, .account, .later(after: nil))
        }
        if case .capability(let capabilities)? = status.code { self.capabilities = capabilities }
        return .greeted(isAuthenticated: state == .authenticated)
    }

    /// Throws if the server has sent too many responses to the oldest command in flight.
    private mutating func count(_ response: Response) throws(IMAPFailure) {
        guard !inFlight.isEmpty else { return }
        let messages = inFlight[0].mailbox?.messages ?? mailbox?.messages
        guard inFlight[0].responses.add(response, messages: messages) else { throw IMAPFailure(.tooManyResponses) }
    }

    /// Before TLS, only the answer to STARTTLS is processed. Data is ignored, because an attacker may have injected it.
    private mutating func handlePlain(_ response: Response) throws(IMAPFailure) -> SessionEvent? {
        try count(response)
        switch response {
        case .tagged(let tag, let status):
            guard let pending = inFlight.first, pending.tag == tag else { throw IMAPFailure(.answerToNothing) }
            inFlight.removeFirst()
            guard pending.command == .startTLS else { return .completed(tag, CommandResult()) }
            guard status.condition == .ok else { throw IMAPFailure(.noTLS, .account, .never) }
            guard isBufferEmpty else { throw IMAPFailure(.plaintextBeforeTLS, .account, .later(after: nil)) }
            state = .handshake
            return .startTLS
        case .continuation:
            throw IMAPFailure(.continuationForNothing)
        case .status(let status):
            if status.condition == .bye { throw dismissal(status, isProtected: false) }
            if status.condition == .preauthenticated { throw IMAPFailure(.secondGreeting) }
            return nil
        case .capability, .enabled, .list, .mailboxStatus, .search, .flags, .exists, .recent, .expunge, .vanished,
            .fetch, .namespace, .id, .unknown:
            return nil
        }
    }

    private mutating func handleProtected(_ response: Response) throws(IMAPFailure) -> SessionEvent? {
        try count(response)
        switch response {
        case .tagged(let tag, let status): return try complete(tag, status)
        case .continuation(let text): return try proceed(text)
        case .status(let status): return try handle(status)
        case .capability(let capabilities):
            self.capabilities = capabilities
        case .enabled(let names):
            let isQRESYNC = names.contains { $0.elementsEqual("QRESYNC".utf8) }
            announcesClosing = announcesClosing || isQRESYNC
            if let index = inFlight.firstIndex(where: { $0.command.isEnable }) {
                inFlight[index].result.enabled = names
            }
        case .exists, .expunge, .vanished, .flags:
            takeForMailbox(response)
        case .list, .mailboxStatus, .search, .recent, .fetch, .namespace, .id, .unknown:
            break
        }
        // There are no mailboxes or messages before authentication.
        guard state == .authenticated || response.isAboutServer else { return nil }
        return .data(response, route(response))
    }

    private mutating func takeForMailbox(_ response: Response) {
        if case .exists = response { for index in inFlight.indices { inFlight[index].hasHeardExists = true } }
        if let index = selecting { inFlight[index].mailbox?.take(response) } else { mailbox?.take(response) }
    }

    /// The index of the SELECT that mailbox data belongs to: the oldest command in flight, once the previous mailbox is
    /// closed.
    var selecting: Int? {
        guard !inFlight.isEmpty, inFlight[0].mailbox != nil else { return nil }
        return announcesClosing && mailbox != nil ? nil : 0
    }

    // MARK: - Status responses

    private mutating func handle(_ status: StatusResponse) throws(IMAPFailure) -> SessionEvent? {
        switch status.condition {
        case .preauthenticated:
            throw IMAPFailure(.secondGreeting)
        case .bye:
            guard inFlight.contains(where: { $0.command == .logout }) else {
                throw dismissal(status, isProtected: true)
            }
            return .goodbye
        case .ok, .no, .bad:
            break
        }
        guard let code = status.code else { return nil }
        switch code {
        case .alert:
            return .alert(status.text)
        case .capability(let capabilities):
            self.capabilities = capabilities
        case .closed:
            mailbox = nil
        case .notificationOverflow:
            // The server sends no further notifications after this [RFC 5465 §5.8].
            guard state == .authenticated else { return nil }
            hasNotifications = false
            return .data(.status(status), route(.status(status)))
        case .copyUID(let copied):
            // MOVE sends it before the tagged response [RFC 6851 §4.3].
            if let index = inFlight.firstIndex(where: { $0.command.accepts(copied) }) {
                inFlight[index].result.copied = copied
            }
        case .appendUID(let validity, let uids):
            // REPLACE sends it before the tagged response [RFC 8508 §4.3].
            if let index = inFlight.firstIndex(where: { $0.command.isReplace }) {
                inFlight[index].result.appended = Self.appended(validity, uids)
            }
        default:
            if let index = selecting { inFlight[index].mailbox?.take(code) } else { mailbox?.take(code) }
        }
        return nil
    }

    private func dismissal(_ status: StatusResponse, isProtected: Bool) -> IMAPFailure {
        guard isProtected else { return IMAPFailure(.dismissed(nil), .connection, .later(after: nil)) }
        let text = IMAPFailure(status, to: .noop)
        let cause: IMAPFailure.Cause =
            text.cause == .tooManyConnections || text.cause == .throttled ? text.cause : .dismissed(status.code)
        return IMAPFailure(cause, .connection, .later(after: nil), text: status.text)
    }

    private mutating func proceed(_ text: [UInt8]) throws(IMAPFailure) -> SessionEvent? {
        // Only the last command in flight, or a sign-in before all others, can be waiting for a continuation.
        guard let index = isSigningIn ? 0 : inFlight.indices.last else { throw IMAPFailure(.continuationForNothing) }
        if inFlight[index].continuations > 0 {
            inFlight[index].continuations -= 1
            return .proceed(inFlight[index].tag, [])
        }
        inFlight[index].challenges += 1
        let limit =
            switch inFlight[index].command {
            case .authenticate: Self.maximumChallenges
            case .idle: 1
            default: 0
            }
        guard limit > 0 else { throw IMAPFailure(.continuationForNothing) }
        guard inFlight[index].challenges <= limit else { throw IMAPFailure(.tooManyChallenges) }
        return .proceed(inFlight[index].tag, text)
    }

    // MARK: - Command completion

    private mutating func complete(_ tag: CommandTag, _ status: StatusResponse) throws(IMAPFailure) -> SessionEvent? {
        guard let index = inFlight.firstIndex(where: { $0.tag == tag }) else { throw IMAPFailure(.answerToNothing) }
        let pending = inFlight.remove(at: index)
        guard status.condition == .ok else {
            if pending.mailbox != nil { mailbox = nil }
            // The server may have misread the pipelined commands that follow, and may never answer them.
            if pending.command.isAuthentication, !inFlight.isEmpty { throw IMAPFailure(status, to: pending.command) }
            return .failed(tag, IMAPFailure(status, to: pending.command))
        }
        guard pending.continuations == 0 else { throw IMAPFailure(.answerBeforeContent) }
        var result = pending.result
        result.code = status.code
        if status.code == .alert { result.alert = status.text }
        if case .capability(let capabilities)? = status.code { self.capabilities = capabilities }
        if let target = pending.command.target, target == mailbox?.name, !pending.hasHeardExists {
            mailbox?.hasUnannounced = true
        }
        switch pending.command {
        case .authenticate, .login:
            if case .authenticate(_, nil) = pending.command, pending.challenges == 0 {
                throw IMAPFailure(.successWithoutExchange)
            }
            state = .authenticated
            // The capabilities announced before authentication no longer apply.
            if case .capability? = status.code {} else { capabilities = .none }
        case .select:
            mailbox = pending.mailbox
            if let code = status.code { mailbox?.take(code) }
            result.mailbox = mailbox
        case .unselect, .close:
            mailbox = nil
        case .append:
            if case .appendUID(let validity, let uids)? = status.code {
                result.appended = Self.appended(validity, uids)
            }
        case .replace:
            if case .appendUID(let validity, let uids)? = status.code {
                result.appended = Self.appended(validity, uids)
            }
        case .copy, .move:
            if case .copyUID(let copied)? = status.code, pending.command.accepts(copied) { result.copied = copied }
        case .logout:
            _ = end(IMAPFailure(.ended, .connection, .now))
        case .noop:
            mailbox?.hasUnannounced = false
        case .notify(let notify):
            hasNotifications = !notify.groups.isEmpty
        case .capability, .startTLS, .enable, .id, .namespace, .list, .status, .create, .delete, .rename,
            .subscribe, .unsubscribe, .search, .fetch, .store, .expunge, .expungeAll, .idle:
            break
        case .compress:
            isCompressed = true
            return .compressed(tag, result, takeBuffer())
        }
        return .completed(tag, result)
    }

    /// Returns `nil` unless there is exactly one UID, because only one message was appended.
    private static func appended(_ validity: UIDValidity, _ uids: UIDSet) -> CommandResult.AppendedUID? {
        guard let uid = uids.first, uids.count == 1 else { return nil }
        return CommandResult.AppendedUID(validity: validity, uid: uid)
    }
}
