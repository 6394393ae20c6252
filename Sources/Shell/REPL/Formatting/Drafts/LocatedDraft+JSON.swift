internal import Accounts
internal import InternetMessage
internal import JSONText
internal import MailTypes
internal import MaildirStore
internal import Outbox
internal import Platform

extension LocatedDraft {
    /// With `isAnswer`, the members stand beside `error`, which is that of the command.
    func members(to json: inout JSONWriter, isAnswer: Bool = false) {
        isInOutbox ? outboxMembers(to: &json, isAnswer: isAnswer) : draftMembers(to: &json)
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
        Self.members(of: item.sidecar?.earlierDelivery, to: &json)
    }

    /// Who has or may have the message of a draft.
    static func members(of earlier: Sidecar.EarlierDelivery?, to json: inout JSONWriter) {
        for (key, addresses) in [("deliveredTo", earlier?.accepted), ("mayHaveArrivedAt", earlier?.possible)] {
            json.key(key)
            json.array { json in for address in addresses ?? [] { json.string(address.text) } }
        }
    }

    /// Whether a version of the draft is kept that lost to one from elsewhere.
    private var hasConflict: Bool {
        let kept = (try? store.versions()) ?? []
        return kept.contains { $0.reason == .conflict && $0.draftID == item.draftID }
    }

    private func outboxMembers(to json: inout JSONWriter, isAnswer: Bool) {
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
        json.string(item.isHeld ? item.sidecar?.hold?.rawValue ?? "unknown" : nil)
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
        json.key("sendAt")
        json.string(sidecar?.sendAfter?.iso8601)
        json.key(isAnswer ? "lastError" : "error")
        json.string(sidecar?.lastError)
        json.key("refusedRecipients")
        json.array { json in
            for refusal in sidecar?.attempt?.refused ?? [] {
                json.object { json in
                    json.key("address")
                    json.string(refusal.address)
                    json.key("code")
                    json.number(refusal.code)
                    json.key("reply")
                    json.string(refusal.text)
                }
            }
        }
        json.key("pendingAttachments")
        json.array { json in
            for file in sidecar?.undownloadedFiles ?? [] {
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
