internal import InternetMessage

extension Draft {
    /// A header field that petrel does not interpret.
    public struct OtherHeaderField: Hashable, Sendable {
        public let name: String
        /// The decoded text, on one line.
        public let text: String

        public init(name: String, text: String) {
            self.name = name
            self.text = text.headerText
        }

        /// Whether a draft may contain the field. Excluded are fields that the draft stores separately, that are
        /// generated for each message, or that record another message's delivery.
        public var isCarried: Bool {
            let name = lowercasedName
            return OutgoingField.isName(self.name) && !Self.taken.contains(name)
                && !name.utf8.starts(with: "x-petrel-".utf8)
        }

        /// Whether the field is meant only for the program that stored the draft: the folder for copies, the account,
        /// the editing state. Such fields are stored but not sent.
        var isOfDraftAlone: Bool {
            let name = lowercasedName
            return Self.local.contains { name.utf8.starts(with: $0.utf8) }
        }

        private var lowercasedName: String {
            String(decoding: name.utf8.map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }, as: UTF8.self)
        }

        private static let taken: Set<String> = [
            "bcc", "cc", "date", "from", "in-reply-to", "message-id", "received", "references", "reply-to",
            "return-path", "subject", "to", "user-agent", "x-mailer",
        ]

        /// Prefixes of field names.
        private static let local = [
            "fcc", "x-account-key", "x-apple-", "x-claws-", "x-evolution-", "x-fcc", "x-gm-", "x-identity-key",
            "x-kmail-", "x-mozilla-", "x-mutt-", "x-uid", "x-uniform-type-identifier",
            "x-universally-unique-identifier",
        ]
    }
}
