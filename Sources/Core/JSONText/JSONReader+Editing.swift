extension JSONReader {
    /// Sets or removes a member of the outermost object of a text, and keeps everything else as it is written: order,
    /// blanks and comments. Returns `nil` if the text is not an object.
    public static func text(_ octets: [UInt8], setting name: String, to value: JSONValue?) -> [UInt8]? {
        guard let places = places(ofMembersIn: octets) else { return nil }
        if let member = places.members.last(where: { $0.name.utf8.elementsEqual(name.utf8) }) {
            if let value { return replacing(member.value, with: value.octets, in: octets) }
            // The comma behind the last member is optional.
            return replacing(lineStart(before: member.start, in: octets)..<member.end, with: [], in: octets)
        }
        guard let value else { return octets }
        let text = Array("\n  ".utf8) + JSONValue.string(name).octets + Array(": ".utf8) + value.octets
        guard let last = places.members.last else {
            return replacing(places.opening..<places.opening, with: text + [0x0A], in: octets)
        }
        let addition = last.hasComma ? text + [0x2C] : [0x2C] + text
        return replacing(last.end..<last.end, with: addition, in: octets)
    }

    private static func replacing(_ range: Range<Int>, with other: [UInt8], in octets: [UInt8]) -> [UInt8] {
        var octets = octets
        octets.replaceSubrange(range, with: other)
        return octets
    }

    private struct Member {
        let name: String
        let start: Int
        let value: Range<Int>
        /// Behind the value, or the comma after it.
        let end: Int
        let hasComma: Bool
    }

    private static func places(ofMembersIn octets: [UInt8]) -> (opening: Int, members: [Member])? {
        var reader = JSONReader(octets, .relaxed)
        var members: [Member] = []
        do throws(JSONError) {
            let opening = try reader.findMembers { members.append($0) }
            return (opening, members)
        } catch {
            return nil
        }
    }

    /// Returns the position behind the opening brace.
    private mutating func findMembers(_ found: (Member) -> Void) throws(JSONError) -> Int {
        if octets.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
        try skipBlanks()
        guard next == 0x7B else { throw unexpected() }
        position += 1
        let opening = position
        try skipBlanks()
        while next != 0x7D {
            let start = position
            let name = try memberName()
            try skipBlanks()
            guard next == 0x3A else { throw unexpected() }
            position += 1
            try skipBlanks()
            let valueStart = position
            _ = try value(depth: 1)
            let valueEnd = position
            try skipBlanks()
            let hasComma = next == 0x2C
            found(
                Member(
                    name: name, start: start, value: valueStart..<valueEnd, end: hasComma ? position + 1 : valueEnd,
                    hasComma: hasComma))
            try separator(before: 0x7D)
        }
        return opening
    }

    /// Returns the position of the line break before `position`, if only blanks are between them.
    private static func lineStart(before position: Int, in octets: [UInt8]) -> Int {
        var start = position
        while start > 0, octets[start - 1] == 0x20 || octets[start - 1] == 0x09 { start -= 1 }
        return start > 0 && octets[start - 1] == 0x0A ? start - 1 : position
    }
}
