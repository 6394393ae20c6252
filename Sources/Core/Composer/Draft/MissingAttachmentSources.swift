public import InternetMessage

/// The files that are missing from a message, by section.
public struct MissingAttachmentSources: Sendable {
    /// Contents that have been fetched.
    public var fetched: [[UInt32]: [UInt8]] = [:]
    /// Locations of files that have not been fetched.
    public var undownloaded: [[UInt32]: UndownloadedDraftAttachment] = [:]

    public init() {}
}

extension DraftAttachment {
    /// Returns the files that are missing from the message. No message may be made from it and sent without them.
    public static func missing(in message: Message) -> [Part] {
        TextAndAttachments(message).files.filter { $0.missing != nil }
    }
}

extension TextAndAttachments {
    /// Returns the files. Those missing from the message are taken from `sources`.
    func draftAttachments(_ sources: MissingAttachmentSources) -> [DraftAttachment] {
        files.enumerated().map { index, part in
            let section = part.missing?.section
            return DraftAttachment(
                part, number: index + 1, content: section.flatMap { sources.fetched[$0] },
                undownloaded: section.flatMap { sources.undownloaded[$0] })
        }
    }
}
