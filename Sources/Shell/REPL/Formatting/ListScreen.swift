internal import MailTypes
internal import Platform
internal import Terminal

/// The screen that a list is shown on: its lines are to fit.
struct ListScreen {
    let columns: Int
    let year: Int

    /// `nil` where output goes to no screen.
    init?(_ console: Console) {
        guard let columns = console.columns else { return nil }
        self.columns = columns
        year = console.zone.time(console.clock.now()).local.year
    }

    /// "12 Oct  ", "Oct 2025": eight columns.
    func day(_ time: CivilTime) -> String {
        let day = MessageLine.day(time)
        return DisplayWidth.fit(String(time.year == year ? day.dropLast(5) : day.dropFirst(3)), columns: 8)
    }

    /// The text, cut to the space that is left on its line.
    func cut(_ text: String, beside head: String, _ note: String, least: Int) -> String {
        let room = max(least, columns - DisplayWidth.of(head) - DisplayWidth.of(note))
        return DisplayWidth.of(text) > room ? DisplayWidth.fit(text, columns: room) : text
    }
}
