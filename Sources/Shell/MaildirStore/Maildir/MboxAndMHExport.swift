public import Disk
internal import InternetMessage
internal import MailTypes
internal import MailboxFormats

/// Writes the messages of a mailbox to an mbox or an MH folder. Memory holds one message at a time.
public struct MboxAndMHExport {
    public struct Report: Sendable {
        public var messages = 0
        /// The number of messages whose attachments were never downloaded.
        public var partial = 0
        /// The number of messages that cannot be read, and are not written.
        public var unreadable = 0
        /// Why the first of these cannot be read.
        public var problems: [FileError] = []

        static let mostProblems = 10

        public init() {}
    }

    private let source: Maildir

    public init(from source: Maildir) {
        self.source = source
    }

    /// Writes an mbox, which appears under its name when it is complete. Fails if the name is taken.
    public func writeMbox(
        _ name: [UInt8], in directory: Directory, isOfQuoting quoting: String
    ) throws(FileError) -> Report {
        let quoting = MboxQuotingStyle(rawValue: quoting) ?? .mboxrd
        var report = Report()
        var file = try DurableWrite(in: directory, as: Array(".".utf8) + name + Array(".".utf8) + UniqueName.next())
        for var entry in try sorted() {
            guard let (message, seconds) = contents(of: &entry, &report) else { continue }
            let header = Message(message).header
            let sender = header.addresses(.from).first { $0.email != nil }?.email?.text ?? ""
            let octets = MboxWriter.octets(
                of: message, sender: Array(sender.utf8), date: seconds, entry.name.flags, quoting)
            try file.append(octets.span)
            report.messages += 1
            if Message(message).isPartial { report.partial += 1 }
        }
        try file.commit(to: directory, as: name, .new)
        return report
    }

    /// Writes an MH folder into an empty directory.
    public func writeFolder(_ directory: Directory) throws(FileError) -> Report {
        var report = Report()
        var sequences = MHSequences()
        let batch = DurableBatch()
        for var entry in try sorted() {
            guard let (message, _) = contents(of: &entry, &report) else { continue }
            report.messages += 1
            if Message(message).isPartial { report.partial += 1 }
            sequences.add(report.messages, entry.name.flags)
            try batch.add(
                message.withLF, as: Array("\(report.messages)".utf8), in: directory, through: directory,
                named: Array(".".utf8) + UniqueName.next())
            if batch.count >= Self.mostFiles { try batch.commit() }
        }
        try batch.commit()
        try directory.write(
            sequences.octets, as: Array(".mh_sequences".utf8), .new, through: directory,
            named: Array(".".utf8) + UniqueName.next())
        return report
    }

    private static let mostFiles = 500

    private func sorted() throws(FileError) -> [Maildir.Entry] {
        try source.entries().sorted { $0.name.base.lexicographicallyPrecedes($1.name.base) }
    }

    /// Returns the message and when it arrived, in seconds since 1970; `nil` if it is gone, or cannot be read.
    private func contents(of entry: inout Maildir.Entry, _ report: inout Report) -> ([UInt8], Int64)? {
        do throws(FileError) {
            let message = try source.contents(of: &entry)
            if let synced = SyncedFilename(entry.name.base) { return (message, synced.arrived.seconds) }
            let modified = try source.status(of: entry)?.modified ?? 0
            return (message, Int64(modified / 1_000_000_000))
        } catch  where error.isMissing {
            return nil
        } catch {
            report.unreadable += 1
            if report.problems.count < Report.mostProblems { report.problems.append(error) }
            return nil
        }
    }
}

extension [UInt8] {
    /// The text with LF line ends.
    fileprivate var withLF: [UInt8] {
        var octets: [UInt8] = []
        octets.reserveCapacity(count)
        for octet in self {
            if octet == 0x0A, octets.last == 0x0D { octets.removeLast() }
            octets.append(octet)
        }
        return octets
    }
}
