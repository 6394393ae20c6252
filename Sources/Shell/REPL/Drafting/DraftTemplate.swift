internal import Accounts
internal import Composer
internal import Disk
internal import LineEditing
internal import MailTypes

/// A template: the recipients, subject and text of a draft in a file, as an editor shows them.
enum DraftTemplate {
    private static let maximumSize = 1 << 20

    /// Returns the file for a draft. Sender and attachments are not part of a template.
    static func octets(of draft: Draft) -> [UInt8] {
        var lines: [String] = []
        for (name, people) in [
            ("To", draft.recipients.to), ("Cc", draft.recipients.cc), ("Bcc", draft.recipients.bcc),
        ] where !people.isEmpty {
            lines.append("\(name): \(AddressDisplay.typed(people))")
        }
        if !draft.subject.isEmpty { lines.append("Subject: \(draft.subject)") }
        return Array((lines + [""] + draft.lines).map { $0 + "\n" }.joined().utf8)
    }

    /// Applies a file to an empty draft.
    static func draft(from octets: [UInt8]) throws(CommandFailure) -> Draft {
        var draft = Draft()
        if let edit = try EditedFile(draft, withHeader: true).edit(to: octets, of: draft) { _ = draft.apply(edit) }
        return draft
    }

    static func check(_ name: String) throws(CommandFailure) {
        guard !name.isEmpty, !name.utf8.contains(0x2F), name.utf8.first != 0x2E, name.utf8.count <= 100 else {
            throw .usage(
                "\"\(name)\" cannot be the name of a template: it is empty or too long, has a slash or begins with a dot."
            )
        }
    }
}

extension Console {
    private func templatePlace() throws(CommandFailure) -> Path {
        try home().path(of: .configuration) / "templates"
    }

    private func templateDirectory() throws(CommandFailure) -> Directory {
        let home = try home()
        do throws(FileError) {
            return try home.makingDirectory(.configuration).makingDirectory(Array("templates".utf8))
        } catch {
            throw CommandFailure(error)
        }
    }

    /// Returns the names of all templates, sorted.
    func templateNames() throws(CommandFailure) -> [String] {
        let place = try templatePlace()
        do throws(FileError) {
            return try FileReading.names(in: place).filter { $0.first != 0x2E }
                .compactMap { String(validating: $0, as: UTF8.self) }
        } catch  where error.isMissing {
            return []
        } catch {
            throw CommandFailure(error)
        }
    }

    /// Returns the draft that a template begins.
    func template(_ name: String) throws(CommandFailure) -> Draft {
        try DraftTemplate.check(name)
        let octets: [UInt8]
        let path = try templatePlace() / Array(name.utf8)
        do throws(FileError) {
            octets = try FileReading.contents(of: path, onlyRegular: true)
        } catch  where error.isMissing {
            throw CommandFailure(
                .noInput, "noTemplate", "There is no template \"\(name)\". Type: petrel template list")
        } catch {
            throw CommandFailure(.noInput, "cannotRead", error.description)
        }
        return try DraftTemplate.draft(from: octets)
    }

    /// Stores a template durably. Returns `false` if there is one of that name and it must not be replaced.
    func save(template octets: [UInt8], as name: String, replacing: Bool) throws(CommandFailure) -> Bool {
        try DraftTemplate.check(name)
        if !replacing, try templateNames().contains(where: { $0.utf8.elementsEqual(name.utf8) }) { return false }
        let directory = try templateDirectory()
        do throws(FileError) {
            try directory.write(
                octets, as: Array(name.utf8), replacing ? .replacing : .new, through: directory,
                named: [0x2E] + UniqueName.next())
            return true
        } catch {
            throw CommandFailure(error)
        }
    }

    /// Returns `false` if there is no such template.
    func delete(template name: String) throws(CommandFailure) -> Bool {
        try DraftTemplate.check(name)
        let directory = try templateDirectory()
        do throws(FileError) {
            guard try directory.remove(Array(name.utf8)) else { return false }
            try directory.synchronize()
            return true
        } catch {
            throw CommandFailure(error)
        }
    }
}
