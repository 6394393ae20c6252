/// `s/old/new/`: replaces words literally; there are no special characters.
struct Substitution {
    private let old: [UInt8]
    private let new: [UInt8]
    private let isGlobal: Bool

    init(_ octets: [UInt8]) throws(CommandFailure) {
        var pieces: [[UInt8]] = [[]]
        var rest = octets.dropFirst(2)
        while let octet = rest.popFirst() {
            if octet == 0x5C, rest.first == 0x2F {
                pieces[pieces.count - 1].append(0x2F)
                rest = rest.dropFirst()
            } else if octet == 0x2F {
                pieces.append([])
            } else {
                pieces[pieces.count - 1].append(octet)
            }
        }
        let isForm = pieces.count == 2 || pieces.count == 3 && (pieces[2].isEmpty || pieces[2] == [0x67])
        guard octets.starts(with: "s/".utf8), isForm, !pieces[0].isEmpty,
            pieces.allSatisfy({ String(validating: $0, as: UTF8.self) != nil })
        else { throw .usage("Usage: s/OLD/NEW/, followed by g for all lines. Type: help s") }
        old = pieces[0]
        new = pieces[1]
        isGlobal = pieces.count == 3 && pieces[2] == [0x67]
    }

    /// Returns the lines that change, with their new text.
    func apply(to lines: [String]) throws(CommandFailure) -> [(index: Int, line: String)] {
        let text = String(decoding: old, as: UTF8.self)
        let places = lines.indices.filter { replaced(Array(lines[$0].utf8)) != nil }
        if places.isEmpty { throw .usage("No line contains \"\(text)\".") }
        guard places.count == 1 || isGlobal else {
            let numbers = places.map { "\($0 + 1)" }.joined(separator: ", ")
            throw .usage("Lines \(numbers) contain \"\(text)\". Add g to replace all, or type: line N TEXT")
        }
        return places.compactMap { index in
            replaced(Array(lines[index].utf8)).map { (index, String(decoding: $0, as: UTF8.self)) }
        }
    }

    private func replaced(_ line: [UInt8]) -> [UInt8]? {
        var output: [UInt8] = []
        var index = 0
        var isChanged = false
        while index < line.count {
            if line[index...].starts(with: old), isGlobal || !isChanged {
                output += new
                index += old.count
                isChanged = true
            } else {
                output.append(line[index])
                index += 1
            }
        }
        return isChanged ? output : nil
    }
}
