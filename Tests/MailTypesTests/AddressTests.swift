import MailTestSupport
import Testing

@testable import MailTypes

@Suite("Addresses and their equality")
struct AddressTests {
    struct Parts: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let text: String
        let local: String
        let domain: String?
    }

    @Test(
        "Splits local part and domain",
        arguments: [
            Parts(testDescription: "plain", text: "kim@example.org", local: "kim", domain: "example.org"),
            Parts(testDescription: "no domain", text: "root", local: "root", domain: nil),
            Parts(testDescription: "an empty domain", text: "kim@", local: "kim", domain: ""),
            Parts(testDescription: "an empty local part", text: "@example.org", local: "", domain: "example.org"),
            Parts(
                testDescription: "the last of two at signs", text: "a@b@example.org", local: "a@b",
                domain: "example.org"),
            Parts(
                testDescription: "an at sign in quotes", text: "\"a@b\"@example.org", local: "\"a@b\"",
                domain: "example.org"),
            Parts(testDescription: "an at sign in quotes only", text: "\"a@b\"", local: "\"a@b\"", domain: nil),
            Parts(
                testDescription: "a combining mark behind the at sign", text: "kim@\u{301}x.example", local: "kim",
                domain: "\u{301}x.example"),
            Parts(testDescription: "empty", text: "", local: "", domain: nil),
        ])
    func parts(_ row: Parts) {
        let address = EmailAddress(row.text)
        #expect(address.localPart.utf8.elementsEqual(row.local.utf8))
        #expect(address.domain.map { Array($0.utf8) } == row.domain.map { Array($0.utf8) })
    }

    @Test("Ignores case in ASCII only")
    func caseFolding() {
        #expect(EmailAddress("Kim@Example.ORG") == EmailAddress("kim@example.org"))
        #expect(EmailAddress("Kim@Example.ORG").hashValue == EmailAddress("kim@example.org").hashValue)
        #expect(EmailAddress("ZOË@example.org") != EmailAddress("zoë@example.org"))
        // Unicode case folding would map the Kelvin sign and long s to "k" and "s".
        #expect(EmailAddress("\u{212A}im@example.org") != EmailAddress("kim@example.org"))
        #expect(EmailAddress("\u{17F}am@example.org") != EmailAddress("sam@example.org"))
        #expect(EmailAddress("zoe\u{308}@example.org") != EmailAddress("zo\u{EB}@example.org"))
        #expect(EmailAddress("[@example.org") != EmailAddress("{@example.org"))
        #expect(EmailAddress("a") != EmailAddress("ab"))
    }

    @Test("Names and groups are compared by their bytes")
    func names() {
        let email = EmailAddress("zoe@example.org")
        #expect(Address(name: "Zo\u{EB}", email: email) != Address(name: "Zoe\u{308}", email: email))
        #expect(Address(name: "Zoe", email: email) == Address(name: "Zoe", email: EmailAddress("ZOE@example.org")))
        #expect(Address(name: nil, email: email) != Address(name: "", email: email))
        #expect(Address(email: email, group: "a") != Address(email: email))
    }

    @Test("Hashes names without an address well", .holds("PX6"))
    func hashing() {
        let started = ContinuousClock.now
        #expect(Set((0..<20_000).map { Address(name: "Name \($0)", email: nil) }).count == 20_000)
        #expect(ContinuousClock.now - started < .seconds(5))
    }

    @Test("Message IDs are compared by their bytes")
    func messageIDs() {
        #expect(MessageID("A@example.org") != MessageID("a@example.org"))
        #expect(MessageID("e\u{301}@example.org") != MessageID("\u{E9}@example.org"))
        #expect(MessageID("a@example.org").description == "<a@example.org>")
    }
}
