import MailTestSupport
import ModelServer
import Testing

@testable import EndToEndSupport
@testable import REPL

@Suite("Connections kept between syncs at the prompt", .onOwnThreads, .holds("Y19", "Y24"))
struct KeptConnectionTests {
    private let home: SampleHome
    private let server = ModelIMAPServer(.dovecot)

    init() throws {
        home = try SampleHome(isEmpty: true)
        try home.addAccountOfModelServer()
        server.deliver(Self.message(1))
    }

    private static func message(_ number: Int) -> String {
        "From: ben@example.org\r\nSubject: Letter \(number)\r\nMessage-ID: <\(number)@x>\r\n\r\nHello.\r\n"
    }

    /// Types lines at the prompt. At "@deliver" a message arrives, at "@close" the server closes idle connections.
    private func type(_ lines: String...) -> CommandRun {
        home.petrel(
            [], typing: lines, reaching: server.connections(),
            meanwhile: { what in
                if what == "deliver" { server.deliver(Self.message(2)) }
                if what == "close" { server.dismissAll() }
            })
    }

    @Test("The second sync uses the connection of the first, and fetches new mail")
    func second() throws {
        let run = type("sync", "@deliver", "sync", "list", "quit")
        #expect(server.connectionCount == 1)
        #expect(run.text.contains("Letter 2"), "\(run.text)\(run.errorText)")
        #expect(server.log.count { $0.verb == "ENABLE" } == 1)
        #expect(server.violations == [])
    }

    @Test("A connection that the server has closed is replaced without a word")
    func closed() throws {
        let run = type("sync", "@deliver", "@close", "sync", "list", "quit")
        #expect(server.connectionCount == 2)
        #expect(run.text.contains("Letter 2") && run.errorText.isEmpty, "\(run.text)\(run.errorText)")
    }

    @Test("offline closes the connection")
    func offline() throws {
        _ = type("sync", "offline", "online", "sync", "quit")
        #expect(server.connectionCount == 2)
    }
}
