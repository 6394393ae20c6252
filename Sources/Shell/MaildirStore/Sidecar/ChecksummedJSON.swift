internal import Digest
internal import JSONText
internal import MailTypes

/// A file with a JSON object whose last member, `sum`, is the XXH3-64 of all bytes before `,"sum":"`. It detects damage
/// by a system crash or a failing disk.
enum ChecksummedJSON {
    private static let sumMember = Array(",\"sum\":\"".utf8)
    private static let ending = Array("\"}\n".utf8)
    private static let sumDigits = 16
    private static let tail = sumMember.count + sumDigits + ending.count

    /// Returns compact JSON and a line feed. A member `sum` of the object is replaced.
    static func octets(of object: JSONObject) -> [UInt8] {
        var object = object
        object["sum"] = nil
        var content = JSONValue.object(object).octets
        content.removeLast()
        return content + sumMember + HexadecimalNumber.digits(XXH3.hash64(content)) + ending
    }

    static func isWhole(_ file: [UInt8]) -> Bool {
        guard hasForm(file) else { return false }
        let digits = file[(file.count - ending.count - sumDigits)...].prefix(sumDigits)
        return HexadecimalNumber.value(digits) == XXH3.hash64(file.span.extracting(..<(file.count - tail)))
    }

    /// Returns whether the file ends like a checksummed one, without verifying the checksum.
    static func hasForm(_ file: [UInt8]) -> Bool {
        file.count > tail && file.suffix(ending.count).elementsEqual(ending)
            && file[(file.count - tail)...].starts(with: sumMember)
    }

    /// Returns the object, including `sum`, without verifying the checksum.
    static func object(in file: [UInt8]) -> JSONObject? {
        (try? JSONReader.value(of: file))?.object
    }
}
