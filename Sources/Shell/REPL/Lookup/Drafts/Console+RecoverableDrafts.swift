internal import Accounts
internal import Disk
internal import InternetMessage
internal import LineEditing
internal import MailTypes
internal import MaildirStore
internal import Platform

extension Console {
    /// Returns the recoverable texts of the command's accounts, newest first. The draft of a message in the outbox is
    /// not listed, since it is restored together with that message.
    func keptVersions(_ invocation: Invocation) throws(CommandFailure) -> [RecoverableDraft] {
        var found: [RecoverableDraft] = []
        for account in try accounts(invocation) {
            guard let store = try account.existingDrafts() else { continue }
            found += try account.files { () throws(FileError) in
                let outbox = Set(try store.contents(at: clock.now()).outbox.compactMap(\.draftID))
                var kept: [RecoverableDraft] = []
                for version in try store.versions() where version.reason != .queued || !outbox.contains(version.draftID)
                {
                    // An unreadable version is listed anyway.
                    let subject = (try? store.message(of: version)).flatMap { Message($0).header.subject }
                    kept.append(
                        RecoverableDraft(version: version, account: account.name, store: store, subject: subject))
                }
                return kept
            }
        }
        let counts = Dictionary(grouping: found, by: \.version.draftID).mapValues(\.count)
        for index in found.indices { found[index].isOneOfMany = counts[found[index].version.draftID] ?? 0 > 1 }
        found.sort { ($0.version.kept, $0.version.revision) > ($1.version.kept, $1.version.revision) }
        var places: [String: Int] = [:]
        for index in found.indices {
            places[found[index].name, default: 0] += 1
            found[index].place = places[found[index].name] ?? 1
        }
        return found
    }
}
