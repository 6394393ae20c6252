public import IMAPProtocol
public import MailClients
public import MailTypes

/// Collects fetched messages and joins the pieces of their contents.
public struct FetchedMessageCollector: Sendable {
    public private(set) var messages: [FetchedMessage] = []
    public private(set) var contents: [[UInt8]] = []
    public private(set) var vanished = UIDSet()

    public init() {}

    public mutating func take(_ fetched: IMAPFetched) {
        switch fetched {
        case .content(.begin): contents.append([])
        case .content(.octets(let octets)): contents[contents.count - 1] += octets
        case .content(.end): break
        case .message(let message): messages.append(message)
        case .vanished(let uids): vanished = vanished.union(uids)
        }
    }
}
