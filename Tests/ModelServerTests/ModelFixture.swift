import Foundation
import IMAPProtocol
import MailClients
import MailTypes
import ModelServer
import Platform
import Testing

/// A client on a connection to a model server.
struct ModelFixture {
    let server: ModelIMAPServer
    let connection: ModelConnection
    let client: IMAPClient

    init(_ server: ModelIMAPServer, _ faults: ModelFaults = .none, _ security: IMAPSession.Security = .implicitTLS) {
        self.server = server
        connection = server.connect(faults, isEncrypted: security == .implicitTLS)
        client = IMAPClient(connection, security, clock: SystemClock())
    }

    init(_ profile: ModelProfile) {
        self.init(ModelIMAPServer(profile))
    }

    func signIn() async throws(IMAPClientError) {
        try await client.open()
        let response = Data("\0kim\0secret-kim".utf8).base64EncodedString()
        try await client.signIn("PLAIN", initialResponse: Base64Line(Array(response.utf8))) { _ in nil }
    }

    /// Selects the mailbox, signing in first if necessary.
    @discardableResult
    func select(
        _ name: String = "INBOX"
    ) async throws(IMAPClientError) -> SelectedMailbox {
        if await !client.isAuthenticated { try await signIn() }
        return try await client.select(SelectCommand(Self.mailbox(name)))
    }

    func append(_ text: String, to name: String, _ flags: [Flag] = []) async throws(IMAPClientError) -> UID? {
        try await client.append(Array(text.utf8), to: Self.mailbox(name), flags)
    }

    func everything() async throws(IMAPClientError) -> [UID: FetchedWhole] {
        try await client.everything()
    }

    static func mailbox(_ name: String) -> EncodedMailboxName {
        EncodedMailboxName(Array(name.utf8)) ?? .inbox
    }

    static func uid(_ number: UInt32) -> UID { UID(rawValue: number) ?? .first }

    static func text(_ number: Int) -> String {
        "From: Kim <kim@example.net>\r\nSubject: \(number)\r\nMessage-ID: <\(number)@example.net>\r\n\r\nText \(number)\r\n"
    }
}

/// The FETCH data of a message, and its content.
struct FetchedWhole: Hashable {
    let message: FetchedMessage
    let content: [UInt8]
}

extension IMAPClient {
    func append(
        _ octets: [UInt8], to mailbox: EncodedMailboxName, _ flags: [Flag], _ date: DateTime? = nil
    ) async throws(IMAPClientError) -> UID? {
        var command = AppendCommand(mailbox, size: octets.count)
        command.flags = flags
        command.internalDate = date
        return try await append(command, MessageSource(octets))?.uid
    }

    /// Fetches all messages of the selected mailbox.
    func everything() async throws(IMAPClientError) -> [UID: FetchedWhole] {
        var found: [UID: FetchedWhole] = [:]
        var content: [UInt8] = []
        let all = UIDSet(UID.first ... .last)
        try await fetch(
            FetchCommand(all, [.flags, .internalDate, .size, .envelope, .bodyStructure, .content(.whole)])
        ) { fetched in
            switch fetched {
            case .content(.begin): content = []
            case .content(.octets(let octets)): content += octets
            case .content(.end): break
            case .message(let message):
                if let uid = message.uid { found[uid] = FetchedWhole(message: message, content: content) }
            case .vanished: break
            }
        }
        return found
    }
}
