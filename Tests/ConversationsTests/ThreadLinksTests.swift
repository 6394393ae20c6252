import InternetMessage
import MailTestSupport
import Testing

@testable import Conversations

@Suite("Conversation links of a message", .holds("Y14"))
struct ThreadLinksTests {
    private func links(_ fields: String...) -> ThreadLinks {
        ThreadLinks(Message(Array((fields.joined(separator: "\r\n") + "\r\n\r\n").utf8)).header)
    }

    @Test("Collects the identifiers of Message-ID, In-Reply-To and References, each once")
    func fields() {
        let found = links("Message-ID: <m@x>", "References: <b@x> <a@x>", " <b@x>", "In-Reply-To: <a@x>")
        #expect(found.ids.map { String(decoding: $0, as: UTF8.self) } == ["a@x", "b@x", "m@x"])
        #expect(found.isReply)
        #expect(!links("Message-ID: <m@x>", "References: ", "Subject: x").isReply)
        #expect(!links("Message-ID: <m@x>", "References: <m@x>").isReply)
        #expect(links("Subject: none").ids.isEmpty)
        #expect(links("In-Reply-To: <a@x>").isReply)
    }

    @Test("Uses only the first and the last of very many References", .holds("PX6"))
    func bounded() {
        let all = (0..<100_000).map { "<\($0)@x>" }.joined(separator: "\r\n ")
        let found = Set(links("References: \(all)", "In-Reply-To: <\(String(repeating: "a", count: 2000))>").ids)
        #expect(found.count == ThreadLinks.maximumIDs + 1)
        #expect(found.contains(Array("0@x".utf8)))
        #expect((99_800..<100_000).allSatisfy { found.contains(Array("\($0)@x".utf8)) })
    }
}
