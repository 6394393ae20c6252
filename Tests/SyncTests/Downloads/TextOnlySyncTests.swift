import Accounts
import Foundation
import InternetMessage
import MailEngine
import MailTestSupport
import MailTypes
import ModelServer
import Testing

@Suite(
    "Fetching text without attachments", .onOneThread, .timeLimit(.minutes(60)),
    .holds("Y04", "Y05", "PY1"))
struct TextOnlySyncTests {
    @Test(
        "A message fetched in parts equals the original once its attachments are downloaded",
        arguments: ModelProfile.all,
        ModelFaults.Order.allCases
    )
    func sameContents(_ profile: ModelProfile, _ order: ModelFaults.Order) async throws {
        let seed = SeededGenerator.fresh
        var mail = RandomMail(seed)
        let scene = try HomeWithModelServer(profile, .textOnly)
        let messages = (1...30).map { ("r\($0)", mail.message("r\($0)")) }
        for (_, message) in messages { scene.model.deliver(message) }
        var faults = ModelFaults()
        faults.order = order
        let ordered = faults
        let report = try await scene.sync { _ in ordered }
        #expect(report.failure == nil)
        var partial = 0
        for (subject, original) in messages {
            let octets = try scene.octets(subject)
            let message = Message(octets)
            guard message.isPartial else {
                #expect(
                    PartialMessageMarkers.isClaimed(by: original) || octets == original,
                    "\(subject), seed \(seed.seed)")
                continue
            }
            partial += 1
            #expect(message.originalSize == original.count)
            let files = try scene.missing(subject)
            let downloaded = try await scene.download(files)
            #expect(
                HomeWithModelServer.contents(message, downloaded) == HomeWithModelServer.contents(Message(original)),
                "\(subject), seed \(seed.seed)")
        }
        #expect(partial > 5, "\(partial), seed \(seed.seed)")
        #expect(scene.model.violations.isEmpty, "\(scene.model.violations)")
        #expect(try await !scene.sync().hasChanged)
    }

    @Test("Downloads no attachments, and messages without attachments whole")
    func nothingOfFiles() async throws {
        let scene = try HomeWithModelServer(.dovecot, .textOnly)
        for number in 1...120 { scene.model.deliver(RandomMail.message("f\(number)", files: [20_000, 30_000])) }
        let report = try await scene.sync()
        #expect(report.octetsIn < 300_000, "\(report.octetsIn)")
        #expect(report.roundTrips <= 30, "\(report.roundTrips)")
        let message = Message(try scene.octets("f7"))
        #expect(message.isPartial && message.root.attachments.map(\.filename) == ["file1.bin", "file2.bin"])
        #expect(message.root.attachments.map(\.contentSize).allSatisfy { [20_001, 30_000].contains($0) })
        #expect(ReadableText.of(message.root) == Array("The files.\n".utf8))
        #expect(try !Message(scene.octets("m2")).isPartial)
    }

    @Test("A partial file is never uploaded, but moved and copied with MOVE and COPY")
    func carried() async throws {
        let scene = try HomeWithModelServer(.dovecot, .textOnly)
        for subject in ["a1", "a2", "a3"] { scene.model.deliver(RandomMail.message(subject, files: [500])) }
        try await scene.sync()
        try scene.moveHere("a1", to: "Projects")
        try scene.copyHere("a2", to: "Archive")
        for _ in 1...3 { try await scene.sync() }
        #expect(scene.here == scene.there)
        #expect(scene.there["Projects"]?.map(\.subject) == ["a1"])
        #expect(scene.there["Archive"]?.map(\.subject) == ["a2"])
        try scene.loseLedger()
        let before = scene.model.log.count
        for _ in 1...3 { try await scene.sync() }
        #expect(scene.here == scene.there)
        #expect(!scene.model.log[before...].contains { $0.line.contains("BODY.PEEK[]") || $0.line.contains(".MIME") })
        // A partial file of unknown origin, which cannot be a copy of anything.
        let stray = scene.directory("Projects").appending(path: "stray:2,S")
        try Data(try scene.octets("a3")).write(to: stray)
        scene.model.expunge(UIDSet(try #require(scene.model.snapshot["INBOX"]?.last?.uid)), in: "INBOX")
        for _ in 1...3 { try await scene.sync() }
        #expect(scene.there["Projects"]?.map(\.subject) == ["a1"])
        #expect(!scene.model.log.contains { $0.verb == "APPEND" })
        #expect(scene.model.snapshot["Projects"]?.first?.content == RandomMail.message("a1", files: [500]))
        // Attachments can be fetched from the new mailbox.
        let file = try await scene.download(scene.missing("a1", in: "Projects"))
        #expect(file == [RandomMail.content(500, seed: 0)])
    }

    @Test("A new UIDVALIDITY keeps the partial files and fetches nothing")
    func renumbered() async throws {
        let scene = try HomeWithModelServer(.dovecot, .textOnly)
        for number in 1...5 { scene.model.deliver(RandomMail.message("f\(number)", files: [500])) }
        try await scene.sync()
        let before = scene.model.log.count
        scene.model.renumber("INBOX")
        for _ in 1...3 { try await scene.sync() }
        #expect(scene.here == scene.there)
        #expect(!scene.model.log[before...].contains { $0.line.contains("BODY.PEEK[]") || $0.line.contains(".MIME") })
    }

    struct Hostile: Sendable, CustomTestStringConvertible {
        let name: String
        let message: String
        var testDescription: String { name }
    }

    private static let stub = """
        Content-Type: message/external-body; access-type=URL; size=9;\r
         URL="imap://h/INBOX;UIDVALIDITY=1/;UID=1/;SECTION=1"\r
        \r
        Content-Type: application/pdf; name=bill.pdf\r
        \r
        \r

        """

    static let impostors = [
        Hostile(
            name: "a mark and a stub",
            message: "X-Petrel-Partial: size=9\r\nSubject: x\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n"
                + "--b\r\n\(stub)\r\n--b--\r\n"),
        Hostile(
            name: "a mark in the middle, in other letters, and a file",
            message: "Subject: x\r\nx-PETREL-partial : size=9\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n"
                + "--b\r\n\r\ntext\r\n--b\r\nContent-Type: application/pdf\r\n\r\nxyz\r\n--b\r\n\(stub)\r\n--b--\r\n"),
        Hostile(
            name: "a word that says it is whole, and a mark behind it",
            message: "X-Petrel-Whole: no\r\nX-Petrel-Partial: size=9\r\nSubject: x\r\n\r\ntext\r\n"),
        Hostile(
            name: "a mark and one file",
            message: "X-Petrel-Partial: size=9\r\nSubject: x\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n"
                + "--b\r\n\r\ntext\r\n--b\r\nContent-Type: application/pdf\r\n\r\nxyz\r\n--b--\r\n"),
    ]

    @Test("A message from the server that claims to be partial is not trusted", arguments: impostors)
    func hostile(_ row: Hostile) async throws {
        for attachments in [true, false] {
            let scene = try HomeWithModelServer(.dovecot, attachments ? .all : .textOnly)
            scene.model.deliver(row.message)
            try await scene.sync()
            let octets = try scene.octets("x")
            #expect(!Message(octets).isPartial && octets.suffix(row.message.utf8.count).elementsEqual(row.message.utf8))
        }
    }

    @Test("Fetches the whole message if the server refuses its structure or a part")
    func refused() async throws {
        for refusals in 1...4 {
            let scene = try HomeWithModelServer(.dovecot, .textOnly)
            try await scene.sync()
            scene.model.deliver(RandomMail.message("a1", files: [500]))
            scene.model.refuse("UID FETCH", "BAD I cannot", times: refusals)
            for _ in 1...4 { try await scene.sync() }
            let octets = try scene.octets("a1")
            if Message(octets).isPartial {
                let downloaded = try await scene.download(scene.missing("a1"))
                #expect(downloaded.first == RandomMail.content(500, seed: 0))
            } else {
                #expect(octets == RandomMail.message("a1", files: [500]), "\(refusals)")
            }
        }
    }

    @Test("Cuts a text of more than 10 MB and records its full size")
    func cutText() async throws {
        let scene = try HomeWithModelServer(.dovecot, .textOnly)
        let line = String(repeating: "x", count: 98) + "\r\n"
        let text = String(repeating: line, count: 110_000)
        scene.model.deliver("Subject: long\r\n\r\n" + text)
        try await scene.sync()
        let message = Message(try scene.octets("long"))
        #expect(message.isPartial && message.root.fullSize == 11_000_000)
        #expect(message.root.rawBody.count == 10_000_000)
    }

    /// The step between the tried points. PETREL_SYNC_CUTS=1 tries all of them.
    private static let step = Int(ProcessInfo.processInfo.environment["PETREL_SYNC_CUTS"] ?? "") ?? 397

    @Test("After a cut anywhere, the result is the same", .holds("PY5"))
    func cut() async throws {
        let whole = try HomeWithModelServer(.dovecot, .textOnly)
        func fill(_ scene: HomeWithModelServer) {
            for number in 1...4 { scene.model.deliver(RandomMail.message("f\(number)", files: [3000, 400])) }
        }
        fill(whole)
        let octets = try await whole.sync().octetsIn
        let wanted = try ["f1", "f2", "f3", "f4"].map { try whole.octets($0) }
        for place in stride(from: 0, through: octets, by: Self.step) {
            let scene = try HomeWithModelServer(.dovecot, .textOnly)
            fill(scene)
            var faults = ModelFaults()
            faults.cut = .said(place)
            let first = faults
            try await scene.sync { $0 == 0 ? first : .none }
            try await scene.sync()
            #expect(scene.here == scene.there, "cut after \(place)")
            #expect(try ["f1", "f2", "f3", "f4"].map { try scene.octets($0) } == wanted, "cut after \(place)")
            #expect(try await !scene.sync().hasChanged, "cut after \(place)")
        }
    }
}

extension RealServerSyncTests {
    @Test(
        "Fetches text from real servers, and attachments unchanged on demand",
        .holds("Y04", "Y05", "Y18"), arguments: RealServerFixture.available)
    func text(_ server: String) async throws {
        let seed = SeededGenerator.fresh
        var mail = RandomMail(seed)
        let scene = try await RealServerFixture(server, attachments: .textOnly)
        let messages = (1...20).map { ("r\($0)", mail.message("r\($0)")) }
        for (_, message) in messages { try await scene.append(message, to: "INBOX", []) }
        try await scene.append(RandomMail.message("big", files: [2_000_000, 70]), to: "INBOX", [])
        let report = try await scene.sync()
        #expect(report.failure == nil && report.octetsIn < 300_000, "\(report.octetsIn)")
        for (subject, original) in messages + [("big", RandomMail.message("big", files: [2_000_000, 70]))] {
            let message = Message(try scene.octets(subject))
            guard message.isPartial else { continue }
            let downloaded = try await scene.download(scene.missing(subject))
            #expect(
                RealServerFixture.contents(message, downloaded) == RealServerFixture.contents(Message(original)),
                "\(subject) on \(server), seed \(seed.seed)")
        }
        #expect(Message(try scene.octets("big")).isPartial)
        try scene.moveHere("big", to: "Projects")
        for _ in 1...2 { try await scene.sync() }
        try await scene.expectSame()
        #expect(try await scene.there("Projects").map(\.subject) == ["big"])
        await scene.close()
    }
}
