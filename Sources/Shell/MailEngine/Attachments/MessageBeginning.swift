internal import IMAPProtocol
internal import InternetMessage
internal import MailTypes
internal import Platform

/// The first bytes of a message, which are fetched together with its size because they are often all of it.
enum MessageBeginning {
    /// The maximum number of bytes. A message of this size or more needs another command.
    static let octets: UInt32 = 16_384
    /// The most messages for which it is worth asking for them.
    static let mostMessages = 8
    /// What is fetched besides `RFC822.SIZE`.
    static let items: [FetchItem] = [.flags, .internalDate, .content(.whole, .range(start: 0, count: octets))]
    static let section = FetchedContentItem.body(.whole, origin: 0)

    /// Returns a message whose first bytes are all of it; `nil` if there are more, or if its size is in doubt.
    /// `streamed`: the bytes, if they arrived in pieces.
    static func wholeMessage(_ message: FetchedMessage, streamed: [UInt8]) -> ArrivedMessage? {
        guard let uid = message.uid, let flags = message.flags,
            let content = message.details?.contents.first(where: { $0.item == section })
        else { return nil }
        let octets: [UInt8]
        switch content.value {
        case .missing: return nil
        case .octets(let whole): octets = whole
        case .streamed: octets = streamed
        }
        guard !octets.isEmpty, octets.count < Self.octets, message.size == UInt64(octets.count) else { return nil }
        return ArrivedMessage(
            uid: uid, flags: flags, arrived: message.internalDate?.instant ?? Instant(seconds: 0),
            content: .octets(PartialMessageMarkers.neutralizingForgery(in: octets)))
    }
}
