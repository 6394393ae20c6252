import Foundation
import MailTestSupport
import Testing

@testable import EndToEndSupport
@testable import REPL

@Suite("The header of an open draft, and its preview", .onOwnThreads, .holds("C01", "C17"))
struct DraftHeaderDisplayAndPreviewTests {
    @Test("preview source is what the server receives, except for Date and Message-ID")
    func source() throws {
        let server = RecordingSMTPServer()
        let home = try SampleHome(isEmpty: true)
        try home.addAccountOfModelServer()
        let run = home.petrel(
            [],
            typing: [
                "new ben@example.org -b eve@example.org -s Plan -m 'See **Thursday**.'", "preview", "preview --source",
                "send --undo 0", "@…", "quit",
            ], reaching: server.connections)
        let sent = try #require(server.accepted.first)
        #expect(sent.recipients.count == 2)
        let content = String(decoding: sent.content, as: UTF8.self)
        let start = try #require(run.text.range(of: "Format   plain text and HTML"))
        let shown = run.text[start.upperBound...]
        let first = try #require(shown.range(of: "From: Kim"))
        let end = try #require(shown.range(of: "--\r\n", options: .backwards))
        #expect(Self.lines(shown[first.lowerBound..<end.upperBound]) == Self.lines(content[...]))
        #expect(!content.contains("eve@example.org"))
        #expect(run.text.contains("Bcc      eve@example.org (hidden from all recipients)\n"))
        #expect(run.errorText.contains("Date and Message-ID will be those of the moment when you type send."))
    }

    private static func lines(_ message: Substring) -> [String] {
        message.split(separator: "\r\n", omittingEmptySubsequences: false).map { String($0) }
            .filter { !$0.hasPrefix("Date:") && !$0.hasPrefix("Message-ID:") }
    }

    @Test("new, reply, forward, resume and mailto show the header before the text")
    func header() throws {
        let home = try SampleHome()
        let header = "From     Kim Park <kim@example.net>\n"
        let reply = home.typing("list from:alice --limit 1", "reply 1", ".", "close", "quit")
        #expect(reply.text.contains("\nTo       Alice Moreau"), "\(reply.text)")
        let new = home.typing("new", "ben@example.org", "Plan", "Hi", ".", "close", "resume", "close", "quit")
        #expect(new.prompts.contains("To: ") && new.text.contains("From     "))
        #expect(
            new.text.contains("To       ben@example.org\nSubject  Plan\n1 line of text. Type: body, lines or preview"))
        let link = home.typing("mailto mailto:ben@example.org?subject=Plan&body=Hello", ".", "quit")
        #expect(link.text.contains("To       ben@example.org\nSubject  Plan\n\nHello\n"), "\(link.text)")
        #expect(!home.script("new ben@example.org -s Plan", ".").text.contains(header))
    }
}
