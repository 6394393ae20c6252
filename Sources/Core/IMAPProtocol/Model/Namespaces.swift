/// The namespaces of a server [RFC 2342 §5].
public struct Namespaces: Hashable, Sendable {
    public let personal: [Namespace]
    public let otherUsers: [Namespace]
    public let shared: [Namespace]

    public struct Namespace: Hashable, Sendable {
        /// The prefix of all mailbox names in the namespace.
        public let prefix: [UInt8]
        public let separator: UInt8?

        public init(prefix: [UInt8], separator: UInt8?) {
            self.prefix = prefix
            self.separator = separator
        }
    }

    public init(personal: [Namespace] = [], otherUsers: [Namespace] = [], shared: [Namespace] = []) {
        self.personal = personal
        self.otherUsers = otherUsers
        self.shared = shared
    }
}
