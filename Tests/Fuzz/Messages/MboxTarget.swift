import MailTypes
import MailboxFormats

extension FuzzTarget {
    /// Messages of an mbox do not depend on the pieces in which it is read, and survive being written and read again.
    static let mbox = FuzzTarget(name: "mbox", maximumLength: 4096) { bytes in
        func read(_ file: [UInt8], _ size: Int) -> [[UInt8]] {
            var reader = MboxReader()
            var rest = file[...]
            var messages: [[UInt8]] = []
            while !reader.isEnded {
                while let event = reader.next() {
                    switch event {
                    case .begin: messages.append([])
                    case .content(let octets): messages[messages.count - 1] += octets
                    case .end: break
                    }
                }
                if rest.isEmpty { reader.end() } else { reader.receive(rest.prefix(size)) }
                rest = rest.dropFirst(size)
            }
            return messages
        }
        let whole = read(bytes, max(1, bytes.count))
        expect(whole == read(bytes, 1 + Int(bytes.first ?? 0) % 7), "messages in pieces are the messages at once")
        var file: [UInt8] = []
        for message in whole { file += MboxWriter.octets(of: message, sender: [], date: 0, .seen) }
        let again = read(file, 1000)
        expect(again.count == whole.count, "as many messages are read as were written")
        for (one, other) in zip(whole, again) where one.last == 0x0A || one.isEmpty {
            expect(one == other, "a message is read as it was written")
        }
        for name in 1...3 { _ = MHSequences(bytes).flags(of: name) }
    }
}
