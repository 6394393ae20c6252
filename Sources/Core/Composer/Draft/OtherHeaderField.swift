internal import InternetMessage

extension Draft {
    /// A field of the header that this program gives no meaning to.
    public struct OtherHeaderField: Hashable, Sendable {
        public let name: String
        /// Decoded, on one line.
        public let text: String

        public init(name: String, text: String) {
            self.name = name
            self.text = text.headerText
        }

        /// Whether a draft can hold the field: those that it has a place of its own for, that are made anew with each
        /// message, or that belong to the way of another message, it cannot.
        public var isCarried: Bool {
            let name = lowercasedName
            return OutgoingField.isName(self.name) && !Self.taken.contains(name)
                && !name.utf8.starts(with: "x-petrel-".utf8)
        }

        /// Whether the field says something to the program that kept the draft and to nobody else: where copies go,
        /// which account it is of, how it was edited. It is kept and not sent.
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

        /// What names begin with.
        private static let local = [
            "fcc", "x-account-key", "x-apple-", "x-claws-", "x-evolution-", "x-fcc", "x-gm-", "x-identity-key",
            "x-kmail-", "x-mozilla-", "x-mutt-", "x-uid", "x-uniform-type-identifier",
            "x-universally-unique-identifier",
        ]
    }
}
