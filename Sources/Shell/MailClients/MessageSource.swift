/// A message that is read in chunks, from wherever it is stored.
public struct MessageSource: Sendable {
    /// Why the message cannot be read, or why the next step cannot be recorded, as a sentence for the user.
    public struct Failure: Error, Hashable, Sendable {
        public let sentence: String

        public init(_ sentence: String) {
            self.sentence = sentence
        }
    }

    static let piece = 65_536

    /// Returns at most `count` bytes from an offset, and an empty array at the end. SMTP reads the message twice: once
    /// to scan it and once to send it.
    let read: @Sendable (_ offset: Int, _ count: Int) async throws(Failure) -> [UInt8]

    public init(_ read: @escaping @Sendable (_ offset: Int, _ count: Int) async throws(Failure) -> [UInt8]) {
        self.read = read
    }

    /// Creates a source for a message in memory.
    public init(_ octets: [UInt8]) {
        read = { offset, count in Array(octets.dropFirst(offset).prefix(count)) }
    }
}
