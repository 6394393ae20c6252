import DomainNames
import Foundation
import MailClients
import MailTestSupport
import Synchronization

@testable import REPL

/// Servers of example.net that accept kim's password, in this process.
final class SetupServers: Sendable {
    static let password = "canary-7f3a"

    private let imap: String
    private let smtp: String
    /// The hosts that were connected to, in order.
    let asked = Mutex<[String]>([])
    let made = Mutex<[ScriptedServer]>([])
    private let hosts: Set<String>
    private let records: [ServiceRecord.Kind: [ServiceRecord]]
    private let exchangers: [String]
    /// The configuration files by the beginning of their addresses.
    private let files: [String: String]
    let documents = Mutex<[String]>([])

    init(
        _ hosts: Set<String> = ["imap.example.net", "smtp.example.net"],
        records: [ServiceRecord.Kind: [ServiceRecord]] = [:], exchangers: [String] = [], files: [String: String] = [:],
        user: String = "kim@example.net", refusing: Bool = false
    ) {
        (self.exchangers, self.files) = (exchangers, files)
        let answer = Data("\0\(user)\0\(Self.password)".utf8).base64EncodedString()
        self.hosts = hosts
        self.records = records
        let imapEnd =
            refusing
            ? "S: A1 NO [AUTHENTICATIONFAILED] no"
            : """
            S: A1 OK [CAPABILITY IMAP4rev1] in
            C: A2 STATUS INBOX (MESSAGES UNSEEN)
            S: * STATUS INBOX (MESSAGES 123 UNSEEN 4)
            S: A2 OK done
            C: A3 LOGOUT
            """
        imap = """
            S: * OK [CAPABILITY IMAP4rev1 SASL-IR AUTH=PLAIN] ready
            C: A1 AUTHENTICATE PLAIN \(answer)
            \(imapEnd)
            """
        smtp = """
            S: 220 ready
            C: EHLO [127.0.0.1]
            S: 250-hello
            S: 250 AUTH PLAIN
            C: AUTH PLAIN \(answer)
            S: \(refusing ? "535 5.7.8 no" : "235 2.7.0 in")
            C: QUIT
            S: 221 bye
            """
    }

    var connections: NetworkAccess {
        NetworkAccess { endpoint, _ throws(StreamFailure) in
            self.asked.withLock { $0.append("\(endpoint)") }
            guard self.hosts.contains(endpoint.host) else { throw .nameNotFound }
            let server = ScriptedServer(endpoint.port == 993 ? self.imap : self.smtp)
            self.made.withLock { $0.append(server) }
            return server
        } services: { kind, domain in
            domain == "example.net" ? self.records[kind] ?? [] : []
        } exchangers: { domain in
            domain == "example.net" ? self.exchangers.map { MailExchanger(preference: 0, host: $0) } : []
        } document: { url, _ in
            self.documents.withLock { $0.append(url) }
            return self.files.first { url.hasPrefix($0.key) }.map { Array($0.value.utf8) }
        }
    }

    var faults: [String] { made.withLock { $0.flatMap(\.faults) } }
}
