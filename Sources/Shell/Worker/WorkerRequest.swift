internal import JSONText

/// What another process asks the worker of a home to do. Sent as a line of JSON; see docs/worker.md.
public struct WorkerRequest: Sendable {
    public enum Kind: Sendable {
        case sync(SyncWish)
        /// Sends all events from now on.
        case follow
        /// Asks for the state of each account.
        case status
    }

    /// A sync of accounts.
    public struct SyncWish: Sendable {
        public var accounts: [String]
        /// The only mailbox to sync; `nil` for all.
        public var mailbox: String?

        public init(accounts: [String], mailbox: String?) {
            self.accounts = accounts
            self.mailbox = mailbox
        }
    }

    /// Chosen by the sender, and repeated in the replies.
    public let id: Int64
    public let kind: Kind

    public init(_ kind: Kind, id: Int64) {
        self.kind = kind
        self.id = id
    }

    /// Reads a request; `nil` if it is not valid.
    init?(_ line: [UInt8]) {
        guard let object = try? JSONReader.value(of: line).object, let id = object["id"]?.integer else { return nil }
        switch object["do"]?.string {
        case "sync":
            let accounts = object["accounts"]?.array?.compactMap(\.string) ?? []
            guard !accounts.isEmpty else { return nil }
            kind = .sync(SyncWish(accounts: accounts, mailbox: object["mailbox"]?.string))
        case "follow": kind = .follow
        case "status": kind = .status
        default: return nil
        }
        self.id = id
    }

    var line: [UInt8] {
        var members: [(name: String, value: JSONValue)] = [("id", .integer(id))]
        switch kind {
        case .sync(let wish):
            members += [
                ("do", .string("sync")), ("accounts", .array(wish.accounts.map { .string($0) })),
                ("mailbox", wish.mailbox.map { .string($0) } ?? .null),
            ]
        case .follow: members.append(("do", .string("follow")))
        case .status: members.append(("do", .string("status")))
        }
        return JSONValue.object(JSONObject(members)).octets
    }
}
