internal import Accounts
internal import Composer
internal import Disk
internal import InternetMessage
internal import MailTypes
internal import MaildirStore

/// A draft in a file for an editor: `edits/DRAFTID.dN.text.eml`, or `….message.eml` with its header.
///
/// Until petrel has read it, the file may be the only copy of what the user wrote. So it is among the data that last.
/// What petrel wrote into it is beside it, in `….former`.
struct EditorFile {
    let directory: Directory
    let draft: DraftID
    let number: Int
    let withHeader: Bool

    private static let directoryName = Array("edits".utf8)

    /// The name of the file.
    private var name: [UInt8] { Array("\(draft).d\(number).\(withHeader ? "message" : "text").eml".utf8) }
    private var formerName: [UInt8] { name + Array(".former".utf8) }
    var path: Path { directory.path / name }

    /// Writes the file of a draft.
    init(
        _ octets: [UInt8], of draft: DraftStore.Reservation, withHeader: Bool, in state: Directory
    ) throws(FileError) {
        directory = try state.makingDirectory(Self.directoryName)
        self.draft = draft.id
        number = draft.number
        self.withHeader = withHeader
        for name in [formerName, name] {
            try directory.write(octets, as: name, .replacing, through: directory, named: [0x2E] + UniqueName.next())
        }
    }

    private init?(name: [UInt8], in directory: Directory) {
        let pieces = name.split(separator: 0x2E, omittingEmptySubsequences: false)
        guard pieces.count == 4, let id = DraftID(pieces[0]), pieces[1].first == 0x64,
            let number = Int(String(decoding: pieces[1].dropFirst(), as: UTF8.self)), number >= 0
        else { return nil }
        self.directory = directory
        draft = id
        self.number = number
        withHeader = pieces[2].elementsEqual("message".utf8)
        guard self.name == name else { return nil }
    }

    /// Returns the files that are in this state directory of an account.
    static func all(in state: Directory) throws(FileError) -> [EditorFile] {
        guard try state.status(of: directoryName)?.kind == .directory else { return [] }
        let directory = try state.directory(directoryName)
        return try directory.names().compactMap { EditorFile(name: $0, in: directory) }
    }

    /// Removes the file, and the copies that editors leave beside it. A failure does no harm.
    func remove() {
        for other in (try? directory.unsortedNames()) ?? [] {
            let isCopy = other.starts(with: name) || other.dropFirst().starts(with: name)
            if isCopy, other != formerName { _ = try? directory.remove(other) }
        }
        _ = try? directory.remove(formerName)
    }

    /// Keeps the text as a version of its draft if the editor has changed it, and removes the file. The draft must be
    /// locked. Returns whether there was such a text.
    func keep(in store: DraftStore, at date: DateTime) throws(DraftError) -> Bool {
        // A file that cannot be read stays where it is.
        guard let octets = try? directory.contents(of: name, limit: Self.maximumSize) else { return false }
        let (item, message) = try saved(in: store, at: date)
        let hasChanged = (try? directory.contents(of: formerName, limit: Self.maximumSize)) != octets
        let edited = hasChanged ? edited(octets, message) : nil
        if let edited {
            try store.keep(
                DraftFileFormat.octets(of: edited, draft, date), of: draft, revision: item?.revision ?? 0, number,
                at: date.instant)
        }
        remove()
        return edited != nil
    }

    private static let maximumSize = 64 << 20

    /// Returns the draft as it is in the store, if it is there.
    private func saved(in store: DraftStore, at date: DateTime) throws(DraftError) -> (DraftItem?, Message?) {
        do throws(FileError) {
            let item = try store.contents(at: date.instant).drafts.first { $0.draftID == draft }
            guard let item else { return (nil, nil) }
            return (item, Message(try store.message(of: item, isInOutbox: false)))
        } catch {
            throw .file(error)
        }
    }

    /// Returns the draft with the text; `nil` if it has that text already, or the file was emptied. Only the text is known if the draft is gone or
    /// is encrypted.
    private func edited(_ octets: [UInt8], _ message: Message?) -> Draft? {
        var draft = Draft()
        if let message, !Draft.unsupportedContent(of: message).contains(.protection) {
            draft = Draft(message)
        } else {
            draft.subject = "Recovered text of d\(number)"
        }
        do throws(CommandFailure) {
            let file = EditedFile(draft, withHeader: withHeader)
            guard !file.isEmptied(in: octets), let edit = try file.edit(to: octets, of: draft) else { return nil }
            _ = draft.apply(edit)
        } catch {
            _ = draft.apply(.replaceLines(0..<draft.lines.count, TextLines.of(octets)))
        }
        return draft
    }
}
