internal import IMAPProtocol
internal import InternetMessage
internal import MailTypes

/// Checks that an assembled message parses as the structure it was assembled from.
///
/// This one check covers several cases: a boundary that also occurs in a text, a boundary that the header spells
/// differently, a server that parses the structure differently, and a foreign header field that marks the message as
/// partial.
enum AssembledMessageVerification {
    static func isFaithful(_ message: [UInt8], to root: ChosenPart, _ sections: [BodySection: [UInt8]]) -> Bool {
        guard let header = sections[.header], !PartialMessageMarkers.isClaimed(by: header) else { return false }
        let read = Message(message)
        return read.isPartial && isSame(read.root, root, message, sections)
    }

    private static func isSame(
        _ part: Part, _ chosen: ChosenPart, _ message: [UInt8], _ sections: [BodySection: [UInt8]]
    ) -> Bool {
        switch chosen.kind {
        case .multipart(_, let wanted):
            let children = Array(part.children)
            return part.kind == .multipart && children.count == wanted.count
                && zip(children, wanted).allSatisfy { isSame($0, $1, message, sections) }
        case .missing(let size):
            return part.missing?.section == chosen.path && part.missing.map { UInt64($0.encodedSize) } == size
        case .content:
            guard let content = sections[BodySection(part: chosen.path)] else { return false }
            return part.kind == .leaf && part.missing == nil && part.fullSize == nil
                && message[part.rawBody] == content[...]
        case .beginning:
            guard let content = sections[BodySection(part: chosen.path)] else { return false }
            return part.kind == .leaf && part.fullSize != nil && content.starts(with: message[part.rawBody])
        }
    }
}
