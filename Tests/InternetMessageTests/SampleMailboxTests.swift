import Foundation
import MailTestSupport
import MailTypes
import Testing

@testable import InternetMessage

/// What a user sees of a message of the sample mailbox.
private struct SampleRow: CustomTestStringConvertible, Sendable {
    /// The beginning of the Message-ID, as `scripts/make-sample-maildir --list` prints it.
    let name: String
    let from: String
    let subject: String?
    let date: String?
    let start: String
    let files: [String]

    init(_ name: String, from: String, subject: String?, date: String?, start: String, files: String...) {
        self.name = name
        self.from = from
        self.subject = subject
        self.date = date
        self.start = start
        self.files = files
    }

    var testDescription: String { name }
}

private let samples: [(path: String, message: Message)] = {
    let root = ProjectFiles.sampleMaildir
    let paths = (FileManager.default.enumerator(atPath: root.path)?.allObjects as? [String] ?? []).sorted()
    return paths.compactMap { path in
        let folder = path.split(separator: "/").dropLast().last
        guard folder == "cur" || folder == "new", !path.contains("/."),
            let octets = try? Data(contentsOf: root.appending(path: path))
        else { return nil }
        return (path, Message(Array(octets)))
    }
}()

private func describe(_ address: Address) -> String {
    [address.name, address.email.map { "<\($0.text)>" }, address.group.map { "{\($0)}" }].compactMap(\.self).joined(
        separator: " ")
}

private func files(_ part: Part) -> [String] {
    [part.filename].compactMap(\.self) + part.parts.flatMap(files)
}

private func sample(_ name: String) throws -> Message {
    try #require(samples.first { $0.message.header.messageID?.text.hasPrefix(name + ".") ?? false }?.message)
}

@Suite("The sample mailbox", .holds("K03"))
struct SampleMailboxTests {
    @Test("Every message has a sender, a readable structure and text in UTF-8")
    func all() {
        #expect(samples.count > 100)
        for (path, message) in samples {
            #expect(
                message.header.addresses(.from).contains { $0.email?.domain != nil } || path.hasPrefix("Drafts"),
                "\(path)")
            #expect(message.header.date != nil || path.hasPrefix("Drafts") || path.contains("1788213555"), "\(path)")
            for name in [FieldName.to, .cc, .bcc, .replyTo, .sender] {
                for address in message.header.addresses(name) {
                    #expect(
                        address.email.map { !$0.text.contains("=?") && $0.domain != nil } ?? (address.group != nil),
                        "\(path)")
                }
            }
            #expect(message.header.subject?.contains("=?") != true, "\(path)")
            #expect(message.header.subject?.contains("\u{FFFD}") != true, "\(path)")
            let text = ReadableText.of(message.root)
            #expect(text == Array(String(decoding: text, as: UTF8.self).utf8), "\(path)")
            let isBroken = message.header.messageID?.text.hasPrefix("broken-base64") ?? false
            #expect(isBroken || !String(decoding: text, as: UTF8.self).contains("\u{FFFD}"), "\(path)")
            let isEmpty =
                message.header.messageID?.text.hasPrefix("alice-empty") ?? false
                || path.hasPrefix("Drafts") || message.root.contentType.subtype == "encrypted"
            #expect(isEmpty || !text.allSatisfy(\.isWhitespace), "\(path)")
        }
    }

    @Test(
        "Reads messages in many charsets, and broken messages", .holds("E07"),
        arguments: sampleRows)
    private func facts(_ row: SampleRow) throws {
        let message = try sample(row.name)
        #expect(message.header.addresses(.from).map(describe) == [row.from])
        #expect(message.header.subject == row.subject)
        #expect(message.header.date?.iso8601 == row.date)
        #expect(String(readable(message.root).prefix(row.start.count)) == row.start)
        #expect(files(message.root) == row.files)
    }

    @Test("Decodes names in several charsets in one list")
    func names() throws {
        #expect(
            try sample("zoe-names").header.addresses(.to).map(describe) == [
                "Zoë Ångström <zoe@fjord.example.net>", "Kim Park <kim@example.net>",
                "Jürgen Müller <juergen.mueller@bahn.example.com>", "山田太郎 <taro.yamada@umi.example.com>",
                "王小明 <xiaoming.wang@island.example.org>",
            ])
    }

    @Test("Parses groups with and without members")
    func groups() throws {
        let none = try sample("undisclosed").header.addresses(.to).map(describe)
        #expect(none == ["{undisclosed-recipients}"])
        let members = Array(try sample("party-group").header.addresses(.to))
        #expect(members.count > 1)
        #expect(members.allSatisfy { $0.group == members.first?.group && $0.group != nil && $0.email != nil })
    }

    @Test("A digest, a forwarded message and a bounce contain messages")
    func embedded() throws {
        let digest = try sample("swift-digest").root
        #expect(outline(digest).contains("multipart/digest(message/rfc822["))
        let forwarded = try sample("tags-4").root.parts.compactMap(\.embeddedMessage)
        #expect(forwarded.first?.header.subject != nil)
        #expect(outline(try sample("boat-bounce").root).contains("message/delivery-status"))
    }
}

