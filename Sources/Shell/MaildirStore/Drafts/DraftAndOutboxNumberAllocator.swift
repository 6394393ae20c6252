public import Disk
internal import JSONText

/// Assigns the numbers that users type for drafts and queued messages. There is one counter of each kind per home. A
/// number is stored before it is used, and never assigned again.
public struct DraftAndOutboxNumberAllocator: Sendable {
    public enum Kind: String, Sendable, CaseIterable {
        case draft, outbox
    }

    private let directory: Directory
    private let states: Directory

    /// `directory` is the home, which contains the file `counters`; `states` contains the state directory of each
    /// account.
    public init(in directory: Directory, states: Directory) {
        self.directory = directory
        self.states = states
    }

    /// The detector for the home of these counters.
    var home: CopiedHomeDetector { CopiedHomeDetector(in: directory, states: states) }

    private static let name = Array("counters".utf8)
    private static let lockName = Array("counters.lock".utf8)
    private static let maximumSize = 1 << 16

    /// Returns the next number. If the file is missing or damaged, counting continues above the highest number in use.
    public func next(_ kind: Kind) throws(FileError) -> Int {
        try change { object in
            let last = object[kind.rawValue]?.integer.flatMap { $0 >= 0 ? Int(exactly: $0) : nil } ?? 0
            object[kind.rawValue] = .integer(last + 1)
            return last + 1
        }
    }

    /// Returns the path of the file if it exists but is damaged.
    func damage() throws(FileError) -> Path? {
        guard try directory.status(of: Self.name) != nil, try read() == nil else { return nil }
        return directory.path / Self.name
    }

    /// Rewrites a damaged file.
    func recount() throws(FileError) {
        try change { _ in }
    }

    private func change<Result>(_ body: (inout JSONObject) -> Result) throws(FileError) -> Result {
        // Held until this returns, so that two processes never get the same number.
        let lock = try directory.lock(Self.lockName, waiting: true)
        defer { withExtendedLifetime(lock) {} }
        var object: JSONObject
        if let counted = try read() {
            object = counted
        } else {
            object = JSONObject()
            for kind in Kind.allCases { object[kind.rawValue] = .integer(try highest(kind)) }
        }
        let result = body(&object)
        try directory.write(
            JSONValue.object(object).octets + [0x0A], as: Self.name, .replacing, through: directory,
            named: Array("counters.".utf8) + UniqueName.next())
        return result
    }

    /// Returns `nil` if the file is missing or damaged.
    private func read() throws(FileError) -> JSONObject? {
        do throws(FileError) {
            let content = try directory.contents(of: Self.name, limit: Self.maximumSize)
            let object = (try? JSONReader.value(of: content))?.object
            let isWhole = Kind.allCases.allSatisfy { object?[$0.rawValue]?.integer.map { $0 >= 0 } ?? false }
            return isWhole ? object : nil
        } catch  where error.isMissing {
            return nil
        }
    }

    /// Returns the highest number in the drafts, queued messages and kept versions of any account.
    private func highest(_ kind: Kind) throws(FileError) -> Int {
        var highest = 0
        for account in try states.names() where try states.status(of: account)?.kind == .directory {
            let state = try states.directory(account)
            for box in SidecarMaildir.Kind.allCases {
                for sidecar in try SidecarMaildir.sidecars(box, in: state) {
                    let number = kind == .draft ? sidecar.draftNumber : sidecar.outboxNumber
                    highest = max(highest, number ?? 0)
                }
            }
            guard kind == .draft, try state.status(of: RecoverableDraftVersions.directoryName) != nil else { continue }
            for version in try RecoverableDraftVersions(in: state).all() { highest = max(highest, version.number) }
        }
        return highest
    }
}
