public import Database
public import Disk

/// Why a query or change of the index failed. The index contains only derived data and can always be rebuilt; the next
/// refresh rebuilds a damaged one.
public typealias IndexDatabaseError = DatabaseError

/// Why an index could not be opened or changed: an error of the files around it, or of the index itself.
public enum IndexFailure: Error, Hashable, Sendable {
    case file(FileError)
    case index(IndexDatabaseError)

    public static func file<Result>(
        _ body: () throws(FileError) -> Result
    ) throws(IndexFailure) -> Result {
        do throws(FileError) {
            return try body()
        } catch {
            throw .file(error)
        }
    }

    public static func index<Result>(
        _ body: () throws(IndexDatabaseError) -> Result
    ) throws(IndexFailure) -> Result {
        do throws(IndexDatabaseError) {
            return try body()
        } catch {
            throw .index(error)
        }
    }

    /// Whether nothing can be saved there: the disk is full or read-only, or the user may not write.
    public var preventsSaving: Bool {
        switch self {
        case .file(let error): error.preventsSaving
        case .index(let error): error.preventsSaving
        }
    }

    /// Whether discarding and rebuilding the index will fix the error.
    public var isDamage: Bool {
        if case .index(.damaged) = self { true } else { false }
    }
}

extension IndexFailure: CustomStringConvertible {
    public var description: String {
        switch self {
        case .file(let error): error.description
        case .index(let error): error.description
        }
    }
}
