internal import Digest
public import Disk
internal import InternetMessage
public import MailTypes
internal import MailboxFormats

/// Adds the messages of an mbox or an MH folder to a mailbox. Messages that are in the mailbox already are skipped, so an
/// interrupted import can simply be repeated. Memory holds one message at a time, and the digests of the mailbox.
public struct MboxAndMHImport {
    /// The result of an import.
    public struct Report: Sendable {
        public var added = 0
        /// The number of messages that were in the mailbox already.
        public var present = 0
        /// The number of messages that the other program had removed, and those that are too large.
        public var removed = 0
        public var tooLarge = 0

        public init() {}
    }

    private let target: Maildir
    private let batch = DurableBatch()
    private var batchSize = 0
    /// How often each content is in the mailbox and was not matched yet.
    private var known: [[UInt8]: Int] = [:]
    public private(set) var report = Report()

    /// A larger message is skipped.
    public static let maximumSize = 1 << 28
    private static let mostFiles = 500
    private static let mostBytes = 1 << 25

    /// Reads the messages that are in the mailbox.
    public init(into target: Maildir) throws(FileError) {
        self.target = target
        for var entry in try target.entries() {
            do throws(FileError) {
                known[SHA256.digest(ofMessage: try target.contents(of: &entry)), default: 0] += 1
            } catch  where error.isMissing {
                continue
            }
        }
    }

    /// Adds a message unless it is there. `date`: when it arrived, in seconds since 1970.
    public mutating func add(_ message: [UInt8], _ flags: MaildirFlags, date: Int64?) throws(FileError) {
        let digest = SHA256.digest(ofMessage: message)
        if let count = known[digest], count > 0 {
            known[digest] = count - 1
            report.present += 1
            return
        }
        let base = Array("\(max(0, date ?? 0)).import-".utf8) + UniqueName.next()
        try target.add(message, Maildir.entry(base, flags), to: batch)
        report.added += 1
        batchSize += message.count
        if batch.count >= Self.mostFiles || batchSize >= Self.mostBytes { try commit() }
    }

    public mutating func noteRemoved() { report.removed += 1 }
    public mutating func noteTooLarge() { report.tooLarge += 1 }

    /// Makes everything that was added durable.
    public mutating func commit() throws(FileError) {
        try batch.commit()
        batchSize = 0
    }
}

extension MboxAndMHImport {
    /// Adds all messages of an mbox. `next` returns the next bytes of the file, which are empty at its end. Returns
    /// `false` if the file is not an mbox; nothing was added then.
    public mutating func addMbox(
        isOfQuoting quoting: String, _ next: () throws(FileError) -> [UInt8]
    ) throws(FileError) -> Bool {
        var reader = MboxReader(MboxQuotingStyle(rawValue: quoting) ?? .mboxrd)
        var message: [UInt8] = []
        var date: Int64?
        var isTooLarge = false
        var hasBegun = false
        while true {
            while let event = reader.next() {
                switch event {
                case .begin(let found):
                    hasBegun = true
                    date = found
                    message.removeAll(keepingCapacity: message.capacity <= Self.mostBytes)
                    isTooLarge = false
                case .content(let octets):
                    isTooLarge = isTooLarge || message.count + octets.count > Self.maximumSize
                    if isTooLarge { message = [] } else { message += octets }
                case .end(let status):
                    if status.isRemoved {
                        noteRemoved()
                    } else if isTooLarge {
                        noteTooLarge()
                    } else {
                        try add(message, status.flags, date: date)
                    }
                }
            }
            if reader.hasForeignText, !hasBegun { return false }
            let piece = try next()
            if piece.isEmpty {
                if reader.isEnded { break }
                reader.end()
            } else {
                reader.receive(piece)
            }
        }
        try commit()
        return hasBegun
    }

    /// Adds all messages of an MH folder.
    public mutating func addFolder(_ folder: Directory) throws(FileError) {
        let sequences = MHSequences(try Self.sequences(in: folder))
        let numbers = try folder.names().compactMap { MHSequences.number(ofFile: $0) }.sorted()
        for number in numbers {
            let name = Array("\(number)".utf8)
            guard let status = try folder.status(of: name), status.kind == .file else { continue }
            guard status.size <= Self.maximumSize else {
                noteTooLarge()
                continue
            }
            let seconds = status.modified / 1_000_000_000
            try add(try folder.contents(of: name).withCRLF, sequences.flags(of: number), date: seconds)
        }
        try commit()
    }

    private static func sequences(in folder: Directory) throws(FileError) -> [UInt8] {
        let name = Array(".mh_sequences".utf8)
        guard try folder.status(of: name)?.kind == .file else { return [] }
        return try folder.contents(of: name)
    }
}

extension Directory {
    /// Whether the directory is an MH folder: it has sequences, or files with numbers as names.
    public func isMHFolder() throws(FileError) -> Bool {
        try names().contains { $0.elementsEqual(".mh_sequences".utf8) || MHSequences.number(ofFile: $0) != nil }
    }
}

extension [UInt8] {
    /// The text with CRLF line ends.
    fileprivate var withCRLF: [UInt8] {
        var octets: [UInt8] = []
        octets.reserveCapacity(count + count / 32)
        var last: UInt8 = 0
        for octet in self {
            if octet == 0x0A, last != 0x0D { octets.append(0x0D) }
            octets.append(octet)
            last = octet
        }
        return octets
    }
}
