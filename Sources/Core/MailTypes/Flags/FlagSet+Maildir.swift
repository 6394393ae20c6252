extension FlagSet {
    /// The flags of the Maildir letters D, F, P, R, S and T.
    public static let maildir = FlagSet([.draft, .flagged, .forwarded, .answered, .seen, .deleted])

    /// The flags that a Maildir file name can express.
    public var maildirFlags: MaildirFlags {
        var result: MaildirFlags = []
        for (flag, letter) in Self.letters where contains(flag) { result.insert(letter) }
        return result
    }

    public init(_ flags: MaildirFlags) {
        self.init(Self.letters.filter { flags.contains($0.1) }.map(\.0))
    }

    private static let letters: [(Flag, MaildirFlags)] = [
        (.seen, .seen), (.answered, .answered), (.flagged, .flagged), (.deleted, .deleted), (.draft, .draft),
        (.forwarded, .forwarded),
    ]
}
