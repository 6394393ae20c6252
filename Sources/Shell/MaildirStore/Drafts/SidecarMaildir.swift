internal import Disk
internal import MailTypes

/// Drafts or Outbox: a Maildir that other programs may change, and a private directory with the sidecars of its
/// messages.
struct SidecarMaildir: Sendable {
    /// Which of the two boxes.
    enum Kind: String, Sendable, CaseIterable {
        case drafts = "Drafts"
        case outbox = "Outbox"
    }

    let kind: Kind
    let maildir: Maildir
    private let sidecars: Directory
    private let temporary: Directory

    init(_ kind: Kind, _ maildir: Maildir, sidecarsIn state: Directory) throws(FileError) {
        self.kind = kind
        self.maildir = maildir
        let directory = try state.makingDirectory(Self.directoryName).makingDirectory(Array(kind.rawValue.utf8))
        sidecars = try directory.makingDirectory(Maildir.Place.cur.octets)
        temporary = try directory.makingDirectory(Array("tmp".utf8))
    }

    private static let directoryName = Array("sidecars".utf8)

    /// The directories in which files come and go when the box changes.
    var directories: [Directory] { Maildir.Place.allCases.compactMap { maildir.subdirectory($0) } + [sidecars] }

    /// Returns all valid sidecars of an account without opening the box. `known` returns a sidecar that need not be read, by
    /// its name.
    static func sidecars(
        _ kind: Kind, in state: Directory, known: ([UInt8]) -> Sidecar? = { _ in nil }
    ) throws(FileError) -> [Sidecar] {
        guard let directory = try existingSidecars(kind, in: state) else { return [] }
        return try sidecars(in: directory.directory(Maildir.Place.cur.octets), known: known)
    }

    private static func existingSidecars(_ kind: Kind, in state: Directory) throws(FileError) -> Directory? {
        var directory = state
        for name in [directoryName, Array(kind.rawValue.utf8)] {
            guard try directory.status(of: name)?.kind == .directory else { return nil }
            directory = try directory.directory(name)
        }
        return try directory.status(of: Maildir.Place.cur.octets)?.kind == .directory ? directory : nil
    }

    private static func sidecars(
        in directory: Directory, known: ([UInt8]) -> Sidecar? = { _ in nil }
    ) throws(FileError) -> [Sidecar] {
        var sidecars: [Sidecar] = []
        for name in try directory.names() {
            if let sidecar = known(name) {
                sidecars.append(sidecar)
                continue
            }
            guard Sidecar.identity(ofFile: name) != nil, let octets = try contents(of: name, in: directory) else {
                continue
            }
            if let sidecar = try? Sidecar(reading: octets), sidecar.filename == name { sidecars.append(sidecar) }
        }
        return sidecars
    }

    /// Durably puts all queued messages on hold, whether or not their message files exist. The account's lock must be
    /// held.
    static func hold(in state: Directory, because reason: Sidecar.Hold) throws(FileError) {
        guard let directory = try existingSidecars(.outbox, in: state) else { return }
        let current = try directory.directory(Maildir.Place.cur.octets)
        let temporary = try directory.makingDirectory(Array("tmp".utf8))
        for var sidecar in try sidecars(in: current) where sidecar.hold(because: reason) {
            try write(sidecar, to: current, through: temporary)
        }
    }

    func contents(of item: DraftItem) throws(FileError) -> [UInt8] {
        var entry = item.entry
        return try maildir.contents(of: &entry)
    }

    // MARK: - Sidecars

    /// Returns `nil` if the name is not a regular file. Symbolic links are not followed, and pipes do not block.
    private static func contents(of name: [UInt8], in directory: Directory) throws(FileError) -> [UInt8]? {
        do throws(FileError) {
            return try directory.contents(of: name, limit: Sidecar.maximumSize + 1)
        } catch {
            if let kind = try directory.status(of: name)?.kind, kind != .file { return nil }
            throw error
        }
    }

    /// Returns the names of all sidecars, sorted.
    func sidecarNames() throws(FileError) -> [[UInt8]] {
        try sidecars.names().filter { Sidecar.identity(ofFile: $0) != nil }
    }

    /// Returns the names of all other files in the sidecar directory.
    func strayNames() throws(FileError) -> [[UInt8]] {
        try sidecars.names().filter { Sidecar.identity(ofFile: $0) == nil }
    }

    func path(ofSidecar name: [UInt8]) -> Path { sidecars.path / name }

