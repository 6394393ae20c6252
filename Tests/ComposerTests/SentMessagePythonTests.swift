import Composer
import Foundation
import InternetMessage
import MailTestSupport
import MailTypes
import Testing

/// Compares sent drafts with what another program reads.
@Suite("Sent drafts", .holds("C01", "C08", "PX5"))
struct SentMessagePythonTests {
    @Test("Python's email package reads random drafts correctly")
    func pythonReader() throws {
        // The package cannot read addresses that are not ASCII.
        var random = RandomDraft(random: .fresh, hasOnlyASCIIAddresses: true)
        let seed = random.random.seed
        let directory = FileManager.default.temporaryDirectory.appending(path: "petrel-sent-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let drafts = (0..<200).map { _ in random.draft() }
        for (number, draft) in drafts.enumerated() {
            let message = draft.sentMessage(id: .test, date: .test)
            let octets = try MessageWriter(message, unique: random.unique()).octets()
            try Data(octets).write(to: directory.appending(path: "\(1000 + number).eml"))
        }
        let script = ProjectFiles.root.appending(path: "Tests/Fixtures/parse-with-python-email.py")
        let run = try ProgramRun.run(URL(filePath: "/usr/bin/env"), ["python3", script.path, directory.path])
        try #require(run.exitCode == 0, "PETREL_SEED=\(seed): \(run.errorText)")
        let lines = run.output.split(separator: 0x0A)
        try #require(lines.count == drafts.count)
        for (number, (line, draft)) in zip(lines, drafts).enumerated() {
            let found = try #require(try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any])
            try expect(found, isReadFrom: draft, "PETREL_SEED=\(seed), draft \(number)")
        }
    }

    private func expect(_ found: [String: Any], isReadFrom draft: Draft, _ comment: Comment) throws {
        let fields: [(String, [Address])] = [
            ("from", [draft.sender].compactMap(\.self)), ("to", draft.recipients.to), ("cc", draft.recipients.cc),
            ("bcc", draft.recipients.bcc), ("reply-to", draft.recipients.replyTo),
        ]
        for (name, addresses) in fields {
            let wanted = addresses.filter(\.isDeliverable).compactMap(\.email)
            // The package also decodes encoded words in addresses, where RFC 2047 §5 does not allow them.
            if wanted.contains(where: { $0.text.contains("=?") }) { continue }
            let read = (found[name] as? [[Any]] ?? []).compactMap { $0.last as? String }
            try #require(read == wanted.map(\.text), comment)
        }
        try #require(letters(found["subject"] as? String ?? "") == letters(draft.subject), comment)
        for (name, ids) in [("ids", draft.references), ("answered", draft.inReplyTo)] {
            if ids.contains(where: looksEncoded) { continue }
            try #require(found[name] as? [String] == ids.map(\.description), comment)
        }
        let body = try #require(found["body"] as? [String: Any], comment)
        let isMixed = body["type"] as? String == "multipart/mixed"
        let parts = isMixed ? body["parts"] as? [[String: Any]] ?? [] : [body]
        // Marked-up text is the first part of an alternative.
        let shown = (parts.first?["parts"] as? [[String: Any]])?.first ?? parts.first
        let text = draft.lines.map { $0 + "\n" }.joined()
        let isMarked = text.unicodeScalars.first == "\u{FEFF}"
        // The package does not join the lines that were broken for format=flowed.
        let whole = Array(((isMarked ? "\u{FEFF}" : "") + text).utf8)
        let sent = String(decoding: FlowedText.breaking(whole) ?? whole, as: UTF8.self)
        try #require(shown?["text"] as? String == sent, comment)
        try #require(parts.count == draft.attachments.count + 1, comment)
        for (part, file) in zip(parts.dropFirst(), draft.attachments) {
            try #require(part["type"] as? String == file.mediaType, comment)
            try #require(letters(part["filename"] as? String ?? "") == letters(file.filename), comment)
            if !(file.contentID.map(looksEncoded) ?? false) {
                try #require(part["id"] as? String == file.contentID?.description, comment)
            }
            if file.mediaType == "message/rfc822" { continue }
            try #require(part["data"] as? String == Data(file.content).base64EncodedString(), comment)
        }
    }

    /// The package also decodes encoded words in identifiers.
    private func looksEncoded(_ id: MessageID) -> Bool { id.text.contains("=?") }

    /// The package replaces many control characters with blanks, collapses runs of blanks, and strips quotes and
    /// brackets from both ends of a file name.
    private func letters(_ text: String) -> [Unicode.Scalar] {
        text.unicodeScalars.filter {
            !$0.properties.isWhitespace && $0.properties.generalCategory != .control
                && !"\"<>".unicodeScalars.contains($0)
        }
    }
}
