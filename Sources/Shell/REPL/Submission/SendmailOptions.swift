internal import InternetMessage
internal import MailTypes

/// The arguments of `sendmail` as other programs write them: combined letters, values attached or separate, and many
/// options without meaning here.
struct SendmailOptions {
    /// What to do [sendmail(1)].
    enum Mode: Hashable {
        /// Queue a message from standard input (`-bm`).
        case message
        /// Speak SMTP on standard input and output (`-bs`).
        case session
        /// List the queue (`-bp`, `mailq`).
        case list
        /// Report where mail to the recipients would go (`-bv`).
        case verify
        /// Send what waits (`-q`).
        case flush
        /// Check the alias files (`-bi`, `newaliases`).
        case aliases
    }

    /// Where mail is to go.
    enum Recipient: Hashable {
        case address(EmailAddress)
        /// A name without a domain, which an alias replaces.
        case local(String)
    }

    private(set) var mode = Mode.message
    /// Whether the addresses in the header are recipients too.
    private(set) var readsHeader = false
    /// Whether to report that the message was queued.
    private(set) var isVerbose = false
    /// The envelope sender, overriding the header; `.null` for the null sender of delivery reports.
    private(set) var sender: EmailAddress?
    /// The author's name, if the header has no author.
    private(set) var name: String?
    private(set) var recipients: [Recipient] = []
    /// What is left out although the settings of the account ask for it.
    private(set) var omission: SecurityOptOut = []
    /// The number of seconds to wait for the outcome; `nil` to return once the message is queued.
    private(set) var wait: Int?

    /// When the sender wants delivery reports, as in `Sidecar.Envelope`.
    private(set) var reports: [String]?
    private(set) var reportsReturnMessage = false

    /// A line with only a dot never ends a message (-i), and errors are always reported by the exit code (-oem).
    private static let ignored = Array("imnsUGx".utf8)
    /// Options with a value that are ignored: content types, tags, and delivery and error modes.
    private static let ignoredWithValue = Array("BVOLpXhCoeA".utf8)
    /// Options that take the rest of the word as their value, which may be empty.
    private static let ignoredWithRest = Array("dD".utf8)
    private static let waitOption = Array("--wait".utf8)
    private static let standardWait = 60

    init(_ words: [[UInt8]]) throws(CommandFailure) {
        for word in words where word.contains(where: { $0 < 0x20 || $0 == 0x7F }) {
            throw CommandFailure(
                .dataError, "controlCharacter",
                "\"\(String(decoding: word, as: UTF8.self))\" contains a line break or another control character. "
                    + "Nothing was queued.")
        }
        var rest = words[...]
        while let word = rest.popFirst() {
            if word == ArgumentReader.endOfOptions {
                for word in rest { try add(recipients: word) }
                break
            }
            if word.starts(with: Self.waitOption) {
                try takeWait(word, &rest)
                continue
            }
            if word.elementsEqual("--no-sign".utf8) || word.elementsEqual("--no-encrypt".utf8) {
                omission.insert(word.last == 0x6E ? .signature : .encryption)
                continue
            }
            guard word.first == 0x2D, word.count > 1 else {
                try add(recipients: word)
                continue
            }
            try take(word.dropFirst(), &rest)
        }
        // With recipients, -q only says how often a daemon would send the queue.
        if mode == .flush, readsHeader || !recipients.isEmpty { mode = .message }
    }

    private mutating func takeWait(_ word: [UInt8], _ rest: inout ArraySlice<[UInt8]>) throws(CommandFailure) {
        var value = word.dropFirst(Self.waitOption.count)
        if value.first == 0x3D {
            value = value.dropFirst()
        } else if value.isEmpty, let next = rest.first, next.allSatisfy({ $0 &- 0x30 < 10 }), !next.isEmpty {
            value = rest.removeFirst()[...]
        } else if value.isEmpty {
            wait = Self.standardWait
            return
        }
        let text = String(decoding: value, as: UTF8.self)
        guard value.first != 0x2B, let seconds = Int(text), (0...Self.longestWait).contains(seconds) else {
            throw .usage("--wait needs a number of seconds; \"\(text)\" is not one.")
        }
        wait = seconds
    }

