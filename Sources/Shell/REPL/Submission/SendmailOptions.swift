internal import InternetMessage
internal import MailTypes

/// The arguments of `sendmail` as other programs write them: combined letters, values attached or separate, and many
/// options without meaning here.
struct SendmailOptions {
    /// Whether the addresses in the header are recipients too.
    private(set) var readsHeader = false
    /// Whether to report that the message was queued.
    private(set) var isVerbose = false
    /// The envelope sender, overriding the header; `.null` for the null sender of delivery reports.
    private(set) var sender: EmailAddress?
    /// The author's name, if the header has no author.
    private(set) var name: String?
    private(set) var recipients: [EmailAddress] = []

    /// A line with only a dot never ends a message (-i), and errors are always reported by the exit code (-oem).
    private static let ignored = Array("iImnsUG".utf8)
    /// Options with a value that are ignored: content types, reports, tags, and delivery and error modes.
    private static let ignoredWithValue = Array("BNRVOLpXhCoeA".utf8)
    /// Options that take the rest of the word as their value, which may be empty.
    private static let ignoredWithRest = Array("qdD".utf8)

    init(_ words: [[UInt8]]) throws(CommandFailure) {
        var rest = words[...]
        while let word = rest.popFirst() {
            if word == ArgumentReader.endOfOptions {
                for word in rest { try add(recipients: word) }
                return
            }
            guard word.first == 0x2D, word.count > 1 else {
                try add(recipients: word)
                continue
            }
            try take(word.dropFirst(), &rest)
        }
    }

    /// Parses the letters of one word. A value is the rest of the word, or otherwise the next word.
    private mutating func take(_ word: ArraySlice<UInt8>, _ rest: inout ArraySlice<[UInt8]>) throws(CommandFailure) {
        var letters = word
        while let letter = letters.popFirst() {
            if Self.ignored.contains(letter) { continue }
            if Self.ignoredWithRest.contains(letter) { return }
            switch letter {
            case 0x74: readsHeader = true
            case 0x76: isVerbose = true
            default:
                let option = "-\(String(decoding: [letter], as: UTF8.self))"
                guard Self.ignoredWithValue.contains(letter) || "bfFr".utf8.contains(letter) else {
                    throw .usage("\"sendmail\" has no option \(option). Type: petrel help sendmail")
                }
                guard let value = letters.isEmpty ? rest.popFirst() : Array(letters) else {
                    throw .usage("\(option) needs a value. Type: petrel help sendmail")
                }
                return try set(letter, option, value)
            }
        }
    }

    private mutating func set(_ letter: UInt8, _ option: String, _ value: [UInt8]) throws(CommandFailure) {
        switch letter {
        case 0x62 where value != [0x6D]:
            let mode = String(decoding: value, as: UTF8.self)
            throw .usage("petrel can only queue messages as sendmail does: -b\(mode) is not supported.")
        case 0x66, 0x72:
            let text = try Invocation.text(value, of: option)
            if text.isEmpty || text.utf8.elementsEqual("<>".utf8) {
                sender = .null
                return
            }
            guard let address = Self.addresses(text).first, Self.addresses(text).count == 1 else {
                throw CommandFailure(
                    .dataError, "invalidSender", "\(option): \"\(text)\" is not an address. Nothing was queued.")
            }
            sender = address
        case 0x46: name = try Invocation.text(value, of: option)
        default: break
        }
    }

    private mutating func add(recipients word: [UInt8]) throws(CommandFailure) {
        let text = try Invocation.text(word, of: "sendmail")
        let found = Self.addresses(text)
        if found.isEmpty {
            throw CommandFailure(
                .noUser, "noSuchRecipient",
                "\"\(text)\" is not an address that mail can be sent to. Nothing was queued.")
        }
        recipients += found
    }

    /// Returns all addresses of a list; empty if any entry is not an address.
    private static func addresses(_ text: String) -> [EmailAddress] {
        var found: [EmailAddress] = []
        for entry in AddressList(text) {
            guard let email = entry.email, email.isValid else { return [] }
            found.append(email)
        }
        return found
    }
}
