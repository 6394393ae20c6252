/// Removes fields from the header of a message; all other bytes are unchanged.
public enum HeaderFieldRemoval {
    /// Returns the message without the fields of these names, including their folded lines. The names must be in lower
    /// case.
    public static func fields(named names: [StaticString], from message: [UInt8]) -> [UInt8] {
        let names = names.map { Array($0.description.utf8) }
        var result: [UInt8] = []
        // Room for a few fields that replace them.
        result.reserveCapacity(message.count + 128)
        var position = 0
        var isRemoving = false
        while position < message.count {
            let end = message[position...].firstIndex(of: 0x0A).map { $0 + 1 } ?? message.count
            let line = message[position..<end]
            // An empty line ends the header.
            if line.first == 0x0A || line.first == 0x0D { break }
            let isContinued = line.first == 0x20 || line.first == 0x09
            if !isContinued { isRemoving = names.contains { isField($0, line) } }
            if !isRemoving { result += line }
            position = end
        }
        return result + message[position...]
    }

    private static func isField(_ name: [UInt8], _ line: ArraySlice<UInt8>) -> Bool {
        guard line.count > name.count, zip(name, line).allSatisfy({ $0 == $1 | 0x20 || $0 == $1 }) else { return false }
        return line.dropFirst(name.count).first { $0 != 0x20 && $0 != 0x09 } == 0x3A
    }
}
