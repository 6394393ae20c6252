import Foundation
import MailTestSupport
import Testing

@testable import EndToEndSupport

/// Tests/Fixtures/coming-from-other-programs.tsv, the source of docs/coming-from.md: petrel's keys of each task are typed at its prompt
/// in a terminal, must do what the task says, and must be as many as the document says.
@Suite("Tasks of users of other mail programs", .timeLimit(.minutes(10)), .onOwnThreads)
struct ComingFromOtherProgramsTests {
    /// Keys as the table writes them: "m {ben@example.org}⏎", "⌫", "^x^y".
    struct Keys: Sendable {
        /// What is typed before petrel must answer. The last piece may end no line.
        private(set) var pieces: [(octets: [UInt8], endsLine: Bool)] = []
        /// The number of keys outside of braces.
        private(set) var count = 0

        init(_ written: String) {
            var octets: [UInt8] = []
            var isText = false
            var isControl = false
            for character in written {
                let start = octets.count
                var endsLine = false
                switch character {
                case "{": isText = true
                case "}": isText = false
                case "^" where !isText: isControl = true
                case let letter where isControl:
                    octets.append((letter.asciiValue ?? 0) & 0x1F)
                    isControl = false
                    endsLine = octets.suffix(2) == [0x18, 0x19]
                case "⏎": (octets, endsLine) = (octets + [0x0D], true)
                case "⌫": (octets, endsLine) = (octets + [0x7F], true)
                case "⌦": (octets, endsLine) = (octets + Array("\u{1B}[3~".utf8), true)
                default: octets += Array(String(character).utf8)
                }
                if octets.count > start, !isText { count += 1 }
                guard endsLine else { continue }
                pieces.append((octets, true))
                octets = []
            }
            if !octets.isEmpty { pieces.append((octets, false)) }
        }
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let task: String
        /// What is typed before, such as lines that show a list or a message.
        let before: Keys
        let typed: Keys
        /// What is typed afterwards to see the result, if it is not shown, which belongs to the answer.
        let after: Keys
        /// A text that the answer must contain.
        let wanted: String
        var testDescription: String { task }
    }

    /// The columns are: task, what was typed before, petrel's way, what its answer contains, and the ways of others.
    static let rows: [Row] = {
        let file = ProjectFiles.root.appending(path: "Tests/Fixtures/coming-from-other-programs.tsv")
        let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").dropFirst().map { line in
            let columns = line.split(separator: "\t", omittingEmptySubsequences: false).map { String($0) }
            let wanted = columns[3].split(separator: "→").map { String($0) }
            return Row(
                task: columns[0], before: Keys(columns[1]), typed: Keys(columns[2]),
                after: Keys(wanted.count > 1 ? wanted[0] : ""), wanted: wanted.last ?? "")
        }
    }()

    @Test("There are sixty tasks, and the document counts the keys that are typed here")
    func count() throws {
        let document = try String(
            contentsOf: ProjectFiles.root.appending(path: "docs/coming-from.md"), encoding: .utf8)
        let counted = document.split(separator: "\n").filter { $0.hasPrefix("| ") }.compactMap { line -> Int? in
            let cells = line.replacing("\\|", with: "").split(separator: "|").map { $0.split(separator: " ") }
            return cells.count > 2 ? cells[2].last.flatMap { Int($0) } : nil
        }
        #expect(Self.rows.count == 60)
        #expect(counted == Self.rows.map(\.typed.count))
    }

    @Test("petrel's keys do it", arguments: rows)
    func way(_ row: Row) throws {
        let home = try SampleHome()
        try home.addAccount("local", ["name": "Kim Park", "address": "kim@example.net"])
        try home.addAccount("work", ["name": "Kim Park", "address": "kim@example.com"])
        try home.write(Data(#"{"suggest": false, "browser": "true"}"#.utf8), to: "config.json")
        for name in ["README.md", "LICENSE"] { try home.write(Data("Read this.\n".utf8), to: name) }
        // Nothing is too long for the screen, so that no pager starts.
        let driver = try PromptDriver(home, rows: 5000)
        for piece in row.before.pieces { driver.type(octets: piece.octets) }
        var start = driver.shown.count
        var line: [UInt8] = []
        for piece in row.typed.pieces {
            if piece.endsLine { driver.type(octets: piece.octets) } else { line = piece.octets }
        }
        if !row.after.pieces.isEmpty { start = driver.shown.count }
        for piece in row.after.pieces {
            driver.type(octets: line + piece.octets)
            line = []
        }
        #expect(line.isEmpty, "nothing shows what became of the line")
        let answer = Self.plain(driver.shown[start...])
        #expect(answer.contains(row.wanted), "\(answer)")
        for trouble in ["Unknown command", "There is no ", "missing argument", "Type: help ", "can mean"] {
            #expect(!answer.contains(trouble), "\(answer)")
        }
    }

    /// Returns text without the sequences that control the terminal.
    private static func plain(_ octets: ArraySlice<UInt8>) -> String {
        var text: [UInt8] = []
        var isInSequence = false
        for octet in octets where octet != 0x0D {
            if octet == 0x1B {
                isInSequence = true
            } else if isInSequence {
                isInSequence = octet == 0x5B || !(0x40...0x7E).contains(octet)
            } else {
                text.append(octet)
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
