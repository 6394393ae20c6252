import Foundation
import MailTestSupport
import Testing

/// Another mail program that works on the same Maildirs.
struct Neighbour: Sendable {
    let name: String
    let executable: URL?

    static let mutt = Neighbour(program: "mutt")
    static let notmuch = Neighbour(program: "notmuch")
    static let mlist = Neighbour(program: "mlist")
    static let mbsync = Neighbour(program: "mbsync")
    static let git = Neighbour(program: "git")
    static let gitSendEmail = Neighbour(
        named: "git-email", parts: ["/usr/lib/git-core/git-send-email", "/usr/share/perl5/Mail/Address.pm"])
    /// Runs the pseudo-terminal and the program that changes mail at random.
    static let python = Neighbour(program: "python3")

    private init(program: String) {
        name = program
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        executable = path.split(separator: ":").map { URL(filePath: "\($0)/\(program)") }.first {
            FileManager.default.isExecutableFile(atPath: $0.path)
        }
        noteAbsence()
    }

    /// A program that another one runs, and the files that it needs.
    private init(named name: String, parts: [String]) {
        self.name = name
        let isThere = parts.allSatisfy { FileManager.default.fileExists(atPath: $0) }
        executable = isThere ? parts.first.map { URL(filePath: $0) } : nil
        noteAbsence()
    }

    private func noteAbsence() {
        if executable == nil {
            let notice = "\n*** SKIPPED: \(name) is not installed; scripts/deps --test installs it ***\n\n"
            FileHandle.standardError.write(Data(notice.utf8))
        }
    }

    var isThere: Bool { executable != nil }
}

extension Trait where Self == ConditionTrait {
    /// Skips the test, with a notice, if the program is not installed.
    static func needs(_ neighbour: Neighbour) -> Self {
        .enabled(if: neighbour.isThere, "SKIPPED: \(neighbour.name) is not installed")
    }
}
