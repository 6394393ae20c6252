internal import InternetMessage
internal import MailTypes

/// Whom an answer to a message goes to.
struct Correspondents {
    /// Who is answered when one person is.
    let author: [Address]
    /// Who is answered when all are.
    let allTo: [Address]
    let allCc: [Address]
    /// Where the list that the message came by takes mail.
    let list: Address?

    init(_ header: Header, own: OwnAddresses) {
        let from = Self.mailboxes(header.addresses(.from))
        let to = Self.mailboxes(header.addresses(.to))
        let cc = Self.mailboxes(header.addresses(.cc))
        let isOwn = !from.isEmpty && from.allSatisfy { $0.email.map { own.contains($0) } ?? false }
        let replyTo = Self.mailboxes(header.addresses(.replyTo))
        let followUp = Self.followUp(header)
        // Who answers their own message writes to those whom it went to.
        let answered = isOwn ? (to.isEmpty ? from : to) : (replyTo.isEmpty ? from : replyTo)
        author = Self.once(answered)
        list = Self.postAddress(header)
        var taken: Set<EmailAddress> = []
        func others(_ addresses: [Address]) -> [Address] {
            addresses.filter { address in
                guard let email = address.email, !own.contains(email) else { return false }
                return taken.insert(email).inserted
            }
        }
        var everybody = followUp.isEmpty ? others(answered) : others(followUp)
        var copies = followUp.isEmpty ? others(isOwn ? cc : to + cc) : []
        if everybody.isEmpty { (everybody, copies) = (copies, []) }
        // Who writes to nobody but themselves means themselves.
        allTo = everybody.isEmpty ? author : everybody
        allCc = copies
    }

    /// Groups without members, and names without addresses, get no mail.
    private static func mailboxes(_ addresses: some Sequence<Address>) -> [Address] {
        addresses.filter { $0.email?.isValid ?? false }.map { Address(name: $0.name, email: $0.email) }
    }

    private static func once(_ addresses: [Address]) -> [Address] {
        var taken: Set<EmailAddress> = []
        return addresses.filter { $0.email.map { taken.insert($0).inserted } ?? false }
    }

    /// Where somebody on a list wants answers to go, themselves perhaps not among them: custom, not a standard.
    private static func followUp(_ header: Header) -> [Address] {
        mailboxes(header.fields(named: "mail-followup-to").flatMap { AddressList($0.text) })
    }

    /// The mailto of List-Post; "NO" means that the list takes none [RFC 2369 §3.4].
    private static func postAddress(_ header: Header) -> Address? {
        guard let field = header.first(named: "list-post") else { return nil }
        for piece in field.textOctets.split(separator: 0x3C).dropFirst() {
            let octets = piece.prefix { $0 != 0x3E }.filter { $0 != 0x20 && $0 != 0x09 }
            let url = MailtoURL(Array(octets))
            if let address = url?.draft.recipients.to.first, address.email?.isValid ?? false { return address }
        }
        return nil
    }
}
