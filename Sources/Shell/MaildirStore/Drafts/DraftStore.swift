internal import Digest
public import Disk
internal import InternetMessage
public import MailTypes

/// The drafts and the outbox of one account.
///
/// A revision is an immutable file. A new one is written in this order: first its sidecar, then the message, whose
/// rename commits it, then the previous pair is removed. Whenever the process stops, either the previous or the new
/// revision is complete, and leftovers are recognized and removed. Each move between drafts and outbox raises the
/// revision, and the highest revision wins, so a message is never in both.
///
/// All changes are made under one lock per account. Other programs do not take this lock; their changes are noticed the
/// next time the store is read.
public struct DraftStore: Sendable {
    let mail: MailTree
    let state: Directory
    let counters: DraftAndOutboxNumberAllocator
    let memory = DraftStoreCache()
    /// Decides in which form a draft is stored on the server.
    public var uploadForm: (@Sendable (_ message: [UInt8]) -> DraftUploadForm)?

    /// `state` is the account's private state directory.
    public init(mail: MailTree, state: Directory, counters: DraftAndOutboxNumberAllocator) {
        self.mail = mail
        self.state = state
        self.counters = counters
    }

    /// Returns the lock that must be held to change the drafts or the outbox of the account with this state directory.
    static func lock(of state: Directory) throws(FileError) -> FileLock? {
        try state.lock(Array("drafts.lock".utf8), waiting: true)
    }

    /// The boxes, opened for changes. Holds the lock.
    final class Opened {
        let drafts: SidecarMaildir
        let outbox: SidecarMaildir
        let versions: RecoverableDraftVersions
        private let lock: FileLock?

        fileprivate convenience init(_ store: DraftStore) throws(FileError) {
            // Before the lock, because putting messages on hold locks each account.
            try store.counters.home.settle()
            try self.init(store, lock: DraftStore.lock(of: store.state))
        }

        /// Opens the boxes only for reading.
        convenience init(withoutLock store: DraftStore) throws(FileError) {
            try self.init(store, lock: nil)
        }

        private init(_ store: DraftStore, lock: FileLock?) throws(FileError) {
            self.lock = lock
            let boxes = try store.memory.boxes(in: store.mail) { () throws(FileError) in
                DraftStoreCache.Boxes(
                    drafts: try SidecarMaildir(.drafts, store.mail.makingMaildir(.drafts), sidecarsIn: store.state),
                    outbox: try SidecarMaildir(.outbox, store.mail.outbox(), sidecarsIn: store.state),
                    versions: try RecoverableDraftVersions(in: store.state))
            }
            drafts = boxes.drafts
            outbox = boxes.outbox
            versions = boxes.versions
        }

        func box(_ kind: SidecarMaildir.Kind) -> SidecarMaildir {
            switch kind {
            case .drafts: drafts
            case .outbox: outbox
            }
        }
    }

    /// Returns whether the account has drafts or an outbox.
    func exists() throws(FileError) -> Bool {
        if try mail.hasOutbox() { return true }
        return try mail.maildir(.drafts) != nil
    }

    func open() throws(FileError) -> Opened {
        try Opened(self)
    }

    // MARK: - Reading

    /// The current drafts and outbox.
    public struct Contents: Sendable {
        public internal(set) var drafts: [DraftItem] = []
        public internal(set) var outbox: [DraftItem] = []
        /// Drafts just returned from the outbox, because their session ended before their undo window did.
        public internal(set) var returned: [DraftItem] = []
        /// Drafts that were changed both here and on the server. They now have the server's text; the local text is
        /// kept as a version.
        public internal(set) var conflicts: [DraftItem] = []
        /// Messages just put on hold because another device has changed their drafts.
        public internal(set) var held: [DraftItem] = []

