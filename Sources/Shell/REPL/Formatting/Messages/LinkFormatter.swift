internal import InternetMessage
internal import LineEditing

/// Describes the links of a message.
enum LinkFormatter {
    /// Returns the address after its number, and a warning if the text pretends another address.
    static func lines(number: Int, _ link: MessageLink, isAccessible: Bool) -> [String] {
        let address = (isAccessible ? "Link \(number): " : "[\(number)] ") + TerminalSafeText.line(link.address)
        return [address] + (warning(link).map { ["\(isAccessible ? "" : "    ")Warning: \($0)"] } ?? [])
    }

    /// Returns a sentence about where the link really leads; `nil` if it does not pretend anything.
    static func warning(_ link: MessageLink) -> String? {
        guard let deception = link.deception else { return nil }
        let real = TerminalSafeText.line(link.domain ?? [])
        switch deception {
        case .textNames(let named):
            return "the text says \(TerminalSafeText.line(named)), but the link leads to \(real)."
        case .userName(let user):
            return "the address begins with \(TerminalSafeText.line(user)), but the link leads to \(real)."
        }
    }

    /// Writes the links as an array of objects.
    static func members(of links: [MessageLink], to json: inout JSONWriter) {
        json.key("links")
        json.array { json in
            for (index, link) in links.enumerated() {
                json.object { json in
                    json.key("number")
                    json.number(index + 1)
                    json.key("address")
                    json.string(String(decoding: link.address, as: UTF8.self))
                    json.key("text")
                    json.string(String(decoding: link.text, as: UTF8.self))
                    json.key("warning")
                    json.string(warning(link))
                }
            }
        }
    }
}
