internal import Accounts
internal import LineEditing
internal import MailIndex
internal import MailSearch
internal import MailTypes
internal import Platform

extension Completer {
    /// The number of the newest messages that are offered by their ids, where there are no numbers.
    private static let newestCount = 20
    /// The columns that the sender and the subject of a message may take.
    private static let width = 60

    /// Returns the numbers of the last list, or in a shell the ids of the newest messages in the inboxes, with the senders
    /// and subjects. Of a set such as `3,5-`, the last number is completed.
    func messages(_ typed: [UInt8]) -> [Completion.Candidate] {
        // The index is read as it is, because completion must not wait for it to be updated.
        guard let accounts = try? console.everyAccount(),
            let view = try? IndexedMail(accounts, at: console.clock.now(), learnsContacts: false, { _ in })
        else { return [] }
        guard let session = console.session else {
            let inbox = SearchQuery.matching(.folder(.inbox, withSubfolders: false))
            let newest = (try? view.messages(matching: inbox, limit: Self.newestCount)) ?? []
            return newest.map { .init("\($0.message.id)", shown: Self.description(of: $0)) }
                .filter { $0.text.utf8.starts(with: typed) }
        }
        let start = typed.lastIndex { $0 == 0x2C || $0 == 0x2D }.map { $0 + 1 } ?? 0
        let first = String(decoding: typed[..<start], as: UTF8.self)
        var candidates: [Completion.Candidate] = []
        for number in session.list where "\(number)".utf8.starts(with: typed[start...]) {
            guard let found = try? numbered(number, in: view) else { continue }
            candidates.append(.init("\(first)\(number)", shown: "\(number)  \(Self.description(of: found))"))
        }
        return candidates
    }

    private func numbered(_ number: Int, in view: IndexedMail) throws(CommandFailure) -> IndexedMail.Found? {
        try console.numbered(Array("\(number)".utf8), in: view)?.first
    }

    /// Returns "Ana Ruiz: Lunch on Friday?".
    private static func description(of found: IndexedMail.Found) -> String {
        let content = found.message.content
        let sender = content.from.first.map { $0.name ?? $0.email?.text ?? "" } ?? ""
        let text = TerminalSafeText.line(sender.isEmpty ? content.subject : "\(sender): \(content.subject)")
        return DisplayWidth.of(text) > width ? DisplayWidth.fit(text, columns: width) : text
    }
}
