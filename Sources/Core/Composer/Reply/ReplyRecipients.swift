internal import InternetMessage
internal import MailTypes

/// Whom an answer to a message goes to.
struct ReplyRecipients {
    /// Who is answered when one person is.
    let author: [Address]
    /// Who is answered when all are.
    let allTo: [Address]
    let allCc: [Address]
    /// Where the list that the message came by takes mail.
    let list: Address?

    init(_ header: Header, own: OwnAddresses) {
        let from = Self.mailboxes(header.addresses(.from))
        let isOwn = !from.isEmpty && from.allSatisfy(own.contains)
        // Who answers their own message writes to those whom it went to.
        let wanted =
            isOwn
            ? [FieldName.to, .cc, .bcc].map { Self.mailboxes(header.addresses($0)) }
            : [Self.mailboxes(header.addresses(.replyTo)), from]
        var everybody = Once(own)
        var answered: [Address] = []
        for people in wanted where answered.isEmpty { answered = everybody.adding(people) }
        // Who writes to nobody but themselves means themselves.
        author = answered.isEmpty ? Array(from.prefix(1)) : answered
        list = Self.postAddress(header)
        let copied = isOwn ? [FieldName.cc] : [.to, .cc]
        let copies = everybody.adding(copied.flatMap { Self.mailboxes(header.addresses($0)) })
        var asked = Once(own)
        let followUp = asked.adding(Self.followUp(header))
        if !followUp.isEmpty {
            (allTo, allCc) = (followUp, [])
        } else if answered.isEmpty, !copies.isEmpty {
            (allTo, allCc) = (copies, [])
        } else {
            (allTo, allCc) = (author, copies)
        }
    }

    /// People who are named once, whoever writes not among them.
    private struct Once {
        private let own: OwnAddresses
        private var taken: Set<EmailAddress> = []

        init(_ own: OwnAddresses) {
            self.own = own
        }

        mutating func adding(_ addresses: [Address]) -> [Address] {
            addresses.filter { address in
                guard let email = address.email, !own.contains(email) else { return false }
                return taken.insert(email).inserted
            }
        }
    }

    /// Groups without members, and names without addresses, get no mail.
    private static func mailboxes(_ addresses: some Sequence<Address>) -> [Address] {
        addresses.filter(\.isDeliverable).map { Address(name: $0.name?.plainLine, email: $0.email) }
    }

    /// Where somebody on a list wants answers to go, themselves perhaps not among them: custom, not a standard.
    private static func followUp(_ header: Header) -> [Address] {
        mailboxes(header.fields(named: "mail-followup-to").flatMap { AddressList($0.text) })
    }

    /// The mailto of List-Post; "NO" means that the list takes none [RFC 2369 §3.4].
    private static func postAddress(_ header: Header) -> Address? {
        guard let field = header.first(named: "list-post") else { return nil }
        for piece in field.textOctets.split(separator: 0x3C, omittingEmptySubsequences: false).dropFirst() {
            let octets = piece.prefix { $0 != 0x3E }.filter { $0 != 0x20 && $0 != 0x09 }
            let url = MailtoURL(Array(octets))
            if let address = url?.draft.recipients.to.first, address.isDeliverable { return address }
        }
        return nil
    }
}

extension OwnAddresses {
    fileprivate func contains(_ address: Address) -> Bool {
        address.email.map { contains($0) } ?? false
    }
}
