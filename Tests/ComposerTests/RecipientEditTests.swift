import Composer
import MailTestSupport
import MailTypes
import Testing

@Suite("Recipients of a draft", .holds("C16"))
struct RecipientEditTests {
    private func address(_ text: String, _ name: String? = nil) -> Address {
        Address(name: name, email: EmailAddress(text))
    }

    private var draft: Draft {
        var draft = Draft()
        draft.recipients.to = [address("ana@example.org", "Ana Ruiz"), address("bo@example.org", "Bo Ångström")]
        draft.recipients.cc = [address("cy@example.org"), address("nobody")]
        draft.recipients.replyTo = [address("kim@example.net")]
        return draft
    }

    private func emails(_ draft: Draft) -> [[String]] {
        Recipients.Field.allCases.map { draft.recipients[$0].map(AddressDisplay.of) }
    }

    /// Returns the draft after an edit, and checks that the inverse restores it.
    private func after(_ edit: DraftEdit?) throws -> Draft {
        var changed = draft
        let inverse = changed.apply(try #require(edit))
        var again = changed
        _ = again.apply(try #require(inverse))
        #expect(differences(draft, again).isEmpty)
        return changed
    }

    @Test("A recipient that is added to a field leaves the other fields and is in it once")
    func adding() throws {
        let moved = try after(
            draft.adding([address("BO@example.org"), address("di@example.org"), address("DI@example.org")], to: .bcc))
        #expect(
            emails(moved) == [
                ["Ana Ruiz <ana@example.org>"], ["cy@example.org", "nobody"], ["BO@example.org", "di@example.org"],
                ["kim@example.net"],
            ])
    }

    @Test("A Reply-To address may also be a recipient")
    func replyTo() throws {
        let both = try after(draft.adding([address("ana@example.org")], to: .replyTo))
        #expect(both.recipients.to.count == 2 && both.recipients.replyTo.count == 2)
    }

    @Test("Adding an existing recipient or none changes nothing")
    func nothing() {
        #expect(draft.adding([address("ANA@example.org", "Other")], to: .to) == nil)
        #expect(draft.adding([address("nobody")], to: .cc) == nil)
        #expect(draft.adding([], to: .to) == nil)
        #expect(draft.adding([Address(name: " ", email: nil)], to: .to) == nil)
    }

    @Test("Removes recipients from all fields or from one, including invalid addresses")
    func removing() throws {
        let people = [address("ana@example.org"), address("nobody"), address("kim@example.net")]
        #expect(
            emails(try after(draft.removing(people))) == [["Bo Ångström <bo@example.org>"], ["cy@example.org"], [], []])
        #expect(try after(draft.removing(people, from: .cc)).recipients.to.count == 2)
        #expect(draft.removing([address("eve@example.org")]) == nil)
        #expect(draft.removing([address("ana@example.org")], from: .cc) == nil)
    }

    @Test("Two empty groups are different")
    func groups() throws {
        var draft = draft
        draft.recipients.to = [Address(email: nil, group: "one")]
        let edit = try #require(draft.adding([Address(email: nil, group: "two")], to: .to))
        _ = draft.apply(edit)
        #expect(draft.recipients.to.compactMap(\.group) == ["one", "two"])
    }

    @Test(
        "A word matches in any case and accent, and a whole address matches one recipient",
        arguments: [
            ("ana", ["ana@example.org"]), ("RUIZ", ["ana@example.org"]), ("angstrom", ["bo@example.org"]),
            ("CY@example.org", ["cy@example.org"]), ("nobody", ["nobody"]), ("eve", []), ("", []),
            ("example.net", ["kim@example.net"]),
            ("example.org", ["ana@example.org", "bo@example.org", "cy@example.org"]),
        ])
    func matching(_ word: String, _ found: [String]) {
        #expect(draft.recipients(matching: word).compactMap(\.address.email?.text) == found)
    }
}
