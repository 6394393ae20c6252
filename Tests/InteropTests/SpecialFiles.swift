import Foundation
import Glibc
import Testing

/// Files of any kind with any bytes in their names, made and listed through system calls.
enum SpecialFiles {
    /// A kind of file that may be in the place of a message, a mailbox or a file of petrel's.
    enum Kind: Sendable {
        case file(String)
        case directory
        case pipe
        case socket
        /// With its mode and device number. Only root can create one.
        case device(UInt32, UInt)
        case link(String)
        /// A hard link to a file.
        case sameFile(String)
        /// A sparse file of this size.
        case hole(Int)
    }

    static func path(_ directory: URL, _ name: [UInt8]) -> [CChar] {
        (Array(directory.path.utf8) + [0x2F] + name + [0]).map { CChar(bitPattern: $0) }
    }

    static func make(_ kind: Kind, _ name: [UInt8], in directory: URL) throws {
        let path = path(directory, name)
        let result: Int32 =
            switch kind {
            case .file(let content): write(content, path)
            case .directory: mkdir(path, 0o755)
            case .pipe: mkfifo(path, 0o644)
            case .socket: mknod(path, S_IFSOCK | 0o644, 0)
            case .device(let mode, let number): mknod(path, mode | 0o644, number)
            case .link(let target): symlink(target, path)
            case .sameFile(let source): link(source, path)
            case .hole(let size): hole(size, path)
            }
        guard result == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    }

    private static func write(_ content: String, _ path: [CChar]) -> Int32 {
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL, 0o644)
        guard file >= 0 else { return -1 }
        defer { close(file) }
        let octets = Array(content.utf8)
        return Glibc.write(file, octets, octets.count) == octets.count ? 0 : -1
    }

    private static func hole(_ size: Int, _ path: [CChar]) -> Int32 {
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL, 0o644)
        guard file >= 0 else { return -1 }
        defer { close(file) }
        return ftruncate(file, size)
    }
}
