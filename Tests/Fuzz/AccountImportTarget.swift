import AccountImport
import MailTypes

extension FuzzTarget {
    /// The configuration of any mail program is read to accounts and notes with their places.
    static let configuration = FuzzTarget(name: "configuration", maximumLength: 4096) { bytes in
        let context = ImportEnvironment(home: "/u/kim")
        let files = MailProgram.allCases.map { (program: $0, file: "/u/kim/x", bytes: bytes) }
        let findings = ImportFindings.reading(files, sources: ["/u/kim/x": bytes], context)
        for note in findings.notes + findings.accounts.flatMap(\.notes) {
            expect(note.place.line > 0 && note.place.file == "/u/kim/x", "a note names its line")
        }
        for path in findings.wanted { expect(path.utf8.starts(with: "/u/kim/".utf8), "a wanted file is in the home") }
        for account in findings.accounts { expect(!account.places.isEmpty, "an account has a place") }
    }
}
