/// Columns and rows of a terminal, at least one of each.
struct ScreenSize: Hashable, Sendable {
    var columns: Int
    var rows: Int

    /// A terminal that does not say has 80 columns and 24 rows.
    init(columns: Int, rows: Int) {
        self.columns = columns > 0 ? columns : 80
        self.rows = rows > 0 ? rows : 24
    }
}
