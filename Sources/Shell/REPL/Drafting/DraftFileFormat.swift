internal import Composer
internal import InternetMessage
internal import MailTypes

/// The file format of drafts in the Maildir.
enum DraftFileFormat {
    static func octets(of draft: Draft, _ id: DraftID, _ date: DateTime) -> [UInt8] {
        let message = draft.keptMessage(id: NewMessageID.of(id, draft), date: date)
        // A kept draft has only content that can be written: everything else was converted.
        guard let writer = try? MessageWriter(message, unique: id.text) else { return [] }
        return writer.octets()
    }
}
