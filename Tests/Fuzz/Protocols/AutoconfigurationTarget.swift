import Autoconfiguration

extension FuzzTarget {
    /// Configuration files for mail clients. Servers are few, with valid ports and no control characters.
    static let autoconfiguration = FuzzTarget(name: "autoconfiguration", maximumLength: 4096) { bytes in
        let prefix = Array("<clientConfig><emailProvider><incomingServer type=\"imap\">".utf8)
        let suffix = Array(
            "<port>993</port><socketType>SSL</socketType></incomingServer></emailProvider></clientConfig>".utf8)
        for document in [bytes, prefix + bytes + suffix] {
            guard let file = ClientConfiguration(document, localPart: "kim", domain: "example.net") else { continue }
            expect((1...16).contains(file.servers.count), "at least one server and not too many")
            for server in file.servers {
                expect(server.port > 0, "a port has a number")
                expect(server.host.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }, "a host has no control characters")
            }
        }
    }
}
