internal import Accounts
internal import Disk
internal import InternetMessage
internal import JSONText
internal import MailTypes
internal import MaildirStore
internal import Platform

/// The number of a draft or of a message in the outbox, such as `d7` or `o3`.
enum DraftNumber: Hashable {
    case draft(Int)
    case outbox(Int)

    init?(_ operand: [UInt8]) {
        let digits = operand.dropFirst()
        guard !digits.isEmpty, digits.count <= 9, digits.first != 0x30, digits.allSatisfy({ $0 &- 0x30 < 10 }),
            let number = Int(String(decoding: digits, as: UTF8.self))
        else { return nil }
        switch operand.first {
        case 0x64: self = .draft(number)
        case 0x6F: self = .outbox(number)
        default: return nil
        }
    }
}

/// A draft or a message in the outbox, with its location.
struct FoundDraft {
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

/// The drafts and queued messages of some accounts.
struct FoundDrafts {
    var drafts: [FoundDraft] = []
    var outbox: [FoundDraft] = []
    /// Why nothing can be saved, if so. The lists may then lack what other programs have added.
    var obstacle: CommandFailure?

    mutating func add(_ contents: DraftStore.Contents, of account: MailAccount, _ store: DraftStore) {
        drafts += contents.drafts.map {
            FoundDraft(item: $0, isInOutbox: false, account: account.name, store: store)
        }
        // A sent message only waits for its copy in Sent.
        outbox += contents.outbox.filter { $0.sidecar?.sendState != .sent }.map {
            FoundDraft(item: $0, isInOutbox: true, account: account.name, store: store)
        }
    }
}

extension MailAccount {
    /// Returns the drafts and the outbox. If nothing can be saved, returns what is stored, and sets `obstacle`.
    func contents(
        of store: DraftStore, at now: Instant, _ obstacle: inout CommandFailure?
    ) throws(CommandFailure) -> DraftStore.Contents {
        do throws(FileError) {
            return try store.contents(at: now)
        } catch {
            let failure = CommandFailure(error)
            guard failure.preventsSaving else { throw failure }
            obstacle = obstacle ?? failure
            return try files { () throws(FileError) in try store.contentsWithoutLock(at: now) }
        }
    }
}
