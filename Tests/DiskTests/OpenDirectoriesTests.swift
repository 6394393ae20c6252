import Foundation
import MailTestSupport
import Testing

@testable import Disk

@Suite("Directories that are closed until they are used again", .holds("PX6", "PX4"))
struct OpenDirectoriesTests {
    private func open(_ scratch: ScratchDirectory, most: Int) throws -> Directory {
        try Directory.open(scratch.path, on: scratch.system, limit: OpenDirectories(most: most))
    }

    /// Returns the number of descriptors of this process for anything in the directory.
    private func descriptorCount(below path: Path) throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count { number in
            let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(number)")
            return target?.hasPrefix(path.description) ?? false
        }
    }

    @Test("All directories can be used, and few are open", arguments: DiskKind.allCases)
    func few(_ kind: DiskKind) throws {
        let scratch = try ScratchDirectory(kind)
        let root = try open(scratch, most: 4)
        var nested: [Directory] = []
        for number in 0..<20 {
            let outer = try root.makingDirectory(Array("outer\(number)".utf8))
            nested.append(try outer.makingDirectory(Array("inner".utf8)))
        }
        for (number, directory) in nested.enumerated() {
            try directory.write(
                Array("\(number)".utf8), as: Array("file".utf8), .new, through: directory, named: Array("x".utf8))
        }
        for index in nested.indices.dropFirst() {
            try nested[index - 1].rename(Array("file".utf8), to: Array("former\(index)".utf8), in: nested[index])
        }
        try Directory.synchronize(nested)
        for index in nested.indices.dropFirst() {
            let content = try nested[index].contents(of: Array("former\(index)".utf8))
            #expect(content == Array("\(index - 1)".utf8))
        }
        // The root, and four others.
        if kind == .posix { #expect(try descriptorCount(below: scratch.path) <= 5) }
    }

    @Test(
        "A directory that has another name by then is not used, and neither is one in its place",
        arguments: DiskKind.allCases)
    func replaced(_ kind: DiskKind) throws {
        let scratch = try ScratchDirectory(kind)
        let root = try open(scratch, most: 1)
        let first = try root.makingDirectory(Array("first".utf8))
        _ = try root.makingDirectory(Array("second".utf8))
        try root.rename(Array("first".utf8), to: Array("moved".utf8))
        #expect(throws: FileError.self) { try first.names() }
        try root.rename(Array("second".utf8), to: Array("first".utf8))
        do throws(FileError) {
            _ = try first.names()
            Issue.record("lists the other directory")
        } catch {
            #expect(error.isMissing)
        }

        try root.rename(Array("first".utf8), to: Array("second".utf8))
        try root.rename(Array("moved".utf8), to: Array("first".utf8))
        #expect(try first.names() == [])
    }

    @Test func `A directory that was opened by its path stays open`() throws {
        let scratch = try ScratchDirectory(.posix)
        let root = try open(scratch, most: 1)
        for name in ["a", "b", "c"] { _ = try root.makingDirectory(Array(name.utf8)) }
        root.close()
        #expect(try root.names().count == 3)
    }
}
