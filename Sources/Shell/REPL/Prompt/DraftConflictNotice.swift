/// The message if another program changed or deleted a draft while it was open.
enum DraftConflictNotice {
    /// Shown while text is typed, before the user is asked which version to keep.
    static let news =
        "* This draft was updated on another device. petrel asks which version to keep when you end your text."

    static func sentence(_ meanwhile: ComposeSession.Meanwhile) -> String {
        switch meanwhile {
        case .changed:
            "* Another program changed this draft. Your text is used; the other version is kept. Type: recover"
        case .removed:
            "* Another program deleted this draft. Your text is saved as a draft again."
        }
    }
}
