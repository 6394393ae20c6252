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

    func members(to json: inout JSONWriter) {
        isInOutbox ? outboxMembers(to: &json) : draftMembers(to: &json)
    }

    private func draftMembers(to json: inout JSONWriter) {
        let message = (try? contents()).map { Message($0) } ?? Message([])
        json.key("id")
        json.string(number)
        json.key("draftId")
        json.string(item.draftID?.text)
        json.key("account")
        json.string(account.text)
        for (key, name) in [("to", FieldName.to), ("cc", .cc), ("bcc", .bcc)] {
            json.key(key)
            IndexedMessageJSON.addresses(Array(message.header.addresses(name)), to: &json)
        }
        json.key("subject")
        json.string(message.header.subject ?? "")
        json.key("date")
        json.string(message.header.date?.instant.iso8601)
        json.key("attachments")
        json.array { json in
            for (index, part) in message.root.attachments.enumerated() {
                json.object { json in
                    json.key("index")
                    json.number(index + 1)
                    json.key("filename")
                    json.string(part.filename)
                    json.key("type")
                    json.string("\(part.contentType.type)/\(part.contentType.subtype)")
                    json.key("size")
                    json.number(part.contentSize)
                    json.key("downloaded")
                    json.bool(part.missing == nil)
                }
            }
        }
        json.key("revision")
        json.number(item.revision)
        json.key("onServer")
        json.bool(item.isOnServer)
        json.key("conflict")
        json.bool(hasConflict)
    }

    /// Whether a version of the draft is kept that lost to one from elsewhere.
    private var hasConflict: Bool {
        let kept = (try? store.versions()) ?? []
        return kept.contains { $0.reason == .conflict && $0.draftID == item.draftID }
    }

    private func outboxMembers(to json: inout JSONWriter) {
        let message = Message((try? header()) ?? [])
        let sidecar = item.sidecar
        json.key("id")
        json.string(number)
        json.key("outboxId")
        json.string(item.draftID?.text)
        json.key("account")
        json.string(account.text)
        json.key("to")
        IndexedMessageJSON.addresses(Array(message.header.addresses(.to)), to: &json)
        json.key("subject")
        json.string(message.header.subject ?? "")
        json.key("sendState")
        json.string((sidecar?.sendState ?? .none).rawValue)
        json.key("held")
        json.bool(item.isHeld)
        json.key("heldBecause")
        json.string(item.isHeld ? item.isHeldInCopy ? "copied" : "unknown" : nil)
        json.key("outcome")
        json.string(sidecar?.isOutcomeUnknown ?? false ? "unknown" : nil)
        json.key("undoRemaining")
        if let undo = sidecar?.undo { json.number(undo.window) } else { json.null() }
        json.key("retryCount")
        json.number(sidecar?.retryCount ?? 0)
        json.key("queuedDate")
        json.string(sidecar?.queuedDate?.iso8601)
        json.key("nextAttempt")
        json.string(sidecar?.nextAttempt?.iso8601)
        json.key("error")
        json.string(sidecar?.lastError)
        json.key("pendingAttachments")
        json.array { json in
            for file in sidecar?.pendingAttachments ?? [] {
                json.object { json in
                    json.key("filename")
                    json.string(file.filename)
                    json.key("size")
                    json.number(file.size)
                }
            }
        }
    }
}

extension Console {
    /// Returns all drafts and queued messages of the accounts that the command applies to.
    func drafts(_ invocation: Invocation) throws(CommandFailure) -> (drafts: [FoundDraft], outbox: [FoundDraft]) {
        try drafts(of: accounts(invocation))
    }

    func drafts(of accounts: [MailAccount]) throws(CommandFailure) -> (drafts: [FoundDraft], outbox: [FoundDraft]) {
        var found: (drafts: [FoundDraft], outbox: [FoundDraft]) = ([], [])
        for account in accounts {
            guard let store = try account.existingDrafts() else { continue }
            let contents = try account.files { () throws(FileError) in try store.contents(at: clock.now()) }
            found.drafts += contents.drafts.map {
                FoundDraft(item: $0, isInOutbox: false, account: account.name, store: store)
            }
            // A sent message only waits for its copy in Sent.
            found.outbox += contents.outbox.filter { $0.sidecar?.sendState != .sent }.map {
                FoundDraft(item: $0, isInOutbox: true, account: account.name, store: store)
            }
        }
        found.drafts.sort { ($0.item.sidecar?.draftNumber ?? 0) < ($1.item.sidecar?.draftNumber ?? 0) }
        found.outbox.sort { ($0.item.sidecar?.outboxNumber ?? 0) < ($1.item.sidecar?.outboxNumber ?? 0) }
        return found
    }

    func draft(_ number: DraftNumber, _ invocation: Invocation) throws(CommandFailure) -> FoundDraft {
        let all = try drafts(invocation)
        switch number {
        case .draft(let number):
            if let draft = all.drafts.first(where: { $0.item.sidecar?.draftNumber == number }) { return draft }
            throw CommandFailure(.noInput, "noSuchDraft", "There is no draft d\(number). Type: petrel drafts")
        case .outbox(let number):
            if let message = all.outbox.first(where: { $0.item.sidecar?.outboxNumber == number }) { return message }
            throw CommandFailure(
                .noInput, "noSuchMessage", "There is no message o\(number) in the outbox. Type: petrel outbox")
        }
    }
}
