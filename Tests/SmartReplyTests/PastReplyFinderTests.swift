import MailTestSupport
import SmartReply
import Testing

@Suite("Answers that the user gave before", .holds("S01"))
struct PastReplyFinderTests {
    private static let asked = "Hi Kim,\ncould you please send me the weekly figures for the garden project?\nAna"
    private let history = [
        PastReply(
            received: "Hi Kim, could you please send me the weekly figures for the garden project again?\nAna",
            sent: "Hi Ana,\n\nthey are in the shared folder as always.\n\nBest\nKim\n\n> could you"),
        PastReply(
            received: "Could you send me the weekly figures of the garden project?",
            sent: "They are in the shared folder as always."),
        PastReply(received: "Are you free for lunch?", sent: "Only if there is cake."),
    ]

    private func answers(_ text: String, _ history: [PastReply]) -> [String] {
        SuggestedReplies.of(SmartReplyInput(text: text, senderName: "Ana Ruiz", userName: "Kim Park"), history: history)
    }

    @Test("What was answered to similar mail comes first")
    func first() {
        let answers = answers(Self.asked, history)
        #expect(answers.first == "they are in the shared folder as always.")
        #expect(answers.count == 3)
        #expect(Set(answers).count == 3)
    }

    @Test("Mail of another kind, or with other words, brings nothing")
    func unlike() {
        #expect(answers("Did you plant the roses?", history).first == "Yes, I did.")
        #expect(
            answers("Could you send me the photos of the wedding?", history).first == "Sure, I'll send it over shortly."
        )
    }

    @Test(
        "An answer that is bound to a name, a number, a day or an address is not given to others",
        arguments: [
            "Ask Ben, he has them.", "I sent 12 of them.", "You get them on Monday.", "See https://example.org/figures",
            "You get them tomorrow.", "As I said in May, no.",
        ])
    func bound(_ sent: String) {
        let past = PastReply(received: Self.asked, sent: sent)
        #expect(!answers(Self.asked, [past]).contains(sent))
    }

    @Test("A day that the new mail names too is no hindrance")
    func sameDay() {
        let text = "Could you send me the weekly figures on Monday?"
        #expect(
            answers(text, [PastReply(received: text, sent: "Monday is fine, they will be ready.")]).first
                == "Monday is fine, they will be ready.")
    }

    @Test("A long answer was written for one mail alone")
    func long() {
        let past = PastReply(received: Self.asked, sent: String(repeating: "they are in the folder and ", count: 10))
        #expect(answers(Self.asked, [past]).first == "Sure, I'll send it over shortly.")
    }

    @Test("Two answers that both agree are one")
    func meaning() {
        let past = PastReply(received: Self.asked, sent: "Sure, coming right up!")
        #expect(
            answers(Self.asked, [past]) == [
                "Sure, coming right up!", "Sorry, I can't at the moment.", "When do you need it by?",
            ])
    }

    @Test("What was said more often comes before what was said once")
    func frequency() {
        let often = PastReply(received: Self.asked, sent: "Coming right up!")
        let once = PastReply(received: Self.asked, sent: "In the folder, as ever.")
        #expect(answers(Self.asked, [once, often, often]).first == "Coming right up!")
    }
}
