internal import Accounts
internal import MailIndex
internal import MailTypes

/// The names of messages at the prompt: `3`, `3-5`, `7-`, `.` for the current message, `$` for the last one of the
/// list, `all` for the list, `3=` for the conversation of 3, and several of these separated by commas.
extension Console {
    /// Returns `nil` if the operand is none of these.
    func numbered(_ operand: [UInt8], in view: MailLookup) throws(CommandFailure) -> [MailLookup.Found]? {
        guard let session, !operand.isEmpty else { return nil }
        var found: [MailLookup.Found] = []
        for item in operand.split(separator: 0x2C, omittingEmptySubsequences: false) {
            guard let numbers = try Self.numbers(Array(item), session) else { return nil }
            for number in numbers { found.append(try message(number, session, in: view)) }
            if item.last == 0x3D, let first = found.last {
                let thread = try view.index { () throws(IndexDatabaseError) in
                    try first.opened.index.thread(first.message.thread)
                }
                found.removeLast()
                found += thread.map { MailLookup.Found(message: $0, opened: first.opened) }
            }
        }
        return found
    }

    private func message(
        _ number: Int, _ session: PromptState, in view: MailLookup
    ) throws(CommandFailure) -> MailLookup.Found {
        let key = session.numbers.key(number)
        for opened in view.accounts where key.map({ opened.account.name.text.utf8.elementsEqual($0.account) }) ?? false
        {
            guard let key else { break }
            let message = try view.index { () throws(IndexDatabaseError) in try opened.index.message(key.id) }
            if let message { return MailLookup.Found(message: message, opened: opened) }
        }
        throw CommandFailure(
            .noInput, "noSuchMessage",
            key == nil
                ? "There is no message \(number) yet. Type: petrel list"
                : "Message \(number) is gone: another program has moved or removed it. Type: petrel list")
    }

    /// Returns the numbers that one item names.
    private static func numbers(_ item: [UInt8], _ session: PromptState) throws(CommandFailure) -> [Int]? {
        if item == [0x2E] {
            guard let current = session.current else { throw .usage("No message was shown yet. Type: petrel list") }
            return [current]
        }
        if item == [0x24] || item.elementsEqual("all".utf8) {
            guard let last = session.list.last else { throw .usage("There is no list yet. Type: petrel list") }
            return item == [0x24] ? [last] : session.list
        }
        let item = item.last == 0x3D ? Array(item.dropLast()) : item
        let ends = item.split(separator: 0x2D, maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = number(ends[0]) else { return nil }
        if ends.count == 1 { return [first] }
        // "7-" extends to the end of the list that contains 7.
        if ends[1].isEmpty {
            guard let place = session.list.firstIndex(of: first) else { return [first] }
            return Array(session.list[place...])
        }
        guard let last = number(ends[1]) else { return nil }
        guard first <= last, last - first < 100_000 else { throw .usage("\(first)-\(last) is not a range of numbers.") }
        return Array(first...last)
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        guard !digits.isEmpty, digits.count <= 9, digits.allSatisfy({ $0 &- 0x30 < 10 }) else { return nil }
        return Int(String(decoding: digits, as: UTF8.self))
    }
}

// MARK: - Undo
