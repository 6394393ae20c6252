import MailTypes

@testable import InternetMessage

extension FuzzTarget {
    /// A whole message: its structure, all headers and contents, and its readable text.
    static let message = FuzzTarget(name: "message", maximumLength: 16_384) { bytes in
        let message = Message(bytes)
        checkPlaces(message)
        visit(message.root, budget: bytes.count)
        expectUTF8(ReadableText.of(message.root), "the text to read")
    }

    /// Parts are inside their parents and behind their earlier siblings, and their number is limited.
    private static func checkPlaces(_ message: Message) {
        let parts = message.index.parts
        expect(parts.count <= StructureParser.maximumParts, "no more parts than the limit allows")
        expect(message.index.fields.allSatisfy { $0.valueEnd <= message.bytes.count }, "fields end in the message")
        expect(
            message.index.fields.allSatisfy {
                $0.nameStart <= $0.nameEnd && $0.nameEnd <= $0.valueStart
                    && $0.valueStart <= $0.valueEnd
            }, "a field's value stands behind its name")
        var reached = 0
        for (number, part) in parts.enumerated() {
            expect(
                part.headerStart <= part.bodyStart && part.bodyStart <= part.bodyEnd, "a body stands behind its header")
            expect(part.bodyEnd <= message.bytes.count, "a body ends in the message")
            expect(part.firstField <= part.endField && part.endField <= message.index.fields.count, "fields are there")
            var child = Int(part.firstChild)
            var earliest = part.bodyStart
            while child != 0 {
                expect(child > number && child < parts.count, "a child comes behind its parent")
                expect(parts[child].headerStart >= earliest, "siblings do not overlap")
                expect(parts[child].bodyEnd <= part.bodyEnd, "a child ends in its parent")
                earliest = parts[child].bodyEnd
                reached += 1
                child = Int(parts[child].nextSibling)
            }
        }
        expect(reached == max(0, parts.count - 1), "each part but the root has one parent")
    }

    /// `budget` limits the size of the decoded part.
    private static func visit(_ part: Part, budget: Int) {
        let header = part.header
        for field in header.allFields { expectUTF8(field.textOctets, "a field") }
        for name in [FieldName.from, .to, .cc, .bcc, .replyTo, .sender] {
            for address in header.addresses(name) {
                expect(address.email != nil || address.name != nil || address.group != nil, "an entry is not empty")
            }
        }
        for name in [FieldName.messageID, .contentID] { for id in header.messageIDs(name) { _ = id.hashValue } }
        _ = header.date?.iso8601
        _ = header.subject
        _ = part.filename
        _ = part.contentDisposition?.isAttachment
        let content = part.decodedContent
        expect(content.count <= budget, "content is no longer than the message")
        expectUTF8(part.textOctets, "a part's text")
        switch part.kind {
        case .leaf: break
        case .multipart: for child in part.children { visit(child, budget: budget) }
        case .message: if let embedded = part.embeddedMessage { visit(embedded, budget: budget) }
        }
    }
}
