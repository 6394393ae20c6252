import Foundation
import MailTestSupport
import MailTypes
import Testing

@testable import InternetMessage

@Suite("Written messages are read back", .holds("PX5", "E07"))
struct WriterPropertyTests {
    @Test("petrel's parser reads random drafts correctly")
    func ownReader() throws {
        var drafts = RandomOutgoingMessages(random: .fresh)
        let seed = drafts.random.seed
        for number in 0..<1500 {
            let draft = drafts.message()
            let octets = try MessageWriter(draft, unique: drafts.unique()).octets()
            let comment = Comment(rawValue: "PETREL_SEED=\(seed), draft \(number)")
            try expectClean(octets, comment)
            try expect(Message(octets).root, isWrittenFrom: draft, comment)
        }
    }

    /// 7-bit, CRLF only, and no line longer than 998 bytes.
    private func expectClean(_ octets: [UInt8], _ comment: Comment) throws {
        try #require(octets.allSatisfy { $0 < 0x80 && $0 != 0 }, comment)
        let lines = octets.split(separator: 0x0A, omittingEmptySubsequences: false)
        for line in lines.dropLast() {
            try #require(line.count <= 999 && line.last == 0x0D && !line.dropLast().contains(0x0D), comment)
        }
        let end = lines.last ?? []
        try #require(end.count <= 999 && !end.contains(0x0D), comment)
    }

    private func expect(_ part: Part, isWrittenFrom draft: OutgoingMessage, _ comment: Comment) throws {
        var names: Set<String> = ["MIME-Version"]
        for field in draft.header {
            names.insert(field.name)
            switch field {
            case .text(_, let text):
                try #require(same(part.header.subject ?? "", ExpectedText.headerText(text)), comment)
            case .date(_, let date):
                try #require(part.header.date == date, comment)
            case .messageIDs(_, let ids):
                try #require(Array(part.header.messageIDs(.references)) == ids, comment)
            case .addresses(let name, let addresses):
                let kind: FieldName = name == "From" ? .from : name == "To" ? .to : .cc
                let found = Array(part.header.addresses(kind))
                let wanted = addresses.map { address in
                    let name = address.name.map(ExpectedText.headerText)
                    return Address(name: name?.isEmpty ?? true ? nil : name, email: address.email)
                }
                try #require(found == wanted, comment)
            }
        }
        let unknown = part.header.allFields.map(\.name).filter { !names.contains($0) && !$0.hasPrefix("Content-") }
        try #require(unknown.isEmpty, comment)
        try expect(part, isWrittenFrom: draft.body, comment)
    }

    private func expect(_ part: Part, isWrittenFrom body: OutgoingPart, _ comment: Comment) throws {
        switch body {
        case .text(let text):
            try #require(part.contentType.is("text", text.subtype == "html" ? "html" : "plain"), comment)
            try #require(
                same(part.text.replacingOccurrences(of: "\r\n", with: "\n"), ExpectedText.body(text.text)), comment)
        case .file(let file):
            guard case .octets(let octets) = file.content else { return }
            try #require(same(part.filename ?? "", file.filename.map(ExpectedText.filename) ?? ""), comment)
            try #require(part.decodedContent == octets, comment)
            try #require(part.contentDisposition?.kind == file.disposition.rawValue, comment)
            try #require(part.header.contentID == file.contentID, comment)
        case .message(let octets, _):
            let embedded = try #require(part.embeddedMessage, comment)
            try #require(Array(part.message.bytes[part.rawBody]) == octets, comment)
            try #require(embedded.header.count == Message(octets).header.count, comment)
        case .multipart(let subtype, _, let parts):
            try #require(same(part.contentType.subtype, subtype), comment)
            let children = Array(part.children)
            try #require(children.count == parts.count, comment)
            for (child, part) in zip(children, parts) { try expect(child, isWrittenFrom: part, comment) }
        }
    }

    private func same(_ one: String, _ other: String) -> Bool {
        one.utf8.elementsEqual(other.utf8)
    }
}
