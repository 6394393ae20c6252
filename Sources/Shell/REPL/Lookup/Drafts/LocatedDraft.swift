internal import Accounts
internal import Disk
internal import InternetMessage
internal import JSONText
internal import MailTypes
internal import MaildirStore
internal import Platform

/// A draft or a message in the outbox, with its location.
struct LocatedDraft {
    let item: DraftItem
    let isInOutbox: Bool
    let account: AccountName
    let store: DraftStore

    func contents() throws(CommandFailure) -> [UInt8] {
        do throws(FileError) {
            return try store.message(of: item, isInOutbox: isInOutbox)
        } catch {
            throw CommandFailure(error)
        }
    }

    /// Returns the beginning of the message, with the whole header.
    func header() throws(CommandFailure) -> [UInt8] {
        do throws(FileError) {
            return try store.header(of: item, isInOutbox: isInOutbox)
        } catch {
            throw CommandFailure(error)
        }
    }

    /// `d7` or `o3`; `nil` if it does not have a number yet.
    var number: String? {
        isInOutbox ? item.sidecar?.outboxNumber.map { "o\($0)" } : item.sidecar?.draftNumber.map { "d\($0)" }
    }

    /// The store's identifier of the draft.
    func identity() throws(DraftError) -> DraftID {
        guard let id = item.draftID else { throw .missing(DraftID(random: [UInt8](repeating: 0, count: 16))) }
        return id
    }
}
