extension SearchQuery {
    /// The maximum length of the name of a saved search.
    private static let maximumNameLength = 64

    /// Whether a search can be saved under this name: letters, digits, hyphens and underscores.
    public static func isName(_ name: [UInt8]) -> Bool {
        !name.isEmpty && name.count <= maximumNameLength
            && name.allSatisfy { ($0 | 0x20) &- 0x61 < 26 || $0 &- 0x30 < 10 || $0 == 0x2D || $0 == 0x5F }
    }
}
