internal import JSONText

/// The result of a sync as the worker that ran it sends it to the process that asked for it.
extension SyncResult {
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
