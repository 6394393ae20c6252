import Foundation
import IMAPProtocol
import MailEngine
import MailTestSupport
import MailTypes
import ModelServer
import Testing

@Suite("Mailboxes that are renamed with those below them", .holds("PY1", "PY2", "PY3", "Y06"), .timeLimit(.minutes(5)))
struct SubfolderRenamingTests {
    /// Returns a synced home with messages in Projects and in two levels below it.
    private func scene(_ profile: ModelProfile) async throws -> HomeWithModelServer {
        let scene = try HomeWithModelServer(profile)
        for mailbox in ["Projects/Boat", "Projects/Boat/Sails"] { try await scene.create(mailbox) }
        try await scene.deliver(["p1", "p2"], to: "Projects")
        try await scene.deliver(["b1", "b2", "b3"], to: "Projects/Boat")
        try await scene.deliver(["s1"], to: "Projects/Boat/Sails")
        #expect(try await scene.settle() == [], "\(profile.name)")
        return scene
    }

    private func renameHere(_ mailbox: String, to target: String, of scene: HomeWithModelServer) throws {
        let place = scene.directory(target, "cur").deletingLastPathComponent()
        try FileManager.default.createDirectory(
            at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
        try FileManager.default.moveItem(at: scene.directory(mailbox, "cur").deletingLastPathComponent(), to: place)
    }

    private func expectNoProblem(_ report: SyncReport, _ server: String) {
        #expect(report.failure == nil, "\(server): \(report.failure?.sentence ?? "")")
        for mailbox in report.mailboxes {
            #expect(mailbox.problem == nil, "\(server), \(mailbox.name): \(mailbox.problem ?? "")")
        }
    }

    /// Checks what a mailbox has on both sides.
    private func expect(_ subjects: [String], in mailbox: String, of scene: HomeWithModelServer, _ text: String)
        async throws
    {
        #expect(try await scene.look(mailbox)?.map(\.subject) == subjects, "\(text), \(mailbox) on the server")
        #expect(scene.here(mailbox).map(\.subject) == subjects, "\(text), \(mailbox) here")
    }

    private func renames(of scene: HomeWithModelServer) -> [String] {
        scene.model.log.map(\.line).filter { $0.hasPrefix("RENAME") }
    }

    // MARK: - Renamed here

    @Test("One command renames a mailbox and those below it on the server", arguments: ModelServerKind.all)
    func oneCommand(_ server: ModelServerKind) async throws {
        let scene = try await scene(server.profile)
        try scene.rename("b1", letters: "FS", in: "Projects/Boat")
        if server.profile.keepsUIDValidityOnRename { try scene.removeHere("b2", in: "Projects/Boat") }
        try scene.addHere("b4", in: "Projects/Boat")
        try renameHere("Projects", to: "Renamed", of: scene)

        expectNoProblem(try await scene.sync(), server.name)
        #expect(try await scene.settle() == [])

        #expect(renames(of: scene).count == 1, "\(renames(of: scene))")
        let boat = server.profile.keepsUIDValidityOnRename ? ["b1", "b3", "b4"] : ["b1", "b2", "b3", "b4"]
        try await expect(["p1", "p2"], in: "Renamed", of: scene, server.name)
        try await expect(boat, in: "Renamed/Boat", of: scene, server.name)
        try await expect(["s1"], in: "Renamed/Boat/Sails", of: scene, server.name)
        // If the server renumbers the mailbox, it is unknown which side changed the flags.
        if server.profile.keepsUIDValidityOnRename {
            #expect(try await scene.there("Renamed/Boat")[0].letters.contains("F"))
        }
        let lines = scene.model.log.map(\.line)
        for name in ["Boat", "Sails"] {
            #expect(lines.contains { $0.hasPrefix("UNSUBSCRIBE") && $0.contains("Projects") && $0.contains(name) })
            #expect(lines.contains { $0.hasPrefix("SUBSCRIBE") && $0.contains("Renamed") && $0.contains(name) })
        }
    }

    @Test("An interrupted sync that renames mailboxes doubles and loses nothing", arguments: ModelServerKind.all)
    func interrupted(_ server: ModelServerKind) async throws {
        for fault in (1..<60).filter({ $0 % 4 == 0 }).map({ SyncFault.stop($0) })
            + (4..<30).map({ SyncFault.lostAnswer($0) })
        {
            let scene = try await scene(server.profile)
            try scene.rename("b1", letters: "FS", in: "Projects/Boat")
            if server.profile.keepsUIDValidityOnRename { try scene.removeHere("b2", in: "Projects/Boat") }
            try renameHere("Projects", to: "Renamed", of: scene)
            try await scene.sync(fault)

            #expect(try await scene.settle() == [], "\(fault)")

            let boat = server.profile.keepsUIDValidityOnRename ? ["b1", "b3"] : ["b1", "b2", "b3"]
            try await expect(["p1", "p2"], in: "Renamed", of: scene, "\(fault)")
            try await expect(boat, in: "Renamed/Boat", of: scene, "\(fault)")
            try await expect(["s1"], in: "Renamed/Boat/Sails", of: scene, "\(fault)")
            #expect(try await scene.look("Projects/Boat") == nil, "\(fault)")
            if server.profile.keepsUIDValidityOnRename {
                #expect(try await scene.there("Renamed/Boat")[0].letters.contains("F"), "\(fault)")
            }
        }
    }

    @Test("A server that leaves those below where they are is told to rename them", arguments: ModelServerKind.all)
    func inferiorsStay(_ server: ModelServerKind) async throws {
        var profile = server.profile
        profile.renamesInferiors = false
        let scene = try await scene(profile)
        try renameHere("Projects", to: "Renamed", of: scene)

        expectNoProblem(try await scene.sync(), server.name)
        #expect(try await scene.settle() == [])

        #expect(renames(of: scene).count == 3, "\(renames(of: scene))")
        try await expect(["p1", "p2"], in: "Renamed", of: scene, server.name)
        try await expect(["b1", "b2", "b3"], in: "Renamed/Boat", of: scene, server.name)
        try await expect(["s1"], in: "Renamed/Boat/Sails", of: scene, server.name)
    }

    @Test(
        "A mailbox that is moved below one that was below it is renamed in that order", arguments: ModelServerKind.all)
    func turnedOver(_ server: ModelServerKind) async throws {
        let scene = try await scene(server.profile)
        try renameHere("Projects/Boat", to: "Boat", of: scene)
        try renameHere("Projects", to: "Boat/Projects", of: scene)

        expectNoProblem(try await scene.sync(), server.name)
        #expect(try await scene.settle() == [])

        try await expect(["b1", "b2", "b3"], in: "Boat", of: scene, server.name)
        try await expect(["s1"], in: "Boat/Sails", of: scene, server.name)
        try await expect(["p1", "p2"], in: "Boat/Projects", of: scene, server.name)
    }

    // MARK: - Renamed on the server

    @Test func `Those below a mailbox that the server renames follow it, whatever else has changed in them`()
        async throws
    {
        let scene = try await scene(.cyrus)
        try scene.rename("b1", letters: "FS", in: "Projects/Boat")
        try scene.removeHere("b2", in: "Projects/Boat")
        try await scene.renameMailbox("Projects", to: "Renamed")
        try await scene.deliver(["b4"], to: "Renamed/Boat")

        expectNoProblem(try await scene.sync(), "")
        #expect(try await scene.settle() == [])

        try await expect(["p1", "p2"], in: "Renamed", of: scene, "")
        try await expect(["b1", "b3", "b4"], in: "Renamed/Boat", of: scene, "")
        try await expect(["s1"], in: "Renamed/Boat/Sails", of: scene, "")
        #expect(try await scene.there("Renamed/Boat")[0].letters.contains("F"))
        #expect(!scene.hasMailbox("Projects/Boat"))
    }

    @Test(
        "A mailbox is renamed to a name that is that of a directory here, wherever the sync is stopped",
        arguments: ["a level above another mailbox", "with an unfinished file", "empty"])
    func onDirectory(_ what: String) async throws {
        for place in 1... {
            let scene = try await scene(.cyrus)
            let directory = scene.directory("Plans", "tmp")
            switch what {
            case "a level above another mailbox":
                try await scene.create("Plans/Old")
                try await scene.deliver(["o1"], to: "Plans/Old")
                #expect(try await scene.settle() == [])
            case "with an unfinished file":
                try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
                try Data("x".utf8).write(to: directory.appending(path: "1.x.here"))
            default:
                try FileManager.default.createDirectory(
                    at: directory.deletingLastPathComponent(), withIntermediateDirectories: true)
            }
            try scene.rename("p1", letters: "FS", in: "Projects")
            try await scene.renameMailbox("Projects", to: "Plans")
            let model = scene.model
            let stop = Stop(before: place) { model.dismissAll() }
            _ = try await scene.sync(with: .none, stop)

            let text = "\(what), stopped before change \(place)"
            #expect(try await scene.settle() == [], "\(text)")
            try await expect(["p1", "p2"], in: "Plans", of: scene, text)
            try await expect(["b1", "b2", "b3"], in: "Plans/Boat", of: scene, text)
            try await expect(["s1"], in: "Plans/Boat/Sails", of: scene, text)
            if what.contains("level") { try await expect(["o1"], in: "Plans/Old", of: scene, text) }
            #expect(try await scene.there("Plans")[0].letters.contains("F"), "\(text)")
            #expect(!scene.hasMailbox("Projects"), "\(text)")
            if what.contains("unfinished") {
                #expect(FileManager.default.fileExists(atPath: directory.appending(path: "1.x.here").path), "\(text)")
            }
            if !stop.isOver { break }
        }
    }

    // MARK: - Renamed on both sides

    @Test(
        "A mailbox that was renamed on both sides gets the server's name", arguments: ["Renamed", "Boat", "PROJECTS"])
    func bothDiffer(_ name: String) async throws {
        let scene = try await scene(.cyrus)
        try scene.rename("b1", letters: "FS", in: "Projects/Boat")
        try await scene.renameMailbox("Projects", to: "Plans")
        try renameHere("Projects", to: name, of: scene)
        scene.deliver("x1")

        expectNoProblem(try await scene.sync(), name)
        #expect(scene.here("INBOX") == scene.there["INBOX"])
        #expect(try await scene.settle() == [])

        try await expect(["p1", "p2"], in: "Plans", of: scene, name)
        try await expect(["b1", "b2", "b3"], in: "Plans/Boat", of: scene, name)
        try await expect(["s1"], in: "Plans/Boat/Sails", of: scene, name)
        #expect(try await scene.there("Plans/Boat")[0].letters.contains("F"))
        #expect(!scene.hasMailbox(name))
    }

    @Test func `A mailbox that was renamed to the same name on both sides keeps its changes`() async throws {
        let scene = try await scene(.cyrus)
        try scene.rename("b1", letters: "FS", in: "Projects/Boat")
        try scene.removeHere("b2", in: "Projects/Boat")
        try await scene.renameMailbox("Projects", to: "Plans")
        try renameHere("Projects", to: "Plans", of: scene)

        expectNoProblem(try await scene.sync(), "")
        #expect(try await scene.settle() == [])

        try await expect(["p1", "p2"], in: "Plans", of: scene, "")
        try await expect(["b1", "b3"], in: "Plans/Boat", of: scene, "")
        #expect(try await scene.there("Plans/Boat")[0].letters.contains("F"))
    }

    @Test func `A mailbox is renamed on one side and the one that it is below on the other`() async throws {
        for isChildHere in [false, true] {
            let scene = try await scene(.cyrus)
            if isChildHere {
                try renameHere("Projects/Boat", to: "Boat", of: scene)
                try await scene.renameMailbox("Projects", to: "Plans")
            } else {
                try await scene.renameMailbox("Projects/Boat", to: "Boat")
                try renameHere("Projects", to: "Plans", of: scene)
            }
            scene.deliver("x1")

            expectNoProblem(try await scene.sync(), "\(isChildHere)")
            #expect(scene.here("INBOX") == scene.there["INBOX"], "\(isChildHere)")
            #expect(try await scene.settle() == [], "\(isChildHere)")

            try await expect(["p1", "p2"], in: "Plans", of: scene, "\(isChildHere)")
            try await expect(["b1", "b2", "b3"], in: "Boat", of: scene, "\(isChildHere)")
            try await expect(["s1"], in: "Boat/Sails", of: scene, "\(isChildHere)")
            #expect(try await scene.look("Projects") == nil, "\(isChildHere)")
        }
    }

    @Test func `A mailbox whose directory was removed here may be renamed on the server`() async throws {
        let scene = try await scene(.cyrus)
        try FileManager.default.removeItem(at: scene.directory("Projects", "cur").deletingLastPathComponent())
        try await scene.renameMailbox("Projects", to: "Plans")

        for subject in ["x1", "x2"] {
            scene.deliver(subject)
            expectNoProblem(try await scene.sync(), subject)
            #expect(scene.here("INBOX") == scene.there["INBOX"])
        }
        #expect(try await scene.there("Plans").map(\.subject) == ["p1", "p2"])
        #expect(try await scene.there("Plans/Boat").map(\.subject) == ["b1", "b2", "b3"])
    }
}