private let sampleRows = [
    SampleRow(
        "taro-1", from: "山田太郎 <taro.yamada@umi.example.com>", subject: "オオミズナギドリの調査について",
        date: "2026-08-20T09:30:54+09:00", start: "朴さま\n\nお世話になっております。山田です。\n"),
    SampleRow(
        "taro-3", from: "山田太郎 <taro.yamada@umi.example.com>", subject: "Re: オオミズナギドリの調査について",
        date: "2026-08-21T07:02:50+09:00", start: "梅、了解です。(携帯から)\n"),
    SampleRow(
        "lina-cake", from: "Li Na <li@example.org>", subject: "蛋糕已经上船", date: "2026-09-02T10:11:45+08:00",
        start: "小金:\n\n蛋糕今天上船了,"),
    SampleRow(
        "maria-1", from: "Мария Иванова <maria.ivanova@arctic.example.com>", subject: "Чайки на крыше института",
        date: "2026-08-05T11:00:44+03:00", start: "Здравствуйте, Ким!\n"),
    SampleRow(
        "maria-2", from: "Мария Иванова <maria.ivanova@arctic.example.com>", subject: "Re: Чайки на крыше института",
        date: "2026-09-14T13:25:54+03:00", start: "Ким, новости: директор теперь сам носит им рыбу."),
    SampleRow(
        "halina-1", from: "Halina Żółkiewska <halina@bieguny.example.org>",
        subject: "Zaproszenie: żółte kalosze obowiązkowe",
        date: "2026-09-03T15:45:09+02:00", start: "Cześć Kim!\n"),
    SampleRow(
        "timo-euro", from: "Timo Mäkelä <timo.makela@lokki.example.net>", subject: "Lokki-kiikarit 45 €",
        date: "2026-08-22T14:14:07+03:00", start: "Hei Kim,\n\nmyyn vanhat kiikarit, hinta 45 €."),
    SampleRow(
        "aunt-1", from: "박영희 <younghee@example.net>", subject: "추석 잘 보내라", date: "2026-09-25T20:00:10+09:00",
        start: "우리 조카 보아라.\n"),
    SampleRow(
        "noa-1", from: "נועה לוי <noa.levi@harbour.example.org>", subject: "שחפים בנמל (17 בספטמבר)",
        date: "2026-10-07T16:40:54+03:00", start: "שלום קים,\n"),
    SampleRow(
        "train-1", from: "Jürgen Müller <juergen.mueller@bahn.example.com>",
        subject: "Nachtzug im Oktober: fährst du mit?",
        date: "2026-08-14T19:20:27+02:00", start: "Hallo Kim,\n\nder Nachtzug über die Berge fährt"),
    SampleRow(
        "train-3", from: "Jürgen Müller <juergen.mueller@bahn.example.com>",
        subject: "AW: Nachtzug im Oktober: fährst du mit?",
        date: "2026-08-17T08:12:23+02:00", start: "Anbei die Übersicht.", files: "Übersicht Nachtzüge.pdf"),
    SampleRow(
        "zoe-raw", from: "Zoë Ångström <zoe@fjord.example.net>", subject: "Höst på fjorden – rå rubriker",
        date: "2026-09-08T21:30:05+02:00", start: "Hej Kim! My new provider sends headers raw", files: "smörgås.txt"),
    SampleRow(
        "alice-photo", from: "Alice Moreau <alice@example.org>", subject: "Photo of the tower, before it goes",
        date: "2026-10-11T10:20:10+02:00", start: "For the wall:", files: "Our petrel on the tower (final 2).png",
        "Карта острова.png",
        "Très long nom de fichier, écrit à l'île d'Ærø pendant la tempête.txt"),
    SampleRow(
        "liam-1252", from: "Liam Ode <liam@example.com>", subject: "Boat bill (sorry)",
        date: "2026-08-29T19:05:38+01:00",
        start: "Hi Kim – “free” turned out"),
    SampleRow(
        "desk-1252", from: "Front Desk, Institute <frontdesk@work.example.com>", subject: "Parcel at the front desk",
        date: "2026-09-16T09:10:19+02:00", start: "There is a parcel for you that says “THIS WAY UP” on every side…\n"),
    SampleRow(
        "alice-nosubject", from: "Alice Moreau <alice@example.org>", subject: nil, date: "2026-08-19T13:01:33+02:00",
        start: ""),
    SampleRow(
        "broken-cut", from: "Liam Ode <liam@example.com>", subject: "Picture of the new bailer",
        date: "2026-09-13T14:00:05+01:00",
        start: "Here it is, in full colour, if the radio link holds.\n", files: "bailer.png"),
    SampleRow(
        "broken-blank", from: "Liam Ode <liam@example.com>", subject: "Radio link did not hold",
        date: "2026-09-13T14:20:09+01:00",
        start: "This is the first line of the body, but no empty line stands before it.\n"),
    SampleRow(
        "broken-colon", from: "Liam Ode <liam@example.com>", subject: "Radio link, third attempt",
        date: "2026-09-14T07:00:38+01:00",
        start: "Third time lucky."),
    SampleRow(
        "broken-base64", from: "Liam Ode <liam@example.com>", subject: "Radio link, fourth attempt",
        date: "2026-09-14T09:30:02+01:00",
        start: "Hi Kim,\n\nthe mail gateway of the boat eats bytes when it rains."),
    SampleRow(
        "broken-date", from: "Chi Wei <chi@example.org>", subject: "My clock radio sends mail now", date: nil,
        start: "It insists on the 31st of a month"),
    SampleRow(
        "broken-cte", from: "Chi Wei <chi@example.org>", subject: "Clock radio, part two",
        date: "2026-09-30T16:45:46+02:00",
        start: "It now claims that this text is base64."),
    SampleRow(
        "broken-8bit", from: "Front Desk, Institute <frontdesk@work.example.com>", subject: "Lost: one glove (left)",
        date: "2026-10-03T11:31:50+02:00", start: "Found by the auk: one glove, blue, smells of fish – collect"),
]
