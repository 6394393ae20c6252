import InternetMessage
import MailTestSupport
import MailTypes
import Testing

@testable import MessageSecurity

@Suite("Signed and encrypted parts", .holds("E04"))
struct SecuredMessageFormatTests {
    private func message(_ head: String, _ body: String) -> Message {
        Message(Array("From: ana@example.org\r\nSubject: [...]\r\n\(head)\r\n\r\n\(body)".utf8))
    }

    private let signature = "--b\r\nContent-Type: application/pgp-signature\r\n\r\nsig\r\n"
    private let content = "--b\r\nContent-Type: text/plain\r\n\r\nText \r\n\r\n"

    @Test("A signature covers header and body of the first part, without the line end before the delimiter")
    func covered() throws {
        let message = message("Content-Type: multipart/signed; boundary=b", "\(content)\(signature)--b--\r\n")
        guard case .signed(.openPGP, let content, let signature)? = SecuredPart(message.root) else {
            Issue.record("not recognized")
            return
        }
        #expect(content.signedOctets == Array("Content-Type: text/plain\r\n\r\nText \r\n".utf8))
        #expect(signature.decodedContent == Array("sig".utf8))
    }

    @Test("Bytes to verify are the same whether the message is stored with LF or CR LF")
    func lineEnds() throws {
        let text = "Content-Type: multipart/signed; boundary=b\r\n\r\n\(content)\(signature)--b--\r\n"
        let both = [text, text.replacing("\r\n", with: "\n")].map { Message(Array($0.utf8)) }
        let covered = both.compactMap { message -> [UInt8]? in
            guard case .signed(_, let content, _)? = SecuredPart(message.root) else { return nil }
            return content.signedOctets
        }
        #expect(covered.count == 2 && covered[0] == covered[1])
    }

    @Test("A third part, or a wrong type, makes it no signed or encrypted part")
    func structure() {
        let third = message("Content-Type: multipart/signed; boundary=b", "\(content)\(signature)\(content)--b--\r\n")
        #expect(SecuredPart(third.root) == nil)
        let swapped = message("Content-Type: multipart/signed; boundary=b", "\(signature)\(content)--b--\r\n")
        #expect(SecuredPart(swapped.root) == nil)
        let encrypted = message("Content-Type: multipart/encrypted; boundary=b", "\(content)\(signature)--b--\r\n")
        #expect(SecuredPart(encrypted.root) == nil)
    }

    @Test("Blocks in text are found at line starts only, and only whole ones")
    func inline() {
        let block = "-----BEGIN PGP MESSAGE-----\r\n\r\nhF4D\r\n-----END PGP MESSAGE-----\r\n"
        #expect(InlineOpenPGP.blocks(in: Array(block.utf8)).map(\.isWholeText) == [true])
        #expect(InlineOpenPGP.blocks(in: Array("Hi\n\(block)".utf8)).map(\.isWholeText) == [false])
        #expect(InlineOpenPGP.blocks(in: Array("\(block)Bye\n".utf8)).map(\.isWholeText) == [false])
        #expect(InlineOpenPGP.blocks(in: Array("\(block)\(block)".utf8)).map(\.isWholeText) == [false, false])
        #expect(InlineOpenPGP.blocks(in: Array("> \(block)".utf8)).isEmpty)
        #expect(InlineOpenPGP.blocks(in: Array(block.utf8.dropLast(10))).isEmpty)
        #expect(ArmoredPacketKind.first(in: Array(block.utf8)) == .encrypted)
    }

    @Test("Protected fields replace those outside, except From")
    func protected() {
        let outer = message("Content-Type: multipart/encrypted", "")
        let inner =
            "Subject: Plan\r\nFrom: eve@example.org\r\nBcc: x@example.org\r\nContent-Type: text/plain; hp=\"cipher\"\r\nHP-Outer: Subject: [...]\r\n\r\nText\r\n"
        let read = Message(MessageUnwrapping.octets(Array(inner.utf8), in: outer))
        #expect(read.header.subject == "Plan")
        #expect(read.header.addresses(.from).map { $0.email?.text } == ["ana@example.org"])
        #expect(read.header.first(named: "bcc") == nil && read.header.first(named: "hp-outer") == nil)
        #expect(read.root.text == "Text\r\n")
        let unmarked = inner.replacing("; hp=\"cipher\"", with: "")
        #expect(Message(MessageUnwrapping.octets(Array(unmarked.utf8), in: outer)).header.subject == "[...]")
    }

    @Test("What is written has its fields inside and outside, and is read back as it was")
    func writing() throws {
        let plain =
            "From: ana@example.org\r\nTo: kim@example.net\r\nBcc: ben@example.org\r\nSubject: Plan\r\nX-Petrel-Draft-Rev: 1\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; charset=us-ascii\r\nContent-Transfer-Encoding: 7bit\r\n\r\nText\r\n"
        let writer = SecuredMessageWriter(Array(plain.utf8), unique: "abc")
        let payload = String(decoding: writer.payload(isEncrypted: true), as: UTF8.self)
        #expect(payload.contains("Subject: Plan\r\n") && payload.contains("HP-Outer: Subject: [...]\r\n"))
        #expect(!payload.contains("ben@") && !payload.contains("X-Petrel"))
        let data = Array("-----BEGIN PGP MESSAGE-----\n\nhF4D\n-----END PGP MESSAGE-----\n".utf8)
        let octets = writer.octets(around: writer.encryptedEntity(data, .openPGP), isEncrypted: true)
        let message = Message(octets)
        #expect(message.header.subject == "[...]" && message.header.first(named: "bcc") != nil)
        guard case .encrypted(.openPGP, let part)? = SecuredPart(message.root) else {
            Issue.record("not recognized: \(String(decoding: octets, as: UTF8.self))")
            return
        }
        #expect(part.decodedContent.starts(with: Array("-----BEGIN PGP MESSAGE-----\r\n".utf8)))
        #expect(Message(MessageUnwrapping.octets(Array(payload.utf8), in: message)).header.subject == "Plan")
        let clear = writer.payload(isEncrypted: false)
        let entity = writer.signedEntity(clear, signature: [1, 2, 3], hashAlgorithm: 10, .smime)
        let signed = Message(writer.octets(around: entity, isEncrypted: false))
        guard case .signed(.smime, let content, let signature)? = SecuredPart(signed.root) else {
            Issue.record("not recognized")
            return
        }
        #expect(content.signedOctets == clear && signature.decodedContent == [1, 2, 3])
        #expect(signed.header.subject == "Plan" && signed.root.contentType.parameters["micalg"] == "sha-512")
    }

    @Test(
        "An Autocrypt field counts only if it is valid and of the only sender",
        arguments: [
            ("addr=ana@example.org; prefer-encrypt=mutual; keydata=AAEC", true),
            ("addr=ana@example.org; _x=1; keydata=AA EC", false), ("addr=ben@example.org; keydata=AAEC", nil),
            ("addr=ana@example.org; critical=1; keydata=AAEC", nil), ("addr=ana@example.org", nil),
        ] as [(String, Bool?)])
    func autocrypt(_ value: String, _ prefers: Bool?) {
        let field = AutocryptHeader(of: message("Autocrypt: \(value)", "").header)
        #expect(field?.prefersEncryption == prefers)
        if let field { #expect(field.key == [0, 1, 2]) }
        if let field { #expect(AutocryptHeader(Array(field.field.dropFirst("Autocrypt:".utf8.count))) == field) }
    }
}
