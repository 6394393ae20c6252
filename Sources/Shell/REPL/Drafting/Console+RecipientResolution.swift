internal import Composer
internal import LineEditing
internal import MailIndex
internal import MailSearch
internal import MailTypes
internal import Terminal

/// The report about a recipient who was added.
enum RecipientLine {
    /// Marks an invalid address by a symbol and in words. `shown` is the address for display.
    static func added(_ address: Address, _ field: Recipients.Field, shown: String) -> String {
        let text = AddressDisplay.of(address)
        let name = RecipientFieldLabel.name(field)
        guard !address.isDeliverable else { return "\(name): \(shown)" }
        let next = address.email?.corrected.map { "\(name.lowercased()) \($0)" } ?? "add the right one."
        return "! \(name): \(text) is not an address. Type: remove \(text), then \(next)"
    }
}

extension Console {
    /// Resolves words to recipients of a message that `account` sends; asks which one is meant if input is interactive.
    mutating func people(_ operands: [[UInt8]], from account: MailAccount) throws(CommandFailure) -> [Address] {
        var words: [String] = []
        for operand in operands { words.append(try Invocation.text(operand, of: "A recipient")) }
        var found: [Address] = []
        let book = addressBook()
        for problem in book.problems { note(problem) }
        let resolver = RecipientResolver(
            contacts: try contacts(of: account), offered: canAsk ? try contacts() : nil, book: book)
        for meaning in resolver.meanings(words) {
            switch meaning {
            case .address(let address): found.append(address)
            case .contact(let address, let text):
                try checkIsKnown(address, for: text)
                found.append(address)
            case .several(let addresses): found.append(try choose(among: addresses))
            case .elsewhere(let address, let text):
                printLine(
                    "No contact of account \(account.name) matches \"\(text)\", but one of another account does:")
                found.append(try choose(among: [address]))
            case .noMatch(let text):
                let contact = try everyAccount().count == 1 ? "contact" : "contact of account \(account.name)"
                let example = Self.nameAndAddress(beginning: text, in: words).map { ", such as: \($0)" } ?? "."
                throw CommandFailure(
                    .noUser, "noSuchContact", "No \(contact) matches \"\(text)\". Type a full address\(example)")
            }
        }
        return found
    }

    /// Throws if nobody sees whom a word means, and the user has never written to that person: anyone can choose the name
    /// under which mail arrives.
    private mutating func checkIsKnown(_ address: Address, for text: String) throws(CommandFailure) {
        guard !canAsk, let email = address.email, try !hasWritten(to: email) else { return }
        throw CommandFailure(
            .noUser, "unknownContact",
            "\"\(text)\" matches only \(display(address)), to whom you have never written. Nothing was sent. "
                + "If you mean that address, type it in full.")
    }

    /// Whether a message to this address is in Sent.
    private mutating func hasWritten(to email: EmailAddress) throws(CommandFailure) -> Bool {
        let text = String(email.text.filter { $0 != "\"" && $0 != "\\" })
        let query = try query([Array("in:Sent (to:\"\(text)\" or cc:\"\(text)\")".utf8)])
        let sent = try view(of: everyAccount()).messages(matching: query, limit: Self.mostLookedAt)
        return sent.contains { found in
            (found.message.content.to + found.message.content.cc).contains { $0.email == email }
        }
    }

    /// The most messages in Sent in which an address is looked for.
    private static let mostLookedAt = 100

    /// Returns what was probably meant if an address follows a name without angle brackets.
    private static func nameAndAddress(beginning text: String, in words: [String]) -> String? {
        let words = words.flatMap { $0.split(separator: " ") }
        let first = text.split(separator: " ").first
        guard let start = words.firstIndex(where: { $0 == first }),
            let end = words[start...].firstIndex(where: { $0.utf8.contains(0x40) }), start < end,
            words[start...end].allSatisfy({ !$0.utf8.contains { ",;<>\"".utf8.contains($0) } })
        else { return nil }
        return "\(words[start..<end].joined(separator: " ")) <\(words[end])>"
    }

    private mutating func choose(among addresses: [Address]) throws(CommandFailure) -> Address {
        let listed = addresses.enumerated().map { "\($0 + 1)\(isAccessible ? "." : " ") \(display($1))" }
        guard canAsk else {
            throw CommandFailure(
                .noUser, "ambiguousContact",
                "That matches \(addresses.count) people: \(display(addresses)). Type more of it.")
        }
        for line in listed { printLine(line) }
        output.flush()
        for _ in 0..<3 {
            guard case .line(let line) = read(.question("Which one? ")) else { break }
            let digits = Array(line.utf8).filter { $0 != 0x20 }
            if !digits.isEmpty, digits.allSatisfy({ $0 &- 0x30 < 10 }), digits.count < 3,
                let number = Int(String(decoding: digits, as: UTF8.self)), addresses.indices.contains(number - 1)
            {
                return addresses[number - 1]
            }
            if digits.isEmpty { break }
            printError("Type a number from 1 to \(addresses.count).")
        }
        throw CommandFailure(.noUser, "ambiguousContact", "No recipient was added.")
    }
}
