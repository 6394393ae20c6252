internal import Accounts
internal import LineEditing
internal import MailEngine
internal import MailIndexing
internal import MailTypes
internal import Platform
internal import Terminal

/// Reports the progress of long work on standard error. Short work is not reported, and neither is any work if standard
/// error is not a terminal.
struct ProgressReport {
    enum Style: Hashable, Sendable {
        /// One line of this width, rewritten in place and erased at the end.
        case rewritten(columns: Int)
        /// A line at the start, one at intervals and one at the end, for screen readers and terminals without cursor
        /// movement.
        case lines
    }

    private static let patience: Duration = .milliseconds(500)
    private static let rewriteInterval: Duration = .milliseconds(250)
    private static let longPatience: Duration = .seconds(3)
    private static let lineInterval: Duration = .seconds(30)
    private static let erasure = "\r\u{1B}[K"

    /// The work in progress, worded for the beginning of its line and for the report afterwards.
    struct Work {
        let doing: String
        let done: String
        /// Whether bytes are counted instead of messages.
        var isOfOctets = false

        static let indexing = Work(doing: "Indexing the mail of", done: "Indexing")
        static let fetching = Work(doing: "Fetching mail of", done: "Fetching")
        static let checking = Work(doing: "Signing in to", done: "Signing in")
        static let downloading = Work(doing: "Fetching a file from", done: "Fetching", isOfOctets: true)

        func amount(_ count: Int) -> String {
            isOfOctets ? ByteCountText.of(count) : count.counted("message")
        }

        func amount(_ done: Int, of total: Int) -> String {
            isOfOctets ? "\(ByteCountText.of(done)) of \(ByteCountText.of(total))" : "\(done) of \(total) messages"
        }
    }

    private let work: Work
    private let style: Style
    private let clock: any Clock
    private let start: Duration
    /// The current work, when it began, and when it was last reported.
    private var subject: String?
    private var subjectStart: Duration = .zero
    private var lastTold: Duration?
    private var total = 0
    /// The last report that was not a count.
    private var words = ""
    /// A hint that is shown once if the work takes very long.
    var advice: String?
    /// The hint at a prompt that does not need to wait.
    static let goesOn = "Ctrl-C returns to the prompt; the work continues in the background."

    /// The work begins now.
    init(_ style: Style, _ clock: any Clock, work: Work = .indexing) {
        self.work = work
        self.style = style
        self.clock = clock
        start = clock.elapsed()
    }

    /// Reports how many of `total` messages of an account are done, if a report is due.
    mutating func update(
        _ account: String, _ done: Int, _ total: Int, octets: Int = 0, on errors: inout Output
    ) {
        let now = clock.elapsed()
        if account != subject { begin(account, now, on: &errors) }
        self.total = total
        advise(now, on: &errors)
        guard now - start >= Self.patience, isDue(now) else { return }
        let elapsed = now - subjectStart
        let left = remaining(done, total, elapsed).map { ", about \($0) left" } ?? ""
        let size = octets > 0 ? ", \(ByteCountText.of(octets))\(Self.rate(octets, elapsed))" : ""
        tell(account, work.amount(done, of: total) + size + left, now, on: &errors)
    }

    /// Reports work on an account that cannot be counted, once, if it takes long.
    mutating func update(_ account: String, _ words: String, on errors: inout Output) {
        let now = clock.elapsed()
        if account != subject { begin(account, now, on: &errors) }
        advise(now, on: &errors)
        guard now - start >= Self.patience, words != self.words else { return }
        self.words = words
        tell(account, words, now, on: &errors)
    }

    private mutating func advise(_ now: Duration, on errors: inout Output) {
        guard let advice, now - start >= Self.longPatience else { return }
        errors.write((style == .lines ? "" : Self.erasure) + advice + "\n")
        errors.flush()
        self.advice = nil
    }

    private mutating func begin(_ account: String, _ now: Duration, on errors: inout Output) {
        finish(on: &errors)
        (subject, subjectStart, total, words) = (account, now, 0, "")
    }

    private mutating func tell(_ account: String, _ count: String, _ now: Duration, on errors: inout Output) {
        switch style {
        case .rewritten(let columns):
            let line = TerminalSafeText.line("\(work.doing) \(account): \(count)")
            // The user's typing follows it on the line and is erased with it; trailing blanks would push it to the next
            // line.
            let fitted = DisplayWidth.fit(line, columns: max(1, columns - 1)).reversed().drop { $0 == " " }.reversed()
            errors.write(Self.erasure + String(fitted))
        case .lines:
            errors.write(
                TerminalSafeText.line(lastTold == nil ? "\(work.doing) \(account): \(count)." : "\(count).") + "\n")
        }
        errors.flush()
        lastTold = now
    }

    private func isDue(_ now: Duration) -> Bool {
        guard let lastTold else { return true }
        switch style {
        case .rewritten: return now - lastTold >= Self.rewriteInterval
        case .lines: return now - lastTold >= Self.lineInterval
        }
    }

    /// Returns "40 seconds"; `nil` while there is not enough data for an estimate.
    private func remaining(_ done: Int, _ total: Int, _ elapsed: Duration) -> String? {
        guard done > 0, total > done, elapsed >= Self.patience else { return nil }
        return Self.words(elapsed * Double(total - done) / Double(done))
    }

    /// Returns " at 2.1 MB/s"; nothing while there is not enough data.
    private static func rate(_ octets: Int, _ elapsed: Duration) -> String {
        guard elapsed >= Self.patience else { return "" }
        return " at \(ByteCountText.of(Int(Double(octets) / (elapsed / .seconds(1)))))/s"
    }

    private static func words(_ duration: Duration) -> String {
        let seconds = max(1, duration.components.seconds)
        let (count, unit) = seconds < 100 ? (seconds, "second") : ((seconds + 30) / 60, "minute")
        return count.counted(unit)
    }

    /// Ends the report and erases its line.
    mutating func finish(on errors: inout Output) {
        guard lastTold != nil else { return }
        switch style {
        case .rewritten:
            errors.write(Self.erasure)
        case .lines where total == 0: break
        case .lines:
            let duration = Self.words(clock.elapsed() - subjectStart)
            errors.write("\(work.done) took \(duration), for \(work.amount(total)).\n")
        }
        errors.flush()
        lastTold = nil
    }
}
