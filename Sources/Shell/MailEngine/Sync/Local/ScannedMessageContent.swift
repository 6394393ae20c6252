internal import Digest
internal import Disk
internal import InternetMessage
internal import MailTypes
internal import MaildirStore
internal import SyncLedger

/// What a scan needs of a message, read in pieces so that a large file need not be in memory as a whole.
struct ScannedMessageContent {
    /// All of the message, or only the beginning if that is larger than the limit. Without mbsync's field.
    let beginning: Message
    let digest: ContentDigest
    /// The size in bytes with CRLF line endings, as a server counts it.
    let canonicalSize: Int

    /// The number of bytes that are parsed, which takes twice as much memory.
    static let mostParsedBytes = 32 << 20

    /// `nil` if the digest cannot be computed. The first piece of a message above the limit must contain its header.
    init?(
        reading entry: inout Maildir.Entry, in maildir: Maildir, atMost limit: Int = mostParsedBytes,
        pieceSize: Int = Directory.pieceSize
    ) throws(FileError) {
        let octets = try maildir.contents(of: &entry, limit: limit)
        let message = octets.withoutTransferID
        var digest = MessageSHA256()
        if octets.count < limit {
            digest.update(message.span)
        } else {
            var isFirst = true
            try maildir.forEachPiece(of: &entry, size: pieceSize) { piece in
                let piece = isFirst ? piece.withoutTransferID : piece
                digest.update(piece.span)
                isFirst = false
            }
        }
        canonicalSize = digest.canonicalSize
        guard let digest = ContentDigest(digest.finish()) else { return nil }
        self.digest = digest
        beginning = Message(message)
    }
}
