import Foundation
import MailTestSupport
import Testing

@testable import EndToEndSupport
@testable import REPL

@Suite("The contacts command", .onOwnThreads)
struct ContactsQueryCommandTests {
    @Test("contacts query --why says what decided the order")
    func ranking() throws {
        let home = try SampleHome()
        _ = home.petrel("list")
        let plain = try home.petrel("contacts", "query", "al", "--json").object["contacts"] as? [[String: Any]]
        let run = home.petrel("contacts", "query", "al", "--why", "--json")
        let contacts = try #require(try run.object["contacts"] as? [[String: Any]])
        #expect(contacts.map { $0["address"] as? String } == plain?.map { $0["address"] as? String })
        #expect(!contacts.isEmpty)
        for contact in contacts {
            let why = try #require(contact["why"] as? String)
            let frequency = try #require(contact["frequency"] as? Int)
            #expect(why.hasPrefix("al: the "), "\(why)")
            #expect(why.contains("; \(frequency) message"), "\(why)")
            #expect(why.contains("; the newest of "), "\(why)")
        }
        let text = home.petrel("contacts", "query", "al", "--why").text
        #expect(text.hasPrefix("1  "), "\(text)")
        #expect(home.petrel("contacts", "query", "zzz", "--why").text == "No contact matches.\n")
    }

    @Test("The first command of all finds the contacts of mail that is there")
    func firstContacts() throws {
        let run = try SampleHome().petrel("contacts", "query", "alice")
        #expect(
            run.text.hasPrefix("1 of ") && run.text.contains("alice@example.org\tAlice Moreau\t"), "\(run.errorText)")
    }
}
