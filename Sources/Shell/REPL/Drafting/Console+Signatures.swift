internal import Accounts
internal import Composer
internal import Disk
internal import MailTypes

/// The signatures of the user, which are files.
extension Console {
    private static let maximumSignature = 65_536

    /// Returns where signatures are added to new mail; `nil` if they are not.
    func signaturePlace() throws(CommandFailure) -> Signature.Place? {
        Settings(of: try home())[.signature].flatMap { Signature.Place(rawValue: $0) }
    }

    /// Returns the signature for a sender and an account; `nil` if there is none.
    func signature(of sender: Address?, _ account: MailAccount) throws(CommandFailure) -> [String]? {
        for name in Self.signatureNames(sender, account) {
            if let lines = try signatureFile(name) { return lines }
        }
        return nil
    }

    /// Adds the signature to a new draft, if the user has set that. `start` is where the user's text goes.
    func sign(_ draft: inout Draft, of account: MailAccount, from start: Int) throws(CommandFailure) {
        guard let place = try signaturePlace(), Signature.range(in: draft.lines) == nil,
            let lines = try signature(of: draft.sender, account)
        else { return }
        _ = draft.apply(Signature.insertion(of: lines, in: draft.lines, at: place, from: start))
    }

    /// Returns the edit that changes the sender, and with it a signature that the user has not edited.
    func changingSender(
        of draft: Draft, in account: MailAccount, to sender: Address, in other: MailAccount
    ) throws(CommandFailure) -> DraftEdit {
        let change = DraftEdit.setSender(sender)
        let new = try signature(of: sender, other)
        if let former = try signature(of: draft.sender, account) {
            return Signature.exchange(former, for: new, in: draft.lines).map { .sequence([change, $0]) } ?? change
        }
        guard let new, let place = try signaturePlace(), Signature.range(in: draft.lines) == nil else { return change }
        return .sequence([change, Signature.insertion(of: new, in: draft.lines, at: place, from: 0)])
    }

    /// Notes that the draft has the same signature as before the sender changed, because the user has edited it.
    mutating func noteKeptSignature(in former: Draft) {
        guard let now = session?.compose?.draft, let range = Signature.range(in: now.lines),
            let before = Signature.range(in: former.lines), now.lines[range] == former.lines[before]
        else { return }
        note("The signature stays as it is. To change it, type: signature on")
    }

    private static func signatureNames(_ sender: Address?, _ account: MailAccount?) -> [String] {
        [sender?.email?.text, account?.name.text, "default"].compactMap(\.self).filter {
            !$0.isEmpty && !$0.utf8.contains(0x2F) && $0.utf8.first != 0x2E
        }
    }

    /// Returns the lines of the signature with that name. `on` means the signature of the sender.
    func signature(_ name: String) throws(CommandFailure) -> [String] {
        guard !name.utf8.contains(0x2F), name.utf8.first != 0x2E else {
            throw .usage("\"\(name)\" cannot be the name of a signature: it contains a slash or begins with a dot.")
        }
        let compose = session?.compose
        let names = name == "on" ? Self.signatureNames(compose?.draft.sender, compose?.account) : [name]
        for name in names {
            if let lines = try signatureFile(name) { return lines }
        }
        let last = names[names.count - 1]
        throw CommandFailure(
            .noInput, "noSignature",
            "There is no signature \(last). Put its text into the file \(try signatureDirectory() / Array(last.utf8))")
    }

    private func signatureDirectory() throws(CommandFailure) -> Path {
        try home().path(of: .configuration) / "signatures"
    }

    /// Returns `nil` if there is no such file, or if it is too long for a signature.
    private func signatureFile(_ name: String) throws(CommandFailure) -> [String]? {
        let place = try signatureDirectory()
        do throws(FileError) {
            let octets = try FileReading.contents(of: place / Array(name.utf8), onlyRegular: true)
            return octets.count <= Self.maximumSignature ? TextLines.of(octets) : nil
        } catch  where error.isMissing {
            return nil
        } catch {
            throw CommandFailure(.noInput, "cannotRead", error.description)
        }
    }
}
