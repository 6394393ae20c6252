internal import Accounts
internal import Disk
internal import MailIndex
internal import MailTypes
internal import MaildirStore
internal import Terminal

/// The names of messages at the prompt: `3`, `3-5` for the rows of the list from 3 to 5, `7-`, `.` for the current
/// message, `$` for the last one of the list, `all` for the list, `3=` for the conversation of 3, and several of these
/// separated by commas.
extension Console {
    /// Returns `nil` if the operand is none of these.
    func numbered(_ operand: [UInt8], in view: IndexedMail) throws(CommandFailure) -> [IndexedMail.Found]? {
        guard let session, !operand.isEmpty else { return nil }
        var found: [IndexedMail.Found] = []
        for item in operand.split(separator: 0x2C, omittingEmptySubsequences: false) {
            guard let numbers = try Self.numbers(Array(item), session) else { return nil }
            for number in numbers { found.append(try message(number, session, in: view)) }
            if item.last == 0x3D, let first = found.last {
                let thread = try view.index { () throws(IndexDatabaseError) in
                    try first.opened.index.thread(first.message.thread)
                }
                found.removeLast()
                found += thread.map { IndexedMail.Found(message: $0, opened: first.opened) }
            }
        }
        return found
    }

    private func message(
        _ number: Int, _ session: PromptState, in view: IndexedMail
    ) throws(CommandFailure) -> IndexedMail.Found {
        let key = session.numbers.key(number)
        for opened in view.accounts where key.map({ opened.account.name.text.utf8.elementsEqual($0.account) }) ?? false
        {
            guard let key else { break }
            let message = try view.index { () throws(IndexDatabaseError) in try opened.index.message(key.id) }
            if let message { return IndexedMail.Found(message: message, opened: opened) }
            if let found = try replacement(of: number, key, session, in: opened, view) { return found }
        }
        throw CommandFailure(
            .noInput, "noSuchMessage",
            key == nil
                ? "There is no message \(number) yet. Type: petrel list"
                : "Message \(number) is gone: another program has moved or removed it. Type: petrel list")
    }

    /// Returns the message that has replaced a numbered one in its mailbox, which gets its number: the server's copy of a
    /// sent message may replace petrel's. A message that has a number itself is another one.
    private func replacement(
        of number: Int, _ key: PromptMessageNumbers.Key, _ session: PromptState, in opened: IndexedMail.Opened,
        _ view: IndexedMail
    ) throws(CommandFailure) -> IndexedMail.Found? {
        guard let identity = session.numbers.identity(number) else { return nil }
        let messages = try view.index { () throws(IndexDatabaseError) in
            try opened.index.messages(withID: identity.messageID)
        }
        let found = messages.filter { $0.mailbox == identity.mailbox }.map {
            IndexedMail.Found(message: $0, opened: opened)
        }
        guard found.count == 1, let first = found.first, !session.numbers.isNumbered(.init(first)) else { return nil }
        session.numbers.rename(key, to: .init(first))
        return first
    }

    /// Returns the numbers that one item names.
    private static func numbers(_ item: [UInt8], _ session: PromptState) throws(CommandFailure) -> [Int]? {
        if item == [0x2E] || item == [0x2E, 0x3D] {
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
        let start = session.list.firstIndex(of: first)
        // "7-" extends to the end of the list that contains 7.
        if ends[1].isEmpty {
            guard let start else {
                throw .usage("\(first) is not in the last list, so \(first)- has no end. Type both: \(first)-N")
            }
            return Array(session.list[start...])
        }
        guard let last = number(ends[1]) else { return nil }
        // A range of the list has its rows, whatever their numbers are.
        if let start, let end = session.list.firstIndex(of: last) {
            guard start <= end else { throw .usage("\(first) is below \(last) in the list. Type: \(last)-\(first)") }
            return Array(session.list[start...end])
        }
        guard first <= last, last - first < 100_000 else { throw .usage("\(first)-\(last) is not a range of numbers.") }
        return Array(first...last)
    }

    /// Returns the messages of ranges such as `3-5` that the last list does not show.
    private func unshown(in operand: [UInt8]) -> Set<PromptMessageNumbers.Key> {
        guard let session else { return [] }
        var unshown: Set<PromptMessageNumbers.Key> = []
        for item in operand.split(separator: 0x2C) where item.contains(0x2D) {
            let numbers = (try? Self.numbers(Array(item), session)) ?? []
            unshown.formUnion(numbers.filter { !session.list.contains($0) }.compactMap { session.numbers.key($0) })
        }
        return unshown
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        guard !digits.isEmpty, digits.count <= 9, digits.allSatisfy({ $0 &- 0x30 < 10 }) else { return nil }
        return Int(String(decoding: digits, as: UTF8.self))
    }
}

// MARK: - Sets of messages

extension Console {
    /// A command that changes more messages than this asks first.
    private static let unaskedCount = 20
    /// The most names of messages that standard input may have.
    private static let mostNames = 1_000_000

