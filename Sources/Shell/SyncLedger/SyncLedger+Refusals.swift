public import Database
public import MailTypes

extension SyncLedger {
    /// An operation that the server refused, and how many times in a row.
    public struct Refusal: Hashable, Sendable {
        public enum Subject: Hashable, Sendable {
            case flags(MailboxName, UID)
            case removal(MailboxName, UID)
            /// Identified by the unique part of the filename.
            case upload(MailboxName, [UInt8])
        }

        public let subject: Subject
        public let count: Int
    }

    public func refusals() throws(DatabaseError) -> [Refusal] {
        var found: [Refusal] = []
        try statements.journal.refusals.visit { row throws(DatabaseError) in
            guard let name = MailboxName(ledger: row.octets(1)),
                let subject = Refusal.Subject(row.number(0), name, row.octets(2))
            else { throw .damaged(path: database.path) }
            found.append(Refusal(subject: subject, count: row.number(3)))
        }
        return found
    }

    public func refuse(_ subject: Refusal.Subject) throws(DatabaseError) {
        try statements.journal.refuse.run(subject.key)
    }

    /// Removes the record: the operation succeeded, or is no longer wanted.
    public func accept(_ subject: Refusal.Subject) throws(DatabaseError) {
        try statements.journal.accept.run(subject.key)
    }
}

extension SyncLedger.Refusal.Subject {
    fileprivate var key: [SQLValue] {
        switch self {
        case .flags(let name, let uid): [.number(0), .octets(name.ledgerForm), .octets(Array(uid.description.utf8))]
        case .removal(let name, let uid): [.number(1), .octets(name.ledgerForm), .octets(Array(uid.description.utf8))]
        case .upload(let name, let base): [.number(2), .octets(name.ledgerForm), .octets(base)]
        }
    }

    fileprivate init?(_ kind: Int, _ name: MailboxName, _ subject: [UInt8]) {
        let uid = UInt32(String(decoding: subject, as: UTF8.self)).flatMap { UID(rawValue: $0) }
        switch (kind, uid) {
        case (0, let uid?): self = .flags(name, uid)
        case (1, let uid?): self = .removal(name, uid)
        case (2, _): self = .upload(name, subject)
        default: return nil
        }
    }
}
