import Foundation
import Glibc
import Testing

extension SpecialFiles {
    /// Returns the content of a regular file smaller than 1 MB. Does not follow links.
    static func content(_ name: [UInt8], in directory: URL) -> Data? {
        let file = open(path(directory, name), O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var facts = stat()
        guard fstat(file, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG, facts.st_size < 1 << 20 else { return nil }
        var octets = [UInt8](repeating: 0, count: Int(facts.st_size))
        let count = read(file, &octets, octets.count)
        return Data(octets.prefix(max(count, 0)))
    }

    /// Returns the sorted names in a directory.
    static func names(in directory: [UInt8]) -> [[UInt8]] {
        guard let stream = opendir((directory + [0]).map { CChar(bitPattern: $0) }) else { return [] }
        defer { closedir(stream) }
        var names: [[UInt8]] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
            if name != [0x2E], name != [0x2E, 0x2E] { names.append(name) }
        }
        return names.sorted { $0.lexicographicallyPrecedes($1) }
    }

    /// Returns each path below a directory with its mode, owner, link count, size and modification time, and for files
    /// smaller than 1 MB also the content.
    static func snapshot(of directory: URL) -> [[UInt8]: String] {
        var found: [[UInt8]: String] = [:]
        var pending = [Array(directory.path.utf8)]
        while let path = pending.popLast() {
            var facts = stat()
            let octets = (path + [0]).map { CChar(bitPattern: $0) }
            guard lstat(octets, &facts) == 0 else { continue }
            var text = "\(String(facts.st_mode, radix: 8)) \(facts.st_uid) \(facts.st_nlink) \(facts.st_size)"
            text += " \(facts.st_mtim.tv_sec).\(facts.st_mtim.tv_nsec)"
            switch facts.st_mode & S_IFMT {
            case S_IFDIR: pending += names(in: path).map { path + [0x2F] + $0 }
            case S_IFREG where facts.st_size < 1 << 20:
                let content = FileManager.default.contents(atPath: String(decoding: path, as: UTF8.self)) ?? Data()
                text += " \(content.base64EncodedString())"
            default: break
            }
            found[path] = text
        }
        return found
    }
}
