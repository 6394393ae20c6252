internal import Digest
public import Disk
internal import InternetMessage
public import MailTypes

/// The drafts and the outbox of one account.
///
/// A revision is a file that never changes. A new one is written in this order: its sidecar, then the message, whose
/// name commits it, then the former pair goes. Whatever stops the program leaves the former revision or the new one,
/// and what is left over beside it is recognized and removed. Between drafts and outbox each step raises the revision,
/// and the highest one wins, so that a message is never in both.
///
/// All changes are made under one lock an account. Other programs know nothing of it: what they do is found when the
/// store looks next.
public struct DraftStore: Sendable {
    let mail: MailTree
    let state: Directory
    let counters: Counters
    let memory = DraftCache()

    /// `state` is the account's directory for what only this program reads.
    public init(mail: MailTree, state: Directory, counters: Counters) {
        self.mail = mail
        self.state = state
        self.counters = counters
    }

    /// Whoever holds it may change the drafts and the outbox of the account whose state this is.
    static func lock(of state: Directory) throws(FileError) -> FileLock? {
        try state.lock(Array("drafts.lock".utf8), waiting: true)
    }

    /// The boxes, open for change: only while the lock is held.
    final class Opened {
        let drafts: DraftBox
        let outbox: DraftBox
        let versions: DraftVersions
        private let lock: FileLock?

        fileprivate init(_ store: DraftStore) throws(FileError) {
            // Before the lock, which holding messages takes for each account.
            try store.counters.home.settle()
            lock = try DraftStore.lock(of: store.state)
            let boxes = try store.memory.boxes(in: store.mail) { () throws(FileError) in
                DraftCache.Boxes(
                    drafts: try DraftBox(.drafts, store.mail.makingMaildir(.drafts), sidecarsIn: store.state),
                    outbox: try DraftBox(.outbox, store.mail.outbox(), sidecarsIn: store.state),
                    versions: try DraftVersions(in: store.state))
            }
            drafts = boxes.drafts
            outbox = boxes.outbox
            versions = boxes.versions
        }

        func box(_ kind: DraftBox.Kind) -> DraftBox {
            switch kind {
            case .drafts: drafts
            case .outbox: outbox
            }
        }
    }

    /// Whether there is anything to look at.
    func exists() throws(FileError) -> Bool {
        if try mail.hasOutbox() { return true }
        return try mail.maildir(.drafts) != nil
    }

    func open() throws(FileError) -> Opened {
        try Opened(self)
    }

    // MARK: - Looking

    /// Drafts and outbox as they are now.
    public struct Contents: Sendable {
        public internal(set) var drafts: [DraftItem] = []
        public internal(set) var outbox: [DraftItem] = []
        /// Drafts that were in the outbox until now, because their session ended before their undo window did.
        public internal(set) var returned: [DraftItem] = []
        /// Drafts whose text here was newer than what the server had, while somebody else put another one there. They
        /// have the other one's text now; the one from here is kept.
        public internal(set) var conflicts: [DraftItem] = []

        subscript(kind: DraftBox.Kind) -> [DraftItem] {
            get {
                switch kind {
                case .drafts: drafts
                case .outbox: outbox
                }
            }
            set {
                switch kind {
                case .drafts: drafts = newValue
                case .outbox: outbox = newValue
                }
            }
        }
    }

    /// All drafts and all messages in the outbox. What other programs have added is adopted, what a crash has left is
    /// put in order before.
    public func contents(at now: Instant) throws(FileError) -> Contents {
        let opened = try open()
        defer { withExtendedLifetime(opened) {} }
        return try recover(opened, at: now)
    }

    /// The message of an item, as it stands in its file.
    public func message(of item: DraftItem, isInOutbox: Bool) throws(FileError) -> [UInt8] {
        var entry = item.entry
        guard let maildir = isInOutbox ? try mail.outbox() : try mail.maildir(.drafts) else { return [] }
        return try maildir.contents(of: &entry)
    }

    /// The beginning of it with the whole header, and little of the text.
    public func header(of item: DraftItem, isInOutbox: Bool) throws(FileError) -> [UInt8] {
        var entry = item.entry
        guard let maildir = isInOutbox ? try mail.outbox() : try mail.maildir(.drafts) else { return [] }
        return try maildir.header(of: &entry)
    }

    public func versions() throws(FileError) -> [DraftVersions.Version] {
        try DraftVersions(in: state).all()
    }

