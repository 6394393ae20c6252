public import Disk
internal import JSONText

/// The numbers that people call drafts and queued messages by. One home has one count of each; a number is on the disk
/// before it is used, and is never used again.
public struct Counters: Sendable {
    public enum Kind: String, Sendable, CaseIterable {
        case draft, outbox
    }

    private let directory: Directory

    /// `directory` is the home's, where the file `counters` stands.
    public init(in directory: Directory) {
        self.directory = directory
    }

    private static let name = Array("counters".utf8)
    private static let lockName = Array("counters.lock".utf8)
    private static let maximumSize = 1 << 16

    /// The next number. Where the file was lost or damaged, counting goes on above `floor`, the highest number that is
    /// in use.
    public func next(_ kind: Kind, above floor: () throws(FileError) -> Int) throws(FileError) -> Int {
        // Held until this returns: two processes never get one number.
        let lock = try directory.lock(Self.lockName, waiting: true)
        defer { withExtendedLifetime(lock) {} }
        var object = try read()
        let counted = object[kind.rawValue]?.integer.flatMap { $0 >= 0 ? Int(exactly: $0) : nil }
        let last = if let counted { counted } else { try floor() }
        object[kind.rawValue] = .integer(last + 1)
        try directory.write(
            JSONValue.object(object).octets + [0x0A], as: Self.name, .replacing, through: directory,
            named: Array("counters.".utf8) + UniqueName.next())
        return last + 1
    }

    private func read() throws(FileError) -> JSONObject {
        do throws(FileError) {
            let content = try directory.contents(of: Self.name, limit: Self.maximumSize)
            return (try? JSONReader.value(of: content))?.object ?? JSONObject()
        } catch  where error.isMissing {
            return JSONObject()
        }
    }
}
