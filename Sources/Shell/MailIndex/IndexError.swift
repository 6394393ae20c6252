public import Database

/// Why the index could not answer. It holds nothing that the mail does not: whatever is wrong with it, it can be made
/// again, and the next refresh does that with one that is damaged.
public typealias IndexError = DatabaseError
