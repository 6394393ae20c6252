public import MailTypes

/// The name of a message's file: a part that is unique in its mailbox, and behind `:2,` the flags
/// [https://cr.yp.to/proto/maildir.html].
///
/// Names of any origin are taken as they are: what this program has no use for, such as the sizes that Dovecot adds or
/// letters that stand for another program's keywords, is carried along.
public struct MaildirFilename: Hashable, Sendable {
    /// What stands before `:2,`; the whole name where that is missing.
    public let base: [UInt8]
    public var flags: MessageFlags {
        didSet { if flags != oldValue { letters = flags.letters } }
    }
    /// The flags as the name has them: other programs write letters in any order, and some of them twice.
    private var letters: [UInt8]
    /// What stands behind the flags, for example a comma and fields of another program.
    let trailer: [UInt8]
    /// `false` for a message that nobody has looked at yet, as they stand in `new`.
    var hasInfo: Bool

    public init(_ name: [UInt8]) {
        guard let colon = name.lastIndex(of: 0x3A), name[colon...].starts(with: ":2,".utf8) else {
            base = name
            flags = []
            letters = []
            trailer = []
            hasInfo = false
            return
        }
        base = Array(name[..<colon])
        let info = name[(colon + 3)...]
        letters = Array(info.prefix { ($0 | 0x20) &- 0x61 < 26 })
        flags = MessageFlags(letters: letters)
        trailer = Array(info.dropFirst(letters.count))
        hasInfo = true
    }

    public init(base: [UInt8], flags: MessageFlags) {
        self.base = base
        self.flags = flags
        letters = flags.letters
        trailer = []
        hasInfo = true
    }

    public var octets: [UInt8] {
        guard hasInfo || !flags.isEmpty else { return base }
        return base + Array(":2,".utf8) + letters + trailer
    }

    /// The same message with other flags; in `cur`, where each name says its flags even if there are none.
    public func with(_ flags: MessageFlags) -> MaildirFilename {
        var name = self
        name.flags = flags
        name.hasInfo = true
        return name
    }

    /// The same flags and fields behind another unique part.
    func with(base: [UInt8]) -> MaildirFilename {
        MaildirFilename(base: base, self)
    }

    private init(base: [UInt8], _ other: MaildirFilename) {
        self.base = base
        flags = other.flags
        letters = other.letters
        trailer = other.trailer
        hasInfo = other.hasInfo
    }
}
