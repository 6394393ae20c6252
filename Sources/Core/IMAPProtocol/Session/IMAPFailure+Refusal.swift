extension IMAPFailure {
    /// Classifies a NO or BAD response by its code [RFC 5530] and by texts that providers use instead.
    init(_ status: StatusResponse, to command: IMAPCommand) {
        let refused = Cause.refused(status.condition, status.code)
        func failure(_ cause: Cause, _ reach: Reach, _ retry: Retry) -> IMAPFailure {
            IMAPFailure(cause, reach, retry, text: status.text)
        }
        if let known = Self.knownText(status.text, command) {
            self = failure(known.cause, known.reach, known.retry)
            return
        }
        let later = Retry.later(after: nil)
        switch status.code {
        case .throttled: self = failure(.throttled, .account, later)
        case .unavailable, .serverBug, .inUse:
            self = failure(refused, command.isAuthentication ? .account : command.reach, later)
        case .authenticationFailed: self = failure(.authenticationRefused, .account, .never)
        case .authorizationFailed, .expired, .privacyRequired, .contactAdministrator, .webAlert:
            let blocks = command.isAuthentication
            self = failure(
                blocks ? .authenticationBlocked(status.code) : refused, blocks ? .account : command.reach, .never)
        case .limit where command.isAuthentication: self = failure(.tooManyConnections, .connection, later)
        case .limit, .tooBig:
            self = failure(refused, command.reach, command.isAppend ? .never : later)
        case .overQuota: self = failure(refused, .account, later)
        case .expungeIssued: self = failure(refused, .message, .now)
        case .tryCreate, .nonExistent, .noPermission, .cannot, .alreadyExists, .hasChildren, .useAttribute, .clientBug,
            .badCharset, .badEvent, .compressionActive, .unknownEncoding, .uidNotSticky, .referral:
            self = failure(refused, command.reach, .never)
        case .alert, .appendUID, .capability, .closed, .copyUID, .corruption, .highestModSequence, .mailboxID,
            .messageLimit, .modified, .noModSequence, .notificationOverflow, .notSaved, .parse, .permanentFlags,
            .readOnly, .readWrite, .uidNext, .uidRequired, .uidValidity, .unseen, .other, nil:
            if command.isAuthentication {
                self = failure(.authenticationRefused, .account, .never)
            } else {
                // BAD rejects the command itself, so a retry would fail too.
                self = failure(refused, command.reach, status.condition == .bad ? .never : later)
            }
        }
    }

    /// The longest delay in milliseconds that a server can impose.
    private static let longestBackoff: UInt64 = 300_000

    /// Recognizes texts of servers that send no response code.
    private static func knownText(
        _ text: [UInt8], _ command: IMAPCommand
    ) -> (cause: Cause, reach: Reach, retry: Retry)? {
        let words = String(decoding: text.lowercasedASCII().prefix(512), as: UTF8.self)
        let later = Retry.later(after: nil)
        if words.contains("request is throttled") || words.contains("suggested backoff time") {
            return (.throttled, .account, .later(after: backoff(in: words)))
        }
        let connections = [
            "too many simultaneous connections", "maximum number of connections",
            "user is authenticated but not connected", "too many connections",
        ]
        if connections.contains(where: { words.contains($0) }) { return (.tooManyConnections, .connection, later) }
        if command.isAuthentication, words.contains("temporar") || words.contains("try again later") {
            return (.refused(.no, nil), .account, later)
        }
        return nil
    }

    /// Parses `Suggested Backoff Time: 299961 milliseconds`.
    private static func backoff(in words: String) -> Duration? {
        guard let start = words.utf8.firstIndex(of: 0x3A) else { return nil }
        let digits = words.utf8[start...].drop { !$0.isDigit }.prefix { $0.isDigit }
        guard let number = UInt64(String(decoding: Array(digits), as: UTF8.self)) else { return nil }
        return .milliseconds(Int64(min(number, longestBackoff)))
    }
}

extension IMAPCommand {
    var isAppend: Bool {
        switch self {
        case .append, .replace: true
        default: false
        }
    }

    /// The scope of a refusal of this command.
    var reach: IMAPFailure.Reach {
        switch self {
        case .authenticate, .login: .account
        case .capability, .noop, .logout, .startTLS, .enable, .id, .namespace, .list, .idle, .notify, .compress:
            .connection
        case .status, .select, .unselect, .close, .create, .delete, .rename, .subscribe, .unsubscribe, .search,
            .expungeAll:
            .mailbox
        case .fetch, .store, .copy, .move, .expunge, .append, .replace: .message
        }
    }
}
