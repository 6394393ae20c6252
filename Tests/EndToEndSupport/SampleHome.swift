import Disk
import Foundation
import MailTestSupport

/// A new home with a copy of the sample mailbox.
final class SampleHome {
    let directory: URL
    var mail: URL { directory.appending(path: "mail/local") }

    /// With `isEmpty`, the home has no mail.
    init(isEmpty: Bool = false) throws {
        directory = ProjectFiles.memory.appending(path: "petrel-home-\(UUID().uuidString)")
        let mail = directory.appending(path: "mail")
        try FileManager.default.createDirectory(at: mail, withIntermediateDirectories: true)
        if !isEmpty {
            try FileManager.default.copyItem(at: ProjectFiles.sampleMaildir, to: mail.appending(path: "local"))
        }
    }

    /// A copy of a home, like a directory that was copied to another machine.
    init(copying home: SampleHome) throws {
        directory = ProjectFiles.memory.appending(path: "petrel-home-\(UUID().uuidString)")
        try FileManager.default.copyItem(at: home.directory, to: directory)
    }

    deinit {
        // A thread that still indexes the home may create a file while the directory is being removed.
        for _ in 0..<100 where FileManager.default.fileExists(atPath: directory.path) {
            if (try? FileManager.default.removeItem(at: directory)) == nil { usleep(10_000) }
        }
    }

    /// Adds an account whose servers are those of the model server.
    func addAccountOfModelServer(
        _ name: String = "work", passwordCommand: String = "echo secret-kim", host: String = "mail.example.net"
    ) throws {
        let accounts = directory.appending(path: "accounts")
        try FileManager.default.createDirectory(at: accounts, withIntermediateDirectories: true)
        let configuration = """
            {"name": "Kim", "address": "kim@example.net", "imap": "imaps://\(host)",
             "smtp": "smtps://\(host)", "user": "kim", "passwordCommand": "\(passwordCommand)", "window": "all"}
            """
        try Data(configuration.utf8).write(to: accounts.appending(path: "\(name).json"))
    }

    /// Adds a message to a mailbox, as any mail program would.
    func add(_ message: some Sequence<UInt8>, to mailbox: String, named name: String = UUID().uuidString) throws {
        for place in ["cur", "new", "tmp"] {
            let directory = mail.appending(path: mailbox).appending(path: place)
            try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        }
        try Data(message).write(to: mail.appending(path: mailbox).appending(path: "cur/\(name)"))
    }
}
