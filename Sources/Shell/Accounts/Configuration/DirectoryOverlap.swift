internal import Disk

/// The directory of an account's mail, for detecting overlaps: two accounts would see each other's mail if their
/// directories are the same or nested, whatever paths and links lead there.
struct DirectoryOverlap {
    private struct Inode: Hashable {
        let device: UInt64
        let number: UInt64
    }

    private let components: [[UInt8]]
    /// The inodes of the directory and of its ancestors that exist.
    private var above: Set<Inode> = []
    private var own: Inode?

    init(_ path: Path, on system: any FileSystem) {
        components = path.bytes.split(separator: 0x2F).map { Array($0) }.filter { $0 != [0x2E] }
        var place = Path(path.bytes.first == 0x2F ? "/" : ".")
        for index in 0...components.count {
            if index > 0 { place = place / components[index - 1] }
            guard let status = try? Directory.open(place, on: system).status() else { break }
            let inode = Inode(device: status.device, number: status.inode)
            above.insert(inode)
            if index == components.count { own = inode }
        }
    }

    func overlaps(_ other: DirectoryOverlap) -> Bool {
        if components.starts(with: other.components) || other.components.starts(with: components) { return true }
        return own.map(other.above.contains) ?? false || other.own.map(above.contains) ?? false
    }
}
