import MailTestSupport
import MailTypes
import Testing

@testable import IMAPProtocol

@Suite("COMPRESS in a session", .holds("Y19", "PX6"))
struct CompressSessionTests {
    private static let capabilities = "IMAP4rev1 COMPRESS=DEFLATE IDLE"

    @Test("COMPRESS is sent alone, and no command is sent before the reply")
    func alone() throws {
        var driver = try SessionDriver.signedIn(Self.capabilities)
        let noop = try driver.submit(.noop)
        #expect(throws: CommandError.mustWait) { try driver.submit(.compress) }
        driver.server("\(noop) OK\r\n")
        let tag = try driver.submit(.compress)
        #expect(driver.session.awaitsCompression)
        for command in [IMAPCommand.noop, .compress, .idle, .logout] {
            #expect(throws: CommandError.mustWait) { try driver.submit(command) }
        }
        driver.server("\(tag) OK\r\n")
        #expect(driver.session.isCompressed && !driver.session.awaitsCompression)
        #expect(throws: CommandError.wrongState) { try driver.submit(.compress) }
        #expect(throws: CommandError.wrongState) { try driver.submit(.startTLS) }
        #expect(String(decoding: driver.written, as: UTF8.self) == "A1 NOOP\r\nA2 COMPRESS DEFLATE\r\n")
    }

    @Test("Bytes after the reply are passed on unchanged", arguments: 0...40)
    func rest(_ cut: Int) throws {
        let said = Array("* 3 EXISTS\r\nA1 OK DEFLATE active\r\n".utf8)
        let behind: [UInt8] = [0x0A, 0x41, 0x31, 0x20, 0x42, 0x59, 0x45, 0x0D, 0x0A, 0x00, 0xFF]
        var driver = try SessionDriver.signedIn(Self.capabilities)
        try driver.submit(.compress)
        let all = said + behind
        let first = min(cut, said.count - 1)
        driver.server(Array(all[..<first]))
        driver.server(Array(all[first...]))
        guard case .compressed(let tag, _, let octets)? = driver.events.last else {
            Issue.record("\(driver.events)")
            return
        }
        #expect(tag == CommandTag(1) && octets == behind && driver.failure == nil)
        driver.server("* 4 EXISTS\r\n")
        #expect(driver.events.count == 3)
    }

    @Test("COMPRESS requires encryption, authentication and support by the server")
    func early() throws {
        var stranger = SessionDriver()
        stranger.server("* OK [CAPABILITY \(Self.capabilities)] x\r\n")
        #expect(throws: CommandError.wrongState) { try stranger.submit(.compress) }
        var plain = SessionDriver(.startTLS)
        plain.server("* OK [CAPABILITY \(Self.capabilities)] x\r\n")
        #expect(throws: CommandError.notEncrypted) { try plain.submit(.compress) }
        var other = try SessionDriver.signedIn("IMAP4rev1 IMAP4rev2")
        #expect(throws: CommandError.unsupported(.compressDeflate)) { try other.submit(.compress) }
    }

    @Test("A refusal leaves the session unchanged", arguments: ["NO [COMPRESSIONACTIVE] x", "NO x", "BAD x"])
    func refusal(_ answer: String) throws {
        var driver = try SessionDriver.signedIn(Self.capabilities)
        let tag = try driver.submit(.compress)
        driver.server("\(tag) \(answer)\r\n")
        #expect(driver.failed[tag]?.reach == .connection && driver.failure == nil && !driver.session.isCompressed)
        try driver.submit(.noop)
        driver.server("A2 OK\r\n")
        #expect(driver.completed[CommandTag(2)] != nil)
    }
}
