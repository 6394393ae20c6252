internal import LineEditing
internal import MailTypes
internal import Platform

/// The screen that a list is shown on, to which its lines are fitted.
struct ListScreen {
    let columns: Int
    let year: Int

    /// Returns `nil` if output is not a terminal.
    init?(_ console: Console) {
        guard let columns = console.columns else { return nil }
        self.columns = columns
        year = console.zone.time(console.clock.now()).local.year
    }

    /// Returns "12 Oct  " or "Oct 2025": always eight columns.
    func day(_ time: CivilTime) -> String {
        let day = MessageLine.day(time)
        return DisplayWidth.fit(String(time.year == year ? day.dropLast(5) : day.dropFirst(3)), columns: 8)
    }

    /// Returns the text, cut to the space left on its line.
    func cut(_ text: String, beside head: String, _ note: String, least: Int) -> String {
        let room = max(least, columns - DisplayWidth.of(head) - DisplayWidth.of(note))
        return DisplayWidth.of(text) > room ? DisplayWidth.fit(text, columns: room) : text
    }
}
