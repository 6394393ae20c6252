import Foundation
import MailTestSupport
import Testing

/// Another mail program that works on the same Maildirs.
struct NeededProgram: Sendable {
    let name: String
    let executable: URL?

    static let mutt = NeededProgram(program: "mutt")
    static let notmuch = NeededProgram(program: "notmuch")
    static let mlist = NeededProgram(program: "mlist")
    static let mbsync = NeededProgram(program: "mbsync")
    static let git = NeededProgram(program: "git")
    static let gpg = NeededProgram(program: "gpg")
    static let gpgsm = NeededProgram(program: "gpgsm")
    static let gitSendEmail = NeededProgram(
        named: "git-email", parts: ["/usr/lib/git-core/git-send-email", "/usr/share/perl5/Mail/Address.pm"])
    /// Runs the pseudo-terminal and the program that changes mail at random.
    static let python = NeededProgram(program: "python3")

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
    static func needs(_ program: NeededProgram) -> Self {
        .enabled(if: program.isThere, "SKIPPED: \(program.name) is not installed")
    }
}
