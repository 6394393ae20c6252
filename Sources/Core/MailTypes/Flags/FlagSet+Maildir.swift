extension FlagSet {
    /// The flags of the Maildir letters D, F, P, R, S and T.
    public static let maildir = FlagSet([.draft, .flagged, .forwarded, .answered, .seen, .deleted])
}
