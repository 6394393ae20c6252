import InternetMessage
import MailTestSupport
import SmartReply
import Testing

extension SuggestedRepliesRow: CustomTestStringConvertible {
    var testDescription: String { name }
}

@Suite("Answers that are suggested", .holds("S01"))
struct SuggestedRepliesTests {
    private static let english =
        EnglishMails.times + EnglishMails.requests + EnglishMails.news + EnglishMails.everyday + EnglishMails.quiet
    private static let others =
        OtherLanguageMails.german + OtherLanguageMails.french + OtherLanguageMails.spanish + OtherLanguageMails.unknown

    private func question(_ text: String) -> SmartReplyInput {
        SmartReplyInput(text: text, senderName: "Ana Ruiz", userName: "Kim Park")
    }

    @Test("A mail gets the answers that a person would give", arguments: english + others)
    func mails(_ mail: SuggestedRepliesRow) {
        let answers = SuggestedReplies.of(question(mail.text))
        #expect(answers.first == mail.first)
        if let others = mail.others { #expect(Array(answers.dropFirst()) == others) }
    }

    @Test("Nothing is suggested to a list or a program")
    func automatic() {
        var asked = question("Are you free on Friday?")
        #expect(!SuggestedReplies.of(asked).isEmpty)
        asked.isAutomatic = true
        #expect(SuggestedReplies.of(asked).isEmpty)
    }

    @Test(
        "A header tells whether a person waits",
        arguments: [
            ("From: Ana <ana@example.org>", false), ("List-Id: <a.example.org>", true), ("Precedence: bulk", true),
            ("Precedence: first-class", false), ("Auto-Submitted: auto-replied", true), ("Auto-Submitted: no", false),
            ("From: Shop <no-reply@example.org>", true), ("From: DoNotReply@example.org", true),
            ("From: Nora Plyman <nora@example.org>", false), ("Return-Path: <>", true),
            ("List-Unsubscribe: <https://example.org>", true),
        ])
    func headers(_ field: String, _ isAutomatic: Bool) {
        #expect(AutomaticMail.isOne(Message(Array("\(field)\r\n\r\ntext".utf8)).header) == isAutomatic)
    }

    @Test("What was tomorrow is not tomorrow any more")
    func oldMail() {
        var asked = question("Are you free tomorrow at 10:00?")
        asked.ageInDays = 1
        #expect(SuggestedReplies.of(asked).isEmpty)
        asked.text = "Are you free on Friday at 10:00?"
        #expect(SuggestedReplies.of(asked).first == "Sounds good, Friday at 10:00 works for me.")
        asked.ageInDays = 8
        #expect(SuggestedReplies.of(asked).isEmpty)
        asked.text = "Can you send me the report by tomorrow?"
        #expect(SuggestedReplies.of(asked).first == "Sure, I'll send it over shortly.")
    }

    @Test("A subject can be the question")
    func subject() {
        var asked = question("The new place at the corner has opened.")
        asked.subject = "Lunch on Friday?"
        #expect(SuggestedReplies.of(asked).first == "Yes, Friday works for me. What time?")
        asked.subject = "Re: Lunch on Friday?"
        #expect(SuggestedReplies.of(asked).isEmpty)
    }

    @Test("A name is said only where the mail says it")
    func name() {
        var asked = question("Hello, my name is Ana and I work at the bakery.")
        #expect(SuggestedReplies.of(asked) == ["Nice to meet you, Ana!"])
        asked.senderName = "Bakery Office"
        #expect(SuggestedReplies.of(asked) == ["Nice to meet you!"])
    }

    @Test("A short form of the name is the user's, too")
    func shortName() {
        var asked = question("Hi Kat, are you free on Friday?")
        asked.userName = "Katherine Park"
        #expect(!SuggestedReplies.of(asked).isEmpty)
        asked.userName = ""
        #expect(!SuggestedReplies.of(asked).isEmpty)
    }
}
