import Foundation
import Glibc
import MailTestSupport
import Testing

@Suite("File permissions in a home", .holds("PX4"))
struct HomePermissionTests {
    private static let script = """
        petrel=$2; home=$3; : >"$home/../words"; : >"$home/../letter"; umask "$1"
        run() { "$petrel" --home "$home" "$@" >>"$home/../words" 2>&1 </dev/null || echo "FAILED $? $*"; }
        printf 'From: a@example.org\\nTo: b@example.org\\nSubject: x\\n\\nx\\n' >"$home/../letter"
        run list; run drafts; run drafts import "$home/../letter"; run drafts import --replace d1 "$home/../letter"
        run discard d1 --yes; run send "$home/../letter"; run outbox cancel o1
        run flag subject:tower; run move subject:invoice Projects/New; run copy subject:tower Copies
        run delete in:Archive --yes; run fsck --repair; run search tower; cat "$home/../words"
        """

    @Test(
        "New files are 0600 and new directories 0700, whatever the umask",
        arguments: [("000", false), ("022", true), ("077", false), ("0777", true)])
    func umask(_ umask: String, _ isOrdinary: Bool) throws {
        let shared = try SharedHome()
        let runner = try runner(isOrdinary, in: shared)
        guard let runner else { return }
        for directory in ["INBOX", "INBOX/cur", "INBOX/new", "INBOX/tmp", "Drafts", "Drafts/cur"] {
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o777], ofItemAtPath: shared.mail.appending(path: directory).path)
        }
        let before = SpecialFiles.snapshot(of: shared.home)
        let run = try SharedHome.run(
            URL(filePath: runner[0]),
            runner.dropFirst() + [
                "/bin/sh", "-c", Self.script, "sh", umask, ProjectFiles.petrel.path, shared.home.path,
            ])
        #expect(!run.text.contains("FAILED"), "umask \(umask): \(run.text)")
        var made = 0
        for (path, facts) in SpecialFiles.snapshot(of: shared.home) where before[path] == nil {
            let name = String(decoding: path, as: UTF8.self)
            // A message that petrel renames or links keeps its mode.
            if name.contains("/mail/") || name.contains("/versions/"), facts.hasPrefix("100644") { continue }
            #expect(
                facts.hasPrefix("100600") || facts.hasPrefix("40700"), "umask \(umask): \(name) \(facts.prefix(20))")
            made += 1
        }
        #expect(made > 20)
    }

    /// Returns a command prefix that runs petrel as an ordinary user, or `nil` if the tests run as root and other users
    /// cannot run this build.
    private func runner(_ isOrdinary: Bool, in shared: SharedHome) throws -> [String]? {
        guard isOrdinary, getuid() == 0 else { return ["/usr/bin/env"] }
        let words = ["/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
        let run = try SharedHome.run(URL(filePath: words[0]), words.dropFirst() + [ProjectFiles.petrel.path, "help"])
        guard run.exitCode == 0 else {
            FileHandle.standardError.write(Data("\n*** SKIPPED: others cannot run what was built here ***\n\n".utf8))
            return nil
        }
        let changed = try SharedHome.run(URL(filePath: "/bin/chown"), ["-R", "65534:65534", shared.ground.path])
        #expect(changed.exitCode == 0)
        return words
    }

    @Test("An unreadable mailbox does not hide others, and its known messages stay listed", .holds("PY3"))
    func unreadable() throws {
        let shared = try SharedHome()
        guard let runner = try runner(true, in: shared) else { return }
        func petrel(_ arguments: String...) throws -> ProgramRun {
            let home = [ProjectFiles.petrel.path, "--home", shared.home.path]
            return try SharedHome.run(URL(filePath: runner[0]), runner.dropFirst() + home + arguments)
        }
        let before = try petrel("list", "account:local", "--limit", "1000").text
        for path in ["Archive/cur", "Sent", "Lists/Swift/new"] {
            let directory = shared.mail.appending(path: path).path
            try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: directory)
            let after = try petrel("list", "account:local", "--limit", "1000")
            #expect(after.exitCode == 0 && after.text == before, "\(path): \(after.errorText)")
            let check = try petrel("fsck")
            #expect(check.exitCode == 1 && check.text.contains(path), "\(path): \(check.text)\(check.errorText)")
            try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: directory)
        }
        #expect(try petrel("list", "account:local", "--limit", "1000").text == before)
    }
}
