public import MailTypes

/// The name of a message file: a part that is unique in its mailbox, and the flags after `:2,`
/// [https://cr.yp.to/proto/maildir.html].
///
/// Names of any origin are accepted. Parts that petrel does not use, such as sizes added by Dovecot or letters for the
/// keywords of another program, are preserved.
public struct MaildirFilename: Hashable, Sendable {
    /// The part before `:2,`, or the whole name if there is none.
    public let base: [UInt8]
    public var flags: MaildirFlags {
        didSet { if flags != oldValue { letters = flags.letters } }
    }
    /// The flags as written in the name: other programs write them in any order, and may repeat them.
    private var letters: [UInt8]
    /// Anything after the flags, such as a comma and fields of another program.
    let trailer: [UInt8]
    /// Whether there is a flags section. The names of new messages, in `new`, have none.
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
        flags = MaildirFlags(letters: letters)
        trailer = Array(info.dropFirst(letters.count))
        hasInfo = true
    }

    public init(base: [UInt8], flags: MaildirFlags) {
        self.base = base
        self.flags = flags
        letters = flags.letters
        trailer = []
        hasInfo = true
    }

    public func hash(into hasher: inout Hasher) {
        // In a mailbox, hardly any two names differ in another part only.
        hasher.combine(bytes: base)
        hasher.combine(flags)
    }

    public var octets: [UInt8] {
        guard hasInfo || !flags.isEmpty else { return base }
        return base + Array(":2,".utf8) + letters + trailer
    }

    /// Returns the name with other flags, for use in `cur`, where each name has a flags section even if it is empty.
    public func with(_ flags: MaildirFlags) -> MaildirFilename {
        var name = self
        name.flags = flags
        name.hasInfo = true
        return name
    }

    /// Returns the name with another unique part and the same flags and fields.
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
