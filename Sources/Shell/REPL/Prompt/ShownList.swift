internal import MailIndex

/// The list that was shown last at the prompt. `next` and `previous` turn its pages.
struct ShownList {
    enum Content {
        case messages(MessageSearch)
        case conversations(MessageSearch)
        /// The conversations with all their messages.
        case threads(MessageSearch)
        /// The messages of a conversation.
        case thread([ThreadRow])

        var isOfConversations: Bool {
            switch self {
            case .conversations, .threads: true
            case .messages, .thread: false
            }
        }

        var order: SearchOrder {
            switch self {
            case .messages(let search), .conversations(let search), .threads(let search): search.order
            case .thread: .date
            }
        }
    }

    struct ThreadRow {
        let key: PromptMessageNumbers.Key
        let place: ThreadPlace?
    }

    let content: Content
    /// The command that showed it.
    let invocation: Invocation
    /// The number of rows of a page.
    let size: Int
    /// The number of rows of all pages.
    let total: Int
    /// The number of rows before the page that is on the screen.
    var start: Int
    var count: Int
    var hasMore: Bool
    /// The ends of the page; `nil` if it is empty.
    var first: ListPosition?
    var last: ListPosition?

    var hasOnePage: Bool { start == 0 && !hasMore }
}

extension ShownList {
    init(_ content: Content, _ invocation: Invocation, size: Int, total: Int, _ page: ListPage) {
        self.init(
            content: content, invocation: invocation, size: size, total: total, start: page.start,
            count: page.rows.count, hasMore: page.hasMore, first: page.rows.first.map { ListPosition($0) },
            last: page.rows.last.map { ListPosition($0) })
    }

    /// Returns "21-40 of 1,024 – type next or previous"; `nil` if nothing is left out.
    func footer(isAccessible: Bool) -> String? {
        if hasOnePage { return nil }
        let commands = (hasMore ? ["next"] : []) + (start > 0 ? ["previous"] : [])
        let (from, to) = (Self.grouped(start + 1), Self.grouped(start + count))
        let total = " of \(Self.grouped(total))"
        if isAccessible { return "\(from) to \(to)\(total). Type: \(commands.joined(separator: " or "))" }
        return "\(count == 1 ? from : "\(from)-\(to)")\(total) – type \(commands.joined(separator: " or "))"
    }

    /// Returns "1,024".
    private static func grouped(_ number: Int) -> String {
        var digits = Array(String(number).utf8)
        var place = digits.count - 3
        while place > 0 {
            digits.insert(0x2C, at: place)
            place -= 3
        }
        return String(decoding: digits, as: UTF8.self)
    }
}
