import Disk

extension MemoryTree {
    func status(_ number: Int) -> FileStatus {
        let object = objects[number] ?? Object(kind: .other, mode: 0)
        return FileStatus(
            kind: object.kind, size: object.content.count, device: 1, inode: UInt64(number),
            modified: object.modified, changed: object.changed, links: object.links, mode: object.mode)
    }

    /// Whether the object has a name. Nothing can be created in a directory that was removed.
    func isNamed(_ number: Int) -> Bool {
        objects[number]?.links ?? 0 > 0
    }

    /// Whether `inner` is `outer` or a directory anywhere below it.
    func stands(_ inner: Int, in outer: Int) -> Bool {
        if inner == outer { return true }
        var waiting = [outer]
        while let number = waiting.popLast() {
            for next in objects[number]?.names.values.map(\.self) ?? [] where kind(next) == .directory {
                if next == inner { return true }
                waiting.append(next)
            }
        }
        return false
    }

    /// Resolves a path from the root, following links.
    func following(_ path: Path) -> Int? {
        var components = Array(path.bytes.split(separator: 0x2F).map(Array.init).reversed())
        var number = Self.root
        var parents: [Int] = []
        var linksLeft = 40
        while let name = components.popLast() {
            if name == [0x2E] { continue }
            if name == [0x2E, 0x2E] {
                number = parents.popLast() ?? Self.root
                continue
            }
            guard let next = object(name, in: number) else { return nil }
            guard kind(next) == .link else {
                parents.append(number)
                number = next
                continue
            }
            linksLeft -= 1
            if linksLeft == 0 { return nil }
            let target = objects[next]?.content ?? []
            if target.first == 0x2F { (number, parents) = (Self.root, []) }
            components += target.split(separator: 0x2F).map(Array.init).reversed()
        }
        return number
    }
}
