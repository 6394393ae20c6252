import MailTestSupport
import Testing

@testable import Autoconfiguration

@Suite("Configuration files for mail clients", .holds("PX6"))
struct ClientConfigurationTests {
    private static func read(_ text: String) -> ClientConfiguration? {
        ClientConfiguration(Array(text.utf8), localPart: "kim", domain: "example.net")
    }

    /// A file with the given servers.
    private static func file(_ content: String) -> String {
        "<clientConfig version=\"1.1\"><emailProvider id=\"x\">\(content)</emailProvider></clientConfig>"
    }

    private static func server(
        host: String = "<hostname>imap.example.net</hostname>", port: String = "<port>993</port>",
        security: String = "<socketType>SSL</socketType>", type: String = "imap", more: String = ""
    ) -> String {
        "<incomingServer type=\"\(type)\">\(host)\(port)\(security)\(more)</incomingServer>"
    }

    @Test("The servers for IMAP and SMTP are read in order, with names, sign-in and OAuth")
    func whole() throws {
        let text = """
            \u{FEFF}<?xml version="1.0" encoding="UTF-8"?>
            <!-- <incomingServer type="imap"> -->
            <clientConfig version="1.1">
              <emailProvider id='example.net'>
                <domain>example.net</domain>
                <displayName>Kim &amp; Sons</displayName>
                <incomingServer type="pop3"><hostname>pop.example.net</hostname><port>995</port><socketType>SSL</socketType></incomingServer>
                <incomingServer type="imap">
                  <hostname> imap.%EMAILDOMAIN% </hostname>
                  <port>993</port>
                  <socketType>SSL</socketType>
                  <username>%EMAILLOCALPART%</username>
                  <authentication>OAuth2</authentication>
                  <authentication>password-cleartext</authentication>
                </incomingServer>
                <outgoingServer type="smtp">
                  <hostname><![CDATA[smtp.example.net]]></hostname>
                  <port>587</port>
                  <socketType>STARTTLS</socketType>
                  <username>%EMAILADDRESS%</username>
                  <authentication>OAuth2</authentication>
                  <addThisServer/>
                </outgoingServer>
                <documentation url="https://example.net/?a=1&b=2"><descr lang="en">Help</descr></documentation>
              </emailProvider>
              <emailProvider id="other"><incomingServer type="imap"><hostname>other.example</hostname><port>993</port>
                <socketType>SSL</socketType></incomingServer></emailProvider>
              <oAuth2>
                <issuer>example.net</issuer><scope>mail</scope>
                <authURL>https://example.net/auth</authURL><tokenURL>https://example.net/token</tokenURL>
              </oAuth2>
            </clientConfig>
            """
        let file = try #require(Self.read(text))
        #expect(file.displayName == "Kim & Sons" && file.servers.count == 2)
        let imap = file.servers[0]
        #expect(imap.service == .imap && imap.host == "imap.example.net" && imap.port == 993)
        #expect(imap.security == .implicitTLS && imap.userName == "kim")
        #expect(imap.authentication == [.token, .password] && !imap.needsToken)
        let smtp = file.servers[1]
        #expect(smtp.service == .smtp && smtp.host == "smtp.example.net" && smtp.port == 587)
        #expect(smtp.security == .startTLS && smtp.userName == "kim@example.net" && smtp.needsToken)
        #expect(file.oauth?.issuer == "example.net" && file.oauth?.tokenURL == "https://example.net/token")
    }

    static let unusable: [(name: String, text: String)] = [
        ("nothing", ""), ("text", "no XML"), ("a web page", "<!DOCTYPE html><html><body>404</body></html>"),
        ("another root", "<x>\(server())</x>"), ("no server", file("")),
        ("a server outside the provider", "<clientConfig>\(server())</clientConfig>"),
        ("no TLS", file(server(security: "<socketType>plain</socketType>"))),
        ("no kind of TLS", file(server(security: ""))), ("no host", file(server(host: ""))),
        ("an empty host", file(server(host: "<hostname> </hostname>"))), ("no port", file(server(port: ""))),
        ("port 0", file(server(port: "<port>0</port>"))),
        ("a port too large", file(server(port: "<port>65536</port>"))),
        ("a port with a sign", file(server(port: "<port>+993</port>"))),
        ("a port of words", file(server(port: "<port>imaps</port>"))), ("POP3 only", file(server(type: "pop3"))),
        ("a missing end", String(file(server()).dropLast())), ("an open comment", file("\(server())<!-- ")),
        ("an open section", file("\(server())<![CDATA[")), ("crossed tags", file("<a><b></a></b>\(server())")),
        ("an unknown entity", file(server(host: "<hostname>&host;</hostname>"))),
        ("an entity declaration", "<!DOCTYPE x [<!ENTITY a \"b\">]>" + file(server())),
        ("an attribute twice", file("<a b=\"1\" b=\"2\"/>\(server())")),
        ("an attribute without quotes", file("<a b=1/>")),
        ("a control character in the host", file(server(host: "<hostname>a&#10;b</hostname>"))),
        ("a surrogate", file(server(host: "<hostname>&#xD800;</hostname>"))),
        ("a hostile depth", String(repeating: "<a>", count: 10_000)),
        ("a hostile size", file(server() + String(repeating: " ", count: 1 << 16))),
    ]

    @Test("A file that is damaged or names no usable server is refused", arguments: unusable)
    func refused(_ row: (name: String, text: String)) {
        #expect(Self.read(row.text) == nil)
    }

    @Test("Character references are replaced, and at most 16 servers are kept")
    func bounds() throws {
        let reference = Self.file(Self.server(host: "<hostname>&#x69;&#109;ap.example</hostname>"))
        #expect(Self.read(reference)?.servers.first?.host == "imap.example")
        let many = (0..<100).map { Self.server(host: "<hostname>h\($0).example</hostname>") }.joined()
        #expect(Self.read(Self.file(many))?.servers.count == 16)
    }

    @Test("Any bytes are read without a crash, and every server has a host without control characters")
    func noise() {
        var generator = SeededGenerator.fresh
        let whole = Array(
            Self.file(Self.server(more: "<username>%EMAILADDRESS%</username>") + "<!-- a --><b c='&lt;'/>").utf8)
        let pieces: [[UInt8]] = ["<", ">", "/", "&", ";", "<![CDATA[", "]]>", "<!--", "-->", "<?", "\"", "&#x", "\0"]
            .map {
                Array($0.utf8)
            }
        for _ in 0..<20_000 {
            var octets = whole
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let place = Int.random(in: octets.indices, using: &generator)
                if Bool.random(using: &generator) {
                    octets[place] = UInt8.random(in: 0...255, using: &generator)
                } else {
                    octets.insert(contentsOf: pieces.randomElement(using: &generator) ?? [], at: place)
                }
            }
            octets.removeLast(Int.random(in: 0...20, using: &generator))
            let file = ClientConfiguration(octets, localPart: "kim", domain: "example.net")
            let isClean = file?.servers.allSatisfy { $0.host.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } } ?? true
            #expect(isClean, "seed \(generator.seed)")
        }
    }
}
