internal import Accounts
internal import Disk
internal import InternetMessage
internal import LocalSubmission
internal import MailTypes

/// Replaces names without a domain, such as `root`, with addresses: by the alias files and the user's own address.
struct UnqualifiedAddressResolver {
    private let table: AliasTable
    /// The file that the user can write, for messages.
    private let ownFile: String
    /// The address of the account that sends.
    private let own: Address?
    /// The names of this machine in addresses, in lower case.
    private let hosts: [String]
    /// The domain of names without an alias, if there is no account yet: the message is kept, and the user decides.
    private let fallbackDomain: String?

    init(_ table: AliasTable, ownFile: String, own: Address?, hosts: [String], fallbackDomain: String?) {
        self.table = table
        self.ownFile = ownFile
        self.own = own
        self.hosts = hosts
        self.fallbackDomain = fallbackDomain
    }

    /// Returns the addresses of a recipient, to which mail can be sent.
    func addresses(of recipient: SendmailOptions.Recipient) throws(CommandFailure) -> [EmailAddress] {
        let found: [EmailAddress]
        switch recipient {
        case .local(let name): found = try addresses(of: name)
        case .address(let address):
            found = if let name = name(of: address) { try addresses(of: name) } else { [address] }
        }
        for address in found { try OutboxPreparation.check(address) }
        return found
    }

    /// Returns the local name in an address such as `root@localhost`; `nil` for an address elsewhere. The name of the
    /// machine may also be a real domain, so there an alias must exist.
    private func name(of address: EmailAddress) -> String? {
        guard let domain = address.domain.map({ $0.lowercased() }) else { return nil }
        let name = String(address.localPart)
        if domain == "localhost" || domain == "localhost.localdomain" { return name }
        return hosts.contains(domain) && (try? table.addresses(of: name)) != nil ? name : nil
    }

    private func addresses(of name: String) throws(CommandFailure) -> [EmailAddress] {
        let texts: [String]
        do throws(AliasTable.Failure) {
            texts = try table.addresses(of: name)
        } catch {
            if case .unknown(let name, _) = error, let fallbackDomain {
                let address = EmailAddress("\(name)@\(fallbackDomain)")
                if address.isValid { return [address] }
            }
            throw CommandFailure(.noUser, "noSuchRecipient", "\(sentence(error)) Nothing was queued.")
        }
        var addresses: [EmailAddress] = []
        for text in texts {
            let found = AddressList(text).compactMap(\.email)
            guard let first = found.first, found.count == 1, first.isValid else {
                throw CommandFailure(
                    .noUser, "noSuchRecipient",
                    "The alias \"\(name)\" leads to \"\(text)\", which is not an address. Nothing was queued.")
            }
            addresses.append(first)
        }
        return addresses
    }

    private func sentence(_ failure: AliasTable.Failure) -> String {
        switch failure {
        case .unknown(let name, nil):
            return """
                "\(name)" is not an address, and no alias names it. Add a line such as "\(name): you@example.org" to \
                \(ownFile).
                """
        case .unknown(let name, let place?):
            return "The alias in \(place) leads to \"\(name)\", which is not an address and has no alias."
        case .loop(let names, let place):
            return "The aliases lead in a circle: \(names.joined(separator: ", ")) (\(place))."
        case .refused(let name, .command, let place):
            return "The alias of \"\(name)\" runs a command (\(place)). petrel sends mail only to addresses."
        case .refused(let name, .file, let place):
            return "The alias of \"\(name)\" writes to a file (\(place)). petrel sends mail only to addresses."
        case .refused(let name, .include, let place):
            return "The alias of \"\(name)\" includes a file (\(place)). Write the addresses in the alias itself."
        case .refused(let name, .malformed(let text), let place):
            return "The alias of \"\(name)\" contains \"\(text)\", which is not an address (\(place))."
        case .tooDeep(let name, let place):
            return "Too many aliases lead from one to the next, at \"\(name)\" (\(place))."
        case .tooMany(let name):
            return "The alias of \"\(name)\" has too many addresses."
        }
    }

    // MARK: - Headers

    /// Returns the message with addresses instead of local names in From, Sender, To, Cc and Bcc: that of the account for
    /// authors, and those of the alias for recipients. A name with one address is kept as the display name.
    func qualifying(_ message: [UInt8]) -> [UInt8] {
        var message = message
        for (field, title) in [(FieldName.from, "From"), (.sender, "Sender"), (.to, "To"), (.cc, "Cc"), (.bcc, "Bcc")] {
            let addresses = Array(Message(message).header.addresses(field))
            guard addresses.contains(where: { $0.localName != nil }) else { continue }
            let isAuthor = field == .from || field == .sender
            var qualified: [Address] = []
            for address in addresses {
                guard let name = address.localName else {
                    qualified.append(address)
                    continue
                }
                let emails = isAuthor ? [own?.email].compactMap(\.self) : (try? self.addresses(of: name)) ?? []
                if emails.isEmpty { qualified.append(address) }
                let shown = address.email == nil ? name : address.name ?? name
                qualified += emails.map { Address(name: emails.count == 1 ? shown : nil, email: $0) }
            }
            if qualified.contains(where: { $0.localName != nil }) { continue }
            guard let written = try? OutgoingField.addresses(title, qualified).octets() else { continue }
            message = written + HeaderFieldRemoval.fields(named: [Self.lowercase(field)], from: message)
        }
        return message
    }

    private static func lowercase(_ field: FieldName) -> StaticString {
        switch field {
        case .from: "from"
        case .sender: "sender"
        case .to: "to"
        case .cc: "cc"
        default: "bcc"
        }
    }
}
