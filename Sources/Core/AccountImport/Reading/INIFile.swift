/// The members of a file with `[sections]` of `key = value` lines.
struct INIFile {
    struct Member {
        let key: String
        var value: String
        let line: Int
    }

    struct Section {
        let name: String
        let line: Int
        var members: [Member] = []

        /// Returns the last value of a key; `nil` if there is none or it is empty.
        subscript(key: String) -> String? {
            members.last { $0.key == key }.flatMap { $0.value.isEmpty ? nil : $0.value }
        }

        func line(of key: String) -> Int {
            members.last { $0.key == key }?.line ?? line
        }
    }

    private(set) var sections: [Section] = []
    private(set) var notes: [ImportNote]

    private static let maximumValue = 65_536

    /// `separators` come between key and value. With `continues`, an indented line continues a value [configparser of
    /// Python].
    init(_ bytes: [UInt8], of file: String, separators: Set<UInt8> = [0x3D], continues: Bool = false) {
        let lines = ConfigurationLines(bytes, of: file)
        notes = lines.notes
        for line in lines.lines {
            let text = line.text.trimmed
            guard let first = text.utf8.first, first != 0x23, first != 0x3B else { continue }
            if first == 0x5B, text.utf8.last == 0x5D {
                sections.append(Section(name: String(text.dropFirst().dropLast()).trimmed, line: line.number))
                continue
            }
            let isIndented = line.text.utf8.first.map { $0 == 0x20 || $0 == 0x09 } ?? false
            if continues, isIndented, let section = sections.indices.last,
                let last = sections[section].members.indices.last
            {
                if sections[section].members[last].value.utf8.count + text.utf8.count < Self.maximumValue {
                    sections[section].members[last].value += "\n" + text
                }
                continue
            }
            guard let (key, value) = text.halves(at: separators), !sections.isEmpty else {
                notes.append(
                    ImportNote(.init(file: file, line: line.number), "The line is not a key with a value. Ignored."))
                continue
            }
            sections[sections.count - 1].members.append(Member(key: key.lowercased(), value: value, line: line.number))
        }
    }
}
