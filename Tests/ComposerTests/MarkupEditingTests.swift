import Composer
import MailTestSupport
import Testing

@Suite("Markup commands", .holds("C07"))
struct MarkupEditingTests {
    /// Marks the only occurrence of the phrase.
    private func marked(_ line: String, _ phrase: String, _ style: Markup.Style) throws -> String {
        let places = Markup.occurrences(of: phrase, in: [line])
        try #require(places.count == 1)
        return try Markup.adding(style, to: places[0].range, of: line)
    }

    @Test(
        "Makes a phrase bold and leaves the rest unchanged",
        arguments: [
            ("the plan for Thursday is", "Thursday", "the plan for **Thursday** is"),
            ("the *plan* for", "the plan for", "**the *plan* for**"),
            ("the *plan* for", "plan for", "the ***plan* for**"),
            ("*Thursday*", "Thursday", "***Thursday***"),
            ("see [the plan](http://x.org)", "the plan", "see [**the plan**](http://x.org)"),
            ("the **new** plan", "the new plan", "**the new plan**"),
            ("on **Thursday** at 9", "Thursday at", "on **Thursday at** 9"),
            ("2*3 is 6", "2*3", "**2*3** is 6"),
            ("a foo* b", "foo*", "a **foo\\*** b"),
            ("ends in \\", "in \\", "ends **in \\\\**"),
            ("on \\\\server", "\\\\server", "on **\\\\server**"), ("in \\\\(a) b", "(a)", "in \\\\**(a)** b"),
            ("on \\server", "server", "on \\\\**server**"),
            ("thursday it is", " Thursday ", "**thursday** it is"),
            ("\\*a\\*", "*a*", "**\\*a\\***"),
            ("重点说明", "重点", "**重点**说明"),
        ])
    func bold(_ line: String, _ phrase: String, _ result: String) throws {
        #expect(try marked(line, phrase, .bold) == result)
    }

    @Test("Italic and links work the same way")
    func others() throws {
        #expect(try marked("it is not so", "not", .italic) == "it is *not* so")
        #expect(
            try marked("see the plan", "the plan", .link("http://x.org/(a)")) == "see [the plan](http://x.org/%28a%29)")
        #expect(try marked("see [1] there", "[1]", .link("http://x.org")) == "see [[1]](http://x.org) there")
        #expect(try marked("see a] b", "a]", .link("http://x.org")) == "see [a\\]](http://x.org) b")
        #expect(try marked("(!)now", "now", .link("http://x.org")) == "(!)[now](http://x.org)")
        #expect(try marked("!now", "now", .link("http://x.org")) == "\\![now](http://x.org)")
        #expect(try marked("[the plan](http://x.org)", "the plan", .link("http://y.org")) == "[the plan](http://y.org)")
    }

    @Test("Refuses impossible marks with a reason")
    func refusals() {
        #expect(throws: Markup.Refusal.isSoAlready) { try marked("on **Thursday at 9**", "Thursday", .bold) }
        #expect(throws: Markup.Refusal.isSoAlready) { try marked("[a](http://x.org)", "a", .link("http://x.org")) }
        #expect(throws: Markup.Refusal.cannotBeMarked) { try marked("Thursday", "Thurs", .bold) }
        #expect(throws: Markup.Refusal.cannotBeMarked) { try marked("*one two* three", "two three", .bold) }
        #expect(throws: Markup.Refusal.isNoAddress) { try marked("the plan", "plan", .link("javascript:alert(1)")) }
        #expect(throws: Markup.Refusal.isNoAddress) { try marked("the plan", "plan", .link("http://x.org/ b")) }
        #expect(throws: Markup.Refusal.cannotBeMarked) { try Markup.adding(.bold, to: 2..<5, of: "> one") }
    }

    @Test("Finds every occurrence of a phrase, except in quoted and forwarded text")
    func occurrences() {
        let lines = [
            "Thursday or Friday", "> Thursday", "not [Thurs](http://x.org)day, Thursdays", "on Thursday", "thursday",
        ]
        let forward = ["---------- Forwarded message ----------", "Thursday"]
        #expect(Markup.occurrences(of: "Thursday", in: lines + forward).map(\.line) == [0, 2, 3])
        #expect(Markup.occurrences(of: "THURSDAY", in: lines + forward).map(\.line) == [0, 2, 3, 4])
        #expect(Markup.occurrences(of: "hursd", in: lines).map(\.line) == [0, 2, 2, 3, 4])
        #expect(Markup.occurrences(of: " ", in: lines).isEmpty)
        #expect(Markup.occurrences(of: "Saturday", in: lines).isEmpty)
    }

    @Test(
        "Marks a whole line without its list marker",
        arguments: [
            ("  on Thursday ", "  **on Thursday** "), ("* item one", "* **item one**"), ("- item", "- **item**"),
            ("12. item", "12. **item**"), ("2026 was good", "**2026 was good**"), ("**a** b", "**a b**"),
            ("-5 degrees", "**-5 degrees**"), ("- ", "**-** "),
        ])
    func wholeLines(_ line: String, _ result: String) throws {
        let range = try #require(Markup.phrase(ofWholeLine: line))
        #expect(try Markup.adding(.bold, to: range, of: line) == result)
    }

    @Test("A line without text cannot be marked", arguments: ["", "  ", "> quoted"])
    func noText(_ line: String) {
        #expect(Markup.phrase(ofWholeLine: line) == nil)
    }

    @Test(
        "Removes marks and keeps literal characters",
        arguments: [
            ("the **new** plan", "new", "the new plan"), ("the **very new** plan", "new", "the very new plan"),
            ("***both***", "both", "both"), ("[the *plan*](http://x.org) b", "plan", "the plan b"),
            ("**foo\\*** b", "foo*", "foo* b"), ("**\\*a\\***", "*a*", "\\*a\\*"),
            ("*x **y* z**", "x", "x \\*\\*y z\\*\\*"), ("**a** *b*", "a", "a *b*"),
            ("on \\\\**server**", "server", "on \\server"), ("**\\\\server**", "server", "\\\\server"),
            ("**\\*a\\* \\\\**", "*a* \\", "\\*a\\* \\"),
        ])
    func plain(_ line: String, _ phrase: String, _ result: String) throws {
        let place = try #require(Markup.occurrences(of: phrase, in: [line]).first)
        #expect(try Markup.removingMarks(from: place.range, of: line) == result)
    }

    @Test("Refuses to remove marks where there are none")
    func notMarked() {
        #expect(throws: Markup.Refusal.isSoAlready) { try Markup.removingMarks(from: 0..<3, of: "the **plan**") }
    }

    @Test(
        "A picture can be inserted with any file name and description", .holds("C15"),
        arguments: ["a.png", "a (1].png", "\\)*!", "C:\\\\a\\b\\"])
    func pictures(_ name: String) {
        let line = Markup.picture(name, description: "what ]( is *it*?")
        #expect(Markup.plainText(line, pictures: [name]) == "what ]( is *it*?")
        let named = Markup.picture(name, description: name)
        #expect(Markup.plainText(named, pictures: [name]) == name)
    }
}
