/// The order in which matching messages are listed.
public enum SearchOrder: Hashable, Sendable {
    /// Newest first.
    case date
    /// Most points first, and with the same points newest first. Each word or phrase that is searched in all fields
    /// gives 1 point where it occurs, 2 more in a name, an address or a filename, and 4 more in the subject.
    case relevance
}
