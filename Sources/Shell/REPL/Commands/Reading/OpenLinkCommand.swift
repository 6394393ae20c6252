internal import Accounts
internal import Composer
internal import InternetMessage
internal import LineEditing
internal import MailTypes
internal import Processes
internal import Terminal

extension Command {
    static let openLink = Command(
        name: "open link", aliases: ["l"], summary: "open a link of a message in the browser", form: "[N] [of ID]",
        operands: [.optional("N"), .optional("of", .choice(["of"])), .optional("ID", .message)],
        options: [Option("yes", summary: "open it even if its text names another address")],
        details: """
            N is the number in brackets that show prints after the link; without N, lists the links. ID is as in show; at the
            prompt, without it, it is the message that was shown last. A mailto: link opens a draft. Other links are opened by
            xdg-open, or the program that set browser names, only if they begin with http: or https:. petrel loads nothing by
            itself.
            """,
        examples: ["petrel open link 3 of 4f3a91c2d0e8b7a6", "petrel open link of 4f3a91c2d0e8b7a6"],
        quickForm: "open link 3"
    ) { invocation, console throws(CommandFailure) in
        let (number, id) = try OpenLinkOperands.parse(invocation, hasCurrent: console.session?.current != nil)
        let opened = try console.decrypted(id, invocation)
        let links = ReadableText.numbered(Message(opened.octets).root).links
        guard let number else {
            console.list(links, of: invocation.command)
            return .done
        }
        guard links.indices.contains(number - 1) else {
            let count = links.count.counted("link")
            throw CommandFailure(
                .noInput, "noSuchLink",
                links.isEmpty
                    ? "That message has no links."
                    : "That message has \(count), and no link \(number). Type: petrel open link of ID")
        }
        return try console.open(links[number - 1], number: number, invocation)
    }
}

/// Parses `[N] [of ID]`.
private enum OpenLinkOperands {
    static func parse(
        _ invocation: Invocation, hasCurrent: Bool
    ) throws(CommandFailure) -> (number: Int?, id: [UInt8]) {
        var words = invocation.operands[...]
        var number: Int?
        if let first = words.first, first != Array("of".utf8) {
            guard first.count <= 5, let value = Int(String(decoding: first, as: UTF8.self)), value > 0 else {
                throw .usage("N is the number of a link: open link 3. Type: petrel help open link")
            }
            number = value
            words.removeFirst()
        }
        if words.isEmpty {
            guard hasCurrent else {
                throw .usage("Say of which message: open link \(number.map { "\($0) " } ?? "")of ID. Type: petrel list")
            }
            return (number, [0x2E])
        }
        guard words.count == 2, words.first == Array("of".utf8), let id = words.last else {
            throw .usage("The message follows \"of\": open link 3 of ID. Type: petrel help open link")
        }
        return (number, id)
    }
}

extension Console {
    fileprivate mutating func list(_ links: [MessageLink], of command: Command) {
        let isAccessible = isAccessible
        answer(command) { json in
            LinkFormatter.members(of: links, to: &json)
        } text: { output in
            for (index, link) in links.enumerated() {
                let text = TerminalSafeText.line(link.text)
                let lines = LinkFormatter.lines(number: index + 1, link, isAccessible: isAccessible)
                output.write("\(lines[0])\(text.isEmpty ? "" : isAccessible ? ", \(text)" : "  \(text)")\n")
                for line in lines.dropFirst() { output.write("\(line)\n") }
            }
        }
        if links.isEmpty { note("It has no links.") }
    }

    /// Opens a link after its real address was printed. A link that pretends another address is confirmed first.
    fileprivate mutating func open(
        _ link: MessageLink, number: Int, _ invocation: Invocation
    ) throws(CommandFailure) -> ExitCode {
        if let warning = LinkFormatter.warning(link), !invocation.has("yes") {
            let question = Question(
                text: "Be careful: \(warning) Open it?",
                answers: [.init(letter: "o", words: "Open"), .init(letter: "c", words: "Cancel")], safe: 1,
                remedy: "Add --yes to open it.")
            guard try ask(question) == 0 else {
                throw CommandFailure(.interrupted, "cancelled", "The link was not opened.")
            }
        }
        if !link.isWeb {
            guard let url = MailtoURL(link.address) else {
                throw CommandFailure(.dataError, "noMailto", "That is not a mailto URL. It was not opened.")
            }
            guard session != nil || isInteractive else {
                throw .usage("That link writes a message. Open it at the prompt, or with petrel mailto URL.")
            }
            return try write(mailto: url, invocation)
        }
        let shown = TerminalSafeText.line(link.address)
        try browse(link.address, "Opening \(shown)")
        answer(invocation.command) { json in
            json.key("address")
            json.string(String(decoding: link.address, as: UTF8.self))
        } text: { _ in
        }
        return .done
    }

    /// Runs the user's browser with an address or a path, without a shell.
    mutating func browse(_ address: [UInt8], _ sentence: String) throws(CommandFailure) {
        let browser = Settings(of: try home())[.browser] ?? "xdg-open"
        printLine("\(sentence) with: \(browser)")
        output.flush()
        errors.flush()
        let words = CommandLineTokenizer(Array(browser.utf8)).words.map(\.octets)
        guard ChildProcess.run(words + [address], environment).isSuccess else {
            throw CommandFailure(
                .unavailable, "notOpened",
                "\(browser) did not open it. Name another program: set browser COMMAND")
        }
    }
}
