internal import Calendar
internal import InternetMessage

extension Part {
    /// The first calendar in the message that has an event; `nil` if there is none on this machine.
    var invitation: SchedulingMessage? {
        switch kind {
        case .message: return nil
        case .multipart: return children.prefix(Self.mostAttachments).lazy.compactMap(\.invitation).first
        case .leaf:
            let type = contentType
            guard missing == nil, type.is("text", "calendar") || type.is("application", "ics") else { return nil }
            return SchedulingMessage(textOctets)
        }
    }
}
