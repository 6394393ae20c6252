public import InternetMessage
public import MailTypes

/// The two fields that make a message a revision of a draft, on whatever device or in whatever program it turns up.
public struct DraftHeader: Hashable, Sendable {
    public let id: DraftID
    /// From 1.
    public let revision: Int

    public init(id: DraftID, revision: Int) {
        self.id = id
        self.revision = revision
    }

    /// `nil` for a message that another program made.
    public init?(of message: Message) {
        let header = message.header
        guard let id = header.first(named: "x-petrel-draft-id"), let draftID = DraftID(id.text.utf8),
            let field = header.first(named: "x-petrel-draft-rev"), let revision = Int(field.text), revision > 0
        else { return nil }
        self.init(id: draftID, revision: revision)
    }

    private static let names = ["x-petrel-draft-id", "x-petrel-draft-rev"].map { Array($0.utf8) }

    /// The message as this revision: what says otherwise in its header is taken out.
    public func stamp(_ message: [UInt8]) -> [UInt8] {
        Array("X-Petrel-Draft-Id: \(id)\r\nX-Petrel-Draft-Rev: \(revision)\r\n".utf8) + Self.remove(from: message)
    }

    /// The message without the two fields, as it is sent.
    public static func remove(from message: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(message.count + 128)
        var position = 0
        var isRemoving = false
        while position < message.count {
            let end = message[position...].firstIndex(of: 0x0A).map { $0 + 1 } ?? message.count
            let line = message[position..<end]
            // An empty line ends the header.
            if line.first == 0x0A || line.first == 0x0D { break }
            let isContinued = line.first == 0x20 || line.first == 0x09
            if !isContinued { isRemoving = names.contains { isField($0, line) } }
            if !isRemoving { result += line }
            position = end
        }
        return result + message[position...]
    }

    private static func isField(_ name: [UInt8], _ line: ArraySlice<UInt8>) -> Bool {
        guard line.count > name.count, zip(name, line).allSatisfy({ $0 == $1 | 0x20 || $0 == $1 }) else { return false }
        return line.dropFirst(name.count).first { $0 != 0x20 && $0 != 0x09 } == 0x3A
    }
}
