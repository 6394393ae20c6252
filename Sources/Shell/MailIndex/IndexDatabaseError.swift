public import Database

/// Why a query or change of the index failed. The index contains only derived data and can always be rebuilt; the next
/// refresh rebuilds a damaged one.
public typealias IndexDatabaseError = DatabaseError
