import Foundation
import MailTestSupport
import Testing

/// mbsync synchronizes the store with a second tree of Maildirs. It waits until a directory is two seconds old.
@Suite("mbsync and petrel on the same Maildir", .needs(.mbsync), .holds("K02", "PY7"))
struct MbsyncTests {
    let shared: SharedHome
    /// The other tree is the store of another petrel.
    let far: SharedHome
    private let configuration: URL

    init() throws {
        shared = try SharedHome()
        far = try SharedHome(withSample: false)
        configuration = shared.ground.appending(path: ".mbsyncrc")
        let stores = [("near", shared.mail), ("far", far.mail)].map { name, mail in
            """
            MaildirStore \(name)
            Path \(mail.path)/
            Inbox \(mail.path)/INBOX
            SubFolders Verbatim
            """
        }
        let channel = """
            Channel both
            Far :far:
            Near :near:
            Patterns *
            SyncState *
            Create Both
            Expunge Both
            """
        try (stores + [channel, ""]).joined(separator: "\n\n").write(
            to: configuration, atomically: true, encoding: .utf8)
    }

    private func mbsync() throws {
        let run = try SharedHome.run(
            NeededProgram.mbsync.executable, ["-c", configuration.path, "-q", "both"],
            environment: ["HOME": shared.ground.path])
        #expect(run.exitCode == 0, "mbsync: \(run.errorText)")
    }

    /// Adds flags as other programs do. mbsync then expunges messages with T.
    private func rename(_ subject: String, in home: SharedHome, adding flags: String) throws {
        let file = try #require(
            try home.files("INBOX").first {
                String(decoding: try Data(contentsOf: $0), as: UTF8.self).contains("Subject: \(subject)\n")
            })
        let name = file.lastPathComponent
        let base = name.range(of: ":2,").map { String(name[..<$0.lowerBound]) } ?? name
        try FileManager.default.moveItem(
            at: file, to: home.mail.appending(path: "INBOX/cur/\(base):2,\(flags)"))
    }

    @Test("mbsync transfers changes by petrel and by another program in both directions, once")
    func bothWays() throws {
        for subject in ["QuuxOne", "QuuxTwo", "QuuxThree", "QuuxFour", "QuuxFive"] {
            try shared.add(SharedHome.message(subject), as: "cur/17912\(subject).x:2,")
        }
        try shared.petrel("send", "-", input: "From: kim@example.net\nTo: ana@example.org\nSubject: Out\n\nx\n")
        let numbers = try shared.drafts().map(\.number)
        try mbsync()
        var expected = try shared.seen()
        #expect(try far.seen() == expected)
        // mbsync has added its UID to each file name.
        #expect(try shared.files("Drafts").allSatisfy { $0.lastPathComponent.contains(",U=") })
        #expect(try shared.drafts().map(\.number) == numbers)
        #expect(try shared.listed("subject:QuuxOne").count == 1)

        try shared.petrel("flag", "subject:QuuxOne")
        try shared.petrel("move", "subject:QuuxTwo", "Projects")
        try shared.petrel("drafts", "import", "-", input: SharedHome.message("New draft"))
        // Each revision of a draft has a new Message-ID.
        let drafts = try #require(try shared.seen()["Drafts"])
        #expect(drafts.count == (expected["Drafts"]?.count ?? 0) + 1)
        try rename("QuuxThree", in: far, adding: "FS")
        try rename("QuuxFour", in: far, adding: "T")
        try far.add(SharedHome.message("QuuxSix"), as: "new/17913.x")
        try mbsync()
        expected["INBOX"]?.removeAll { ["QuuxTwo@example.org", "QuuxFour@example.org"].contains($0) }
        expected["INBOX"] = (try #require(expected["INBOX"]) + ["QuuxSix@example.org"]).sorted()
        expected["Projects"] = ["QuuxTwo@example.org"]
        expected["Drafts"] = drafts
        for home in [shared, far] {
            #expect(try home.seen() == expected)
            let flagged = try home.listed("in:INBOX", "is:flagged").map(\.subject)
            #expect(Set(flagged).isSuperset(of: ["QuuxOne", "QuuxThree"]))
            try home.expectOrder()
        }
        #expect(try shared.drafts().map(\.number) == numbers + ["d5"])

        // A second run has nothing to do.
        try mbsync()
        #expect(try shared.seen() == expected)
        #expect(try far.seen() == expected)
        for (home, count) in [(shared, 1), (far, 0)] {
            let outbox = try #require(try home.petrel("outbox")["outbox"] as? [[String: Any]])
            #expect(outbox.count == count, "mbsync does not see the outbox")
        }
    }
}
