/// A file of an unexpected kind in a home that petrel has used before.
struct UnexpectedFileRow: Sendable {
    enum Verdict: Sendable {
        /// petrel ignores it and works.
        case passedOver
        /// Commands that need the original file fail and report it, and the others work.
        case told
    }

    let title: String
    /// Relative to the home. An existing file is moved away.
    let path: String
    let kind: SpecialFiles.Kind
    let verdict: Verdict

    init(_ title: String, _ path: String, _ kind: SpecialFiles.Kind, _ verdict: Verdict) {
        self.title = title
        self.path = path
        self.kind = kind
        self.verdict = verdict
    }

    static let identity = "00112233445566778899aabbccddeeff.00112233-4455-4677-8899-aabbccddeeff.json"

    enum Room: String, CaseIterable, Sendable {
        case mail, state, index
    }

    static func rows(_ room: Room, _ outside: String) -> [UnexpectedFileRow] {
        switch room {
        case .mail: mailboxes(outside)
        case .state: state(outside)
        case .index: index(outside)
        }
    }

    private static func mailboxes(_ outside: String) -> [UnexpectedFileRow] {
        [
            UnexpectedFileRow("a mailbox that is a link", "mail/local/Linked", .link("\(outside)/Mail"), .passedOver),
            UnexpectedFileRow("a mailbox that is a link upwards", "mail/local/Up", .link("../.."), .passedOver),
            UnexpectedFileRow("a mailbox that is a link to itself", "mail/local/Loop", .link("Loop"), .passedOver),
            UnexpectedFileRow("a mailbox that is a pipe", "mail/local/Pipe", .pipe, .passedOver),
            UnexpectedFileRow("a mailbox that is a file", "mail/local/File", .file("Subject: x\n\n"), .passedOver),
            UnexpectedFileRow("a mailbox that is empty", "mail/local/Empty", .directory, .passedOver),
            UnexpectedFileRow("a hidden directory", "mail/local/.notmuch", .directory, .passedOver),
            UnexpectedFileRow("cur is a link", "mail/local/Archive/cur", .link("\(outside)/INBOX/cur"), .passedOver),
            UnexpectedFileRow("new is a link", "mail/local/Archive/new", .link("\(outside)/INBOX/new"), .passedOver),
            UnexpectedFileRow("cur is a file", "mail/local/Archive/cur", .file("x"), .passedOver),
            UnexpectedFileRow("new is a pipe", "mail/local/Archive/new", .pipe, .passedOver),
            UnexpectedFileRow("tmp is a link", "mail/local/Archive/tmp", .link("\(outside)/empty"), .passedOver),
            UnexpectedFileRow("tmp of the inbox is a pipe", "mail/local/INBOX/tmp", .pipe, .passedOver),
            UnexpectedFileRow(
                "cur of the drafts is a link", "mail/local/Drafts/cur", .link("\(outside)/Drafts/cur"), .told),
            UnexpectedFileRow("tmp of the drafts is a link", "mail/local/Drafts/tmp", .link("\(outside)/empty"), .told),
            UnexpectedFileRow("the drafts are a link", "mail/local/Drafts", .link("\(outside)/Drafts"), .told),
            UnexpectedFileRow("the outbox is a link", "mail/local/Outbox", .link("\(outside)/Outbox"), .told),
            UnexpectedFileRow("the outbox is a file", "mail/local/Outbox", .file("x"), .told),
        ]
    }

    private static func state(_ outside: String) -> [UnexpectedFileRow] {
        let sidecars = "state/local/sidecars/Drafts/cur"
        return [
            UnexpectedFileRow(
                "a sidecar is a link", "\(sidecars)/\(identity)", .link("\(outside)/secret"), .passedOver),
            UnexpectedFileRow("a sidecar is a pipe", "\(sidecars)/\(identity)", .pipe, .passedOver),
            UnexpectedFileRow("a sidecar is a directory", "\(sidecars)/\(identity)", .directory, .passedOver),
            UnexpectedFileRow("a sidecar is a socket", "\(sidecars)/\(identity)", .socket, .passedOver),
            UnexpectedFileRow("a sidecar is endless", "\(sidecars)/\(identity)", .link("/dev/zero"), .passedOver),
            UnexpectedFileRow("a sidecar is huge", "\(sidecars)/\(identity)", .hole(1 << 31), .passedOver),
            UnexpectedFileRow("no sidecar", "\(sidecars)/README", .pipe, .passedOver),
            UnexpectedFileRow(
                "a temporary sidecar is a link", "state/local/sidecars/Drafts/tmp/x", .link(outside), .passedOver),
            UnexpectedFileRow("the sidecars are a link", sidecars, .link("\(outside)/empty"), .told),
            UnexpectedFileRow(
                "a kept version is a link", "state/local/versions/x", .link("\(outside)/secret"), .passedOver),
            UnexpectedFileRow("the kept versions are a link", "state/local/versions", .link("\(outside)/empty"), .told),
            UnexpectedFileRow("the lock is a link", "state/local/drafts.lock", .link("\(outside)/secret"), .told),
            UnexpectedFileRow("the lock is a pipe", "state/local/drafts.lock", .pipe, .told),
            UnexpectedFileRow("the account's state is a link", "state/local", .link("\(outside)/empty"), .told),
            UnexpectedFileRow("all state is a link", "state", .link("\(outside)/empty"), .told),
            UnexpectedFileRow("the counters are a link", "counters", .link("\(outside)/secret"), .told),
            UnexpectedFileRow("the counters are a pipe", "counters", .pipe, .told),
            UnexpectedFileRow("the counters' lock is a link", "counters.lock", .link("\(outside)/secret"), .told),
            UnexpectedFileRow("the home's file is a link", "home.json", .link("\(outside)/secret"), .told),
            UnexpectedFileRow("the home's file is a pipe", "home.json", .pipe, .told),
            UnexpectedFileRow("the home's lock is a link", "home.lock", .link("\(outside)/secret"), .told),
        ]
    }

    private static func index(_ outside: String) -> [UnexpectedFileRow] {
        [
            UnexpectedFileRow("the index is a link", "index/local.9.sqlite", .link("\(outside)/secret"), .told),
            UnexpectedFileRow(
                "the index is a link to nothing", "index/local.9.sqlite", .link("\(outside)/made"), .told),
            UnexpectedFileRow("the index is a pipe", "index/local.9.sqlite", .pipe, .told),
            UnexpectedFileRow("the index is a directory", "index/local.9.sqlite", .directory, .told),
            UnexpectedFileRow("the index is something else", "index/local.9.sqlite", .file("no database"), .passedOver),
            UnexpectedFileRow("its log is a link", "index/local.9.sqlite-wal", .link("\(outside)/secret"), .passedOver),
            UnexpectedFileRow(
                "one that is built is a link", "index/local.2.sqlite-building", .link("\(outside)/made"), .passedOver),
            UnexpectedFileRow("the lock of the index is a link", "index/local.lock", .link("\(outside)/secret"), .told),
            UnexpectedFileRow("the lock of the index is a pipe", "index/local.lock", .pipe, .told),
        ]
    }
}
