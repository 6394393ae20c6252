import Foundation
import MailTestSupport
import MailTypes
import Testing

@testable import InternetMessage

/// Checks the written messages with another widely used parser.
@Suite("Written messages in Python's email package", .holds("PX5", "E07"))
struct WriterPythonTests {
    @Test("Python's parser reads random drafts correctly")
    func pythonReader() throws {
        var drafts = RandomOutgoingMessages(random: .fresh)
        let seed = drafts.random.seed
        let directory = FileManager.default.temporaryDirectory.appending(path: "petrel-writer-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        var written: [OutgoingMessage] = []
        for number in 0..<400 {
            let draft = drafts.message()
            let octets = try MessageWriter(draft, unique: drafts.unique()).octets()
            try Data(octets).write(to: directory.appending(path: "\(1000 + number).eml"))
            written.append(draft)
        }
        let script = ProjectFiles.root.appending(path: "Tests/Fixtures/parse-with-python-email.py")
        let run = try ProgramRun.run(URL(filePath: "/usr/bin/env"), ["python3", script.path, directory.path])
        try #require(run.exitCode == 0, "PETREL_SEED=\(seed): \(run.errorText)")
        let lines = run.text.split(separator: "\n")
        try #require(lines.count == written.count)
        for (number, (line, draft)) in zip(lines, written).enumerated() {
            let found = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            try expect(found, isReadFrom: draft, "PETREL_SEED=\(seed), draft \(number)")
        }
    }

    private func expect(
        _ found: [String: Any], isReadFrom draft: OutgoingMessage, _ comment: Comment
    ) throws {
        for field in draft.header {
            switch field {
            case .text(_, let text):
                let subject = found["subject"] as? String ?? ""
                try #require(collapsed(subject) == collapsed(ExpectedText.headerText(text)), comment)
            case .date(_, let date):
                try #require(found["date"] as? String == date.iso8601, comment)
            case .messageIDs(_, let ids):
                try #require(found["ids"] as? [String] == ids.map(\.description), comment)
            case .addresses(let name, let addresses):
                let list = found[name.lowercased()] as? [[Any]] ?? []
                try #require(list.count == addresses.count, comment)
                for (entry, address) in zip(list, addresses) {
                    try #require(entry[1] as? String == address.email?.text, comment)
                    try expect(name: entry[0] as? String, isReadFrom: address.name, comment)
                }
            }
        }
        try expect(part: try #require(found["body"] as? [String: Any]), isReadFrom: draft.body, comment)
    }

    /// Between two encoded words of a phrase the package inserts a blank, contrary to RFC 2047 §6.2. A name that needs
    /// several is compared without its blanks.
    private func expect(name found: String?, isReadFrom name: String?, _ comment: Comment) throws {
        let wanted = ExpectedText.headerText(name ?? "")
        if wanted.utf8.count > 24, !wanted.utf8.allSatisfy({ $0 < 0x80 }) || wanted.contains("=?") {
            let isLetter = { (scalar: Unicode.Scalar) in !scalar.properties.isWhitespace }
            try #require(
                (found ?? "").unicodeScalars.filter(isLetter) == wanted.unicodeScalars.filter(isLetter), comment)
        } else {
            try #require(collapsed(found ?? "") == collapsed(wanted), comment)
        }
    }

    private func expect(
        part found: [String: Any], isReadFrom body: OutgoingPart, _ comment: Comment
    ) throws {
        switch body {
        case .text(let text):
            try #require(found["text"] as? String == ExpectedText.body(text.text), comment)
        case .file(let file):
            guard case .octets(let octets) = file.content else { return }
            try #require(found["data"] as? String == Data(octets).base64EncodedString(), comment)
            try #require(found["filename"] as? String == file.filename.map(ExpectedText.filename), comment)
            try #require(found["id"] as? String == file.contentID?.description, comment)
        case .message(let octets, _):
            let inner = try #require(found["message"] as? [String: Any], comment)
            let subject = Message(octets).header.subject ?? ""
            try #require(collapsed(inner["subject"] as? String ?? "") == collapsed(subject), comment)
        case .multipart(_, _, let parts):
            let children = try #require(found["parts"] as? [[String: Any]], comment)
            try #require(children.count == parts.count, comment)
            for (child, part) in zip(children, parts) { try expect(part: child, isReadFrom: part, comment) }
        }
    }

    /// Returns the words only. The package takes every Unicode space at the edge of an encoded word for a blank, and
    /// collapses runs of blanks in a phrase.
    private func collapsed(_ text: String) -> [String] {
        text.unicodeScalars.split(whereSeparator: \.properties.isWhitespace).map(String.init)
    }
}
