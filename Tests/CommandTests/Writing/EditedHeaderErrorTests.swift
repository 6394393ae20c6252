import Foundation
import MailTestSupport
import Testing

@testable import EndToEndSupport
@testable import REPL

@Suite("Errors in an edited header")
struct EditedHeaderErrorTests {
    @Test("An error in the edited header keeps the text, and edit again opens it")
    func editor() throws {
        let home = try SampleHome(isEmpty: true)
        let script = home.directory.appending(path: "editor")
        let text = """
            #!/bin/sh
            if grep -q Suject "$1"; then sed -i 's/Suject: Plan/Subject: New/; s/Hi/Hello/' "$1"
            else sed -i s/Subject/Suject/ "$1"; fi
            """
        try Data(text.utf8).write(to: script)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script.path)
        let run = home.typing(
            "set editor \(script.path)", "new ben@example.org -s Plan -m Hi", "edit again", "edit all", "edit again",
            "preview", "edit again", "quit")
        #expect(run.errorText.contains("To correct it, type: edit again"), "\(run.errorText)")
        #expect(run.text.contains("Subject  New\n") && run.text.contains("\nHello\n"), "\(run.text)\(run.errorText)")
        #expect(run.errorText.components(separatedBy: "No edited text of this draft was kept.").count == 3)
    }
}