        subscript(kind: SidecarMaildir.Kind) -> [DraftItem] {
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

    /// Returns all drafts and messages in the outbox, after adopting files added by other programs and recovering from
    /// interrupted changes. `isGone`: whether the server no longer has the message that a file name identifies.
    public func contents(
        at now: Instant, whereGone isGone: (SyncedFilename) -> Bool = { _ in false }
    ) throws(FileError) -> Contents {
        let opened = try open()
        defer { withExtendedLifetime(opened) {} }
        return try recover(opened, at: now, whereGone: isGone)
    }

    /// Returns the message of an item, as stored.
    public func message(of item: DraftItem, isInOutbox: Bool) throws(FileError) -> [UInt8] {
        var entry = item.entry
        guard let maildir = isInOutbox ? try mail.existingOutbox() : try mail.maildir(.drafts) else { return [] }
        return try maildir.contents(of: &entry)
    }

    /// Returns the whole header and possibly the beginning of the body.
    public func header(of item: DraftItem, isInOutbox: Bool) throws(FileError) -> [UInt8] {
        var entry = item.entry
        guard let maildir = isInOutbox ? try mail.existingOutbox() : try mail.maildir(.drafts) else { return [] }
        return try maildir.header(of: &entry)
    }

    public func versions() throws(FileError) -> [RecoverableDraftVersions.Version] {
        try RecoverableDraftVersions(in: state).all()
    }

    public func message(of version: RecoverableDraftVersions.Version) throws(FileError) -> [UInt8] {
        try RecoverableDraftVersions(in: state).contents(of: version)
    }

    // MARK: - Pairing

    /// The contents of a box.
    struct Scan {
        /// The messages, each with its sidecar if there is one.
        var items: [DraftItem] = []
        /// The names of sidecars without a message.
        var orphans: [[UInt8]] = []
        /// Errors of messages that could not be read. An orphaned sidecar may belong to one of them.
        var failures: [FileError] = []
        var listing: DirectoryListing
    }

    /// Scans a box. A message that is renamed during the scan may be missing from the listing, so a box with orphaned
    /// sidecars is scanned again.
    func scan(_ box: SidecarMaildir, at now: Instant) throws(FileError) -> Scan {
        var found = try look(at: box, now)
        for _ in 1..<Self.looks where !found.orphans.isEmpty {
            let again = try look(at: box, now)
            if again.orphans.count < found.orphans.count { found = again }
        }
        return found
    }

    private static let looks = 3

    private func look(at box: SidecarMaildir, _ now: Instant) throws(FileError) -> Scan {
        let sidecars = try box.sidecarNames()
        var orphans = Set(sidecars)
        var byHash: [ContentHash: [[UInt8]]] = [:]
        for name in sidecars {
            if let identity = Sidecar.identity(ofFile: name) { byHash[identity.hash, default: []].append(name) }
        }
        let entries = try box.maildir.entries()
        var scan = Scan(listing: DirectoryListing(sidecars: sidecars, messages: entries))
        var bases: [[UInt8]: Int] = [:]
        for entry in entries {
            var found: DraftItem?
            do throws(FileError) { found = try read(entry, in: box, at: now) } catch { scan.failures.append(error) }
            guard var item = found else { continue }
            // A renamed message may be listed under both names. In that case one of them no longer exists.
            if let other = bases.updateValue(scan.items.count, forKey: item.entry.name.base) {
                let isGone = try box.maildir.status(of: scan.items[other].entry) == nil
                if scan.items[other].hash == item.hash, isGone || scan.items[other].entry == item.entry {
                    scan.items[other].entry = item.entry
                    bases[item.entry.name.base] = other
                    continue
                }
            }
            let own = byHash[item.hash, default: []]
            // Messages with the same content are each paired with a different sidecar.
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

    /// Returns whether a valid sidecar describes a different message with the same hash.
    private func isOfAnother(_ name: [UInt8], _ item: DraftItem, in box: SidecarMaildir) throws(FileError) -> Bool {
        guard case .success(let sidecar) = try box.sidecar(name), let digest = sidecar.digest else { return false }
        return digest != item.digest
    }

    /// Returns `nil` if the entry is not a regular file, or another program has just removed it.
    private func read(_ entry: Maildir.Entry, in box: SidecarMaildir, at now: Instant) throws(FileError) -> DraftItem? {
        guard let status = try box.maildir.status(of: entry), status.kind == .file else { return nil }
        if let known = memory.messages.value(for: status) {
            return DraftItem(
                entry: entry, hash: known.hash, size: status.size, digest: known.digest, header: known.header)
        }
        var entry = entry
        var hasher = MessageHasher()
        var digest = SHA256()
        var beginning: [UInt8] = []
        var size = 0
        do throws(FileError) {
            try box.maildir.forEachPiece(of: &entry) { piece in
                hasher.update(piece.span)
                digest.update(piece.span)
                beginning += piece.prefix(Self.mostHeaderBytes - beginning.count)
                size += piece.count
            }
        } catch  where error.isMissing {
            return nil
        }
        let read = DraftStoreCache.Message(
            hash: hasher.finish(), digest: digest.digits(), header: DraftHeader(of: Message(beginning)))
        if size == status.size { memory.messages.remember(read, for: status, at: now) }
        return DraftItem(entry: entry, hash: read.hash, size: size, digest: read.digest, header: read.header)
    }

    /// The number of bytes in which the header fields of a draft are looked for.
    private static let mostHeaderBytes = 1 << 20

    private func describe(_ item: inout DraftItem, _ name: [UInt8], in box: SidecarMaildir) throws(FileError) {
        item.sidecarName = name
        switch try box.sidecar(name) {
        case .success(let sidecar):
            if sidecar.size == item.size { item.sidecar = sidecar } else { item.problem = .misplaced }
        case .failure(let problem):
            item.problem = problem
        }
    }
}
