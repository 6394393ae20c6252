import Foundation
import ModelServer

/// The places at which tests end a connection, a number of bytes apart, in what the server and the client send.
///
/// PETREL_SYNC_CUTS is the distance; 1 tries all places. The first place is random, or PETREL_SYNC_CUTS_FIRST, so that
/// several runs can divide all places among them.
struct ConnectionCuts {
    /// The distance, if it is set.
    static let wantedStep = number("PETREL_SYNC_CUTS")

    let places: [ModelFaults.Place]

    init(in octetsIn: Int, out octetsOut: Int, usualStep: Int) {
        let step = Self.wantedStep ?? usualStep
        let first = Self.number("PETREL_SYNC_CUTS_FIRST") ?? Int.random(in: 0..<step)
        places =
            stride(from: first, to: octetsIn, by: step).map { .said($0) }
            + stride(from: first, to: octetsOut, by: step).map { .heard($0) }
    }

    /// Prints how many places were tried, if they are many.
    func report(of name: String) {
        if places.count > 500 {
            FileHandle.standardError.write(Data("sync: \(places.count) cuts of a server \(name)\n".utf8))
        }
    }

    private static func number(_ variable: String) -> Int? {
        ProcessInfo.processInfo.environment[variable].flatMap { Int($0) }
    }
}
