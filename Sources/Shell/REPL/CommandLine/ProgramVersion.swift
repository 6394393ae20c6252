/// The version of petrel [Semantic Versioning 2.0.0].
enum ProgramVersion {
    static let current = "0.1.0"
    /// The date of the manual pages.
    static let date = "November 25, 2026"
}
