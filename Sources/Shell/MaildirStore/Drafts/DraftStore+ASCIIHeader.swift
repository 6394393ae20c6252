internal import Disk
internal import InternetMessage
public import MailTypes
internal import Outbox

extension DraftStore {
    /// Gives a queued message an ASCII header and ASCII addresses, as far as that is possible, for a server that accepts
    /// nothing else. `domain` returns the ASCII form of a domain. The message is then a new revision, so that the copy in
    /// Sent is what was sent. Does nothing if a recipient already has the message.
    public func makeASCII(_ id: DraftID, domain: @escaping (String) -> String?, at now: Instant) throws(DraftError) {
        try change(at: now) { opened, boxes throws(DraftError) in
            guard boxes.outbox.contains(where: { $0.draftID == id }) else { return }
            let (item, known) = try find(id, in: boxes.outbox)
            guard item.problem == nil, known.submission == .queued, known.attempt?.accepted.isEmpty ?? true else {
                return
            }
            try files { () throws(FileError) in
                let message = DraftHeader.remove(from: try opened.outbox.contents(of: item))
                let rewritten = ASCIIHeader.rewriting(message, domain: domain)
                var sidecar = known
                sidecar.envelope = known.envelope.map { $0.inASCII(domain) }
                guard rewritten != message else {
                    if sidecar.envelope != known.envelope { try opened.outbox.write(sidecar) }
                    return
                }
                sidecar.revision += 1
                _ = try write(rewritten, &sidecar, to: opened.outbox)
                try opened.outbox.maildir.remove(item.entry)
                if let name = item.sidecarName { try opened.outbox.removeSidecar(name) }
            }
        }
    }
}

extension Sidecar.Envelope {
    /// The envelope with domains in ASCII where that is possible.
    fileprivate func inASCII(_ domain: @escaping (String) -> String?) -> Sidecar.Envelope {
        let form = { (address: EmailAddress) in ASCIIHeader.address(address, domain: domain) ?? address }
        var envelope = Sidecar.Envelope(
            sender: sender.map(form), recipients: recipients.map(form), messageID: messageID)
        envelope?.reports = reports
        envelope?.reportsReturnMessage = reportsReturnMessage
        return envelope ?? self
    }
}
