internal import Accounts
internal import Disk
internal import InternetMessage
internal import LineEditing
internal import MailTypes
internal import MaildirStore
internal import Platform

extension RecoverableDraft {
    private var reason: String {
        switch version.reason {
        case .discarded: "deleted"
        case .conflict: "lost to a change made elsewhere"
        case .superseded: "replaced by a newer revision"
        case .queued: "its queued message is gone"
        }
    }

    /// Describes why the version was kept, and until when.
    func note(_ zone: LocalTimeZone) -> String {
        let until = version.expires.map { ", kept until \(MessageListFormatter.longDay(zone.time($0).local))" } ?? ""
        return "\(reason) \(MessageListFormatter.longDay(zone.time(version.kept).local))\(until)"
    }

    var title: String { TerminalSafeText.line(subject.flatMap { $0.isEmpty ? nil : $0 } ?? "(no subject)") }

    func line(in layout: ListRowLayout?, _ zone: LocalTimeZone) -> String {
        let head = "\(DisplayWidth.fit(name, columns: max(6, DisplayWidth.of(name))))  "
        let note = "  (\(note(zone)))"
        return (layout?.row(head, title, note, least: 20) ?? head + title + note) + "\n"
    }

    func sentence(_ zone: LocalTimeZone) -> String {
        "\(name), \(note(zone)): \(MessageListFormatter.ended(title))\n"
    }

    func members(to json: inout JSONWriter) {
        json.key("id")
        json.string(name)
        json.key("draftId")
        json.string(version.draftID.text)
        json.key("account")
        json.string(account.text)
        json.key("subject")
        json.string(subject ?? "")
        json.key("reason")
        json.string(version.reason.rawValue)
        json.key("revision")
        json.number(version.revision)
        json.key("kept")
        json.string(version.kept.iso8601)
        json.key("until")
        json.string(version.expires?.iso8601)
    }
}