    private static let longestWait = 7 * 24 * 60 * 60

    /// Parses the letters of one word. A value is the rest of the word, or otherwise the next word.
    private mutating func take(_ word: ArraySlice<UInt8>, _ rest: inout ArraySlice<[UInt8]>) throws(CommandFailure) {
        var letters = word
        while let letter = letters.popFirst() {
            if Self.ignored.contains(letter) { continue }
            if Self.ignoredWithRest.contains(letter) { return }
            switch letter {
            case 0x74: readsHeader = true
            case 0x76: isVerbose = true
            case 0x49: mode = .aliases
            case 0x71, 0x51:
                // The rest is an interval or a pattern. petrel sends everything that is due, once.
                mode = .flush
                return
            default:
                let option = "-\(String(decoding: [letter], as: UTF8.self))"
                guard Self.ignoredWithValue.contains(letter) || "bfFrNR".utf8.contains(letter) else {
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
        case 0x62: try set(mode: value)
        case 0x66, 0x72: try set(sender: Invocation.text(value, of: option), option)
        case 0x4E: try set(reports: Invocation.text(value, of: option))
        case 0x52: reportsReturnMessage = value.map { $0 | 0x20 }.elementsEqual("full".utf8)
        case 0x46: name = try Invocation.text(value, of: option)
        default: break
        }
    }

    private mutating func set(reports text: String) throws(CommandFailure) {
        let words = text.split(separator: ",").map { $0.uppercased() }
        guard words != ["NEVER"] else {
            reports = []
            return
        }
        guard !words.isEmpty, words.allSatisfy({ ["SUCCESS", "FAILURE", "DELAY"].contains($0) }) else {
            throw .usage("-N can be never, or a list of success, failure and delay, not \"\(text)\".")
        }
        reports = words
    }

    private mutating func set(mode value: [UInt8]) throws(CommandFailure) {
        switch String(decoding: value, as: UTF8.self) {
        case "m": mode = .message
        case "s": mode = .session
        case "p": mode = .list
        case "v": mode = .verify
        case "i": mode = .aliases
        case "d", "D":
            throw .usage("petrel does not accept mail from the network: -bd is not supported. See: petrel help watch")
        case let text: throw .usage("sendmail: the mode -b\(text) is not supported. Type: petrel help sendmail")
        }
    }

    private mutating func set(sender text: String, _ option: String) throws(CommandFailure) {
        if text.isEmpty || text.utf8.elementsEqual("<>".utf8) {
            sender = .null
            return
        }
        let found = Self.recipients(text)
        guard found.count == 1, let first = found.first else {
            throw CommandFailure(
                .dataError, "invalidSender", "\(option): \"\(text)\" is not an address. Nothing was queued.")
        }
        // A user of this machine sends from the account's own address.
        if case .address(let address) = first { sender = address }
    }

    private mutating func add(recipients word: [UInt8]) throws(CommandFailure) {
        let text = try Invocation.text(word, of: "sendmail")
        let found = Self.recipients(text)
        if found.isEmpty {
            throw CommandFailure(
                .noUser, "noSuchRecipient",
                "\"\(text)\" is not an address that mail can be sent to. Nothing was queued.")
        }
        recipients += found
    }

    /// Returns the recipients that a list names; empty if any entry is neither an address nor a local name.
    static func recipients(_ text: String) -> [Recipient] {
        var found: [Recipient] = []
        for entry in AddressList(text) {
            if let email = entry.email, email.isValid {
                found.append(.address(email))
            } else if let name = entry.localName {
                found.append(.local(name))
            } else {
                return []
            }
        }
        return found
    }
}

extension Address {
    /// The name of a local user or an alias: a word without a domain; `nil` for anything else.
    var localName: String? {
        let text: String
        if let email {
            guard email.domain == nil else { return nil }
            text = email.text
        } else {
            guard group == nil, let name else { return nil }
            text = name
        }
        let isName = text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"()<>[]:;,\"\\@/|".utf8.contains($0) }
        return isName && !text.isEmpty && text.utf8.first != 0x2D ? text : nil
    }
}
