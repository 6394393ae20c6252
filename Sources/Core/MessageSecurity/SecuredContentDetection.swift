public import InternetMessage

/// Whether a message has anything to verify or decrypt.
public enum SecuredContentDetection {
    private static let deepest = 6

    public static func isAnywhere(in part: Part) -> Bool { isAnywhere(in: part, depth: 0) }

    private static func isAnywhere(in part: Part, depth: Int) -> Bool {
        if SecuredPart(part) != nil { return true }
        switch part.kind {
        case .message: return false
        case .multipart:
            return depth < deepest
                && part.children.prefix(Part.mostAttachments).contains { isAnywhere(in: $0, depth: depth + 1) }
        case .leaf:
            let type = part.contentType
            guard part.missing == nil, type.is("text", "plain"), !part.isAttachment else { return false }
            return !InlineOpenPGP.blocks(in: part.decodedContent).isEmpty
        }
    }
}
