import MailTypes
import Testing

@testable import Contacts

@Suite("Address books of other programs")
struct AddressBookFormatTests {
    private static func lines(_ text: String) -> [String] {
        AddressBookEntry.entries(in: Array(text.utf8)).map { entry in
            let people = entry.addresses.map { address in
                let email = address.email?.text ?? "-"
                return address.name.map { "\($0) <\(email)>" } ?? email
            }
            return "\(entry.nicknames.joined(separator: ",")): \(people.joined(separator: ", "))"
        }
    }

    @Test(
        "are read in each format",
        arguments: [
            (
                "mutt aliases with groups, comments and continued lines",
                """
                # people
                alias ben Ben Berg <ben@example.org> # old friend
                alias -group friends ana ana@example.org (Ana Ruiz)
                alias team ben, \\
                    ana, cleo@example.org
                alias empty nowhere
                set from=kim@example.net
                """,
                [
                    "ben: Ben Berg <ben@example.org>", "ana: Ana Ruiz <ana@example.org>",
                    "team: Ben Berg <ben@example.org>, Ana Ruiz <ana@example.org>, cleo@example.org",
                ]
            ),
            (
                "abook with several addresses and nicknames",
                """
                # abook addressbook file

                [format]
                program=abook
                version=0.6.1

                [0]
                name=Ben Berg
                email=ben@example.org,ben@work.example
                nick=bb

                [1]
                name=No Address
                phone=1
                """,
                ["bb: Ben Berg <ben@example.org>", "bb: Ben Berg <ben@work.example>"]
            ),
            (
                "vCard 3 and 4 with folded lines, groups, escapes and a preferred address",
                """
                BEGIN:VCARD
                VERSION:4.0
                FN:Berg\\, Ben
                NICKNAME:bb,Benny
                EMAIL;TYPE=home:ben@exa
                 mple.org
                item1.EMAIL;PREF=1:ben@work.example
                END:VCARD
                BEGIN:VCARD
                VERSION:3.0
                N:Ruiz;Ana;;;
                EMAIL;TYPE="INTERNET:x":mailto:ana@example.org
                END:VCARD
                """.replacing("\n", with: "\r\n"),
                [
                    "bb,Benny: Berg, Ben <ben@work.example>", "bb,Benny: Berg, Ben <ben@example.org>",
                    ": Ana Ruiz <ana@example.org>",
                ]
            ),
            ("a text that is none of them", "Dear diary,\nalias\n", []),
        ])
    func formats(_ name: String, _ text: String, _ expected: [String]) {
        #expect(Self.lines(text) == expected)
    }

    @Test("are read from any bytes without a trap")
    func arbitraryBytes() {
        let seeds = [
            "alias a b@c, d\\\n", "[0]\nname=a\nemail=a@b\n", "BEGIN:VCARD\nFN:=C3=\nEMAIL;PREF=1:a@b\nEND:VCARD\n",
        ]
        for seed in seeds {
            let bytes = Array(seed.utf8)
            for index in bytes.indices {
                for byte in [UInt8(0), 0x0A, 0x20, 0x22, 0x3A, 0x3D, 0x5C, 0xFF] {
                    var damaged = bytes
                    damaged[index] = byte
                    for entry in AddressBookEntry.entries(in: damaged) { #expect(!entry.addresses.isEmpty) }
                    _ = AddressBookEntry.entries(in: Array(damaged[..<index]))
                }
            }
        }
    }
}