    public func message(of version: DraftVersions.Version) throws(FileError) -> [UInt8] {
        try DraftVersions(in: state).contents(of: version)
    }

    // MARK: - Pairing

    /// What stands in a box.
    struct Scan {
        /// The messages, each with the sidecar that describes it.
        var items: [DraftItem] = []
        /// Sidecars that describe none.
        var orphans: [[UInt8]] = []
        /// Messages that could not be read: a sidecar may describe one of them.
        var failures: [FileError] = []
    }

    /// A message that is renamed while its directory is read may be in none of the names that the system gives: where
    /// one seems to be missing, the box is read again.
    func scan(_ box: DraftBox, at now: Instant) throws(FileError) -> Scan {
        var found = try look(at: box, now)
        for _ in 1..<Self.looks where !found.orphans.isEmpty {
            let again = try look(at: box, now)
            if again.orphans.count < found.orphans.count { found = again }
        }
        return found
    }

    private static let looks = 3

    private func look(at box: DraftBox, _ now: Instant) throws(FileError) -> Scan {
        var orphans = Set(try box.sidecarNames())
        var byHash: [ContentHash: [[UInt8]]] = [:]
        for name in orphans.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
            if let identity = Sidecar.identity(ofFile: name) { byHash[identity.hash, default: []].append(name) }
        }
        var scan = Scan()
        var bases: [[UInt8]: Int] = [:]
        for entry in try box.maildir.entries() {
            var found: DraftItem?
            do throws(FileError) { found = try read(entry, in: box, at: now) } catch { scan.failures.append(error) }
            guard var item = found else { continue }
            // It may also be seen under both names: then one of them is gone.
            if let other = bases.updateValue(scan.items.count, forKey: item.entry.name.base) {
                let isGone = try box.maildir.status(of: scan.items[other].entry) == nil
                if scan.items[other].hash == item.hash, isGone || scan.items[other].entry == item.entry {
                    scan.items[other].entry = item.entry
                    bases[item.entry.name.base] = other
                    continue
                }
            }
            let own = byHash[item.hash, default: []]
            // A copy of a message that has its own sidecar gets the next one of the same content.
            var names: [[UInt8]] = []
            for name in own where orphans.contains(name) {
                if try !isOfAnother(name, item, in: box) { names.append(name) }
            }
            let wanted = names.first { item.header.map(\.id) == Sidecar.identity(ofFile: $0)?.draftID } ?? names.first
            if let wanted {
                orphans.remove(wanted)
                try describe(&item, wanted, in: box)
            }
            scan.items.append(item)
        }
        scan.orphans = orphans.sorted { $0.lexicographicallyPrecedes($1) }
        return scan
    }

    /// Whether a sidecar that is to be believed describes a message that has the hash of this one, and is not this one.
    private func isOfAnother(_ name: [UInt8], _ item: DraftItem, in box: DraftBox) throws(FileError) -> Bool {
        guard case .success(let sidecar) = try box.sidecar(name), let digest = sidecar.digest else { return false }
        return digest != item.digest
    }

    /// `nil` for what is no file, and for what another program has just removed.
    private func read(_ entry: Maildir.Entry, in box: DraftBox, at now: Instant) throws(FileError) -> DraftItem? {
        guard let status = try box.maildir.status(of: entry), status.kind == .file else { return nil }
        if let known = memory.message(status) {
            return DraftItem(
                entry: entry, hash: known.hash, size: status.size, digest: known.digest, header: known.header)
        }
        var entry = entry
        let message: [UInt8]
        do throws(FileError) {
            message = try box.maildir.contents(of: &entry)
        } catch  where error.isMissing {
            return nil
        }
        let read = DraftCache.Message(
            hash: XXH3.contentHash(message), digest: SHA256.digits(of: message),
            header: DraftHeader(of: Message(message)))
        if message.count == status.size { memory.remember(status, read, at: now) }
        return DraftItem(
            entry: entry, hash: read.hash, size: message.count, digest: read.digest, header: read.header)
    }

    private func describe(_ item: inout DraftItem, _ name: [UInt8], in box: DraftBox) throws(FileError) {
        item.sidecarName = name
        switch try box.sidecar(name) {
        case .success(let sidecar):
            if sidecar.size == item.size { item.sidecar = sidecar } else { item.problem = .misplaced }
        case .failure(let problem):
            item.problem = problem
        }
    }
}
