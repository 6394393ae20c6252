import MailEngine
import MailTestSupport
import MailTypes
import MaildirStore
import Testing

@Suite(
    "Servers that accept only ASCII addresses and header fields", .onOwnThreads, .timeLimit(.minutes(5)),
    .holds("Y15", "PS6"))
struct ASCIIServerTests {
    private func scene(_ text: String, acceptsUTF8: Bool = false) throws -> DeliveryFixture {
        let scene = try DeliveryFixture()
        if !acceptsUTF8 { scene.server.set { server in server.extensions.removeAll { $0 == "SMTPUTF8" } } }
        let message = Array(text.replacing("\n", with: "\r\n").utf8)
        _ = try scene.store().queue(message, from: nil, at: scene.clock.now()) { $0.queuedMoment = scene.moment }
        return scene
    }

    private static func letter(to recipient: String) -> String {
        """
        From: Zoë <kim@example.net>
        To: \(recipient)
        Subject: Prüfung
        Message-ID: <1@example.net>

        Grüße
        .
        the end

        """
    }

    @Test("A recipient at an internationalized domain and raw text are sent in ASCII, and Sent has what was sent")
    func domain() async throws {
        let scene = try scene(Self.letter(to: "ana@bücher.example"))
        try await scene.deliver()
        let message = try #require(scene.server.accepted.first?.message)
        #expect(message.recipients == ["ana@xn--bcher-kva.example"])
        let text = String(decoding: message.content, as: UTF8.self)
        let header = text.firstRange(of: "\r\n\r\n").map { text[..<$0.lowerBound] } ?? text[...]
        #expect(header.utf8.allSatisfy { $0 <= 0x7F }, "\(header)")
        #expect(text.contains("To: ana@xn--bcher-kva.example") && text.contains("Grüße"), "\(text)")
        #expect(try scene.outbox().isEmpty)
        let sent = try #require(try scene.sent().first)
        #expect(String(decoding: sent, as: UTF8.self).contains("To: ana@xn--bcher-kva.example"))
    }

    @Test("A server that accepts more gets the message as it was written")
    func unchanged() async throws {
        let scene = try scene(Self.letter(to: "ana@bücher.example"), acceptsUTF8: true)
        try await scene.deliver()
        let message = try #require(scene.server.accepted.first?.message)
        #expect(message.recipients == ["ana@bücher.example"])
        #expect(String(decoding: message.content, as: UTF8.self).contains("Subject: Prüfung"))
    }

    @Test("A recipient whose local part is not ASCII is refused, with a remedy that helps")
    func localPart() async throws {
        let scene = try scene(Self.letter(to: "zoë@bücher.example"))
        try await scene.deliver()
        #expect(scene.server.accepted.isEmpty)
        let sentence = try #require(try scene.outbox().first?.sidecar?.lastError)
        #expect(sentence.contains("Take the message back to your drafts and use another address"), "\(sentence)")
    }
}
