internal import Accounts
internal import MailTypes
internal import Platform
internal import Processes

extension Console {
    /// Rings the bell and runs the user's notification command, if they are set, in addition to the command's own
    /// report.
    mutating func tellOfNewMail(_ counts: [(account: String, count: Int)]) {
        guard counts.contains(where: { $0.count > 0 }) else { return }
        ring(for: .mail)
        notifyOfNewMail(counts)
    }

    /// Runs the notification command only.
    func notifyOfNewMail(_ counts: [(account: String, count: Int)]) {
        let counts = counts.filter { $0.count > 0 }
        let total = counts.reduce(0) { $0 + $1.count }
        guard total > 0, let home = try? home(), let command = Settings(of: home)[.notifyCommand] else { return }
        let places = counts.map { counts.count == 1 ? $0.account : "\($0.account) \($0.count)" }
        let words = "\(total.counted("new message")) (\(places.joined(separator: ", ")))"
        // Its failure does not matter: the new mail was already reported here.
        _ = DetachedProcess.start(shell: Array(command.utf8), [Array("New mail".utf8), Array(words.utf8)], environment)
    }
}
