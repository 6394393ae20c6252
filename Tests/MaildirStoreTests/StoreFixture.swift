import Disk
import Foundation
import MailTestSupport
import MailTypes

@testable import MaildirStore

/// A temporary store on the real disk, which is removed with this object.
final class StoreFixture {
    let path: URL
    let home: Directory
    let mail: MailTree
    let state: Directory
    let drafts: DraftStore
    let now = Instant(seconds: 1_792_000_000)

    init() throws {
        path = FileManager.default.temporaryDirectory.appending(path: "petrel-store-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: path, withIntermediateDirectories: true)
        home = try Directory.open(Path(path.path), on: POSIXFileSystem.shared)
        mail = MailTree(try home.makingDirectory(Array("mail".utf8)))
        let states = try home.makingDirectory(Array("state".utf8))
        state = try states.makingDirectory(Array("work".utf8))
        drafts = DraftStore(mail: mail, state: state, counters: DraftAndOutboxNumberAllocator(in: home, states: states))
    }

    deinit {
        try? FileManager.default.removeItem(at: path)
    }

    /// Returns the relative paths of all files below a directory of the store.
    func files(_ directory: String) -> [String] {
        let root = path.appending(path: directory)
        let names = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String } ?? []
        return names.filter { name in
            var isDirectory: ObjCBool = false
            _ = FileManager.default.fileExists(atPath: root.appending(path: name).path, isDirectory: &isDirectory)
            return !isDirectory.boolValue
        }.sorted()
    }
}

func letter(_ subject: String, _ text: String = "Hello.") -> [UInt8] {
    Array("From: Kim <kim@example.net>\r\nTo: ben@example.org\r\nSubject: \(subject)\r\n\r\n\(text)\r\n".utf8)
}

func text(_ octets: [UInt8]) -> String {
    String(decoding: octets, as: UTF8.self)
}
