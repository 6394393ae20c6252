import Accounts
import Digest
import Disk
import Foundation
import InternetMessage
import MailClients
import MailEngine
import MailTestSupport
import MailTypes
import MaildirStore
import ModelServer
import Network
import Platform
import SASL
import Testing

/// A home whose attachments stay on the server and are fetched on demand.
protocol HomeWithUndownloadedAttachments: HomeWithMail {
    var account: AccountConfiguration { get }
    var connections: NetworkAccess { get }
    var credentials: Credentials { get throws }
}

extension HomeWithModelServer: HomeWithUndownloadedAttachments {
    var connections: NetworkAccess { model.connections() }
    var credentials: Credentials {
        get throws {
            let secret = try #require(Secret(Array("secret-kim".utf8)))
            return try #require(Credentials(user: Array("kim".utf8), secret, .password))
        }
    }
}

extension RealServerFixture: HomeWithUndownloadedAttachments {
    var connections: NetworkAccess { .network() }
    var credentials: Credentials {
        get throws {
            let secret = try #require(Secret(Array(user.password.utf8)))
            return try #require(Credentials(user: Array(user.name.utf8), secret, .password))
        }
    }
}

extension HomeWithUndownloadedAttachments {
    func octets(_ subject: String, in mailbox: String = "INBOX") throws -> [UInt8] {
        [UInt8](try Data(contentsOf: file(subject, in: mailbox)))
    }

    var cacheDirectory: URL { home.appending(path: "cache") }

    func cache(limit: Int = AttachmentCache.limit) throws -> AttachmentCache {
        let directory = try Directory.open(Path(home.path), on: POSIXFileSystem.shared)
        return AttachmentCache(in: try directory.makingDirectory(Array("cache".utf8)), limit: limit)
    }

    /// Returns the attachments of a message that are not here, ready to be requested.
    func missing(_ subject: String, in mailbox: String = "INBOX") throws -> [AttachmentDownload.File] {
        let url = try file(subject, in: mailbox)
        let octets = try octets(subject, in: mailbox)
        let message = Message(octets)
        let name = try #require(
            SyncedFilename(MaildirFilename(Array(url.lastPathComponent.utf8)).base), "\(url.lastPathComponent)")
        let place = try #require(MailboxName(mailbox))
        return Self.leaves(message.root).compactMap {
            AttachmentDownload.File(
                $0, of: XXH3.contentHash(octets), size: message.originalSize, in: place, name.uidValidity, name.uid)
        }
    }

    func download(
        _ files: [AttachmentDownload.File], by connections: NetworkAccess? = nil, into cache: AttachmentCache? = nil,
        progress: @escaping @Sendable (Int, Int) -> Void = { _, _ in }
    ) async throws -> [[UInt8]] {
        let download = AttachmentDownload(
            account, as: try credentials, by: connections ?? self.connections, into: try cache ?? self.cache(),
            clock: LaterClock(), progress: progress)
        return try await download.run(files)
    }

    /// Returns all leaf parts, without those of embedded messages.
    static func leaves(_ part: Part) -> [Part] {
        part.kind == .multipart ? Array(part.children).flatMap { leaves($0) } : [part]
    }

    /// Returns type, name and content of each leaf, filling in the missing contents from `downloaded`.
    static func contents(_ message: Message, _ downloaded: [[UInt8]] = []) -> [LeafContent] {
        var rest = downloaded[...]
        return leaves(message.root).map { part in
            let content = part.missing == nil ? part.decodedContent : rest.popFirst() ?? []
            return LeafContent(
                type: "\(part.contentType.type)/\(part.contentType.subtype)", name: part.filename, content: content)
        }
    }
}

struct LeafContent: Hashable {
    let type: String
    let name: String?
    let content: [UInt8]
}
