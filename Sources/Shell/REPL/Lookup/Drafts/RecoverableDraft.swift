internal import Accounts
internal import Disk
internal import InternetMessage
internal import LineEditing
internal import MailTypes
internal import MaildirStore
internal import Platform

/// A kept text that is no longer a draft and can be recovered.
struct RecoverableDraft {
    let version: RecoverableDraftVersions.Version
    let account: AccountName
    let store: DraftStore
    let subject: String?
    /// Whether other versions of the same draft are kept, so that the number alone is ambiguous.
    var isOneOfMany = false
    /// Distinguishes different texts of the same revision, such as one from here and one from another device: 1 is the
    /// newest.
    var place = 1

    /// `d7`, or `d7.3` for its third revision, or `d7.3.2` for another text of that revision.
    var name: String {
        let name = isOneOfMany || version.number == 0 ? "\(number).\(version.revision)" : number
        return place > 1 ? "\(name).\(place)" : name
    }

    private var number: String { version.number > 0 ? "d\(version.number)" : version.draftID.text }

    /// Returns whether an operand names this version, with or without its revision.
    func isNamed(_ operand: [UInt8]) -> Bool {
        let names = place > 1 ? [name] : [number, "\(number).\(version.revision)"]
        return names.contains { operand.elementsEqual($0.utf8) }
    }
}
