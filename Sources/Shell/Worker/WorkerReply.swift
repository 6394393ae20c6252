public import JSONText

/// What the worker of a home sends to another process. Sent as a line of JSON; see docs/worker.md.
public enum WorkerReply: Sendable {
    /// The first line of each connection.
    case hello(process: Int64)
    /// How far a request is.
    case progress(id: Int64, JSONObject)
    /// The worker cannot do that. It was not begun.
    case refused(id: Int64, reason: String)
    /// The result of a request.
    case done(id: Int64, JSONObject)
    /// Something happened, for those that follow.
    case event(JSONObject)

    /// The version of the protocol. A worker with another version is not asked for anything.
    static let version: Int64 = 1

    /// Reads a reply; `nil` if it is not valid.
    init?(_ line: [UInt8]) {
        guard let object = try? JSONReader.value(of: line).object else { return nil }
        if let version = object["petrel"]?.integer {
            guard version == Self.version, let process = object["process"]?.integer else { return nil }
            self = .hello(process: process)
        } else if let event = object["event"]?.object {
            self = .event(event)
        } else if let id = object["id"]?.integer {
            if let progress = object["progress"]?.object {
                self = .progress(id: id, progress)
            } else if let reason = object["refused"]?.string {
                self = .refused(id: id, reason: reason)
            } else if let done = object["done"]?.object {
                self = .done(id: id, done)
            } else {
                return nil
            }
        } else {
            return nil
        }
    }

    var line: [UInt8] {
        let members: [(name: String, value: JSONValue)] =
            switch self {
            case .hello(let process): [("petrel", .integer(Self.version)), ("process", .integer(process))]
            case .progress(let id, let progress): [("id", .integer(id)), ("progress", .object(progress))]
            case .refused(let id, let reason): [("id", .integer(id)), ("refused", .string(reason))]
            case .done(let id, let result): [("id", .integer(id)), ("done", .object(result))]
            case .event(let event): [("event", .object(event))]
            }
        return JSONValue.object(JSONObject(members)).octets
    }
}
