private import CSQLite

/// A value to bind to a statement.
public enum SQLValue: Hashable, Sendable {
    case null
    case integer(Int64)
    case octets([UInt8])
    /// UTF-8.
    case text([UInt8])

    public static func flag(_ isSet: Bool) -> SQLValue { .integer(isSet ? 1 : 0) }
    public static func number(_ number: Int) -> SQLValue { .integer(Int64(number)) }
}

/// A statement that is prepared once and run many times with different values.
@safe public final class Statement {
    private let text: String
    private let database: Database
    /// `nil` before the first use.
    private var compiled: OpaquePointer?

    init(_ text: String, _ database: Database) {
        self.text = text
        self.database = database
    }

    deinit {
        if let compiled = unsafe compiled { unsafe database.end(compiled) }
    }

    private func handle() throws(DatabaseError) -> OpaquePointer {
        if let compiled = unsafe compiled { return unsafe compiled }
        let handle = try unsafe database.compile(text)
        unsafe compiled = handle
        return unsafe handle
    }

    /// Runs to the end and ignores any rows.
    public func run(_ values: [SQLValue] = []) throws(DatabaseError) {
        try visit(values) { _ in }
    }

    /// Calls `body` with each row, in the order of the results.
    public func visit(_ values: [SQLValue] = [], _ body: (borrowing Row) throws(DatabaseError) -> Void)
        throws(DatabaseError)
    {
        let handle = try unsafe bound(to: values)
        defer { unsafe reset(handle) }
        while try unsafe step(handle) { try unsafe body(Row(statement: handle)) }
    }

    /// Returns the result of `body` for the first row, or `nil` if there are no rows.
    public func first<Result>(
        _ values: [SQLValue] = [], _ body: (borrowing Row) throws(DatabaseError) -> Result
    ) throws(DatabaseError) -> Result? {
        let handle = try unsafe bound(to: values)
        defer { unsafe reset(handle) }
        return try unsafe step(handle) ? try unsafe body(Row(statement: handle)) : nil
    }

    private func reset(_ handle: OpaquePointer) {
        if database.isOpen { unsafe sqlite3_reset(handle) }
    }

    private func step(_ handle: OpaquePointer) throws(DatabaseError) -> Bool {
        guard database.isOpen else { throw database.error(SQLITE_MISUSE) }
        switch unsafe sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let code: throw database.error(code)
        }
    }

    private func bound(to values: [SQLValue]) throws(DatabaseError) -> OpaquePointer {
        guard database.isOpen else { throw database.error(SQLITE_MISUSE) }
        let handle = try unsafe handle()
        for (position, value) in values.enumerated() {
            let index = Int32(position + 1)
            let code =
                switch value {
                case .null: unsafe sqlite3_bind_null(handle, index)
                case .integer(let number): unsafe sqlite3_bind_int64(handle, index, number)
                case .octets(let octets):
                    unsafe octets.withUnsafeBytes { buffer in
                        unsafe sqlite_bind_copied_blob(handle, index, buffer.baseAddress, Int32(buffer.count))
                    }
                case .text(let octets):
                    unsafe octets.withUnsafeBytes { buffer in
                        unsafe sqlite_bind_copied_text(handle, index, buffer.baseAddress, Int32(buffer.count))
                    }
                }
            try database.check(code)
        }
        return unsafe handle
    }
}

/// The current row of a statement. It must not be used after the call that receives it.
@safe public struct Row: ~Copyable {
    private let statement: OpaquePointer

    fileprivate init(statement: OpaquePointer) {
        unsafe self.statement = statement
    }

    public func integer(_ column: Int32) -> Int64 {
        unsafe sqlite3_column_int64(statement, column)
    }

    public func number(_ column: Int32) -> Int {
        Int(integer(column))
    }

    public func isNull(_ column: Int32) -> Bool {
        unsafe sqlite3_column_type(statement, column) == SQLITE_NULL
    }

    public func octets(_ column: Int32) -> [UInt8] {
        guard let start = unsafe sqlite3_column_blob(statement, column) else { return [] }
        let count = unsafe Int(sqlite3_column_bytes(statement, column))
        return unsafe Array(UnsafeRawBufferPointer(start: start, count: count))
    }
}
