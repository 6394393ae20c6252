/// A message that is handed over piece by piece, wherever it is kept.
public struct MessageSource: Sendable {
    /// Why the message cannot be read, or what is about to be done cannot be written down: a sentence for people.
    public struct Failure: Error, Hashable, Sendable {
        public let sentence: String

        public init(_ sentence: String) {
            self.sentence = sentence
        }
    }

    static let piece = 65_536

    /// Octets of the message from an offset on, at most so many, none at its end. It is read twice: measured, and sent.
    let read: @Sendable (_ offset: Int, _ count: Int) async throws(Failure) -> [UInt8]

    public init(_ read: @escaping @Sendable (_ offset: Int, _ count: Int) async throws(Failure) -> [UInt8]) {
        self.read = read
    }

    /// A message that is in memory.
    public init(_ octets: [UInt8]) {
        read = { offset, count in Array(octets.dropFirst(offset).prefix(count)) }
    }
}