    /// Returns the messages that the operands name, each once: those named by numbers and ids, those that standard input
    /// names if an operand is `-`, and the matches of a query made of all other words. Asks if they are many, or if the command
    /// `changes` messages of a range that are not on the screen.
    mutating func select(
        _ operands: [[UInt8]], in view: IndexedMail, _ question: (String) -> String, _ invocation: Invocation,
        changes: Bool = true
    ) throws(CommandFailure) -> [IndexedMail.Found] {
        var found: [IndexedMail.Found] = []
        var words: [[UInt8]] = []
        var query = QueryOperandRecognizer()
        var unshown: Set<PromptMessageNumbers.Key> = []
        for operand in try named(by: operands) {
            if query.isOpen, query.includes(operand) {
                words.append(operand)
            } else if let numbered = try numbered(operand, in: view) {
                found += numbered
                unshown.formUnion(self.unshown(in: operand))
            } else if IndexedMail.isName(operand) {
                found.append(try message(operand, in: view, invocation))
            } else if query.includes(operand) {
                words.append(QueryOperandRecognizer.quoted(operand))
            } else {
                let text = String(decoding: operand, as: UTF8.self)
                throw CommandFailure(
                    .noInput, "noSuchMessage",
                    "\"\(text)\" does not name a message. Type an id that list shows, or a filter such as subject:\(text)"
                )
            }
        }
        if !words.isEmpty {
            let query = try self.query(words)
            try view.checkFolders(of: query, in: accounts(invocation))
            found += try view.messages(matching: query, limit: Int(Int32.max))
        }
        var seen: Set<PromptMessageNumbers.Key> = []
        found = found.filter { seen.insert(PromptMessageNumbers.Key($0)).inserted }
        let asksForUnshown = changes && isInteractive
        let unshownCount = asksForUnshown ? found.count { unshown.contains(PromptMessageNumbers.Key($0)) } : 0
        if found.count > Self.unaskedCount || unshownCount > 0, !invocation.has("yes") {
            var messages = found.count.counted("message")
            if unshownCount > 0 { messages += " (\(unshownCount) not on the screen)" }
            if operands == [Array("all".utf8)], let shown = session?.shown, !shown.content.isOfConversations,
                shown.total > found.count
            {
                messages = "\(found.count) of the \(shown.total.counted("message"))"
            }
            let question = Question(
                text: question(messages),
                answers: [.init(letter: "y", words: "Yes"), .init(letter: "c", words: "Cancel")], safe: 1,
                remedy: "Add --yes.")
            if try ask(question) == 1 { throw CommandFailure(.interrupted, "cancelled", "Nothing was changed.") }
        }
        return found
    }

    /// Replaces `-` by the names in standard input, and splits lists such as `d7,id:a1b2@example.org`, and
    /// `3-5,from:cron`, at their commas. A list of filters is left as it is: a comma may be part of one.
    private func named(by operands: [[UInt8]]) throws(CommandFailure) -> [[UInt8]] {
        var names: [[UInt8]] = []
        for operand in operands {
            if operand == [0x2D] {
                names += try namesOfInput()
                continue
            }
            let pieces = operand.split(separator: 0x2C).map { Array($0) }
            let isList = pieces.count > 1 && (pieces.first.map { IndexedMail.isName($0) || isNumber($0) } ?? false)
            names += isList ? pieces : [operand]
        }
        return names
    }

    private func isNumber(_ item: [UInt8]) -> Bool {
        guard let session else { return false }
        return (try? Self.numbers(item, session)) != nil
    }

    /// Returns the ids in standard input, separated by NUL if there is any, else by white space.
    private func namesOfInput() throws(CommandFailure) -> [[UInt8]] {
        guard session == nil else { throw .usage("\"-\" reads ids from standard input. At the prompt, type numbers.") }
        let input: [UInt8]
        do throws(FileError) {
            input = try FileReading.standardInput()
        } catch {
            throw CommandFailure(.noInput, "cannotRead", error.description)
        }
        let hasNull = input.contains(0)
        let names = input.split { $0 == 0 || !hasNull && ($0 == 0x0A || $0 == 0x20 || $0 == 0x09 || $0 == 0x0D) }
        guard names.count <= Self.mostNames else {
            throw CommandFailure(.dataError, "tooManyMessages", "Standard input names too many messages.")
        }
        // Only ids: text of a message in the pipe must not become a filter.
        for name in names where !IndexedMail.isName(Array(name)) {
            let text = String(decoding: name, as: UTF8.self)
            throw CommandFailure(
                .noInput, "noSuchMessage",
                "\"\(text)\" in standard input is not an id. Nothing was changed. Type: petrel search QUERY --ids")
        }
        return names.map { Array($0) }
    }
}

extension IndexedMail {
    /// Whether a word has the form of an id, `id:` or `d7`.
    static func isName(_ word: [UInt8]) -> Bool {
        DraftNumber(word) != nil || IndexedMessageID(word) != nil || messageID(word) != nil
    }
}
