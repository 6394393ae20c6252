import Disk
import Foundation
import LineEditing
import MailSearch
import MailTestSupport
import MailTypes
import Platform
import Terminal
import Testing

@testable import EndToEndSupport
@testable import REPL

@Suite("Numbers of messages at the prompt")
struct MessageNumberStabilityTests {
    @Test("Messages keep their numbers when they are moved, and undo moves them back")
    func numbers() throws {
        let home = try SampleHome()
        let run = home.typing("list --limit 3", "archive 2-3", "show 3", "undo", "list --limit 3", "quit")
        #expect(run.exitCode == .done)
        #expect(run.text.contains("Moved 2 messages to Archive.\n"))
        #expect(run.text.contains("Undone: moved 2 messages to Archive.\n"))
        let lists = run.text.components(separatedBy: "  1  Alice Moreau")
        #expect(lists.count == 3 && lists[1].prefix(200) == lists[2].prefix(200))
    }

    private static let letter = "From: kim@example.net\nSubject: Plan\nMessage-ID: <plan@example.net>\n\nHello.\n"

    @Test("A message keeps its number when another copy of it, such as the server's, replaces its file")
    func replaced() throws {
        let home = try SampleHome(isEmpty: true)
        try home.add(Self.letter.utf8, to: "Sent", named: "own:2,S")
        let run = home.petrel(
            [], typing: ["list in:Sent", "@replace", "flag 1", "show 1", "list in:Sent", "quit"],
            meanwhile: { _ in
                try? FileManager.default.removeItem(at: home.mail.appending(path: "Sent/cur/own:2,S"))
                try? home.add(("Received: by mail\n" + Self.letter).utf8, to: "Sent", named: "other:2,S")
            })
        #expect(run.text.contains("Flagged 1 message.") && run.text.contains("Hello."), "\(run.text)\(run.errorText)")
        #expect(run.lines.filter { $0.hasPrefix("  1 ") }.count == 2, "\(run.text)")
    }

    @Test("A message whose file gets another name while a command runs is read and changed under that name")
    func renamed() throws {
        let home = try SampleHome(isEmpty: true)
        try home.add(Self.letter.utf8, to: "Sent", named: "own:2,S")
        var console = Console(
            output: Output(), errors: Output(), environment: Environment(["PETREL_HOME": home.directory.path]),
            clock: FixedClock(at: 1_791_892_800), zone: .utc, columns: nil, system: POSIXFileSystem.shared,
            isTerminal: false, input: LineInput { _ in .endOfInput })
        let view = try console.view(of: console.everyAccount())
        let found = try #require(try view.messages(matching: .everything, limit: 1).first)
        let sent = home.mail.appending(path: "Sent/cur")
        try FileManager.default.moveItem(at: sent.appending(path: "own:2,S"), to: sent.appending(path: "filed:2,S"))
        #expect(try found.contents() == Array(Self.letter.utf8))
        let place = try MessageAction.flag(.flagged, isOn: true).perform(on: found)
        #expect(place?.name == Array("filed:2,FS".utf8))
        try FileManager.default.removeItem(at: sent.appending(path: "filed:2,FS"))
        #expect(throws: CommandFailure.self) { try found.contents() }
        #expect(try MessageAction.remove.perform(on: found) == nil)
    }
}
