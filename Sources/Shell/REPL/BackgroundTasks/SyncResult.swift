internal import Accounts
internal import JSONText
internal import MailEngine
internal import Terminal

/// The result of a sync as it is reported: by this process, or by the worker that ran it.
struct SyncResult: Sendable {
    let exitCode: ExitCode
    /// Why accounts failed, for programs.
    let failure: CommandFailure?
    let lines: [SyncLine]
    /// The number of new messages in each account's inbox.
    let newMail: [(account: String, count: Int)]
    /// The accounts as JSON, like `sync --json` prints them.
    let accounts: [JSONValue]

    init(_ synced: [AccountSyncResult], _ request: AccountSync.Request) {
        let exitCode = synced.exitCode
        self.exitCode = exitCode
        lines = synced.lines(request)
        newMail = synced.map { ($0.account.name.text, $0.newInInbox) }
        accounts = synced.compactMap(\.json)
        failure = synced.lazy.compactMap(\.report.failure).first.flatMap { first in
            guard exitCode != .done else { return nil }
            return CommandFailure(exitCode, first.isWithoutCredentials ? "noSecret" : "syncFailed", first.sentence)
        }
    }

    /// The result of a sync that could not begin.
    init(_ failure: CommandFailure) {
        exitCode = failure.exitCode
        self.failure = failure
        lines = [.problem(failure.message)]
        newMail = []
        accounts = []
    }

    /// The result of several syncs, one after the other.
    init(of results: [SyncResult]) {
        let codes = Set(results.map(\.exitCode))
        exitCode = codes.count > 1 ? .someFailed : codes.first ?? .done
        failure = results.lazy.compactMap(\.failure).first
        lines = results.flatMap(\.lines)
        newMail = results.flatMap(\.newMail)
        accounts = results.flatMap(\.accounts)
    }

    // MARK: - Between processes

    /// Reads a result that a worker sent; `nil` if it is not valid.
    init?(_ object: JSONObject) {
        guard let code = object["exitCode"]?.integer.flatMap({ Int32(exactly: $0) }).flatMap(ExitCode.init) else {
            return nil
        }
        exitCode = code
        failure = object["error"]?.object.flatMap { error in
            guard let word = error["code"]?.string, let message = error["message"]?.string else { return nil }
            return CommandFailure(code, word, message)
        }
        lines = (object["lines"]?.array ?? []).compactMap { SyncLine($0.object) }
        accounts = object["accounts"]?.array ?? []
        newMail = (object["newMail"]?.array ?? []).compactMap { one in
            guard let account = one.object?["account"]?.string, let count = one.object?["count"]?.integer else {
                return nil
            }
            return (account, Int(count))
        }
    }

    var object: JSONObject {
        let error = failure.map { failure in
            JSONValue.object(JSONObject([("code", .string(failure.code)), ("message", .string(failure.message))]))
        }
        let counts = newMail.map { one in
            JSONValue.object(JSONObject([("account", .string(one.account)), ("count", .integer(one.count))]))
        }
        return JSONObject([
            ("exitCode", .integer(exitCode.rawValue)), ("error", error ?? .null),
            ("lines", .array(lines.map { .object($0.object) })), ("newMail", .array(counts)),
            ("accounts", .array(accounts)),
        ])
    }
}

extension SyncLine {
    fileprivate init?(_ object: JSONObject?) {
        guard let object, let text = object["text"]?.string else { return nil }
        switch object["kind"]?.string {
        case "news": self = .news(text)
        case "problem": self = .problem(text)
        case "note": self = .note(text)
        default: return nil
        }
    }

    fileprivate var object: JSONObject {
        let (kind, text) =
            switch self {
            case .news(let text): ("news", text)
            case .problem(let text): ("problem", text)
            case .note(let text): ("note", text)
            }
        return JSONObject([("kind", .string(kind)), ("text", .string(text))])
    }
}

extension AccountSyncResult {
    fileprivate var json: JSONValue? {
        var writer = JSONWriter(Output())
        writer.object { members(to: &$0) }
        return try? JSONReader.value(of: writer.output.contents)
    }
}
