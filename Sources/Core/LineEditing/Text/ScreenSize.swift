/// The size of a terminal, at least one column and row.
package struct ScreenSize: Hashable, Sendable {
    var columns: Int
    var rows: Int

    /// Creates a size. Unknown values default to 80 columns and 24 rows.
    package init(columns: Int, rows: Int) {
        self.columns = columns > 0 ? columns : 80
        self.rows = rows > 0 ? rows : 24
    }
}
