import MailClients
public import MailTestSupport

/// What goes wrong on a connection to a model server, at exact places.
public struct ModelFaults: Sendable {
    /// Where a connection ends.
    public enum Place: Hashable, Sendable {
        /// After so many octets of the server were read.
        case said(Int)
        /// After so many octets of the client were taken. The server has those.
        case heard(Int)
    }

    /// How it ends.
    public enum End: CaseIterable, Hashable, Sendable {
        case inGoodOrder
        case reset
        /// Nobody says anything any more, and every wait is too long.
        case silence
    }

    /// How FETCHes and SEARCHes that come together are answered, as RFC 9051 §5.5 lets a server do.
    public enum Order: CaseIterable, Sendable {
        case asAsked
        /// Each as a whole, the last one first.
        case lastFirst
        /// All that they ask for, and only then that they are done.
        case doneLast
    }

    public var cut: Place?
    public var end = End.reset
    /// Octets come in pieces of so many at most.
    public var piece = Int.max
    /// What is said to the commands of these numbers instead of doing them, counted from 0: `NO [LIMIT] not now`.
    public var refusals: [Int: String] = [:]
    /// Commands of these numbers are done, nothing is said to them, and the connection ends.
    public var lostAnswers: Set<Int> = []

    public var order = Order.asAsked

    public init() {}

    public static let none = ModelFaults()

    /// One thing that goes wrong, or none, by chance: somewhere in the first `octets` octets or `commands` commands.
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