    /// Returns the sidecar if it is valid and matches its name.
    func sidecar(_ name: [UInt8]) throws(FileError) -> Result<Sidecar, Sidecar.Problem> {
        guard let octets = try Self.contents(of: name, in: sidecars) else { return .failure(.unreadable) }
        do throws(Sidecar.Problem) {
            let sidecar = try Sidecar(reading: octets)
            return sidecar.filename == name ? .success(sidecar) : .failure(.misplaced)
        } catch {
            return .failure(error)
        }
    }

    /// Durably replaces the sidecar of the same message and draft.
    func write(_ sidecar: Sidecar) throws(FileError) {
        try Self.write(sidecar, to: sidecars, through: temporary)
    }

    private static func write(
        _ sidecar: Sidecar, to directory: Directory, through temporary: Directory
    ) throws(FileError) {
        try directory.write(
            as: sidecar.filename, .replacing, through: temporary, named: UniqueName.next(),
            content: sidecar.octets(created:))
    }

    /// Writes a sidecar with a batch.
    func write(_ sidecar: Sidecar, in batch: DurableBatch) throws(FileError) {
        try batch.add(
            as: sidecar.filename, in: sidecars, .replacing, through: temporary, named: UniqueName.next(),
            content: sidecar.octets(created:))
    }

    /// Returns whether the sidecar's file is the one that petrel wrote, and not a copy.
    func isOriginal(_ name: [UInt8], _ sidecar: Sidecar) throws(FileError) -> Bool {
        do throws(FileError) {
            return sidecar.isOriginal(created: try sidecars.creationTime(of: name))
        } catch  where error.isMissing {
            return true
        }
    }

    func isFile(sidecar name: [UInt8]) throws(FileError) -> Bool {
        try sidecars.status(of: name)?.kind == .file
    }

    func removeSidecar(_ name: [UInt8]) throws(FileError) {
        try sidecars.remove(name)
    }

    // MARK: - Parked sidecars

    /// Keeps the sidecar of a message that was sent or is to be sent, and whose file is missing. If the file comes back,
    /// petrel still knows what was done with it.
    func park(_ name: [UInt8], in state: Directory) throws(FileError) {
        let parked = try Self.makingParked(in: state)
        // After a power loss, it may be in both places. This one is not older.
        try parked.remove(name)
        try sidecars.rename(name, to: name, in: parked)
        try parked.synchronize()
        try sidecars.synchronize()
    }

    /// Takes the parked sidecar of a message back; `nil` if there is none.
    /// `taken`: the drafts that have a file.
    func unpark(
        _ item: DraftItem, besides taken: Set<DraftID>, in state: Directory
    ) throws(FileError) -> Sidecar? {
        guard let boxes = try Self.existingSidecars(kind, in: state), try boxes.status(of: Self.parkedName) != nil
        else {
            return nil
        }
        let parked = try boxes.directory(Self.parkedName)
        for name in try parked.names() where Sidecar.identity(ofFile: name)?.hash == item.hash {
            guard let octets = try Self.contents(of: name, in: parked), let sidecar = try? Sidecar(reading: octets),
                sidecar.filename == name, sidecar.size == item.size, sidecar.digest == item.digest,
                !taken.contains(sidecar.draftID)
            else { continue }
            do throws(FileError) {
                try parked.rename(name, to: name, in: sidecars)
            } catch  where error.isTaken {
                // The caller replaces the one that is there.
                try parked.remove(name)
            }
            try sidecars.synchronize()
            try parked.synchronize()
            return sidecar
        }
        return nil
    }

    private static func makingParked(in state: Directory) throws(FileError) -> Directory {
        try state.makingDirectory(directoryName).makingDirectory(Array(Kind.outbox.rawValue.utf8))
            .makingDirectory(parkedName)
    }

    private static let parkedName = Array("parked".utf8)

    /// Moves an invalid file to `lost`.
    func setAside(_ name: [UInt8], in state: Directory) throws(FileError) {
        let lost = try state.makingDirectory(Array("lost".utf8))
        try sidecars.rename(name, to: UniqueName.next() + [0x2E] + name.prefix(128), in: lost)
        try lost.synchronize()
        try sidecars.synchronize()
    }

    /// Removes the files of interrupted writes. The store's lock must be held, so that no write is in progress.
    func removeTemporaryFiles() throws(FileError) {
        for name in try temporary.unsortedNames() { _ = try? temporary.remove(name) }
    }
}
