internal import Composer

/// Field names for display.
enum RecipientFieldLabel {
    static func name(_ field: Recipients.Field) -> String {
        switch field {
        case .to: "To"
        case .cc: "Cc"
        case .bcc: "Bcc"
        case .replyTo: "Reply-To"
        }
    }
}
