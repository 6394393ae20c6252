private import Glibc

/// Reads a file of any size from its beginning to its end, in pieces.
public final class SequentialFile {
    private let descriptor: Int32
    private let name: String

    private static let pieceSize = 1 << 18

    public init(_ path: Path) throws(FileError) {
        descriptor = unsafe path.withCString { unsafe open($0, O_RDONLY | O_CLOEXEC) }
        name = path.description
        guard descriptor >= 0 else { throw FileError(.open, path.description, code: errno) }
    }

    deinit { close(descriptor) }

    /// Returns the next bytes; empty at the end.
    public func next() throws(FileError) -> [UInt8] {
        var failure: Int32 = 0
        let piece = unsafe [UInt8](unsafeUninitializedCapacity: Self.pieceSize) { buffer, count in
            while true {
                let length = unsafe read(descriptor, buffer.baseAddress, buffer.count)
                if length < 0, errno == EINTR { continue }
                if length < 0 { failure = errno }
                count = max(0, length)
                return
            }
        }
        if failure != 0 { throw FileError(.read, name, code: failure) }
        return piece
    }
}
