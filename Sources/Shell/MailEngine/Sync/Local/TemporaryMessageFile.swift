internal import Digest
internal import Disk
internal import MailTypes
internal import MaildirStore
internal import SyncLedger

/// A large message that is being written to disk.
final class TemporaryMessageFile {
    private var file: DurableWrite?
    private var digest: MessageSHA256? = MessageSHA256()
    private(set) var size = 0

    init(_ arrivals: MaildirBatchWriter) throws(FileError) {
        file = try arrivals.begin()
    }

    func append(_ octets: [UInt8]) throws(FileError) {
        try file?.append(octets.span)
        // The first piece contains the header. Scans exclude mbsync's field from the digest, so exclude it here too.
        let digested = size == 0 ? octets.withoutTransferID : octets
        digest?.update(digested.span)
        size += octets.count
    }

    /// Returns the digest of everything that was appended. Must be called only once.
    func finish() -> ContentDigest? {
        guard let digest = digest.take() else { return nil }
        return ContentDigest(digest.finish())
    }

    func add(to arrivals: MaildirBatchWriter, _ entry: Maildir.Entry) {
        if let written = file.take() { arrivals.add(written, entry) }
    }
}
