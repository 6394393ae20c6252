import Foundation
import MailTestSupport
import Testing

@Suite("Programs that send mail through petrel", .holds("K02", "PY7"), .timeLimit(.minutes(2)))
struct SendmailCallerTests {
    let home: SendmailHome

    init() throws {
        home = try SendmailHome()
    }

    @Test("mutt sends through petrel, and Bcc recipients get the message", .needs(.mutt))
    func mutt() throws {
        let mutt = try Mutt(home.shared)
        try mutt.send(
            ["-s", "From mutt", "-b", "dan@example.org", "ana@example.org", "ben@example.org"], text: "Hi\n.\nthere\n",
            by: "\(ProjectFiles.petrel.path) --home \(home.shared.home.path) sendmail -oem -oi")
        let queued = try #require(try home.outbox().first)
        #expect(Set(queued.recipients) == ["ana@example.org", "ben@example.org", "dan@example.org"])
        #expect(queued.sender == "kim@example.net" && queued.fields("Subject") == ["From mutt"])
        #expect(queued.message.hasSuffix("\r\n\r\nHi\r\n.\r\nthere\r\n"))
        try home.shared.expectOrder()
    }

    @Test("git send-email sends each patch through petrel", .needs(.git), .needs(.gitSendEmail))
    func git() throws {
        let link = try home.link()
        let work = home.shared.ground.appending(path: "work")
        try FileManager.default.createDirectory(at: work, withIntermediateDirectories: true)
        let environment = [
            "HOME": home.shared.ground.path, "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null",
            "GIT_AUTHOR_NAME": "Kim Park", "GIT_AUTHOR_EMAIL": "kim@example.net", "GIT_COMMITTER_NAME": "Kim Park",
            "GIT_COMMITTER_EMAIL": "kim@example.net",
        ].merging(home.environment) { $1 }
        func git(_ arguments: String...) throws {
            let run = try SharedHome.run(
                NeededProgram.git.executable, ["-C", work.path] + arguments, environment: environment)
            #expect(run.exitCode == 0, "git \(arguments): \(run.errorText)\(run.text)")
        }
        try git("init", "-q")
        for number in 1...2 {
            try Data("\(number)\n.\n".utf8).write(to: work.appending(path: "file"))
            try git("add", "file")
            try git("commit", "-q", "-m", "Change \(number)")
        }
        try git(
            "send-email", "--smtp-server=\(link.path)", "--envelope-sender=kim@example.net", "--confirm=never",
            "--quiet", "--from=Kim Park <kim@example.net>", "--to=list@example.org", "--cc=ana@example.org",
            "--suppress-cc=all", "--root", "-2")
        let queued = try home.outbox()
        #expect(queued.map { $0.fields("Subject") } == [["[PATCH 1/2] Change 1"], ["[PATCH 2/2] Change 2"]])
        #expect(queued.allSatisfy { $0.sender == "kim@example.net" && $0.recipients.contains("list@example.org") })
        #expect(queued.last?.fields("In-Reply-To").first == queued.first?.messageID)
        try home.shared.expectOrder()
    }

    @Test("git-setup configures git send-email, and can be undone", .needs(.git))
    func gitSetup() throws {
        let work = home.shared.ground.appending(path: "repository")
        try FileManager.default.createDirectory(at: work, withIntermediateDirectories: true)
        let environment = home.environment.merging([
            "HOME": work.path, "GIT_CONFIG_SYSTEM": "/dev/null", "PATH": "/usr/bin:/bin",
        ]) { $1 }
        func git(_ arguments: String...) throws -> String {
            try SharedHome.run(NeededProgram.git.executable, arguments, environment: environment).text
        }
        func petrel(_ arguments: String...) throws -> ProgramRun {
            try SharedHome.run(ProjectFiles.petrel, arguments, environment: environment)
        }
        _ = try git("config", "--global", "sendemail.from", "Old <old@example.net>")
        let before = try git("config", "--global", "--list")
        for _ in 0..<2 {
            let run = try petrel("git-setup", "--global")
            #expect(
                run.exitCode == 0 && run.text.contains("sendemail.sendmailCmd = petrel sendmail"), "\(run.errorText)")
        }
        #expect(try git("config", "--global", "sendemail.from") == "Kim Park <kim@example.net>\n")
        #expect(try git("config", "--global", "sendemail.envelopeSender") == "auto\n")
        #expect(try petrel("git-setup", "--undo", "--global").exitCode == 0)
        #expect(try git("config", "--global", "--list") == before)
        #expect(try petrel("git-setup", "--undo", "--global").exitCode == 65)

        // Several values cannot be restored, so nothing is changed.
        _ = try git("config", "--global", "--add", "sendemail.from", "Other <other@example.net>")
        let several = try git("config", "--global", "--list")
        #expect(try petrel("git-setup", "--global").exitCode == 65)
        #expect(try git("config", "--global", "--list") == several)
    }
}
