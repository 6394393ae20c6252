/// Converts line ends to CR LF, as signatures need them.
public enum CanonicalLines {
    public static func of(_ octets: ArraySlice<UInt8>) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(octets.count + octets.count / 32)
        for octet in octets {
            if octet == 0x0A, output.last != 0x0D { output.append(0x0D) }
            output.append(octet)
        }
        return output
    }
}
