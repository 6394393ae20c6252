import MailClients
public import MailTestSupport

/// Faults of a connection to a model server, at exact places.
public struct ModelFaults: Sendable {
    /// Where a connection ends.
    public enum Place: Hashable, Sendable {
        /// After the client has read this many bytes.
        case said(Int)
        /// After the server has received this many bytes. The server processes them.
        case heard(Int)
    }

    /// How it ends.
    public enum End: CaseIterable, Hashable, Sendable {
        case inGoodOrder
        case reset
        /// Neither side hears anything more, and every wait times out.
        case silence
    }

    /// The order in which pipelined FETCH and SEARCH commands are answered, as RFC 9051 §5.5 permits.
    public enum Order: CaseIterable, Sendable {
        case asAsked
        /// Complete answers, the last command first.
        case lastFirst
        /// The data of all commands first, then their completions.
        case doneLast
    }

    public var cut: Place?
    public var end = End.reset
    /// The size of the largest piece that a read returns.
    public var piece = Int.max
    /// The replies to the commands with these numbers, which are not executed, such as `NO [LIMIT] not now`. Counted
    /// from 0.
    public var refusals: [Int: String] = [:]
    /// The numbers of commands that are executed but not answered. The connection ends after them.
    public var lostAnswers: Set<Int> = []

    public var order = Order.asAsked

    public init() {}

    public static let none = ModelFaults()

    /// At most one random fault, within the first `octets` bytes or `commands` commands.
    public init(by random: inout SeededGenerator, octets: Int, commands: Int) {
        end = End.allCases.randomElement(using: &random) ?? .reset
        piece = [Int.max, Int.max, 1, 7, 100].randomElement(using: &random) ?? .max
        let number = Int.random(in: 0..<max(1, commands), using: &random)
        switch Int.random(in: 0..<5, using: &random) {
        case 0: cut = .said(Int.random(in: 0..<max(1, octets), using: &random))
        case 1: cut = .heard(Int.random(in: 0..<max(1, octets), using: &random))
        case 2: refusals[number] = Bool.random(using: &random) ? "NO [INUSE] not now" : "BAD not that"
        case 3: lostAnswers.insert(number)
        default: break
        }
    }

    var failure: StreamFailure? {
        switch end {
        case .inGoodOrder: nil
        case .reset: .cutOff
        case .silence: .timedOut
        }
    }
}
